"""What a second core brings: games a second of the instant player against itself, one at a time and two at once, in a
league (fresh processes for each game, every game written to the journal), on a cluster of this machine and in a match
(the same two processes play all games). Between the first game and the last; medians of interleaved rounds.
"""

from __future__ import annotations

import datetime
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from arbiter.play.match import Match, play
from arbiter.play.record import GameRecord
from arbiter.play.table import cores
from tests.evidence.findings import Findings, Run, Table, Target
from tests.evidence.referee_speed import build
from tests.league.files import rows, write

WANTED = 1.7
LEAGUE, CLUSTER, MATCH = "league", "league, --cluster local", "match"


def measure(run: Run) -> Findings:
    """Play everything by turns."""
    games, rounds = run.either((2000, 5), (20, 1))
    program = build(run.folder)
    kinds: dict[str, Callable[[int], float]] = {
        LEAGUE: lambda jobs: league(run.folder, program, games, ["--jobs", str(jobs)]),
        CLUSTER: lambda jobs: league(run.folder, program, games, ["--cluster", f"local:{jobs}"]),
        MATCH: lambda jobs: match(program, 4 * games, jobs),
    }
    most = min(2, len(cores()))
    found: dict[tuple[str, int], list[float]] = {(kind, jobs): [] for kind in kinds for jobs in (1, most)}
    for _ in run.track(range(rounds), "leagues and matches"):
        for (kind, jobs), rates in found.items():
            rates.append(kinds[kind](jobs))
    medians = {key: statistics.median(rates) for key, rates in found.items()}
    gains = {kind: medians[kind, most] / medians[kind, 1] for kind in kinds}
    return Findings(
        [
            Table(
                ("games a second", "one at a time", "two at once", "times"),
                [(k, f"{medians[k, 1]:,.0f}", f"{medians[k, most]:,.0f}", f"{gains[k]:.2f}") for k in kinds],
            )
        ],
        [
            Target(f"two at once: {WANTED} times the games of a {kind}", f"{gains[kind]:.2f}", gains[kind] >= WANTED)
            for kind in (LEAGUE, MATCH)
        ],
    )


def league(folder: Path, program: str, games: int, words: list[str]) -> float:
    """Give the games a second of a league of two, by the times at which they started."""
    file = write(folder / "speed.toml", {"a": program, "b": f"{program} random"}, f"pairs = {games // 2}")
    journal = folder / "speed.db"
    for left in folder.glob("speed.db*"):
        left.unlink()
    command = [sys.executable, "-P", "-m", "arbiter", "league", str(file), "--db", str(journal), *words]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    started = sorted(datetime.datetime.fromisoformat(text) for (text,) in rows(journal, "SELECT started FROM result"))
    return (len(started) - 1) / (started[-1] - started[0]).total_seconds()


def match(program: str, games: int, jobs: int) -> float:
    """Give the games a second of a match."""
    marks: list[float] = []

    def note(record: GameRecord) -> None:
        assert record.offender is None, record.reason
        marks.append(time.perf_counter())

    play(Match((program, program), games=games, jobs=jobs), note)
    return (len(marks) - 1) / (marks[-1] - marks[0])
