"""Ataxx: the learned evaluation against the one made by hand, at equal time, 0.04 s a move, as UAI engines, from random
openings of 12 plies with both colours. Training (`bots/ataxx/train.py`) knows openings of at most 11 random plies and
boards with at most four blocked squares and their reflections; here they are five and more. Elo with intervals of 95 %
from the scatter of the pairs.
"""

from __future__ import annotations

from tests.evidence.ataxx_matches import HEADER, bot, joined, match, referee
from tests.evidence.findings import Findings, Run, Table, Target

LAYOUTS = (
    ("d4", "d1", "a4", "d3", "c4"),
    ("b2", "d1", "a4", "d4", "c4"),
    ("c3", "d4", "d1", "a4", "d2"),
    ("d1", "d2", "a4", "b4", "d4"),
    ("b3", "c2", "d4", "d1", "a4"),
    ("a3", "c1", "d3", "c4", "d4"),
)
PLIES = 12
GAIN = 150


def measure(run: Run) -> Findings:
    """Play on the open board, then on each layout."""
    uai = ("uai", "uai")
    learned, by_hand, movetime_s = bot("uai"), bot("uai", "--by-hand"), run.either(0.04, 0.005)
    layouts, games = run.either((LAYOUTS, 20), (LAYOUTS[:1], 2))
    open_board = match(run, learned, by_hand, len(layouts) * games, referee(uai, plies=PLIES, movetime=movetime_s))
    blocked = joined(
        *(
            match(run, learned, by_hand, games, referee(uai, blocks=" ".join(blocks), plies=PLIES, movetime=movetime_s))
            for blocks in layouts
        )
    )
    whole = joined(open_board, blocked)
    low, middle, high = whole.elo()
    rows = [
        open_board.row("learned against by hand", "none"),
        blocked.row("learned against by hand", f"{len(layouts)} layouts"),
        whole.row("together", ""),
    ]
    return Findings(
        [Table(HEADER, rows)],
        [Target(f"at least {GAIN:+} Elo", f"{middle:+.0f} ({low:+.0f} to {high:+.0f})", middle >= GAIN)],
    )
