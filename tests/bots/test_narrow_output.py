"""What a bot's output has no bytes for is escaped; a name of a file, however typed, is that of the file."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bots.driver import HANG_S, environment

NARROW = [
    {"PYTHONIOENCODING": "ascii"},
    {"PYTHONIOENCODING": "ascii:strict"},
    {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
]
SESSIONS = [("othello", "play --level 0"), ("dama", "terminal --level 0"), ("domino", "--seed 1 --size 3")]


def run(narrow: dict[str, str], *words: str | bytes, text: bytes, cwd: Path) -> tuple[int, bytes, bytes]:
    """Run a bot where little can be said; give its status and what it writes."""
    command: list[str | bytes] = [sys.executable, "-P", "-m", *words]
    done = subprocess.run(
        command,
        input=text,
        capture_output=True,
        timeout=HANG_S,
        check=False,
        cwd=cwd,
        env=environment(COLUMNS="200", **narrow),
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("narrow", NARROW)
@pytest.mark.parametrize(("bot", "line"), SESSIONS)
@pytest.mark.parametrize("name", ["partità".encode(), b"caf\xea"])
def test_a_game_is_saved_by_the_name_that_was_typed(
    name: bytes, bot: str, line: str, narrow: dict[str, str], tmp_path: Path
) -> None:
    words = (f"bots.{bot}", *line.split())
    status, output, errors = run(narrow, *words, text=b"save " + name + b"\nmoves\n\xe8\n", cwd=tmp_path)
    assert (status, errors) == (0, b"")
    assert [os.fsencode(path.name) for path in tmp_path.iterdir()] == [name]
    assert b"Saved to " + name + b"." in output


@pytest.mark.parametrize("narrow", NARROW)
def test_italian_is_spoken_with_ascii_alone(narrow: dict[str, str], tmp_path: Path) -> None:
    status, output, errors = run(
        narrow, "bots.domino", "--seed=1", "--size=3", "--lang=it", text=b"aiuto\n", cwd=tmp_path
    )
    assert (status, errors) == (0, b"")
    assert rb"cos\xec fa anche la fine dell'input" in output


@pytest.mark.parametrize("bot", ["othello", "dama", "domino"])
def test_a_name_that_can_be_none_ends_no_session(bot: str, tmp_path: Path) -> None:
    line = dict(SESSIONS)[bot]
    status, output, errors = run({}, f"bots.{bot}", *line.split(), text=b"save a\0b\nmoves\n", cwd=tmp_path)
    assert (status, errors) == (0, b"")
    assert b"Not saved: embedded null byte." in output
    assert output.count(b"> ") == 3


@pytest.mark.parametrize("narrow", NARROW)
def test_a_name_is_printed_as_it_is_and_what_else_cannot_be_said_is_escaped(
    narrow: dict[str, str], tmp_path: Path
) -> None:
    build = ("bots.dama", "tablebase", "build", "--pieces", "2", "--file")
    status, output, errors = run(narrow, *build, b"caf\xea", text=b"", cwd=tmp_path)
    assert (status, errors) == (0, b"")
    assert output.startswith(b"caf\xea\t2 pieces\t")
