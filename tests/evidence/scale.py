"""Leagues of many games: random instant players against each other, two games at once, fresh processes for each game.
What a game costs must not depend on how many there are: games a second, between the first and the last of each run, and
bytes of the journal. Then the page of the largest, with the seconds and the peak of memory that it takes. The journals
are kept in `build/`, so that an interrupted measurement goes on where it was.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from arbiter.play.table import cores
from tests.evidence.document import HOUSE
from tests.evidence.findings import Findings, Run, Table, Target
from tests.evidence.leagues import MEASURER, make_page
from tests.evidence.referee_speed import build
from tests.league.files import rows, write

PAGE_MIB, PAGE_S, MEMORY_MIB = 25, 60, 500
ALIKE = 0.15
"""By so much rates may differ, relatively; bytes a game by a third of it."""


def measure(run: Run) -> Findings:
    """Play leagues of ten times as many games each."""
    folder = run.either(HOUSE / "build" / "scale", run.folder)
    folder.mkdir(parents=True, exist_ok=True)
    program, found = build(folder), {}
    for games in run.either((1_000, 10_000, 100_000), (20, 40)):
        journal = folder / f"{games}.db"
        peak_mib = play(folder, program, games, journal)
        found[games] = speed(journal), journal.stat().st_size / games, peak_mib
    page, page_s, page_mib = make_page(journal, folder / "league.html")
    rates, sizes = ([numbers[which] for numbers in found.values()] for which in (0, 1))
    return Findings(
        [
            Table(
                ("games", "games a second", "bytes of the journal a game", "peak of the arbiter, MiB"),
                [(f"{n:,}", f"{rate:,.0f}", f"{size:,.0f}", f"{peak:.0f}") for n, (rate, size, peak) in found.items()],
            ),
            Table(("page of all", "measured"), [("MiB", f"{page:.1f}"), ("s", f"{page_s:.1f}")]),
        ],
        [
            Target(
                "as many games a second, however many there are",
                f"{min(rates):,.0f} to {max(rates):,.0f}",
                max(rates) < (1 + ALIKE) * rates[-1],
            ),
            Target(
                "as many bytes a game",
                f"{min(sizes):,.0f} to {max(sizes):,.0f}",
                max(sizes[1:]) < (1 + ALIKE / 3) * sizes[-1],
            ),
            Target(f"a page below {PAGE_MIB} MiB", f"{page:.1f} MiB", page < PAGE_MIB, portable=True),
            Target(f"made within {PAGE_S} s", f"{page_s:.1f} s", page_s < PAGE_S),
            Target(f"and {MEMORY_MIB} MiB", f"{page_mib:.0f} MiB", page_mib < MEMORY_MIB, portable=True),
        ],
    )


def play(folder: Path, program: str, games: int, journal: Path) -> float:
    """Play a league, or what is left of it; give the largest peak of the arbiter's processes in MiB."""
    players = dict.fromkeys(("a", "b"), f"{program} random 10")
    file = write(folder / f"{games}.toml", players, f"pairs = {games // 2}")
    jobs = str(min(2, len(cores())))
    command = [sys.executable, "-P", "-m", "arbiter", "league", str(file), "--db", str(journal), "--jobs", jobs]
    words = [sys.executable, "-I", "-S", "-c", MEASURER, str(folder / "standings.txt"), *command]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    return float(done.stdout)


def speed(journal: Path) -> float:
    """Give the games a second, of all runs together."""
    query = "SELECT COUNT(*), (julianday(MAX(started)) - julianday(MIN(started))) * 86400 FROM result GROUP BY session"
    runs = [(games, seconds) for games, seconds in rows(journal, query) if games > 1]
    return float(sum(games - 1 for games, _ in runs) / sum(seconds for _, seconds in runs))
