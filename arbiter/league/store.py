"""The journal of a league: an SQLite file with its schedule and every finished game.

A game is written in one transaction, so that whatever kills the arbiter leaves a game whole or not there at all. The
file is in WAL mode: others may read it while the league is played.
"""

from __future__ import annotations

import contextlib
import dataclasses
import datetime
import fcntl
import importlib.resources
import json
import os
import platform
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from arbiter import __version__
from arbiter.games.players import End, Offence, Turn
from arbiter.league.batch import Played
from arbiter.league.config import SUSPEND, League, difference
from arbiter.league.files import wrong
from arbiter.league.rows import by_number, snapshot
from arbiter.league.schedule import Outcome, ScheduledGame
from arbiter.play.record import Cost, GameRecord

APPLICATION = 0x61726274  # "arbt", by which file(1) and we know our files
VERSION = 3
NEW = {2: ("also", "pardon")}
"""The tables that journals of older formats do not have: those that can be read and played on. In format 2 a cost has
no `idle_cpu_s` either."""
LARGEST = (1 << 63) - 1
"""Of the numbers of SQLite: no game has a larger one."""
JOURNAL = "the journal of a league, which `arbiter league` has written"
GAME = "number, round, a, b, first, opening"
RESULTS = "game JOIN result USING (number) LEFT JOIN also USING (number)"


class StoreError(Exception):
    """A file that is no journal of ours, of another league, or in use; or that cannot be written."""


