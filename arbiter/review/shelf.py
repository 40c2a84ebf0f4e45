"""Where reviews are kept: a table beside the games, in the journal itself, or in a file of its own beside a JSON file.

Older versions do not look at the table. What was played stands with each review, so that one of a game that has been
played again since then counts no more.
"""

from __future__ import annotations

import contextlib
import datetime
import hashlib
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from arbiter.league.store import StoreError
from arbiter.play.record import GameRecord
from arbiter.review.judge import Effort
from arbiter.review.judgement import Judgement

SUFFIX = ".reviews"
"""Behind the name of a JSON file."""
TABLE = """CREATE TABLE IF NOT EXISTS review (number INTEGER PRIMARY KEY, played TEXT NOT NULL, engine TEXT NOT NULL,
    effort TEXT NOT NULL, made TEXT NOT NULL, judgements TEXT NOT NULL)"""
BUSY_S = 60.0
"""How long to wait for whoever writes games just now."""


class Kept(NamedTuple):
    """The judgements of a game's courses, by which engine they are, and how hard it thought."""

    engine: str
    effort: Effort
    judgements: tuple[tuple[Judgement, ...], ...]

    @property
    def how(self) -> str:
        """Say who judged, as a reader should know it."""
        return f"{self.engine}, {self.effort}"


def fingerprint(record: GameRecord) -> str:
    """Name what was played in a game."""
    text = json.dumps([record.game, record.start, record.first, record.moves()])
    return hashlib.sha256(text.encode()).hexdigest()[:32]


class Shelf:
    """The reviews of the games of one file. All methods raise StoreError."""

    def __init__(self, path: Path) -> None:
        """Take a file of SQLite, there or not."""
        self.path = path

    def marks(self) -> dict[int, tuple[str, str, Effort]]:
        """Give of each review, by the number of the game, what was played, by which engine it is, and how hard that
        thought.
        """
        if not self.path.exists():
            return {}
        with self._open() as database:
            rows = self._rows(database, "number, played, engine, effort")
            return {number: (played, engine, _effort(effort)) for number, played, engine, effort in rows}

    def get(self, record: GameRecord) -> Kept | None:
        """Give the review of a game, None if there is none of what was played."""
        with self._open() as database:
            where = "WHERE number = ? AND played = ?"
            rows = self._rows(database, "engine, effort, judgements", where, record.number, fingerprint(record))
            for engine, effort, text in rows:
                with contextlib.suppress(ValueError, TypeError, AttributeError):  # a review can be made again
                    courses = [tuple([Judgement.from_json(one) for one in course]) for course in json.loads(text)]
                    return Kept(engine, _effort(effort), tuple(courses))
        return None

    def _rows(self, database: sqlite3.Connection, columns: str, where: str = "", *values: object) -> list[Any]:
        (there,) = database.execute("SELECT COUNT(*) FROM sqlite_schema WHERE name = 'review'").fetchone()
        return database.execute(f"SELECT {columns} FROM review {where}", values).fetchall() if there else []

    def begin(self) -> None:
        """Make room for reviews: where nothing can be kept, nothing need be judged."""
        with self._open() as database, database:
            database.execute(TABLE)

    def put(self, record: GameRecord, kept: Kept) -> None:
        """Write the review of a game, in one transaction."""
        text = json.dumps([[one.to_json() for one in course] for course in kept.judgements])
        now = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
        row = (record.number, fingerprint(record), kept.engine, json.dumps(kept.effort), now, text)
        with self._open() as database, database:
            database.execute("INSERT OR REPLACE INTO review VALUES (?, ?, ?, ?, ?, ?)", row)

    @contextlib.contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        try:
            with contextlib.closing(sqlite3.connect(self.path, timeout=BUSY_S)) as database:
                yield database
        except sqlite3.Error as error:
            raise StoreError(f"{self.path}: {error}") from None


def _effort(text: str) -> Effort:
    with contextlib.suppress(ValueError, TypeError):
        return Effort(*json.loads(text))
    return Effort(0.0)
