"""Our bot at its defaults as black, through the arbiter, against every level (each game with another seed) and against
a C program with rules of its own that plays its first legal move. Black has a forced win, so it must win every game.
"""

from __future__ import annotations

import statistics
import subprocess

from tests.evidence import matches
from tests.evidence.findings import Findings, Run, Table, Target


def measure(run: Run) -> Findings:
    """Play black."""
    games = run.either(20, 1)
    opponents = {
        f"level {level}": matches.seeded(run, (), level, games, black=True)
        for level in run.either(range(11), range(0, 11, 5))
    }
    instant = run.folder / "instant"
    subprocess.run(["cc", "-O2", "-o", instant, matches.PLAYERS / "instant.c"], check=True)
    opponents["instant"] = [matches.play(run, matches.bot(), str(instant))]
    rows, won, played = [], 0, 0
    for name, records in opponents.items():
        margins = matches.margins(records, 0)
        wins = sum(margin > 0 for margin in margins)
        won, played = won + wins, played + len(records)
        plies = statistics.mean(len(record.turns) for record in records)
        rows.append(
            (name, len(records), wins, f"{statistics.mean(margins):+.1f}", f"{min(margins):+d}", f"{plies:.0f}")
        )
    return Findings(
        [Table(("against", "games", "won", "average margin", "smallest margin", "plies"), rows)],
        [
            Target("black wins every game", f"{won} of {played}", won == played, portable=True),
            matches.refereed([record for records in opponents.values() for record in records]),
        ],
    )
