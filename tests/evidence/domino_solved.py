"""Rows and boards of the optimiser, judged by the law; and the hands that they are of."""

from __future__ import annotations

import time
from collections.abc import Sequence

from arbiter.games.domino.law import STANDARD, Options, Tile
from bots.domino.strategies import Best, Variant, optimum

OPTIONS = [Options(zero_stays, early_stop) for zero_stays in (False, True) for early_stop in (False, True)]


def gap(score: int, bound: int) -> float:
    """Give what a row may lack, as a share of the bound."""
    return (bound - score) / max(1, bound)


def solved(hand: Sequence[Tile], time_s: float, plane: bool = False, options: Options = STANDARD) -> tuple[Best, float]:
    """Solve a hand and let the law judge; give what was found and the CPU seconds."""
    game = Variant(options, plane, time_s)
    begin = time.process_time()
    best = optimum(game, hand)
    seconds = time.process_time() - begin
    verdict = game.judge(hand, " ".join(map(str, best.moves)))
    if verdict.reason or verdict.score != best.score or best.score > best.bound:
        raise AssertionError(f"{hand}: {best.score} to {best.bound}: {verdict.reason or verdict.score}")
    return best, seconds
