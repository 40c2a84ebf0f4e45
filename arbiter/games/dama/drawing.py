"""Dama boards: wood, ivory men of x, ebony men of o; a move leaves a green line, and a taken piece a cross."""

from __future__ import annotations

from arbiter.games.contract import Transcript
from arbiter.games.dama.law import Position
from arbiter.games.squares import BoardDrawing


class DamaDrawing(BoardDrawing):
    """See `BoardDrawing`."""

    called = ("x", "o")
    counted = "pieces"

    def ending(self, game: Transcript) -> str:
        """Say why the game was over."""
        last: Position = self.last(game)
        if last.winner() is None:
            return "the limit of moves is reached, which is a draw"
        lost = last.mover - 1
        return f"{self.sides[lost]} {'has no legal move' if last.pieces()[lost] else 'has no piece left'}"


IVORY, EBONY = "#f7f1e3 bold", "#1b1a16 bold"
DRAWING = DamaDrawing(
    8,
    8,
    {"x": "m1", "X": "k1", "o": "m2", "O": "k2"},
    names=("01234567", "01234567"),
    others=("abcdefgh", "12345678"),
    up=True,
    dark=1,
    points=("xX", "oO"),
    own="arbiter.games.dama",
    styles={"x": IVORY, "X": IVORY, "o": EBONY, "O": EBONY, "": "on #a9713f"},
)
