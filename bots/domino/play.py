"""A person plays hands, on a terminal or through a pipe: which hand, which game, in which language."""

from __future__ import annotations

import argparse
import contextlib
import io
import sys
from collections.abc import Callable, Iterator

from rich.console import Console

from arbiter.games.domino.law import Options
from arbiter.games.domino.puzzle import MOST, SIZE, puzzles
from bots.domino import DEFAULT_SIZE, LEVELS
from bots.domino.hands import drawn_hand, load_game
from bots.domino.language import catalogue, wanted
from bots.domino.session import Deal, HandSession
from bots.domino.strategies import Variant
from bots.options import arbiter_seed

MOST_TILES = 1000


def run(given: argparse.Namespace) -> int:
    """Let a person play until they leave; give the exit status. Raises OSError, HandError, ValueError."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="surrogateescape")  # any key may be hit, and files are saved by any name
    console, say = Console(markup=False, highlight=False), catalogue(wanted(given.language)).gettext
    with contextlib.suppress(EOFError):
        if sys.stdin.isatty() and all(value is None for value in (given.hand, given.size, given.seed, given.special)):
            _menu(console, given, say)
        game = Variant(Options(given.zero_stays, given.early_stop), given.plane, given.time_s)
        for deal in _deals(game, given):
            if not HandSession(console, game, deal, say).run():
                return 0
    console.print()
    return 0


def _deals(game: Variant, given: argparse.Namespace) -> Iterator[Deal]:
    """Give one hand after the other; of a file there is one. Raises OSError, HandError, ValueError."""
    if given.puzzle:
        size = SIZE if given.size is None else given.size
        if not 3 <= size <= MOST:
            raise ValueError(f"--puzzle: expected 3 to {MOST} tiles, got {size}")
        seed = arbiter_seed(given.parser) if given.seed is None else given.seed
        for hand, points in puzzles(size, given.special is not False, game.options, seed):
            yield Deal(hand, target=points)
    while given.hand is None:
        yield Deal(drawn_hand(given), level=given.race)
        given.seed = None if given.seed is None else given.seed + 1
    hand, line = load_game(given.hand)
    while True:
        yield Deal(hand, line, level=given.race)


def _menu(console: Console, given: argparse.Namespace, say: Callable[[str], str]) -> None:
    """Ask for what the command line left open; an empty answer takes what stands in brackets."""

    def ask(question: str, default: str) -> str:
        return console.input(f"{question} [{default}] ", markup=False).strip().lower()

    def number(question: str, default: int | None, shown: str, least: int, most: int) -> int | None:
        while True:
            if not (answer := ask(question, shown)):
                return default
            if answer.isascii() and answer.isdecimal() and least <= int(answer[:10]) <= most:
                return int(answer)
            console.print(say("Please type a whole number from {least} to {most}.").format(least=least, most=most))

    def yes(question: str, *, default: bool) -> bool:
        answer = ask(question, say("yes") if default else say("no"))
        return answer.startswith(("y", "s")) if answer else default

    none = say("none")
    given.puzzle = given.puzzle or (not given.plane and yes(say("A puzzle?"), default=False))
    size, most = (SIZE, MOST) if given.puzzle else (DEFAULT_SIZE, MOST_TILES)
    given.size = number(say("How many tiles?"), size, str(size), 3 if given.puzzle else 0, most)
    given.special = yes(say("With special tiles?"), default=True)
    if not given.puzzle:
        given.plane = given.plane or yes(say("In two dimensions?"), default=False)
        levels = say("Race the program, at which level, 1 to {levels}?").format(levels=LEVELS)
        given.race = given.race or number(levels, None, none, 1, LEVELS)
    given.seed = number(say("Which seed?"), None, say("a new one"), 0, 10**9)
