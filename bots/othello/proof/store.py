"""What a proof search has found out, in one SQLite file: every answer is on the disk as soon as it is known."""

from __future__ import annotations

import argparse
import functools
import sqlite3
import struct
import zlib
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from bots import options
from bots.othello.proof.boards import Board, Moves
from bots.othello.proof.parts import Part

_SCHEMA = """
CREATE TABLE IF NOT EXISTS answers (
    board BLOB, alpha INTEGER, allowed INTEGER, score INTEGER, nodes INTEGER, seconds REAL,
    PRIMARY KEY (board, alpha, allowed)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS plans (
    board BLOB, alpha INTEGER, allowed INTEGER, plan BLOB, nodes INTEGER, seconds REAL,
    PRIMARY KEY (board, alpha, allowed)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS parts (
    board BLOB, alpha INTEGER, nodes INTEGER, bounds BLOB, PRIMARY KEY (board, alpha)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS drafts (board BLOB, alpha INTEGER, plan BLOB, PRIMARY KEY (board, alpha)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS written (digest BLOB PRIMARY KEY, root TEXT, side TEXT, margin INTEGER) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS bounds (board BLOB PRIMARY KEY, lower INTEGER, upper INTEGER) WITHOUT ROWID;
"""
_TABLES = {" ".join(statement.split()) for statement in _SCHEMA.replace(" IF NOT EXISTS", "").split(";")}

Command = Callable[[options.Parser, argparse.Namespace], int]


class Question(NamedTuple):
    """Is the margin of the side to move greater than `alpha`? To be answered within `allowed` nodes."""

    board: Board
    alpha: int
    allowed: int


class Answer(NamedTuple):
    """What a leaf's solver said: a bound of the margin on the right side of the question, None if not answered."""

    score: int | None
    nodes: int
    time_s: float


class Plan(NamedTuple):
    """How a leaf's answer is defended."""

    moves: Moves
    nodes: int
    time_s: float


