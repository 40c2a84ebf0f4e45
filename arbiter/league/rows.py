"""Rows of several queries, read beside each other."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from typing import Any


@contextlib.contextmanager
def snapshot(database: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """Let several queries see the same games, while others are written."""
    database.execute("BEGIN")
    try:
        yield database
    finally:
        database.execute("COMMIT")


def by_number(rows: Iterable[tuple[Any, ...]]) -> Callable[[int], list[tuple[Any, ...]]]:
    """Cut rows, sorted by the number that they begin with, into those of each number, asked for in that order."""
    left = iter(rows)
    waiting = next(left, None)

    def of(number: int) -> list[tuple[Any, ...]]:
        nonlocal waiting
        found = []
        while waiting is not None and waiting[0] <= number:
            if waiting[0] == number:
                found.append(waiting[1:])
            waiting = next(left, None)
        return found

    return of
