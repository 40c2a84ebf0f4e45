"""`check`: judge any program's line of moves."""

from __future__ import annotations

import argparse
from pathlib import Path

from arbiter.games.domino.law import Options
from bots.domino.hands import load_hand
from bots.domino.strategies import Variant, optimum

WRONG = 1


def check(given: argparse.Namespace) -> int:
    """Print the verdict on a line; give 0 if it is legal, 1 if not. Raises OSError, HandError."""
    game = Variant(Options(given.zero_stays, given.early_stop), given.plane, given.time_s)
    hand = load_hand(given.hand_file)
    line = given.line
    if line.startswith("@"):
        line = Path(line[1:]).read_text(encoding="utf-8-sig", errors="replace")
    verdict = game.judge(hand, line)
    if verdict.reason:
        print(f"illegal: move {verdict.at}: {verdict.reason}")
    else:
        print("legal")
    score = 0 if verdict.reason else verdict.score
    best = optimum(game, hand).after_all(score)
    print(f"score: {score}" + (f" (the moves before it make {verdict.score})" if verdict.reason else ""))
    print(f"optimum: {best.score}" if best.score == best.bound else f"optimum: {best.score} to {best.bound}")
    print(
        f"gap: {best.score - score}"
        if best.score == best.bound
        else f"gap: {best.score - score} to {best.bound - score}"
    )
    return WRONG if verdict.reason else 0
