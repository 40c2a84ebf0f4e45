"""What is proved of the openings, for every tool that tells it: a table that `othello-bot solve-openings` makes.

The first line says how it was made; each other line is a position of the first eight plies, the smallest of its eight
symmetric copies, with what is proved of it: `BOARD SIDE LEAST MOST ROW COLUMN NODES`. The side to move gets at least
LEAST and at most MOST discs more than the other one, by the move that follows, `- -` where none is known that keeps
LEAST; NODES were needed to find out, 0 where it follows from other lines. Where the two are one, the margin is proved.
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import NamedTuple

from arbiter.games.othello import law
from bots.othello.beforehand import OPENING_DISCS, book_entry
from bots.othello.proof.boards import Board, law_position, mover_of, moves
from bots.othello.proof.certificate import find, smallest, square_on
from native.common.context import Report
from native.common.installed import reading, unpacked
from native.othello.engine import after

NAME = "openings.txt.gz"


class Proved(NamedTuple):
    """What is proved of a position: the side to move gets at least `least`, by `move` if known, at most `most`.

    To find it out took `nodes`, 0 where it follows from what is proved of other positions.
    """

    least: int
    most: int
    move: int | None = None
    nodes: int = 0

    @property
    def exact(self) -> bool:
        """Tell whether the margin is proved."""
        return self.least == self.most

    @property
    def decided(self) -> bool:
        """Tell whether it is proved who wins, or that nobody does."""
        return self.exact or self.least > 0 or self.most < 0

    @property
    def words(self) -> str:
        """Say who wins where the margin is not known; "" where nothing is proved."""
        if self.exact or not self.decided:
            return ""
        return "a win, proved" if self.least > 0 else "a loss, proved"


def look_up(own: int, opp: int) -> Proved | None:
    """Give what is proved of a position in which the game goes on, None after the first eight plies."""
    if (own | opp).bit_count() > OPENING_DISCS:
        return None
    here = law_position((own, opp), mover_of((own, opp)))
    position, _ = smallest(here)
    if (said := find(_table(), position)) is None:
        return None
    least, most, row, column, nodes = said.split()
    move = None if row == "-" else square_on(here, position, law.parse_move(f"{row} {column}"))
    return Proved(int(least), int(most), move, int(nodes))


def booked(own: int, opp: int) -> Proved | None:
    """Give what black's book proves by its moves, as far as they go, None elsewhere."""
    entry = book_entry(own, opp)
    return Proved(entry.margin, 64, entry.move) if entry and entry.move is not None else None


def after_move(own: int, opp: int, square: int) -> Proved | None:
    """Give what a move is proved to be worth for the side that makes it, None where nothing is."""
    child = after(own, opp, square)
    if not moves(*child):
        margin = child[1].bit_count() - child[0].bit_count()
        return Proved(margin, margin)
    reply = look_up(*child)
    return reply and Proved(-reply.most, -reply.least)


def report(own: int, opp: int) -> Report | None:
    """Give the margin where it is proved, with the moves of both sides as far as they are known to keep it."""
    if (known := look_up(own, opp)) is None or not known.exact:
        return None
    line: list[int] = []
    board: Board = own, opp
    reached: Proved | None = known
    while reached and reached.exact and reached.move is not None:
        line.append(reached.move)
        board = after(*board, reached.move)
        reached = look_up(*board)
    return Report(known.move, known.least, True, 0, tuple(line), 0, 0.0, bound=known.move is not None)


def within(own: int, opp: int, known: Proved, found: Report) -> Report:
    """Give what a search has found, but no value that is `known` to be wrong, nor a move: of a won position one that is
    proved to win, if there is one.
    """
    if found.exact or found.move is None:
        return found
    score = max(known.least, min(known.most, found.score))
    worth = after_move(own, opp, found.move)
    found = found._replace(score=score, won=known.least > 0, lost=known.most < 0)
    wrong = worth is not None and worth.most < known.least
    unsure = known.least > 0 and not (worth and worth.least > 0)
    if known.move is not None and (wrong or unsure):
        return found._replace(move=known.move, pv=(known.move,))
    return found


@functools.cache
def _table() -> str:
    """Give the table as the text that it is: few of its lines are asked for."""
    path = Path(__file__).with_name(NAME)
    with reading(path):
        return unpacked(path).decode("ascii")
