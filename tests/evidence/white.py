"""Our bot at its defaults as white, through the arbiter, against random moves (level 0) and greedy ones (level 1), each
game with another seed. Black has a forced win, but these two do not know it.
"""

from __future__ import annotations

import statistics

from tests.evidence import matches
from tests.evidence.findings import Findings, Run, Table, Target

GAMES, WINS = 200, 185


def measure(run: Run) -> Findings:
    """Play white."""
    rows, targets, records = [], [], []
    for level in (0, 1):
        played = matches.seeded(run, (), level, run.either(GAMES, 1), black=False)
        margins = matches.margins(played, 1)
        wins, draws = sum(margin > 0 for margin in margins), margins.count(0)
        records += played
        rows.append((f"level {level}", len(played), wins, draws, f"{statistics.mean(margins):+.1f}"))
        targets.append(
            Target(f"{WINS} wins in {GAMES} games against level {level}", f"{wins} of {len(played)}", wins >= WINS)
        )
    return Findings(
        [Table(("against", "games", "won", "drawn", "average margin"), rows)], [*targets, matches.refereed(records)]
    )
