"""Ataxx boards: pale stone, glass pieces, slate blocks; a jump leaves a dashed line."""

from __future__ import annotations

from arbiter.games.ataxx.law import BLOCK, BLUE, EMPTY, JUMP_LIMIT, PASS, PLY_LIMIT, RED, Move, Position
from arbiter.games.contract import Transcript
from arbiter.games.squares import BoardDrawing, Step


class AtaxxDrawing(BoardDrawing):
    """See `BoardDrawing`."""

    def beginning(self, start: str) -> str:
        """Name the blocks and moves that a game begins with."""
        return start or "start"

    def caption(self, step: Step[Position, Move]) -> str:
        """Say `passes` for a pass."""
        return super().caption(step._replace(text="passes") if step.move == PASS else step)

    def ending(self, game: Transcript) -> str:
        """Say why the game was over."""
        last: Position = self.last(game)
        if last.is_drawn():
            return f"{PLY_LIMIT} plies without an extend"
        if last.jumps >= last.limit == JUMP_LIMIT:
            return f"{JUMP_LIMIT} jumps in a row"
        for side, pieces in zip(self.sides, last.score(), strict=True):
            if not pieces:
                return f"{side} has no piece left"
        return "nobody can move" if EMPTY in last.board else "the board is full"


DRAWING = AtaxxDrawing(
    7,
    7,
    {RED: "r", BLUE: "b", BLOCK: "x"},
    names=("abcdefg", "1234567"),
    up=True,
    points=(RED, BLUE),
    own="arbiter.games.ataxx",
    styles={RED: "#c6352b", BLUE: "#2a62b8", BLOCK: "on #4b5157", "": "on #d9d2c3"},
)
