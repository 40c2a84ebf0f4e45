"""League files for tests, and what their journals hold, read without our code."""

from __future__ import annotations

import json
import sqlite3
import subprocess
from pathlib import Path
from typing import Any

from tests.play.court import HANG_S, Court, told

# Everything that must be the same whenever a league is played, by whichever machine; times and sizes are not.
LASTING = {
    "game": "number, round, a, b, first, opening",
    "result": "number, start, score_a, score_b, end, offender, reason, evidence",
    "also": "number, end, reason, evidence",
    "cost": "number, seat, seed, stderr",
    "move": "number, ply, move, stderr",
}


def write(file: Path, players: dict[str, str], settings: str = "") -> Path:
    """Write a league file of names and command lines."""
    tables = [f"[[player]]\nname = {json.dumps(n)}\ncommand = {json.dumps(c)}\n" for n, c in players.items()]
    file.write_text("\n".join([settings, *tables]), encoding="utf-8")
    return file


def rows(file: Path, query: str) -> list[tuple[Any, ...]]:
    """Ask a journal."""
    database = sqlite3.connect(file)
    try:
        return database.execute(query).fetchall()
    finally:
        database.close()


def lasting(file: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Give what must be the same in each run of a league."""
    there = {table for (table,) in rows(file, "SELECT name FROM sqlite_schema")}  # a journal of 0.1.0 has not all
    found = {table: columns for table, columns in LASTING.items() if table in there}
    return {table: rows(file, f"SELECT {columns} FROM {table} ORDER BY 1, 2") for table, columns in found.items()}


def finish(arbiter: subprocess.Popen[str]) -> tuple[int, str, str]:
    """Wait for an arbiter; give its status and what it wrote, but for a line about the machine."""
    output, errors = arbiter.communicate(timeout=HANG_S)
    assert "Traceback" not in errors
    return arbiter.returncode, output, told(errors)


def run(court: Court, *words: str) -> tuple[int, str, str]:
    """Run a sub-command of the arbiter to its end, after which nothing must be left."""
    result = finish(court.command(*words))
    assert court.left() == []
    return result


def count(journal: Path) -> int:
    """Count the finished games of a journal that may just be made."""
    try:
        return int(rows(journal, "SELECT COUNT(*) FROM result")[0][0])
    except sqlite3.OperationalError:  # not made yet
        return 0


def children(parent: int) -> list[int]:
    """List the processes that a process has started.

    By what each says of its parent: the lists of children in /proc miss one while the thread that started it ends.
    """
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            stat = (folder / "stat").read_text()
        except OSError:
            continue
        if stat.rpartition(")")[2].split()[1] == str(parent):
            found.append(int(folder.name))
    return found
