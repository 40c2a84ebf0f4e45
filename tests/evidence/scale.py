"""Leagues of many games: random instant players against each other, two games at once, fresh processes for each game,
nobody suspended. What a game costs must not depend on how many there are. CPU time of arbiter, guards and programs is
compared by turns, less what the journal takes to be read: that of the last games of the largest league, which are taken
out of its journal and played again, and that of as many games of a fresh one. Games a second by the clock depend on
what else the machine does. Then the page of the largest, with the CPU seconds and the peak of memory that it takes. The
journals are kept in `build/`, so that an interrupted measurement goes on where it was.
"""

from __future__ import annotations

import contextlib
import sqlite3
import statistics
import subprocess
import sys
from pathlib import Path

from arbiter.play.table import cores
from tests.evidence.document import HOUSE
from tests.evidence.findings import Findings, Run, Table, Target
from tests.evidence.leagues import MEASURER, make_page
from tests.evidence.referee_speed import build
from tests.league.files import rows, write

FRESH, LARGEST = "of a fresh league", "at the end of the largest"
PAGE_MIB, PAGE_S, MEMORY_MIB = 25, 60, 500
ALIKE = 0.15
"""By so much CPU times may differ, relatively; bytes a game by a third of it."""


def measure(run: Run) -> Findings:
    """Play leagues of ten times as many games each."""
    folder = run.either(HOUSE / "build" / "scale", run.folder)
    folder.mkdir(parents=True, exist_ok=True)
    program, found = build(folder), {}
    for games in run.either((1_000, 10_000, 100_000), (20, 40)):
        file, journal = league(folder, program, games), folder / f"{games}.db"
        play(file, journal)
        peak_mib, read_s = play(file, journal)  # which has nothing to play
        found[games] = journal.stat().st_size / games, 1000 * read_s / games, speed(journal), peak_mib
    costs = by_turns(folder, program, file, games, *run.either((500, 3), (10, 1)))
    page, page_s, page_mib = make_page(journal, folder / "league.html")
    sizes = [size for size, *_ in found.values()]
    return Findings(
        [
            Table(
                ("games", "bytes of a game", "CPU ms to read it", "games a second", "peak of the arbiter, MiB"),
                [
                    (f"{games:,}", f"{size:,.0f}", f"{read_ms:.2f}", f"{rate:,.0f}", f"{peak:.0f}")
                    for games, (size, read_ms, rate, peak) in found.items()
                ],
            ),
            Table(("CPU ms a game", "measured"), [(name, f"{cost:.2f}") for name, cost in costs.items()]),
            Table(("page of all", "measured"), [("MiB", f"{page:.1f}"), ("CPU s", f"{page_s:.1f}")]),
        ],
        [
            Target(
                "as much CPU time a game at the end of the largest league as in a fresh one",
                " and ".join(f"{cost:.2f} ms" for cost in costs.values()),
                costs[LARGEST] < (1 + ALIKE) * costs[FRESH],
            ),
            Target(
                "as many bytes a game",
                f"{min(sizes):,.0f} to {max(sizes):,.0f}",
                max(sizes[1:]) < (1 + ALIKE / 3) * sizes[-1],
            ),
            Target(f"a page below {PAGE_MIB} MiB", f"{page:.1f} MiB", page < PAGE_MIB, portable=True),
            Target(f"made within {PAGE_S} s of CPU", f"{page_s:.1f} s", page_s < PAGE_S),
            Target(f"and {MEMORY_MIB} MiB", f"{page_mib:.0f} MiB", page_mib < MEMORY_MIB, portable=True),
        ],
    )


def league(folder: Path, program: str, games: int) -> Path:
    """Write the file of a league."""
    players = dict.fromkeys(("a", "b"), f"{program} random 10")
    return write(folder / f"{games}.toml", players, f"pairs = {games // 2}\nsuspend = 0")


def play(file: Path, journal: Path) -> tuple[float, float]:
    """Play a league, or what is left of it; give the largest peak of a process in MiB, and the CPU seconds of all."""
    jobs = str(min(2, len(cores())))
    command = [sys.executable, "-P", "-m", "arbiter", "league", str(file), "--db", str(journal), "--jobs", jobs]
    words = [sys.executable, "-I", "-S", "-c", MEASURER, str(file.with_suffix(".txt")), *command]
    peak_mib, cpu_s = map(float, subprocess.run(words, capture_output=True, text=True, check=True).stdout.split())
    return peak_mib, cpu_s


def by_turns(folder: Path, program: str, file: Path, games: int, some: int, rounds: int) -> dict[str, float]:
    """Play so many games of a fresh league, and the last ones of another; give the CPU ms of a game of each."""
    fresh, largest = folder / "fresh.db", file.with_suffix(".db")
    found: dict[str, list[float]] = {FRESH: [], LARGEST: []}
    for _ in range(rounds):
        for left in folder.glob("fresh.db*"):
            left.unlink()
        cut(largest, games - some)
        for name, league_file, journal in ((FRESH, league(folder, program, some), fresh), (LARGEST, file, largest)):
            played_s, read_s = (play(league_file, journal)[1] for _ in range(2))
            found[name].append(1000 * (played_s - read_s) / some)
    return {name: statistics.median(costs) for name, costs in found.items()}


def cut(journal: Path, games: int) -> None:
    """Take the results of later games out of a journal, so that they are played again."""
    with contextlib.closing(sqlite3.connect(journal)) as database, database:
        for table in ("move", "cost", "also", "result"):
            database.execute(f"DELETE FROM {table} WHERE number > ?", (games,))


def speed(journal: Path) -> float:
    """Give the games a second, of all runs together."""
    query = "SELECT COUNT(*), (julianday(MAX(started)) - julianday(MIN(started))) * 86400 FROM result GROUP BY session"
    runs = [(games, seconds) for games, seconds in rows(journal, query) if games > 1]
    return float(sum(games - 1 for games, _ in runs) / sum(seconds for _, seconds in runs))
