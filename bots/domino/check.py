"""`check`: judge any program's line of moves."""

from __future__ import annotations

import argparse
from pathlib import Path

from arbiter.games.domino.law import Options
from bots.domino.hands import load_hand
from bots.domino.strategies import Variant, optimum

WRONG = 1


def check(given: argparse.Namespace) -> int:
    """Print the verdict on a line; give 0 if it is legal, 1 if not, or unfinished. Raises OSError, HandError."""
    game = Variant(Options(given.zero_stays, given.early_stop), given.plane, given.time_s)
    hand = load_hand(given.hand_file)
    line = given.line
    if line.startswith("@"):
        line = Path(line[1:]).read_text(encoding="utf-8-sig", errors="replace")
    verdict = game.judge(hand, line)
    wrong = bool(verdict.reason) and not verdict.unfinished
    score = 0 if wrong else verdict.score
    best = optimum(game, hand)
    if verdict.unfinished:
        print(f"unfinished: {score} so far; a tile still fits: {verdict.reason}")
    elif wrong:
        print(f"illegal: move {verdict.at}: {verdict.reason}")
    else:
        print("legal")
        best = best.after_all(score)  # what an unfinished row has is nothing that a game can end with
    print(f"score: {score}" + (f" (the moves before it make {verdict.score})" if wrong else ""))
    print(f"optimum: {best.score}" if best.score == best.bound else f"optimum: {best.score} to {best.bound}")
    print(
        f"gap: {best.score - score}"
        if best.score == best.bound
        else f"gap: {best.score - score} to {best.bound - score}"
    )
    return WRONG if verdict.reason else 0
