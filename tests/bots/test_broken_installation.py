"""A file of the installation that is broken or missing is named in one line, by whatever command needs it."""

from __future__ import annotations

import gzip
import os
import re
import shutil
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.bots.driver import HANG_S, environment

HOUSE = Path(__file__).parents[2]
AT_PLAY = {
    "othello": ("--nodes 100", "1\n"),
    "ataxx": ("--nodes 100", "auto red\nquit\n"),
    "dama": ("--nodes 100", "1 100 " + "." * 64 + "\n"),
}
"""Words and input that begin a bot."""
ANALYSE = "analyse --nodes 100"
FIRST = "-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27 + " black\n"

WHITE = "0\n2 3\n5 3\n3 5\n5 4\n5 5\n"
"""A game so far as the table of openings tells of it, and a move beyond."""

READ = [
    *((f"native/{bot}/{bot}.weights", bot, *begun) for bot, begun in AT_PLAY.items()),
    *((f"bots/{bot}/levels.txt", bot, *begun) for bot, begun in AT_PLAY.items()),
    ("native/ataxx/ataxx.weights", "ataxx", "uai", "uai\nposition startpos\ngo nodes 100\n"),
    ("native/ataxx/ataxx.weights", "ataxx", ANALYSE, "x5o/7/7/7/7/7/o5x x\n"),
    ("native/ataxx/small.weights", "ataxx", f"{ANALYSE} --network small", "x5o/7/7/7/7/7/o5x x\n"),
    ("native/dama/dama.weights", "dama", "terminal --nodes 100", "quit\n"),
    ("native/othello/othello.weights", "othello", "play --nodes 100", "quit\n"),
    ("bots/othello/openings.txt.gz", "othello", ANALYSE, FIRST),
    ("bots/othello/black.txt.gz", "othello", "--nodes 100", "1\n4 2\n"),
    ("bots/othello/white.replies.gz", "othello", "--nodes 100", WHITE),
    ("bots/othello/white.txt.gz", "othello", "--no-traps --nodes 100", WHITE),
]
"""A file, a bot, and the words and the input by which it reads that."""


def cut(path: Path) -> None:
    """Keep the beginning."""
    data = path.read_bytes()
    path.unlink()
    path.write_bytes(data[:100])


def overwrite(path: Path) -> None:
    """Keep the size, and nothing of what was there."""
    size = path.stat().st_size
    path.unlink()
    path.write_bytes(b"\xff" * size)


def empty(path: Path) -> None:
    """Be packed as it should be, and say nothing."""
    path.unlink()
    path.write_bytes(gzip.compress(b"") if path.suffix == ".gz" else zlib.compress(b""))


def say_otherwise(path: Path) -> None:
    """Be packed as it should be, and be of another kind."""
    data = path.read_bytes()
    path.unlink()
    path.write_bytes(gzip.compress(b"\xff" * 100) if path.suffix == ".gz" else zlib.compress(data))


def lengthen(path: Path) -> None:
    """Be followed by something else."""
    data = path.read_bytes()
    path.unlink()
    path.write_bytes(data + b"7 \xff")


FAULTS: dict[str, Callable[[Path], None]] = {
    "missing": Path.unlink,
    "cut off": cut,
    "overwritten": overwrite,
    "empty": empty,
    "of another kind": say_otherwise,
    "too long": lengthen,
}


CARRIED = {
    "native/ataxx/small.weights": "ataxx",
    "bots/ataxx/levels.txt": "ataxx",
    "bots/othello/openings.txt.gz": "othello",
    "native/wasm/dama.wasm": "dama",
}
"""What pages of games carry, and of which game."""


def run(house: Path, program: str, words: list[str], text: str = "") -> subprocess.CompletedProcess[str]:
    """Run a program of a copy of the house."""
    return subprocess.run(
        [sys.executable, "-m", program, *words],
        input=text,
        capture_output=True,
        timeout=HANG_S,
        check=False,
        cwd=house,
        encoding="utf-8",
        env=environment(PYTHONPATH=str(house)),
    )


@pytest.fixture(name="house")
def copied(tmp_path: Path) -> Path:
    """Copy what bots are made of, as links."""
    for room in ("arbiter", "bots", "native"):
        shutil.copytree(
            HOUSE / room, tmp_path / room, copy_function=os.symlink, ignore=shutil.ignore_patterns("__pycache__")
        )
    return tmp_path


AS_FAR_AS_NEEDED = "bots/othello/white.txt.gz"
"""What is read no further than to the position that is looked for."""
CASES = [(fault, *read) for read in READ for fault in FAULTS if (read[0], fault) != (AS_FAR_AS_NEEDED, "too long")]


@pytest.mark.parametrize(("fault", "file", "bot", "words", "text"), CASES)
def test_a_broken_file_is_named(fault: str, file: str, bot: str, words: str, text: str, house: Path) -> None:
    FAULTS[fault](house / file)
    ended = run(house, f"bots.{bot}", words.split(), text)
    assert (ended.returncode, ended.stderr.count("\n")) == (1, 1), ended.stderr
    assert ended.stderr.startswith(f"{bot}-bot: {house / file} is broken, install arbitro again: ")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "level 7 is missing"),
        *(
            (f"7 {words}\n", f"no level plays so: {words}")
            for words in (
                "dept=3",
                "depth=-4",
                "time=nan",
                "time=-1",
                f"depth={10**20}",
                "depth=5 time=1",
                "depth=5 slip=2",
            )
        ),
        ("7 depth=x\n", "invalid literal for int() with base 10: 'x'"),
    ],
)
def test_a_level_that_is_missing_or_wrong_is_named(line: str, reason: str, house: Path) -> None:
    levels = house / "bots/dama/levels.txt"
    text = levels.read_text()
    levels.unlink()
    levels.write_text("".join(line if old.startswith("7 ") else old for old in text.splitlines(keepends=True)))
    words, text = AT_PLAY["dama"]
    ended = run(house, "bots.dama", words.split(), text)
    assert ended.stderr == f"dama-bot: {levels} is broken, install arbitro again: {reason}\n"


@pytest.mark.parametrize("fault", FAULTS)
def test_without_whole_tables_a_game_goes_on_and_that_is_said_once(fault: str, house: Path) -> None:
    """No bot needs them: it searches where they would know."""
    path = house / "native/dama/dama.tables"
    FAULTS[fault](path)
    ended = run(house, "bots.dama", ["--nodes", "100"], "1 2\nend\n1 2\nend\n")
    assert (ended.returncode, ended.stdout.count("\n")) == (0, 2)
    assert re.fullmatch(rf"dama-bot: {re.escape(str(path))} is not used(?: after \d+ bytes)?: .*\n", ended.stderr)


@pytest.mark.parametrize(("file", "game"), CARRIED.items())
def test_a_page_that_cannot_carry_a_broken_file_names_it_and_the_score_is_told(
    file: str, game: str, house: Path
) -> None:
    overwrite(house / file)
    ended = run(house, "arbiter", ["--game", game, "true", "false"])
    why, *_ = [line for line in ended.stderr.splitlines() if "page" in line]
    assert why.startswith(f"arbiter: the page cannot be written: {house / file} is broken, install arbitro again: ")
    assert ended.stderr.splitlines()[-1].startswith("false\t")
    assert (ended.returncode, ended.stdout) == (1, "")
