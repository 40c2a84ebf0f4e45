"""AI mode: the program plays a hand, step by step, and shows the board."""

from __future__ import annotations

import argparse
import contextlib
import sys

from rich.console import Console

from arbiter.games.domino.law import EarlyEndError, Options, Tile, read_hand
from bots.domino import OPTIMAL
from bots.domino.challenge import describe
from bots.domino.hands import drawn_hand, load_hand
from bots.domino.language import catalogue, wanted
from bots.domino.picture import picture
from bots.domino.strategies import STEPS, Variant, follow, optimum, play
from bots.process import note


def run(given: argparse.Namespace) -> int:
    """Serve `--ai`; give the exit status."""
    game = Variant(Options(given.zero_stays, given.early_stop), given.plane, given.time_s)
    hand, strategy = _hand(given), given.strategy or OPTIMAL
    console = Console(markup=False, highlight=False)
    table, number = game.table(), 0
    best = optimum(game, hand) if given.verbose or strategy not in STEPS else None
    steps = play(game, hand, strategy) if strategy in STEPS else follow(game, best.moves if best else ())
    for move, board in steps:
        table, number = board, number + 1
        console.print(f"{move!s:<18} {table.score:>6}", soft_wrap=True)
    console.print(picture(table, console.width), soft_wrap=True)
    text = catalogue(wanted(given.language)).gettext
    told = text("{number} of {tiles} tiles, {points} points")
    console.print(told.format(number=number, tiles=len(hand), points=table.score))
    if best is not None and given.verbose:
        note(describe(table.score, best.bound, best.time_s))
    return 0


def _hand(given: argparse.Namespace) -> list[Tile]:
    if given.hand is not None:
        return load_hand(given.hand)
    if given.size is None and given.special is None and given.seed is None:
        return _typed_hand(given.language)
    return drawn_hand(given)


def _typed_hand(language: str | None) -> list[Tile]:
    """Read a hand in its order from standard input, from a terminal only up to its last number."""
    if not sys.stdin.isatty():
        return read_hand(sys.stdin.buffer.read().decode("utf-8-sig", "replace"))
    note(catalogue(wanted(language)).gettext("Type a hand: the number of tiles, then two digits for each."))
    text = ""
    for line in sys.stdin:
        text += line
        with contextlib.suppress(EarlyEndError):
            return read_hand(text)
    return read_hand(text)
