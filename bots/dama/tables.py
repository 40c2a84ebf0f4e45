"""Where the endgame tablebase lies: what is shipped knows four pieces, what a user has built knows more."""

from __future__ import annotations

import functools
import os
import stat
from pathlib import Path

from bots.process import note
from native.dama.tables import SHIPPED, Tables, read_index


def built_path() -> Path | None:
    """Give the file that `tablebase build` writes and every bot looks for, as the XDG base directories have it.

    None where there is no home folder: no HOME, or one that is empty or no path from the root, and a user whom the
    system does not know.
    """
    data = Path(os.environ.get("XDG_DATA_HOME", ""))
    if not data.is_absolute():
        try:
            home = Path.home()
        except RuntimeError:
            return None
        if not os.environ.get("HOME", "/") or not home.is_absolute():
            return None
        data = home / ".local" / "share"
    return data / "arbitro" / "dama.tables"


def open_tables(path: Path | None = None) -> Tables:
    """Open the tables of a file; without one, what is shipped and whatever is built, of each what can be read.

    What comes after damage is not used, which is said once. Raises OSError, and ValueError for a file without tables.
    """
    tables = Tables()
    if path is not None:
        if not _add_what_is_whole(tables, path):
            raise ValueError(f"{path} holds no tablebase of Dama")
        return tables
    if built := built_path():
        _add_what_can_be_read(tables, built)
    _add_what_can_be_read(tables, SHIPPED)  # last, as it says in how many plies, and what is built may not
    return tables


def _add_what_is_whole(tables: Tables, path: Path) -> int:
    """Add the slices up to the first whose checksum is wrong, as its values may be; give where they end.

    Of six pieces, 102 MB, that takes 0.08 s.
    """
    end = max((place.end for place in read_index(path).values()), default=0)
    if 0 < end < path.stat().st_size:
        _skip(path, "it is damaged, or not whole", f" after {end} bytes")
    return tables.add(path, end)


def _add_what_can_be_read(tables: Tables, path: Path) -> None:
    try:
        there = path.stat()
        if not stat.S_ISREG(there.st_mode):
            _skip(path, "it is no file")
        elif not _add_what_is_whole(tables, path) and there.st_size:
            _skip(path, "it holds no tablebase of Dama")
    except OSError as error:
        if path == SHIPPED or not isinstance(error, (FileNotFoundError, NotADirectoryError)):  # nobody has built any
            _skip(path, error.strerror)


@functools.cache
def _skip(path: Path, why: str, where: str = "") -> None:
    """Say, once, that the bot does without a file, or a part of it."""
    note(f"dama-bot: {path} is not used{where}: {why}")
