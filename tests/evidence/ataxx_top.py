"""Ataxx: the bot at level 10 with 0.1 s a move against its level 4, which is what a good program of the course does
(alpha-beta four plies deep on the difference of pieces), in the command language, from random openings of 6 plies that
nobody has won by force within three, each with both colours. Scores and Elo with intervals of 95 % from the scatter of
the pairs.
"""

from __future__ import annotations

from tests.evidence.ataxx_matches import HEADER, bot, joined, match, referee
from tests.evidence.findings import Findings, Run, Table, Target

LEAST = 0.98


def measure(run: Run) -> Findings:
    """Play with and without blocks."""
    ours, course = bot("--time", f"{run.either(0.1, 0.01)}"), bot("--level", "4")
    scores = {
        blocks: match(run, ours, course, run.either(100, 2), referee(layouts=layouts, plies=6))
        for blocks, layouts in (("none", False), ("the built-in layouts", True))
    }
    rows = [score.row("level 10 against 4", blocks) for blocks, score in scores.items()]
    rows.append(joined(*scores.values()).row("together", ""))
    return Findings(
        [Table(HEADER, rows)],
        [
            Target(f"at least {LEAST:.0%}, blocks: {blocks}", f"{score.mean():.1%}", score.mean() >= LEAST)
            for blocks, score in scores.items()
        ],
    )
