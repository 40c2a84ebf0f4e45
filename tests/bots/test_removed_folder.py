"""Where the current folder was removed a bot plays, and says in one line what it cannot do there."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.bots.driver import HANG_S, environment

PLAYS = [
    ("othello", "--level 0", "1\n", 255),
    ("othello", "play --level 0", "quit\n", 0),
    ("ataxx", "--level 0", "auto red\nquit\n", 0),
    ("ataxx", "uai", "uai\nquit\n", 0),
    ("dama", "--level 0", "1 100\n", 0),
    ("dama", "terminal --level 0", "quit\n", 0),
    ("domino", "--challenge", "1 1 3\n", 0),
    ("domino", "--seed 1", "quit\n", 0),
]
"""Bot, command line, input, and the exit status."""

FAILS = [
    ("dama", "play 1", "dama-bot: the folder of the boards was removed"),
    ("dama", "verify", "dama-bot: cannot write 'board_1.txt': No such file or directory"),
    ("dama", "tablebase build --pieces 2 --file x", "dama-bot tablebase build: x: No such file or directory"),
    ("domino", "--ai --hand x", "domino-bot: x: No such file or directory"),
]


def run(bot: str, line: str, text: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a bot in a folder that is removed first."""
    gone = folder / "gone"
    gone.mkdir()
    return subprocess.run(
        ["sh", "-c", 'rmdir "$PWD" && exec "$@"', "sh", sys.executable, "-P", "-m", f"bots.{bot}", *line.split()],
        input=text,
        capture_output=True,
        timeout=HANG_S,
        check=False,
        cwd=gone,
        encoding="utf-8",
        env=environment(),
    )


@pytest.mark.parametrize(("bot", "line", "text", "status"), PLAYS)
def test_a_bot_plays_as_everywhere(bot: str, line: str, text: str, status: int, tmp_path: Path) -> None:
    done = run(bot, line, text, tmp_path)
    assert (done.returncode, done.stderr, done.stdout != "") == (status, "", True)


@pytest.mark.parametrize(("bot", "line", "told"), FAILS)
def test_what_needs_the_folder_is_told_in_one_line(bot: str, line: str, told: str, tmp_path: Path) -> None:
    done = run(bot, line, "", tmp_path)
    assert done.returncode > 0
    assert (done.stdout, done.stderr.splitlines()[-1]) == ("", told)


def test_a_folder_that_is_removed_while_a_board_is_waited_for_ends_the_wait(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    folder.mkdir()
    command = [sys.executable, "-P", "-m", "bots.dama", "play", "2"]
    with subprocess.Popen(command, cwd=folder, env=environment(), stderr=subprocess.PIPE) as process:
        folder.rmdir()
        try:
            assert process.communicate(timeout=HANG_S)[1] == b"dama-bot: the folder of the boards was removed\n"
        finally:
            process.kill()
    assert process.returncode == 1
