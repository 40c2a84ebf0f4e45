"""Examples of pages: a few seconds of real games, with seeds, between our bots and a program that errs."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from docs.site import pages

INDEX = "examples/index.html"
PLAYER = "tests/players/wrong_dama.py"
"""A program that is not ours: its men take kings, which the rules forbid."""
BOT = "python3 my_bot.py man_takes_king"
LEAGUE = """\
game = "othello"
pairs = 3
seed = 1

[[player]]
name = "Four"
command = "othello-bot --level 4"

[[player]]
name = "Three"
command = "othello-bot --level 3"

[[player]]
name = "Two"
command = "othello-bot --level 2"

[[player]]
name = "Greedy"
command = "othello-bot --level 1"
"""


class Example(NamedTuple):
    """A page: its file, what it is, what there is to see on it, and the command whose output it is."""

    file: str
    title: str
    about: str
    command: tuple[str, ...]
    before: tuple[str, ...] = ()
    """What has to be done first."""

    @property
    def shown(self) -> str:
        """Give the command as one types it."""
        return f"arbiter {shlex.join(self.command)} > {self.file}"


EXAMPLES = (
    Example(
        "match.html",
        "A match",
        "Four games of Othello, each with a replay, a chart of the discs, and the engine: play on from any move.",
        ("-v", "--seed", "1", "othello-bot --level 4", "othello-bot --level 2", "4"),
    ),
    Example(
        "forfeits.html",
        "A match with forfeits",
        "Four games of Dama against a program whose men take kings: the reason, and the bytes that it wrote.",
        ("-v", "--game", "dama", "--protocol", "pipe", "--seed", "1", BOT, "dama-bot --level 1", "4"),
    ),
    Example(
        "check.html",
        "An examination",
        "What is wrong with that program, and which rule says so, with all that was said between the two.",
        ("check", "--game", "dama", "--protocol", "pipe", "--html", "-", BOT),
    ),
    Example(
        "league.html",
        "A league",
        "Four players, 36 games: standings with errors, who beat whom, plots, and every game to replay.",
        ("report", "league.db"),
        ("league", "league.toml", "--jobs", "2"),
    ),
    Example(
        "review.html",
        "Where games were lost",
        "The same league after a review: what each move lost, which one decided the game, and what was better.",
        ("review", "league.db", "--time", "0.3"),
    ),
    Example(
        "student.html",
        "A player's page",
        "The same review for one of the four: its three worst moves as pictures, its times, against whom it loses.",
        ("review", "league.db", "--time", "0.3", "--player", "Two"),
    ),
)


class ExampleError(Exception):
    """A command that makes an example has failed: which, and what it said."""


def all_pages(root: Path, examples: Sequence[Example]) -> dict[str, str]:
    """Run the commands; give the pages, by where they lie in the site. Raises OSError, ExampleError."""
    made = {INDEX: pages.plain("examples.html", INDEX, "Examples", examples=examples)}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "my_bot.py").write_bytes((root / PLAYER).read_bytes())
        (folder / "league.toml").write_text(LEAGUE, "utf-8")
        for example in examples:
            if example.before:
                _run(folder, example.before)
            made[f"examples/{example.file}"] = _run(folder, example.command)
    return made


def _run(folder: Path, command: tuple[str, ...]) -> str:
    """Give what the arbiter writes. Status 1 is an examination that finds something."""
    words = [sys.executable, "-P", "-m", "arbiter", *command]
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    done = subprocess.run(words, cwd=folder, env={**os.environ, "PATH": path}, capture_output=True, check=False)
    if done.returncode not in (0, 1 if command[0] == "check" else 0):
        told = done.stderr.decode("utf-8", "replace").strip()
        raise ExampleError(f"arbiter {shlex.join(command)}: {told or f'status {done.returncode}'}")
    return done.stdout.decode("utf-8")
