"""Ataxx: positions of random games, with and without random blocks, in which the plain solver
`tests/ataxx/plain_solver.c` proves a win in 3 to 7 plies: late ones, hunted ones with few pieces left, ones near the
limit of jumps. Does the bot at its defaults (0.15 s a move) play a move that keeps the win within seven plies, and do
levels 4 to 9 where it is within four? The solver, which shares no code with the product, judges the move.
"""

from __future__ import annotations

import collections
import random

from bots.ataxx.game import from_engine, to_engine
from bots.ataxx.player import Player
from bots.options import Options
from tests.ataxx.forced import Solver, is_kept, wins
from tests.evidence.findings import Findings, Run, Table, Target

SOLVER_NODES = 20_000
FULL, FOUR = 10, 4


def measure(run: Run) -> Findings:
    """Look for wins."""
    counts: dict[tuple[int, str, int], collections.Counter[bool | None]] = collections.defaultdict(collections.Counter)
    with Solver(run.folder, run.either(SOLVER_NODES, 2000)) as solver:
        for blocks in (False, True):
            players = {level: Player(Options(level=level, seed=None if level == FULL else 1)) for level in range(4, 11)}
            for win in wins(solver, random.Random(70 + blocks), 7, run.either(100, 10), blocks=blocks):
                for level, player in players.items():
                    most = 7 if level == FULL else FOUR
                    if win.plies <= most:
                        player.new_game()
                        move = player.choose(to_engine(win.position)).move
                        assert move is not None
                        kept = is_kept(solver, win, most, from_engine(move, win.position))
                        counts[level, "random" if blocks else "none", win.plies][kept] += 1
    rows = [
        (level, blocks, plies, count.total(), count[True], count[False], count[None])
        for (level, blocks, plies), count in sorted(counts.items())
    ]
    targets = []
    for which, levels in (
        ("full strength, within seven plies", {FULL}),
        ("levels 4 to 9, within four", set(range(4, 10))),
    ):
        of_them = [count for (level, _, _), count in counts.items() if level in levels]
        found, total = sum(count[True] for count in of_them), sum(count.total() for count in of_them)
        lost = sum(count[False] for count in of_them)
        targets.append(Target(f"every win is found: {which}", f"{found} of {total}", lost == 0, portable=True))
    header = ("level", "blocks", "plies", "positions", "found", "missed", "too long for the solver to tell")
    return Findings([Table(header, rows)], targets)
