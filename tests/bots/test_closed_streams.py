"""Where a standard stream is closed, who needs it is told so in one line, and nothing is written to anything else."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.bots.driver import HANG_S, environment
from tests.many import each

START = "-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27

SPEAKS = [
    ("othello", "", "1\n", 255),
    ("othello", "opening --level 0", "1 0\n", 255),
    ("othello", "play --level 0", "", 1),
    ("othello", "perft 2", "", 1),
    ("othello", "bench", "", 1),
    ("othello", "analyse --depth 1", f"{START} black\n", 1),
    ("othello", "solve --size 6", "", 1),
    ("othello", "--help", "", 1),
    ("othello", "--version", "", 1),
    ("ataxx", "--level 0", "auto red\n", 1),
    ("ataxx", "uai", "uai\n", 1),
    ("ataxx", "perft 2", "", 1),
    ("ataxx", "analyse --depth 1", "x5o/7/7/7/7/7/o5x x\n", 1),
    ("dama", "--level 0", "1 100\n", 1),
    ("dama", "terminal --level 0", "", 1),
    ("dama", "verify --time 0.1", "", 1),
    ("dama", "perft 2", "", 1),
    ("dama", "tablebase build --pieces 2 --jobs 2 --file x", "", 1),
    ("domino", "--challenge", "1 1 3\n", 1),
    ("domino", "--ai", "1 1 3\n", 1),
    ("domino", "--seed 1", "", 1),
]
"""Bot, command line, input, and the exit status if there is no output."""

LISTENS = [
    ("othello", "", 255),
    ("othello", "opening", 255),
    ("othello", "play --level 0", 2),
    ("othello", "analyse", 2),
    ("ataxx", "", 2),
    ("ataxx", "uai", 2),
    ("ataxx", "analyse", 2),
    ("dama", "", 1),
    ("dama", "terminal --level 0", 2),
    ("dama", "analyse", 2),
    ("domino", "--challenge", 1),
    ("domino", "--ai", 1),
    ("domino", "--seed 1", 1),
]
"""Bot, command line, and the exit status if there is no input."""

NOTES = [
    ("othello", "--verbose --depth 3", "0 2 3 x"),
    ("othello", "--nonsense", ""),
    ("ataxx", "--level 0", "nonsense\n"),
    ("dama", "", "nonsense\n"),
    ("dama", "play 1 --idle 0.1", ""),
    ("domino", "--challenge --verbose", "1 1 3\n"),
]
"""Bot, command line and input such that something goes to standard error."""


def run(bot: str, line: str, text: str, closed: str, cwd: Path) -> subprocess.CompletedProcess[bytes]:
    """Run a bot in a folder of its own, with a stream closed as a shell closes it."""
    return subprocess.run(
        ["sh", "-c", f'exec "$@" {closed}', "sh", sys.executable, "-P", "-m", f"bots.{bot}", *line.split()],
        input=text.encode(),
        capture_output=True,
        timeout=HANG_S,
        check=False,
        cwd=cwd,
        env=environment(),
    )


@pytest.mark.parametrize(("bot", "line", "text", "status"), each(3, SPEAKS))
def test_a_closed_standard_output_is_told_in_one_line(
    bot: str, line: str, text: str, status: int, tmp_path: Path
) -> None:
    done = run(bot, line, text, ">&-", tmp_path)
    assert done.stderr == f"{bot}-bot: cannot write to standard output: Bad file descriptor\n".encode()
    assert (done.returncode, done.stdout) == (status, b"")


@pytest.mark.parametrize(("bot", "line", "status"), LISTENS)
def test_a_closed_standard_input_is_told_in_one_line(bot: str, line: str, status: int, tmp_path: Path) -> None:
    done = run(bot, line, "", "<&-", tmp_path)
    program = f"{bot}-bot analyse" if line == "analyse" else f"{bot}-bot"
    assert done.stderr == f"{program}: cannot read standard input: Bad file descriptor\n".encode()
    assert done.returncode == status


@pytest.mark.parametrize(("bot", "line", "text"), NOTES)
def test_without_a_standard_error_the_output_is_the_same(bot: str, line: str, text: str, tmp_path: Path) -> None:
    usual = run(bot, line, text, "", tmp_path)
    assert usual.stderr != b""
    silent = run(bot, line, text, "2>&-", tmp_path)
    assert (silent.returncode, silent.stdout, silent.stderr) == (usual.returncode, usual.stdout, b"")
