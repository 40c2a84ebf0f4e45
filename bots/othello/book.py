"""The opening book: black's moves of which a margin is proved, to whatever white does, and white's best-known replies.

Black's is the certificate of the lower bound of the game's value (bots/othello/proof, docs/othello-solved.md), so that
it goes to where the solver finds the margin again at once. White's comes from long searches (bots/othello/replies.py).
"""

from __future__ import annotations

import functools
import gzip
import pkgutil
from typing import NamedTuple

from arbiter.games.othello import law
from bots.othello.proof.boards import Board, law_position, moves
from bots.othello.proof.certificate import claim, find, move_of, smallest, square_on
from native.othello.engine import after, canonical

NAME, REPLIES = "black.txt.gz", "white.replies.gz"


class Entry(NamedTuple):
    """What is proved of a position: the side to move gets `margin`, by `move` or, if None, by a move to be searched."""

    margin: int
    move: int | None


def look_up(own: int, opp: int) -> Entry | None:
    """Give what the book says of black, who is to move."""
    here, text = law_position((own, opp), law.BLACK), _certificate()
    position, _ = smallest(here)
    if (said := find(text, position)) is None:
        return None
    move = move_of(said)
    return Entry(proved_margin(), None if move is None else square_on(here, position, move))


def proved_margin() -> int:
    """Give the margin that black gets at least from the start, if it plays by the book."""
    text = _certificate()
    return claim(text[: text.index("\n")])[1]


@functools.cache
def _certificate() -> str:
    """Give black's part as the text that it is: to read all its lines would take as long as to start the bot."""
    return gzip.decompress(pkgutil.get_data("bots.othello", NAME) or b"").decode()


def reply(own: int, opp: int) -> int | None:
    """Give the best-known move of white, who is to move, None where there is none."""
    board = canonical(own, opp)
    move = replies().get(board)
    if move is None:
        return None
    reached = canonical(*after(*board, move))
    return next(square for square in moves(own, opp) if canonical(*after(own, opp, square)) == reached)


@functools.cache
def replies() -> dict[Board, int]:
    """Read white's part of the book; the first line says how it was made."""
    text = gzip.decompress(pkgutil.get_data("bots.othello", REPLIES) or b"").decode()
    words = (line.split() for line in text.splitlines()[1:])
    return {(int(own, 16), int(opp, 16)): int(move) for own, opp, move, *_ in words}
