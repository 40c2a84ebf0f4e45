"""Where the endgame tablebase lies: what is shipped knows four pieces, what a user has built knows more."""

from __future__ import annotations

import functools
import os
import stat
from pathlib import Path

from bots.process import note
from native.dama.tables import SHIPPED, Tables


def built_path() -> Path | None:
    """Give the file that `tablebase build` writes and every bot looks for, as the XDG base directories have it.

    None where there is no home folder: no HOME, and a user whom the system does not know.
    """
    data = Path(os.environ.get("XDG_DATA_HOME", ""))
    if not data.is_absolute():
        try:
            data = Path.home() / ".local" / "share"
        except RuntimeError:
            return None
    return data / "arbitro" / "dama.tables"


def open_tables(path: Path | None = None) -> Tables:
    """Open the tables of a file; without one, what is shipped and whatever is built, if it can be read.

    Raises OSError, and ValueError for a file that holds no tables.
    """
    tables = Tables()
    if path is not None:
        if tables.add(path) == 0:
            raise ValueError(f"{path} holds no tablebase of Dama")
        return tables
    tables.add(SHIPPED)
    if built := built_path():
        _add_what_can_be_read(tables, built)
    return tables


def _add_what_can_be_read(tables: Tables, path: Path) -> None:
    try:
        there = path.stat()
        if not stat.S_ISREG(there.st_mode):
            _skip(path, "it is no file")
        elif not tables.add(path) and there.st_size:
            _skip(path, "it holds no tablebase of Dama")
    except (FileNotFoundError, NotADirectoryError):
        pass  # nobody has built any
    except OSError as error:
        _skip(path, error.strerror)


@functools.cache
def _skip(path: Path, why: str) -> None:
    """Say, once, that the bot does without a file."""
    note(f"dama-bot: {path} is not used: {why}")