class Store:
    """An open journal."""

    def __init__(self, path: Path, database: sqlite3.Connection, league: League) -> None:
        """Take a connection that `create` or `open` made."""
        self.path, self._database, self.league = path, database, league
        self._session = 0
        self._lock = -1

    # ---- files -----------------------------------------------------------------------------------------------------

    @classmethod
    def open(cls, path: Path) -> Store:
        """Open a journal for reading. Raises StoreError."""
        if not path.is_file():
            raise StoreError(f"{path}: {'this is no file' if path.exists() else 'there is no such file'}")
        with _failures(path), _as_written(path):
            database = sqlite3.connect(path)
            database.execute("PRAGMA synchronous = NORMAL")
            if _pragma(database, "application_id") != APPLICATION:
                raise StoreError(f"{path}: this is not {JOURNAL}")
            version = _pragma(database, "user_version")
            if version != VERSION and version not in NEW:
                raise StoreError(f"{path}: written by another version of the arbiter (format {version}, not {VERSION})")
            for table in NEW.get(version, ()):
                database.execute(_schema(table).replace("CREATE TABLE", "CREATE TEMP TABLE", 1))
            if version == 2:
                database.execute("CREATE TEMP VIEW cost AS SELECT *, 0.0 AS idle_cpu_s FROM main.cost")
            (config,) = database.execute("SELECT config FROM league").fetchone()
            return cls(path, database, League.from_json(json.loads(config)))

    @classmethod
    def begin(cls, path: Path, league: League) -> Store:
        """Open the journal of `league` for playing, or make it. Raises StoreError if it is another's, or in use."""
        lock = _lock(path)
        with contextlib.ExitStack() as failed, _failures(path):
            failed.callback(os.close, lock)
            _create_in_empty(path, dataclasses.replace(league, suspend=SUSPEND) if league.suspend is None else league)
            old = _is_older(path)
            store = cls.open(path)
            failed.pop_all()
        store._lock = lock
        if league.suspend is None:  # a league is played to its end by the rules by which it began
            league = dataclasses.replace(league, suspend=store.league.suspend)
        store.league = dataclasses.replace(store.league, read_all=league.read_all)  # may be found out to be needed
        found = difference(json.loads(json.dumps(store.league.to_json())), league.to_json())
        if found:
            store.close()
            raise StoreError(f"{path} holds another league: {found}; give this one a file of its own with --db")
        if old:
            store.close()
            with _failures(path):
                _grow(path)
            return cls.begin(path, league)
        store._begin_session()
        return store

    def files(self) -> tuple[str, ...]:
        """Give the names of its files, there or not."""
        return tuple(f"{self.path.absolute()}{suffix}" for suffix in ("", "-wal", "-shm", "-journal"))

    def close(self) -> None:
        """Close the file and let others play it."""
        self._database.close()
        if self._lock >= 0:
            os.close(self._lock)  # after the database: closing a file gives up all locks of SQLite on it

    # ---- schedule --------------------------------------------------------------------------------------------------

    def schedule(self, games: Iterable[ScheduledGame]) -> None:
        """Add a stage, whole or not at all."""
        rows = [(g.number, g.round, *g.players, g.first, g.opening) for g in games]
        with _failures(self.path), self._database:
            self._database.executemany(f"INSERT INTO game ({GAME}) VALUES (?, ?, ?, ?, ?, ?)", rows)

    def games_of(self, player: int) -> list[ScheduledGame]:
        """Give the scheduled games of a player."""
        return self._games(f"SELECT {GAME} FROM game WHERE ? IN (a, b)", (player,))

    def unfinished(self) -> list[ScheduledGame]:
        """Give the scheduled games without a result, in their order."""
        query = f"SELECT {GAME} FROM game WHERE number NOT IN (SELECT number FROM result) ORDER BY number"
        return self._games(query)

    def outcomes(self) -> list[Outcome]:
        """Give the finished games with their points, in the order of the schedule."""
        ends = 'score_a, score_b, offender, result."end", also."end"'
        query = f"SELECT {GAME}, {ends} FROM {RESULTS} ORDER BY number"
        with _as_written(self.path):
            return [
                Outcome(self._game(row[:6]), _points(*row[6:9]), row[8], End[row[9]], row[10] and End[row[10]])
                for row in self._rows(query)
            ]

    # ---- games -----------------------------------------------------------------------------------------------------

    def record(self, played: Played) -> bool:
        """Write a finished game, in one transaction; False if there was a result of this game already."""
        r = played.record
        with _failures(self.path), self._database as database:
            if not self._insert(r, played.started, played.host, played.core):
                return False
            database.executemany(
                f"INSERT INTO cost VALUES ({_marks(10)})",
                [(r.number, seat, played.seeds[seat], *dataclasses.astuple(c)) for seat, c in enumerate(r.costs)],
            )
            database.executemany(
                f"INSERT INTO move VALUES ({_marks(6)})",
                [(r.number, ply, t.move, t.time_s, t.cpu_s, t.stderr) for ply, t in enumerate(r.turns, 1)],
            )
        return True

    def _insert(self, r: GameRecord, started: str, host: str, core: int) -> bool:
        """Write a result, if there is none; tell whether there was none."""
        where = (self._session, started, host, core, r.start)
        result = (r.number, *where, *r.scores, r.end.name, r.offender, r.reason, r.evidence)
        query = f"INSERT OR IGNORE INTO result VALUES ({_marks(12)})"
        is_new = self._database.execute(query, result).rowcount > 0
        if is_new and r.also:
            also = (r.number, r.also.end.name, r.also.reason, r.also.evidence)
            self._database.execute(f"INSERT INTO also VALUES ({_marks(4)})", also)
        return is_new

    def mark(self, records: Iterable[GameRecord]) -> None:
        """Write games that are not played, in place of what was played of them, in one transaction."""
        with _failures(self.path), self._database:
            self._put(records)

    def pardon(self, player: int, number: int, marks: Iterable[int], left: Iterable[GameRecord]) -> None:
        """Let the forfeits of a player until a game count no more, and take marks away but for those that are left."""
        with _failures(self.path), self._database as database:
            database.execute("INSERT INTO pardon VALUES (?, ?, ?)", (player, number, _now()))
            self._remove(marks)
            self._put(left)

    def pardons(self) -> dict[int, int]:
        """Give until which game the forfeits of a player do not count."""
        return dict(self._rows("SELECT player, MAX(number) FROM pardon GROUP BY player"))

    def _put(self, marks: Iterable[GameRecord]) -> None:
        for record in marks:
            self._remove([record.number])
            self._insert(record, _now(), "", -1)

    def _remove(self, numbers: Iterable[int]) -> None:
        rows = [(number,) for number in numbers]
        for table in ("move", "cost", "also", "result"):
            self._database.executemany(f"DELETE FROM {table} WHERE number = ?", rows)

    def records(self, number: int | None = None) -> Iterator[tuple[ScheduledGame, GameRecord]]:
        """Give the finished games in the order of the schedule, or only one of them; one in memory at a time."""
        if number is not None and number > LARGEST:
            return
        where, values = ("", ()) if number is None else ("WHERE number = ?", (number,))
        of = [f"{table}.{column}" for table in ("result", "also") for column in ('"end"', "reason", "evidence")]
        results = f"start, score_a, score_b, offender, {', '.join(of)}"
        costs = "number, wall_s, cpu_s, peak_mib, stderr, lag_s, protections, idle_cpu_s"
        queries = (
            f"SELECT {GAME}, {results} FROM {RESULTS} {where} ORDER BY number",
            f"SELECT {costs} FROM cost {where} ORDER BY number, seat",
            f"SELECT number, move, time_s, cpu_s, stderr FROM move {where} ORDER BY number, ply",
        )
        with _failures(self.path), _as_written(self.path), snapshot(self._database) as database:
            rows, *parts = (database.execute(query, values) for query in queries)
            costs_of, moves_of = map(by_number, parts)
            for row in rows:
                game = self._game(row[:6])
                start, score_a, score_b, offender, end, reason, evidence, *also = row[6:]
                a, b = (Cost(*cost) for cost in costs_of(game.number) or ((), ()))  # nothing of what was not played
                names = [self.league.entrants[player].name for player in game.players]
                record = GameRecord(
                    game=self.league.game,
                    number=game.number,
                    players=(names[0], names[1]),
                    first=game.first,
                    turns=tuple([Turn(*move) for move in moves_of(game.number)]),
                    scores=(score_a, score_b),
                    end=End[end],
                    offender=offender,
                    reason=reason,
                    evidence=evidence,
                    costs=(a, b),
                    start=start,
                    also=Offence(End[also[0]], also[1], also[2]) if also[0] else None,
                )
                record.check()
                yield game, record

    def repeats(self) -> list[tuple[int, int, int]]:
        """Give (a, b, games) of players whose finished games repeat an earlier one move by move, most games first."""
        moves = "SELECT group_concat(move, '/') FROM (SELECT move FROM move WHERE number = result.number ORDER BY ply)"
        results = "game JOIN result USING (number) WHERE offender IS NULL AND result.\"end\" <> 'VOID'"
        games = f"SELECT a, b, first, start, ({moves}) AS moves FROM {results}"
        alike = f"SELECT a, b, COUNT(*) - 1 AS more FROM ({games}) GROUP BY a, b, first, start, moves HAVING more"
        query = f"SELECT a, b, SUM(more) AS n FROM ({alike}) GROUP BY a, b ORDER BY n DESC, a, b"
        return [(a, b, n) for a, b, n in self._rows(query)]

    def counts(self) -> tuple[int, int]:
        """Give the number of finished and of scheduled games."""
        ((finished, scheduled),) = self._rows("SELECT (SELECT COUNT(*) FROM result), (SELECT COUNT(*) FROM game)")
        return finished, scheduled

    def latest(self, count: int) -> list[int]:
        """Give the numbers of the games that have begun last among the finished ones, the last first."""
        query = "SELECT number FROM result WHERE core >= 0 ORDER BY started DESC, number DESC LIMIT ?"
        return [number for (number,) in self._rows(query, (count,))]

    # ---- who played ------------------------------------------------------------------------------------------------

    def note_programs(self, programs: Iterable[tuple[str, str, str]]) -> list[tuple[str, str]]:
        """Write down (player, path, SHA-256) of this session; give (player, path) of what had another one before."""
        # A path need not be a text: what of it is none is written as bytes are.
        texts = (tuple(part.encode(errors="backslashreplace").decode() for part in program) for program in programs)
        rows = [(self._session, player, path, digest) for player, path, digest in texts]
        before = {(player, path): sha for player, path, sha in self._rows("SELECT player, path, sha256 FROM program")}
        with _failures(self.path), self._database:
            self._database.executemany(f"INSERT INTO program VALUES ({_marks(4)})", rows)
        return [(player, path) for _, player, path, sha in rows if before.get((player, path), sha) != sha]

    def sessions(self) -> list[tuple[Any, ...]]:
        """Give start (ISO 8601, UTC), versions of arbiter, Python and system, cores, and games of each session."""
        return self._rows(
            "SELECT started, arbiter, python, system, cores,"
            " (SELECT COUNT(*) FROM result WHERE session = session.id AND core >= 0) FROM session ORDER BY id"
        )

    def places(self) -> list[tuple[str, int, int]]:
        """Give host, number of its cores that were used, and games played there, most games first."""
        query = (
            "SELECT host, COUNT(DISTINCT core), COUNT(*) AS games FROM result WHERE core >= 0"
            " GROUP BY host ORDER BY games DESC, host"
        )
        return self._rows(query)

    def protections(self) -> dict[int, int]:
        """Give how many players of finished games have had which protections (bits)."""
        return dict(self._rows("SELECT protections, COUNT(*) FROM cost GROUP BY protections"))

    def _begin_session(self) -> None:
        values = (_now(), __version__, platform.python_version(), platform.platform())
        with _failures(self.path), self._database as database:
            row = database.execute(
                "INSERT INTO session (started, arbiter, python, system, cores) VALUES (?, ?, ?, ?, ?)",
                (*values, len(os.sched_getaffinity(0))),
            )
        self._session = row.lastrowid or 0

    def _games(self, query: str, values: tuple[Any, ...] = ()) -> list[ScheduledGame]:
        with _as_written(self.path):
            return [self._game(row) for row in self._rows(query, values)]

    def _game(self, row: tuple[Any, ...]) -> ScheduledGame:
        number, round_, a, b, first, opening = row
        if not (min(a, b) >= 0 and max(a, b) < len(self.league.entrants) and first in (0, 1)):
            raise ValueError(f"game {number} is of the players {a!r} and {b!r}, and {first!r} moves first")
        return ScheduledGame(number, round_, (a, b), first, opening)

    def _rows(self, query: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        with _failures(self.path):
            return self._database.execute(query, values).fetchall()


@contextlib.contextmanager
def _failures(path: Path) -> Iterator[None]:
    """Turn what SQLite and the system say into one line."""
    try:
        yield
    except sqlite3.Error as error:
        is_none = getattr(error, "sqlite_errorname", "") == "SQLITE_NOTADB"
        raise StoreError(f"{path}: {wrong(path, JOURNAL) if is_none else error}") from error
    except OSError as error:
        raise StoreError(f"{path}: {error.strerror}") from error


@contextlib.contextmanager
def _as_written(path: Path) -> Iterator[None]:
    """Refuse what is in a journal and no arbiter has written, or one that is still to come."""
    try:
        yield
    except (LookupError, TypeError, ValueError, RecursionError) as error:
        what = f"{type(error).__name__}: {error}"
        raise StoreError(f"{path}: this is not as the arbiter writes journals ({what})") from None


def _points(a: int, b: int, offender: int | None) -> tuple[int, int]:
    """Give the points of a row in which they are numbers, and the offender is nobody or one of both."""
    if type(a) is not int or type(b) is not int or offender not in (None, 0, 1):
        raise TypeError(f"points {a!r} and {b!r}, offender {offender!r}")
    return a, b


def _create_in_empty(path: Path, league: League) -> None:
    """Make a journal of a file without tables, in one transaction, so that it is one or none whatever happens."""
    marks = f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION};"
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as database:
        (tables,) = database.execute("SELECT COUNT(*) FROM sqlite_schema").fetchone()
        if tables:
            return
        database.execute("PRAGMA journal_mode = WAL")
        database.executescript(f"BEGIN;{_schema()}{marks}")
        database.execute("INSERT INTO league VALUES (?, ?)", (json.dumps(league.to_json()), _now()))
        database.execute("COMMIT")


