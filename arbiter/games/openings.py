"""Sets of openings as files: one a line, `#` begins a comment (docs/openings.md).

A line is where a game starts, as records have it: moves, or in Ataxx and Dama a position. The player who moves first
must be to move, so that whoever has the first move in a record has made it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from pathlib import Path

from arbiter.games.contract import Game

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


def built_in(game: Game, seed: int | None) -> tuple[str, ...]:
    """Give the shipped set of a game, in an order that follows from `seed`. Raises ValueError if it has none."""
    text = game.openings()
    if text is None:
        raise ValueError(f"there is no built-in set of {game.name}")
    found = list(read_lines(text.splitlines(), game.read_start, f"{game.name}'s openings"))
    random.Random(f"{seed} openings").shuffle(found)
    return tuple(found)
