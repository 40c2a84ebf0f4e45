"""The bot leaves cleanly whatever stops it, also in the middle of a search."""

from __future__ import annotations

import os
import signal
import subprocess
import time

import pytest

from tests.bots.driver import HANG_S, OTHELLO, Bot, environment

pytestmark = pytest.mark.machine

START = "-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27


def into_the_search() -> None:
    """Let a search begin that would take longer than any test may; were it not begun, the test would still hold."""
    time.sleep(0.2)


@pytest.mark.parametrize(
    ("arguments", "text", "lines"),
    [
        (["--time", "1000"], b"1\n", 1),
        (["--nodes", "1000000000000"], b"1 -1 -1 0 2 3 5 4 4 1\n", 3),
        (["perft", "40"], b"", 8),
        (["analyse", "--exact"], f"{'X' * 64} black\n{START} black\n".encode(), 1),
    ],
    ids=["waiting", "searching", "perft", "analyse"],
)
def test_ctrl_c_ends_it_with_status_130(arguments: list[str], text: bytes, lines: int) -> None:
    with Bot(*arguments) as bot:
        bot.send(text)
        for _ in range(lines):
            assert bot.line()
        into_the_search()
        bot.process.send_signal(signal.SIGINT)
        bot.process.wait(HANG_S)
        assert bot.process.returncode == 130
        assert bot.process.communicate()[1] == b""


def test_termination_ends_it_without_a_word() -> None:
    with Bot("--time", "1000", "--seed", "11") as bot:
        bot.send(b"1 -1 -1 0 2 3 5 4 4 1\n")  # black's first move and white's first two are known by heart
        for _ in range(3):
            assert bot.line()
        into_the_search()
        bot.process.terminate()
        bot.process.wait(HANG_S)
        assert bot.process.returncode == -signal.SIGTERM
        assert bot.process.communicate() == (b"", b"")


@pytest.mark.parametrize("arguments", [[], ["perft", "3"], ["play", "--level", "0"], ["--help"]])
def test_a_closed_output_ends_it_like_any_program(arguments: list[str]) -> None:
    source, sink = os.pipe()
    os.close(source)
    process = subprocess.Popen(
        [*OTHELLO, *arguments], stdin=subprocess.PIPE, stdout=sink, stderr=subprocess.PIPE, env=environment()
    )
    os.close(sink)
    _, errors = process.communicate(b"1\n2 3\n", timeout=HANG_S)
    assert (process.returncode, errors) == (-signal.SIGPIPE, b"")


def test_an_ignored_interrupt_stays_ignored() -> None:
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        bot = Bot()
    finally:
        signal.signal(signal.SIGINT, handler)
    with bot:
        bot.send(b"1\n")
        assert bot.line()
        bot.process.send_signal(signal.SIGINT)
        bot.send(b"-1 -1 1\n")
        assert bot.line()


@pytest.mark.parametrize("closed", ["<&-", ">&-", ">/dev/full"])
def test_a_useless_descriptor_gets_one_line(closed: str) -> None:
    command = f'exec "$@" {closed}'
    done = subprocess.run(
        ["sh", "-c", command, "sh", *OTHELLO],
        input=b"1\n",
        capture_output=True,
        timeout=HANG_S,
        check=False,
        env=environment(),
    )
    assert (done.returncode, done.stdout) == (255, b"")
    assert done.stderr.startswith(b"othello-bot: ")
    assert done.stderr.count(b"\n") == 1


def test_without_a_standard_error_nothing_goes_to_standard_output() -> None:
    done = subprocess.run(
        ["sh", "-c", 'exec "$@" 2>&-', "sh", *OTHELLO, "--verbose", "--depth", "3"],
        input=b"0 2 3 x",
        stdout=subprocess.PIPE,
        timeout=HANG_S,
        check=False,
        env=environment(),
    )
    assert (done.returncode, done.stdout.count(b"\n"), len(done.stdout)) == (255, 1, 4)
