"""A game that nobody has: 21 sticks, of which each takes one to three; who takes the last has won."""

from __future__ import annotations

from typing import NamedTuple

from arbiter.games.board import BoardGame
from arbiter.games.lines import Lines


class Position(NamedTuple):
    """What is left, and who is to move."""

    heap: int = 21
    to_move: int = 0

    def legal_moves(self) -> list[int]:
        """Give how many sticks may be taken."""
        return list(range(1, min(3, self.heap) + 1))

    def play(self, move: int) -> Position:
        """Take sticks."""
        if move not in self.legal_moves():
            raise ValueError(f"there are only {self.heap} sticks left")
        return Position(self.heap - move, 1 - self.to_move)

    def is_over(self) -> bool:
        """Tell whether none is left."""
        return self.heap == 0

    def score(self) -> tuple[int, int]:
        """Give a point to who has taken the last."""
        return (1, 0) if self.to_move else (0, 1)


LINES = {"course": Lines("first", "second", "end", "{moves}", quit="quit", status=0)}


class Sticks(BoardGame[Position, int]):
    """The game."""

    name, title = "sticks", "Sticks"
    begins = Position()
    move = "[1-9]"
    lines = LINES


GAME = Sticks()
