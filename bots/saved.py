"""Games that somebody saves on a terminal, or has written by hand."""

from __future__ import annotations

from pathlib import Path

MOST_BYTES = 1 << 20
"""A game of all squares of a board, move by move and with remarks, has some thousand."""


def read_saved(path: Path) -> list[str]:
    """Read the lines of a game, which end as those of a protocol do, by a newline alone or behind a carriage return.

    Raises OSError, and ValueError for what is too long for a game, such as /dev/zero.
    """
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise ValueError(f"{path}: more than {MOST_BYTES:,} bytes; expected a game")
    text = data.decode("utf-8-sig", "replace").removesuffix("\n")
    return [line.removesuffix("\r") for line in text.split("\n")] if text else []


def write_saved(path: Path, text: str, *, again: bool) -> None:
    """Write a game to a new file, or `again` to one that this session has written or read.

    Raises OSError and leaves no new file then, at which the next try would stop; ValueError for a path that is none.
    """
    with path.open("w" if again else "x", encoding="utf-8") as file:
        try:
            file.write(text)
            file.flush()
        except OSError:
            if not again:
                path.unlink(missing_ok=True)
            raise
