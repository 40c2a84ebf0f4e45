"""The opening book: black's moves of which a margin is proved, to whatever white does, and white's best-known replies.

Black's is the certificate of the lower bound of the game's value (bots/othello/proof, docs/othello-solved.md), so that
it goes to where the solver finds the margin again at once. White's comes from long searches (bots/othello/replies.py).
"""

from __future__ import annotations

import functools
import gzip
import pkgutil
from pathlib import Path
from typing import NamedTuple

from arbiter.games.othello import law
from bots.othello.proof.boards import Board, law_position, moves
from bots.othello.proof.certificate import SYMMETRIES, claim, find, move_of, smallest
from native.common.context import Report
from native.othello.engine import START, after, canonical

NAME, WHITE, REPLIES = "black.txt.gz", "white.txt.gz", "white.replies.gz"


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
    if move is None:
        return Entry(proved_margin(), None)
    # A symmetric board has several moves that are one and the same: the first of them, as elsewhere.
    copies = (copy for copy in SYMMETRIES if all(here.board[s] == d for s, d in zip(copy, position.board, strict=True)))
    return Entry(proved_margin(), min(copy[move] for copy in copies))


def proved_margin() -> int:
    """Give the margin that black gets at least from the start, if it plays by the book."""
    text = _certificate()
    return claim(text[: text.index("\n")])[1]


def solved_start() -> Report:
    """Give the value of the start position, as the claims of both certificates prove it, and black's move."""
    least, most = proved_margin(), -_claimed(WHITE)
    entry = look_up(*START)
    assert entry is not None
    assert entry.move is not None
    return Report(entry.move, least, least == most, 0, (entry.move,), 0, 0.0, bound=True)


def _claimed(name: str) -> int:
    """Give the margin that a certificate claims, without reading the rest of it."""
    with gzip.open(Path(__file__).with_name(name), "rt", encoding="ascii") as file:
        return claim(file.readline().rstrip("\n"))[1]


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
