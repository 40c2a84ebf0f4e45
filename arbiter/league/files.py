"""What a file is, by how it begins: whoever names the wrong one is told which it is."""

from __future__ import annotations

import contextlib
from pathlib import Path

MAGIC = b"SQLite format 3\0"
READ = 64
"""Bytes."""


def is_database(path: Path) -> bool:
    """Tell whether it is a database, as journals are. Raises OSError."""
    with path.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC


def kind(path: Path) -> str:
    """Say what it seems to be: `a database`, `a page`, `JSON, ...`, or "" if it is none of these."""
    with contextlib.suppress(OSError), path.open("rb") as file:
        begin = file.read(READ)
        if begin.startswith(MAGIC):
            return "a database, as journals are, which `arbiter report` reads"
        if begin.lstrip().startswith(b"<"):
            return "a page"
        if begin.lstrip().startswith(b"{"):
            return "JSON, as --json of a match writes it, which `arbiter review` reads"
    return ""


def wrong(path: Path, expected: str) -> str:
    """Say of a file what it is instead of what was expected."""
    found = kind(path)
    return f"this is {found}; expected {expected}" if found else f"this is not {expected}"
