"""Every option that help or a document names is one that the program takes."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from arbiter.games.dama.law import START, format_board
from tests.bots.driver import run
from tests.many import each

HOUSE = Path(__file__).parent.parent.parent
DOCUMENTS = [HOUSE / "README.md", *sorted((HOUSE / "docs").glob("*.md"))]
BOTS = ("ataxx", "dama", "domino", "othello")

COMMANDS = [
    ("othello", "", ""),
    ("othello", "play", ""),
    ("othello", "opening", ""),
    ("othello", "analyse", ""),
    ("othello", "solve", "--file proof --alpha 40 --nodes 1 --jobs 1"),
    ("ataxx", "", ""),
    ("ataxx", "uai", ""),
    ("ataxx", "analyse", ""),
    ("dama", "", ""),
    ("dama", "play", "1 --idle 0.1"),
    ("dama", "verify", "--time 0.1"),
    ("dama", "terminal", ""),
    ("dama", "analyse", ""),
    ("dama", "tablebase build", "--pieces 2 --jobs 1 --file tables"),
    ("dama", "tablebase check", "--jobs 1 --file tables"),
    ("dama", "tablebase probe", f"{'.' * 41}X{'.' * 15}O{'.' * 6} 1"),
    ("domino", "", ""),
    ("domino", "analyse", ""),
    ("domino", "check", "hand S"),
]
"""Bot, command that takes options, and what lets it end soon; behind that options follow."""

LONG = {"train", "teach", "verify-proof", "solve-openings", "check-proof", "perft", "bench"}
"""Commands that take options and are too long for this, or take none."""

VALUES = {
    "--alpha": "50",
    "--board": "start",
    "--certificate": "proof",
    "--colour": "white",
    "--depth": "1",
    "--distances": "1",
    "--file": "other",
    "--hand": "hand",
    "--hash": "1",
    "--idle": "0.2",
    "--jobs": "1",
    "--lang": "it",
    "--level": "0",
    "--load": "/dev/null",
    "--network": "none",
    "--nodes": "1",
    "--nodes-per-leaf": "1000",
    "--output": "proofs",
    "--pieces": "2",
    "--player": "2",
    "--plies": "1",
    "--race": "1",
    "--seed": "1",
    "--size": "8",
    "--strategy": "greedy",
    "--threads": "2",
    "--time": "0.01",
    "--to-move": "2",
}
"""A value for each option that needs one."""

TOGETHER = {"--certificate": ["--challenge"]}
"""What else must be said for an option to have an effect."""


def program(bot: str) -> tuple[str, ...]:
    return sys.executable, "-P", "-m", f"bots.{bot}"


def options(bot: str, command: str) -> set[str]:
    """Give the options that the help of a command lists."""
    text = run(*command.split(), "--help", program=program(bot)).stdout.decode()
    heads = re.findall(r"(?m)^  (-.*?)(?:  |$)", text)
    return {option for head in heads for option in re.findall(r"--[a-z0-9][a-z0-9-]*", head)}


def commands(bot: str) -> set[str]:
    """Give the commands that a bot's help lists."""
    return set(re.findall(r"(?m)^    ([a-z-]+)(?: +\w|$)", run("--help", program=program(bot)).stdout.decode()))


@pytest.mark.parametrize("bot", BOTS)
def test_every_command_is_looked_at(bot: str) -> None:
    assert commands(bot) - LONG == {name.split()[0] for whose, name, _ in COMMANDS if whose == bot and name}


@pytest.mark.long
@pytest.mark.parametrize(("bot", "command", "rest"), COMMANDS)
def test_every_option_of_the_help_is_taken(bot: str, command: str, rest: str, tmp_path: Path) -> None:
    (tmp_path / "hand").write_text("1 1 3\n", encoding="ascii")
    (tmp_path / "start").write_text(format_board(START), encoding="ascii")
    if command in ("tablebase check", "tablebase probe"):
        for name in ("tables", "other"):
            run(
                "tablebase", "build", "--pieces", "2", "--jobs", "1", "--file", name, program=program(bot), cwd=tmp_path
            )
    listed = options(bot, command) - {"--display"}  # tests/serve/test_display.py
    assert "--help" in listed
    for option in sorted(listed):
        for made in (*tmp_path.glob("board_*"), *(tmp_path.glob("tables") if command == "tablebase build" else ())):
            made.unlink()
        line = [*command.split(), *rest.split(), option, *([VALUES[option]] if option in VALUES else [])]
        line += TOGETHER.get(option, [])
        done = run(*line, program=program(bot), cwd=tmp_path, text=b"1 1 3\n" if bot == "domino" else b"")
        assert "Traceback" not in done.stderr.decode()
        assert done.returncode != 2, (line, done.stderr)


@pytest.mark.parametrize("bot", ["othello", "ataxx", "dama"])
@pytest.mark.parametrize("limit", ["time", "depth", "nodes"])
def test_whatever_limits_a_move_limits_an_analysis(bot: str, limit: str) -> None:
    assert f"--{limit}" in options(bot, "analyse")


@pytest.mark.parametrize("document", each(4, DOCUMENTS), ids=lambda path: path.name)
def test_every_option_of_a_document_is_one_of_the_help(document: Path) -> None:
    calls = re.findall(r"\b([a-z]+)-bot((?: [^\s`\"#|<>()]+)*)", document.read_text(encoding="utf-8"))
    for bot, line in calls:
        named = set(re.findall(r" (--[a-z0-9][a-z0-9-]*)", line))
        if bot not in BOTS or not named:
            continue
        known = commands(bot)
        command = [word for word in line.split() if word in known or word == "build"]
        assert named <= options(bot, " ".join(command)), (bot, line)
