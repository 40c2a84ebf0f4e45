"""`analyse`: a hand and the row so far, a line each; what the whole row can have, proved or between two bounds."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from arbiter.games.domino.law import Hand, Options, Row, read_hand, read_moves, tile
from bots import commands
from bots.domino.hands import counts
from bots.options import Parser, seconds
from native.common.context import Limits
from native.domino.engine import Solution, resume, solve

NOTATION = (
    "[zero-stays] [early-stop] N, then N pairs, the hand, then the row so far, S a b L a b R a b; in front may stand\n"
    "the rules that are not the usual ones"
)
VALUES = """
The value is what the whole row can have at least. It is the optimum where the depth is "exact"; else "<=N" stands
there: no way to go on has more than N. A row that has begun needs no time, and has no limit but that of memory.
"""
EXACT_S = 3600.0
RULES = {"zero-stays": "zero_stays", "early-stop": "early_stop"}


class Begun(NamedTuple):
    """A row that lies, what is left of the hand, and the rules."""

    row: Row
    left: Hand
    options: Options


def parse(text: str) -> Begun:
    """Read a position. Raises ValueError for moves that the rules forbid, too."""
    words = text.split()
    rules: dict[str, bool] = {}
    while words and words[0] in RULES:
        rules[RULES[words.pop(0)]] = True
    hand = read_hand(" ".join(words))
    row, left = Row(Options(**rules)), Counter(tile(a, b) for a, b in hand)
    for at, move in enumerate(read_moves(" ".join(words[1 + 2 * len(hand) :])), 1):
        try:
            code = tile(move.a, move.b)
            if not left[code]:
                raise ValueError("that tile is not in the hand, or not so often")
            row.place(move)
        except ValueError as error:
            raise ValueError(f"move {at}: '{move}': {error}") from None
        left[code] -= 1
    return Begun(row, left, row.options)


def find(begun: Begun, time_s: float) -> Solution:
    """Find how the row goes on best. Raises ValueError, MemoryError."""
    rules = {"zero_stays": begun.options.zero_stays, "early_stop": begun.options.early_stop}
    left = counts(begun.left.elements())
    if not begun.row.tiles:
        return solve(left, time_s, **rules)
    lying = Counter(digit for pair in begun.row.tiles for digit in pair)
    ends = (*begun.row.tiles[0], *begun.row.tiles[-1])
    return resume([lying[digit] for digit in range(7)], ends, left, **rules)


def cells(begun: Begun, found: Solution) -> list[str]:
    """Give the columns of a line."""
    moves = [str(move) for move in read_moves(b"".join(found.text()).decode())]
    if begun.row.tiles:  # the text of a row begins with S, wherever its first tile goes
        moves = ["LR"[not byte & 0x80] + text[1:] for byte, text in zip(found.moves, moves, strict=True)]
    depth = "exact" if found.proved else f"<={found.bound}"
    row = [f"{found.score:+d}", moves[0] if moves else "-", depth, str(found.nodes), f"{found.time_s:.3f}"]
    return [*row, ", ".join(moves) or "-"]


def add_command(add_parser: Callable[..., Parser], default_time_s: float) -> None:
    """Add the sub-command."""
    parser = commands.add_analyse(add_parser, NOTATION, VALUES)
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument(
        "--time", dest="analyse_s", metavar="S", type=seconds, help=f"for an empty row ({default_time_s:g})"
    )
    limit.add_argument("--exact", action="store_true", help=f"at most {EXACT_S:g} s for an empty row")
    parser.add_argument("file", metavar="FILE", nargs="?", default="-", help="positions (standard input)")

    def run(given: argparse.Namespace) -> int:
        def answer(begun: Begun, own: Limits | None, *, exact: bool) -> list[str]:
            if own and own.time_s is None:
                raise ValueError("the limit of a position is a time here: time S, or exact")
            time_s = EXACT_S if exact else own.time_s if own and own.time_s else given.analyse_s or default_time_s
            return cells(begun, find(begun, time_s))

        return commands.answer_lines(parser, given.file, parse, answer, exact=given.exact)

    parser.set_defaults(run=run)
