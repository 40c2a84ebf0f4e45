"""Games that somebody saves on a terminal, or has written by hand."""

from __future__ import annotations

import contextlib
import os
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

    Raises OSError and leaves no new file then, at which the next try would stop, and the old one as it was; ValueError
    for a path that is none.
    """
    if again and path.is_file():
        write_over(path, text.encode())
        return
    with path.open("x", encoding="utf-8") as file:
        try:
            file.write(text)
            file.flush()
        except OSError:
            path.unlink(missing_ok=True)
            raise


def write_over(path: Path, data: bytes) -> None:
    """Write into a file that stays where it is, and holds what it held if that fails. Raises OSError."""
    try:
        file = path.open("r+b", buffering=0)
    except PermissionError:  # who may write need not be one who may read
        path.write_bytes(data)
        return
    with file:
        held, size = file.read(len(data)), os.fstat(file.fileno()).st_size
        try:
            _write(file.fileno(), data)
            file.truncate(len(data))
        except OSError:
            with contextlib.suppress(OSError):
                _write(file.fileno(), held)
                file.truncate(size)
            raise


def _write(fd: int, data: bytes) -> None:
    done = 0
    while done < len(data):
        done += os.pwrite(fd, data[done:], done)