def _is_older(path: Path) -> bool:
    with contextlib.closing(sqlite3.connect(path)) as database:
        return _pragma(database, "application_id") == APPLICATION and _pragma(database, "user_version") in NEW


def _grow(path: Path) -> None:
    """Make a journal of this format of an older one, in one transaction."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as database:
        tables = "".join(map(_schema, NEW[_pragma(database, "user_version")]))
        (config,) = database.execute("SELECT config FROM league").fetchone()
        config = json.dumps(League.from_json(json.loads(config)).to_json())
        column = "ALTER TABLE cost ADD COLUMN idle_cpu_s REAL NOT NULL DEFAULT 0;"
        database.executescript(f"BEGIN;{tables}{column}PRAGMA user_version = {VERSION};")
        database.execute("UPDATE league SET config = ?", (config,))
        database.execute("COMMIT")


def _schema(table: str = "") -> str:
    """Give the statement that makes a table, or all."""
    text = (importlib.resources.files("arbiter.league") / "store.sql").read_text("utf-8")
    return text[text.index(f"CREATE TABLE {table} ") :].partition(";")[0] + ";" if table else text


def _lock(path: Path) -> int:
    """Make sure that nobody else plays this league, as long as the descriptor is open."""
    with _failures(path):
        lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(lock)
            raise StoreError(f"{path}: another arbiter is playing this league") from None
    return lock


def _marks(count: int) -> str:
    return ", ".join("?" * count)


def _now() -> str:
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")


def _pragma(database: sqlite3.Connection, name: str) -> int:
    (value,) = database.execute(f"PRAGMA {name}").fetchone()
    return int(value)
