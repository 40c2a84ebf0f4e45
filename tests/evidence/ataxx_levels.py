"""Ataxx: each level against the one below it, through the arbiter in the command language, from random openings of 6
plies with both colours, on the open board; level 10 with 0.1 s a move. Elo with intervals of 95 % from the scatter of
the pairs.
"""

from __future__ import annotations

from tests.evidence.ataxx_matches import HEADER, bot, match, referee
from tests.evidence.findings import Findings, Run, Table, Target


def measure(run: Run) -> Findings:
    """Climb."""
    rows, rising = [], 0
    levels = run.either(range(1, 11), range(1, 3))
    for level in levels:
        strength = ["--time", "0.1"] if level == 10 else []
        players = bot("--level", str(level), *strength), bot("--level", str(level - 1))
        score = match(run, *players, run.either(40, 2), referee(plies=6))
        rows.append(score.row(f"level {level} against {level - 1}", "none"))
        rising += score.mean() > 0.5
    return Findings(
        [Table(HEADER, rows)],
        [Target("each level beats the one below", f"{rising} of {len(levels)}", rising == len(levels))],
    )
