"""Othello boards: felt, ebony and ivory; the discs that a move turned are ringed."""

from __future__ import annotations

from arbiter.games.contract import Transcript
from arbiter.games.othello.law import BLACK, EMPTY, WHITE, Position
from arbiter.games.squares import BoardDrawing


class OthelloDrawing(BoardDrawing):
    """See `BoardDrawing`."""

    def ending(self, game: Transcript) -> str:
        """Say why the game was over: under these rules a player who has no legal move ends it."""
        last: Position = self.last(game)
        empty = last.board.count(EMPTY)
        if not empty:
            return "the board is full"
        stay = "1 square stays" if empty == 1 else f"{empty} squares stay"
        return f"{self.sides[last.to_move]} has no legal move, {stay} empty"


DRAWING = OthelloDrawing(
    8,
    8,
    {BLACK: "k", WHITE: "w"},
    names=("01234567", "01234567"),
    inlay='<path class="dots" d="M1.5 1.5h0m4 0h0m0 4h0m-4 0h0"/>',
    points=(BLACK, WHITE),
    own="arbiter.games.othello",
    styles={BLACK: "#101214", WHITE: "#f7f5ef", "": "on #2e7d4f"},
)
