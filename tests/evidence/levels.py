"""Each level against the one below it, and each against full strength, at the bot's defaults. From the initial position
black wins by force, so the games begin after ten random plies, and each opening is played twice with colours swapped.
They are played out by the law, since the protocol begins every game with the initial position. A score is wins plus
half the draws; the interval has 95 % confidence, from the scatter of the pairs of games.
"""

from __future__ import annotations

import math
import random
import statistics

from bots.options import FULL_STRENGTH
from tests.evidence import duels
from tests.evidence.findings import Findings, Run, Table, Target

OPENING_EMPTIES = 60 - 10


def score(run: Run, level: int, other: int, pairs: int) -> tuple[float, float]:
    """Give the score of `level` against `other` and the half width of its interval, from 0 to 1."""
    rng = random.Random(1000 * level + other)
    results = []
    for seed in run.track(range(pairs), f"level {level} against {other}"):
        opening = duels.random_position(rng, OPENING_EMPTIES)
        a, b = (duels.chooser(duels.at_level(which, seed)) for which in (level, other))
        margins = duels.finish(opening, a, b), -duels.finish(opening, b, a)
        results.append(statistics.mean((margin > 0) + 0.5 * (margin == 0) for margin in margins))
    return statistics.mean(results), 1.96 * statistics.stdev(results) / math.sqrt(pairs)


def measure(run: Run) -> Findings:
    """Play the ladder."""
    pairs = run.either(150, 2)
    rows: list[tuple[object, ...]] = []
    rising = 0
    levels = run.either(range(FULL_STRENGTH + 1), range(2))
    for level in levels:
        below, spread = score(run, level, level - 1, pairs) if level else (0.0, 0.0)
        top, top_spread = score(run, level, FULL_STRENGTH, run.either(20, 2)) if level < FULL_STRENGTH else (0.5, 0.0)
        rising += level > 0 and below - spread > 0.5
        rows.append(
            (
                level,
                f"{below:.1%} ± {spread:.1%}" if level else "",
                f"{top:.1%} ± {top_spread:.1%}" if level < FULL_STRENGTH else "",
            )
        )
    climbs = len(levels) - 1
    return Findings(
        [Table(("level", "score against the level below", f"score against level {FULL_STRENGTH}"), rows)],
        [Target("each level beats the one below, beyond doubt", f"{rising} of {climbs}", rising == climbs)],
    )
