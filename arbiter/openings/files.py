"""Sets of openings as files: one a line, `#` begins a comment (docs/openings.md).

A line is where a game starts, as records have it: moves, or in Ataxx and Dama a position. The player who moves first
must be to move, so that whoever has the first move in a record has made it.
"""

from __future__ import annotations

import importlib.resources
import random
import re
from collections.abc import Callable, Iterable
from pathlib import Path

from arbiter.games.boards import BOARDS

BUILT_IN = "balanced"
"""What `--openings` calls the set that is shipped."""


def read_file(path: Path, read: Callable[[str], str]) -> tuple[str, ...]:
    """Read a set; `read` gives an opening as records have it. Raises ValueError, with file and number of the line."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ValueError(f"{path}: this is not a text in UTF-8") from None
    return read_lines(text.splitlines(), read, str(path))


def read_lines(lines: Iterable[str], read: Callable[[str], str], name: str) -> tuple[str, ...]:
    """Read the lines of a set called `name`. Raises ValueError."""
    found = []
    for number, line in enumerate(lines, 1):
        if text := line.partition("#")[0].strip():
            try:
                found.append(read(text))
            except ValueError as error:
                raise ValueError(f"{name}:{number}: {error}") from None
    if not found:
        raise ValueError(f"{name}: there is no opening in it")
    return tuple(found)


def reader(game: str) -> Callable[[str], str]:
    """Give what reads an opening of a board game."""
    board = BOARDS[game]

    def read(text: str) -> str:
        """Give the opening as records have it. Raises ValueError."""
        words = re.split(r"\s*,\s*" if "," in board.separator else r"[\s,]+", text.strip(" \t,"))
        text = board.separator.join(" ".join(word.split()) for word in words)
        position = board.opening(text)
        if board.is_over(position):
            raise ValueError("the game is over there")
        if board.to_move(position):
            first, second = board.sides
            raise ValueError(
                f"{second} is to move there; expected {first}, who moves first, that is an even number of moves"
            )
        return text

    return read


def built_in(game: str, seed: int | None) -> tuple[str, ...]:
    """Give the shipped set, in an order that follows from `seed`."""
    text = (importlib.resources.files("arbiter.games") / game / "openings.txt").read_text("utf-8")
    found = list(read_lines(text.splitlines(), reader(game), f"{game}.txt"))
    random.Random(f"{seed} openings").shuffle(found)
    return tuple(found)
