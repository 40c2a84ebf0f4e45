"""What a league costs: games of the instant player against itself, random ones, each with fresh processes through the
launcher, arbiter and players pinned to one core, in a sandbox and without. Both programs of every game are started, and
ended before the next one begins; some games end early by an offence. The shortest games are those in which the first
answer is one. Seconds of the clock, and seconds for which arbiter, guards and programs had the core. Then the journal;
and the page of a league of ten thousand games between fifty players (random games of instant players, some of which
forfeit), made from its journal.
"""

from __future__ import annotations

import dataclasses
import os
import random
import subprocess
import sys
import time
from pathlib import Path

from arbiter.games.othello.game import GAME
from arbiter.host.limits import USUAL
from arbiter.league.batch import Assignment, Played, run_batch
from arbiter.league.config import Entrant, League
from arbiter.league.schedule import next_stage
from arbiter.league.store import Store
from arbiter.play.record import GameRecord
from arbiter.play.table import Seat, cores
from tests.evidence.findings import Findings, Run, Table, Target
from tests.evidence.referee_speed import build

WANTED = 300
SETTINGS = {"without namespaces": (False, True), "without a sandbox": (True, False), "without both": (False, False)}
"""Namespaces, sandbox."""
PLAYERS = 50
PAGE_MIB = 20
MEMORY_MIB = 300


def measure(run: Run) -> Findings:
    """Play the games of a league on this core; make a page in a process of its own."""
    games, kinds, size = run.either((2000, 200, 10_000), (50, 10, 500))
    program = build(run.folder)
    list(run_batch(assignments(program, 5, kinds), cores()[0]))  # warms up
    samples, standard = restarts(assignments(program, games, kinds))
    few = assignments(program, games // 4, kinds)
    others = [
        (name, restarts([dataclasses.replace(g, namespaces=spaces, sandbox=shut) for g in few])[1])
        for name, (spaces, shut) in SETTINGS.items()
    ]
    others.append(("shortest games", restarts(assignments(program, games // 4, kinds, errors=1000))[1]))
    assert all(record.turns or record.offender is not None for record in samples)
    journal = run.folder / "league.db"
    writing = fill(journal, samples[:kinds], size)
    page, page_s, peak_mib = make_page(journal, run.folder / "league.html")
    rate = standard.core
    return Findings(
        [
            Table(
                (
                    "programs restarted for each game",
                    "moves a game",
                    "games a second by the clock",
                    "by the core's time",
                ),
                [
                    (name, f"{kind.moves:.0f}", f"{kind.clock:,.0f}", f"{kind.core:,.0f}")
                    for name, kind in (("in a sandbox", standard), *others)
                ],
            ),
            Table(
                ("what", "measured"),
                [
                    ("games a second written to the journal", f"{size / writing:,.0f}"),
                    (
                        f"page of {size:,} games",
                        f"{page:.1f} MiB, made in {page_s:.1f} s of CPU with {peak_mib:.0f} MiB",
                    ),
                ],
            ),
        ],
        [
            Target(f"{WANTED} games a second with programs restarted for each", f"{rate:,.0f}", rate >= WANTED),
            Target(f"a page of {size:,} games below {PAGE_MIB} MiB", f"{page:.1f} MiB", page < PAGE_MIB, portable=True),
            Target(
                f"made with less than {MEMORY_MIB} MiB", f"{peak_mib:.0f} MiB", peak_mib < MEMORY_MIB, portable=True
            ),
        ],
    )


@dataclasses.dataclass(frozen=True)
class Rate:
    """Moves of a game on average; games in a second of the clock, and of the core's time."""

    moves: float
    clock: float
    core: float


def restarts(games: list[Assignment]) -> tuple[list[GameRecord], Rate]:
    """Play games on this core."""
    begin, before = time.perf_counter(), sum(os.times()[:4])
    records = [played.record for played in run_batch(games, cores()[0])]
    clock_s, core_s = time.perf_counter() - begin, sum(os.times()[:4]) - before
    moves = sum(len(record.turns) for record in records) / len(records)
    return records, Rate(moves, len(records) / clock_s, len(records) / core_s)


def assignments(program: str, games: int, kinds: int, errors: int = 10) -> list[Assignment]:
    """Make games of random players, `kinds` different ones again and again."""
    return [
        Assignment(
            number=number,
            referee=GAME.referee(GAME.settings()),
            seats=(
                Seat("a", f"{program} random {errors if errors == 1000 else 0}", seed=number % kinds, rivals=()),
                Seat("b", f"{program} random {errors}", seed=number % kinds + kinds, rivals=()),
            ),
            first=number % 2,
            start="",
        )
        for number in range(1, games + 1)
    ]


def fill(journal: Path, samples: list[GameRecord], size: int) -> float:
    """Write a league of so many games, each one of `samples`; give the seconds."""
    entrants = tuple(Entrant(f"player {number}", "./bot", USUAL) for number in range(PLAYERS))
    league = League("othello", "round-robin", entrants, pairs=1 + size // (PLAYERS * (PLAYERS - 1)))
    store = Store.begin(journal, league)
    stage = next_stage(league, [])[:size]
    store.schedule(stage)
    chance = random.Random(size)
    begin = time.perf_counter()
    for game in stage:
        record = chance.choice(samples).to_json() | {"number": game.number}
        store.record(Played(GameRecord.from_json(record), "", "", 0, (None, None)))
    seconds = time.perf_counter() - begin
    store.close()
    return seconds


# A program's peak begins at that of the process that starts it: so a small one starts it and measures.
MEASURER = """
import resource, subprocess, sys
with open(sys.argv[1], "wb") as page:
    subprocess.run(sys.argv[2:], stdout=page, check=True)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_maxrss / 1024, used.ru_utime + used.ru_stime)
"""


def make_page(journal: Path, page: Path) -> tuple[float, float, float]:
    """Give the page's MiB, and the CPU seconds and the peak MiB that it takes to make."""
    command = [sys.executable, "-P", "-m", "arbiter", "report", str(journal)]
    measured = subprocess.run(
        [sys.executable, "-I", "-S", "-c", MEASURER, page, *command], capture_output=True, text=True, check=True
    )
    peak, seconds = map(float, measured.stdout.split())
    return page.stat().st_size / (1 << 20), seconds, peak
