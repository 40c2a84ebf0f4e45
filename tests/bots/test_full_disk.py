"""A bot whose output cannot be written says so in one line and fails, by whatever way it writes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.bots.driver import HANG_S, environment
from tests.many import each

LINES = [
    ("othello", "perft 3", "", 1),
    ("othello", "bench", "", 1),
    ("othello", "analyse --depth 1", f"{'X' * 64} black\n", 1),
    ("othello", "--help", "", 1),
    ("othello", "--version", "", 1),
    ("othello", "play --level 0", "", 1),
    ("othello", "", "1\n", 255),  # whatever ends the game ends it as the protocol has it
    ("ataxx", "perft 3", "", 1),
    ("ataxx", "--level 0", "auto red\n", 1),
    ("ataxx", "uai", "position startpos\ngo depth 1\n", 1),
    ("dama", "perft 3", "", 1),
    ("dama", "terminal --level 0", "", 1),
    ("dama", "--level 0", "1 100\n", 1),
    ("domino", "--challenge", "1 1 3\n", 1),
    ("domino", "--ai --seed 1 --strategy greedy", "", 1),
    ("domino", "--help", "", 1),
]


@pytest.mark.parametrize(("bot", "line", "text", "status"), each(3, LINES))
def test_a_full_disk_is_told_in_one_line(bot: str, line: str, text: str, status: int) -> None:
    with (
        Path("/dev/full").open("wb") as full,
        subprocess.Popen(
            [sys.executable, "-m", f"bots.{bot}", *line.split()],
            stdin=subprocess.PIPE,
            stdout=full,
            stderr=subprocess.PIPE,
            env=environment(),
        ) as process,
    ):
        assert process.stdin
        assert process.stderr
        process.stdin.write(text.encode())
        process.stdin.flush()  # but not closed yet: a search must not be cut short by the end of the input
        process.wait(HANG_S)
        assert (
            process.stderr.read() == f"{bot}-bot: cannot write to standard output: No space left on device\n".encode()
        )
    assert process.returncode == status
