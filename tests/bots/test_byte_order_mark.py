"""A byte order mark in front of standard input, as editors on Windows write it, costs no line; `scanf` knows none."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.bots.driver import HANG_S, Bot, environment

MARK = b"\xef\xbb\xbf"
BOARD = "-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27

LINES = [
    ("ataxx", "--level 0", "auto blue\nmanual blue\na7-b7\ndump\n"),
    ("ataxx", "--level 0", "block d4"),
    ("ataxx", "uai", "uai\n"),
    ("ataxx", "analyse --depth 1 -", "x5o/7/7/7/7/7/o5x x\n"),
    ("dama", "--depth 1", "2 100\nend\n2 100\n"),
    ("dama", "terminal --level 0", "moves\nquit\n"),
    ("dama", "analyse --depth 1 -", f"{'.' * 48}x{'.' * 14}o 1\n"),
    ("domino", "--challenge", "1 1 3\n"),
    ("domino", "--challenge --2d", "1 1 3\n"),
    ("domino", "--ai", "1 1 3\n"),
    ("domino", "--seed 1", "moves\nquit\n"),
    ("domino", "analyse -", "1 1 3\n"),
    ("othello", "play --level 0", "moves\nquit\n"),
    ("othello", "analyse --depth 1 -", f"{BOARD} black\n"),
]
"""Bot, command line and input."""


def run(bot: str, line: str, text: bytes, **changes: str) -> tuple[int, bytes, bytes]:
    """Run a bot; give its status and what it writes, without the seconds and the moves that chance decides."""
    command = [sys.executable, "-m", f"bots.{bot}", *line.split()]
    env = environment(ARBITER_SEED="1", **changes)
    done = subprocess.run(command, input=text, capture_output=True, timeout=HANG_S, check=False, env=env)
    output = b"\n".join(b"\t".join(row.split(b"\t")[:4]) for row in done.stdout.split(b"\n"))
    return done.returncode, output, done.stderr


@pytest.mark.parametrize(("bot", "line", "text"), LINES)
def test_a_mark_in_front_of_the_first_line_changes_nothing(bot: str, line: str, text: str) -> None:
    found = run(bot, line, MARK + text.encode())
    assert found == run(bot, line, text.encode())
    assert found[2] == b""


@pytest.mark.parametrize("coding", ["ascii", "latin-1"])
@pytest.mark.parametrize(("bot", "line"), [("domino", "--seed 1"), ("domino", "--ai"), ("othello", "play --level 0")])
def test_nor_where_standard_input_is_read_by_another_encoding(bot: str, line: str, coding: str) -> None:
    text = b"1 1 3\n" if line == "--ai" else b"moves\nquit\n"
    assert run(bot, line, MARK + text, PYTHONIOENCODING=coding) == run(bot, line, text, PYTHONIOENCODING=coding)


def test_it_may_come_in_pieces() -> None:
    with Bot("uai", program=[sys.executable, "-m", "bots.ataxx"]) as bot:
        for byte in MARK + b"isready\n":
            bot.send(bytes([byte]))
        assert bot.line() == b"readyok\n"


@pytest.mark.parametrize("line", ["--level 0", "opening --level 0"])
def test_who_reads_integers_as_scanf_does_says_what_it_is(line: str) -> None:
    status, output, errors = run("othello", line, MARK + b"1 0\n")
    assert (status, output) == (255, b"")
    assert errors == (
        b"othello-bot: expected an integer after 0 bytes of input, found a byte order mark, EF BB BF, "
        b"which an editor has put in front of them\n"
    )


def test_only_in_front_of_all_it_is_a_mark(tmp_path: Path) -> None:
    assert b"unknown command" in run("ataxx", "", b"dump\n" + MARK + b"dump\n")[2]
    assert run("dama", "", b"2 100\n" + MARK + b"b3-c4\n")[0] == 1
    assert b"found '\\xef'" in run("othello", "", b"0\n" + MARK + b"2 3\n")[2]
