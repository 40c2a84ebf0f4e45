"""Where the endgame tablebase lies: what is shipped knows four pieces, what a user has built knows more."""

from __future__ import annotations

import os
from pathlib import Path

from native.dama.tables import SHIPPED, Tables


def built_path() -> Path:
    """Give the file that `tablebase build` writes and every bot looks for, as the XDG base directories have it."""
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(data) / "arbitro" / "dama.tables"


def open_tables(path: Path | None = None) -> Tables:
    """Open the tables of a file; without one, what is shipped and whatever is built.

    Raises OSError, and ValueError for a file that holds no tables.
    """
    tables = Tables()
    if path is not None:
        if tables.add(path) == 0:
            raise ValueError(f"{path} holds no tablebase of Dama")
        return tables
    tables.add(SHIPPED)
    if built_path().exists():
        tables.add(built_path())
    return tables