class Store:
    """The file of a proof search. Opening one that was left by a killed run goes on with it."""

    def __init__(self, path: Path) -> None:
        try:
            self._path, self._file = path, _connect(path)
            for kind, name, sql in self._file.execute("SELECT type, name, sql FROM sqlite_master"):
                if not name.startswith("sqlite_") and " ".join(sql.split()) not in _TABLES:
                    raise sqlite3.DatabaseError(f"it has a {kind} {name} of somebody else")
            self._file.execute("PRAGMA journal_mode = WAL")
            self._file.execute("PRAGMA synchronous = NORMAL")
            self._file.executescript(_SCHEMA)
        except sqlite3.Error as error:
            raise ValueError(f"{path}: not the file of a proof search ({error})") from error

    def answer(self, question: Question) -> Answer | None:
        """Give what is known of the question "greater than `alpha`?" with `allowed` nodes."""
        row = self._file.execute(
            "SELECT score, nodes, seconds FROM answers WHERE board = ? AND alpha = ? AND allowed = ?",
            _key(question),
        ).fetchone()
        return Answer(*row) if row else None

    def keep_answer(self, question: Question, answer: Answer) -> None:
        """Write an answer down."""
        self._file.execute("INSERT OR REPLACE INTO answers VALUES (?,?,?,?,?,?)", (*_key(question), *answer))

    def plan(self, question: Question) -> Plan | None:
        """Give the plan behind an answer, if it has been made."""
        row = self._file.execute(
            "SELECT plan, nodes, seconds FROM plans WHERE board = ? AND alpha = ? AND allowed = ?",
            _key(question),
        ).fetchone()
        return Plan(_unpacked_plan(row[0]), row[1], row[2]) if row else None

    def keep_plan(self, question: Question, plan: Plan) -> None:
        """Write a plan down, in place of all that led to it."""
        self._file.execute(
            "INSERT OR REPLACE INTO plans VALUES (?,?,?,?,?,?)",
            (*_key(question), _packed_plan(plan.moves), plan.nodes, plan.time_s),
        )
        for table in ("parts", "drafts"):
            self._file.execute(f"DELETE FROM {table} WHERE board = ? AND alpha = ?", _key(question)[:2])

    def bounds(self, board: Board) -> tuple[int, int]:
        """Give the proved bounds of the margin of a position that was asked about."""
        row = self._file.execute("SELECT lower, upper FROM bounds WHERE board = ?", (_packed(board),)).fetchone()
        return (row[0], row[1]) if row else (-64, 64)

    def keep_bounds(self, board: Board, lower: int, upper: int) -> None:
        """Write proved bounds down."""
        self._file.execute("INSERT OR REPLACE INTO bounds VALUES (?,?,?)", (_packed(board), lower, upper))

    def parts(self, question: Question) -> tuple[int, list[Part]]:
        """Give the nodes spent on a question that is not answered yet, fewer than allowed, and what they have shown."""
        row = self._file.execute(
            "SELECT nodes, bounds FROM parts WHERE board = ? AND alpha = ? AND nodes < ?", _key(question)
        ).fetchone()
        return (row[0], _unpacked_parts(zlib.decompress(row[1]))) if row else (0, [])

    def keep_parts(self, question: Question, nodes: int, bounds: list[Part]) -> None:
        """Write down how far a question is; any thread may."""
        packed = b"".join(_packed(part.board) + struct.pack("b?", part.score, part.greater) for part in sorted(bounds))
        with closing(_connect(self._path)) as file:
            file.execute(
                "INSERT OR REPLACE INTO parts VALUES (?,?,?,?)", (*_key(question)[:2], nodes, zlib.compress(packed))
            )

    def draft(self, question: Question) -> Moves:
        """Give as much of the plan behind an answer as there is."""
        row = self._file.execute("SELECT plan FROM drafts WHERE board = ? AND alpha = ?", _key(question)[:2]).fetchone()
        return _unpacked_plan(row[0]) if row else {}

    def keep_draft(self, question: Question, moves: Moves) -> None:
        """Write down how far a plan is; any thread may."""
        with closing(_connect(self._path)) as file:
            file.execute("INSERT OR REPLACE INTO drafts VALUES (?,?,?)", (*_key(question)[:2], _packed_plan(moves)))

    def keep_written(self, digest: bytes, root: str, side: str, margin: int) -> None:
        """Write down what certificate is about to be written."""
        self._file.execute("INSERT OR REPLACE INTO written VALUES (?,?,?,?)", (digest, root, side, margin))

    def written(self, digest: bytes, root: str, side: str) -> int | None:
        """Give the margin of a certificate that this search has written of a position and a side, None for others."""
        row = self._file.execute(
            "SELECT margin FROM written WHERE digest = ? AND root = ? AND side = ?", (digest, root, side)
        ).fetchone()
        return int(row[0]) if row else None

    def work(self) -> tuple[int, int, float]:
        """Give the number of answers, their nodes and the seconds that they took."""
        count, nodes, seconds = self._file.execute(
            "SELECT COUNT(*), COALESCE(SUM(nodes), 0), COALESCE(SUM(seconds), 0.0) FROM answers"
        ).fetchone()
        return count, nodes, seconds


def telling_of_its_file(command: Command) -> Command:
    """Make a command end with one line where SQLite finds its FILE damaged, or no room for it."""

    @functools.wraps(command)
    def told(parser: options.Parser, given: argparse.Namespace) -> int:
        try:
            return command(parser, given)
        except sqlite3.Error as error:
            parser.error(f"--file: {given.file}: {error}")
        except struct.error:  # SQLite has no checksums
            parser.error(f"--file: {given.file}: a plan or a part of an answer in it is damaged")

    return told


def _connect(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, isolation_level=None, timeout=60)


def _packed(board: Board) -> bytes:
    return board[0].to_bytes(8, "big") + board[1].to_bytes(8, "big")


def _key(question: Question) -> tuple[bytes, int, int]:
    return _packed(question.board), question.alpha, question.allowed


def _unpacked_parts(packed: bytes) -> list[Part]:
    return [Part((own, opp), score, greater) for own, opp, score, greater in struct.iter_unpack(">QQb?", packed)]


def _packed_plan(moves: Moves) -> bytes:
    return b"".join(_packed(board) + bytes([move]) for board, move in sorted(moves.items()))


def _unpacked_plan(packed: bytes) -> Moves:
    return {(own, opp): move for own, opp, move in struct.iter_unpack(">QQB", packed)}
