"""Breakthrough: pawns go forward, straight or aslant, and take aslant; who reaches the last row has won."""

from __future__ import annotations

from dataclasses import dataclass

from arbiter.games.board import BoardGame
from arbiter.games.squares import BoardDrawing

COLUMNS, ROWS = "abcdefgh", "12345678"
START = "w" * 16 + "." * 32 + "b" * 16


@dataclass(frozen=True)
class Position:
    """64 squares, `w`, `b` or `.`, row 1 first; and who is to move."""

    board: str = START
    to_move: int = 0

    def won(self, side: int) -> bool:
        """Tell whether a side has reached the last row, or taken everything."""
        last = self.board[:8] if side else self.board[56:]
        return "wb"[side] in last or "wb"[1 - side] not in self.board

    def is_over(self) -> bool:
        """Tell whether the game is over. Some pawn can always move otherwise."""
        return self.won(0) or self.won(1)

    def legal_moves(self) -> list[tuple[int, int]]:
        """Give the moves, from one square to another; none if the game is over."""
        own, found = "wb"[self.to_move], []
        for origin in () if self.is_over() else range(64):
            row = origin // 8 + (-1 if self.to_move else 1)
            for column in range(origin % 8 - 1, origin % 8 + 2) if self.board[origin] == own else ():
                if 0 <= column < 8:
                    target = 8 * row + column
                    there = self.board[target]
                    if there == "." or (there != own and column != origin % 8):
                        found.append((origin, target))
        return found

    def play(self, move: tuple[int, int]) -> Position:
        """Give the position after a move. Raises ValueError."""
        if move not in self.legal_moves():
            raise ValueError("a pawn goes one square forward, straight or aslant, and takes aslant only")
        board = list(self.board)
        board[move[1]], board[move[0]] = board[move[0]], "."
        return Position("".join(board), 1 - self.to_move)

    def score(self) -> tuple[int, int]:
        """Give the winner a point."""
        return int(self.won(0)), int(self.won(1))


class Breakthrough(BoardGame[Position, tuple[int, int]]):
    """The game as the arbiter knows it."""

    name, title = "breakthrough", "Breakthrough"
    sides = ("white", "black")
    only_results = True
    begins = Position()
    move = "[a-h][1-8][a-h][1-8]"
    written = "A move is two squares, `a2a3`: where a pawn stands, and where it goes."
    drawing = BoardDrawing(8, 8, {"w": "first", "b": "second"}, names=(COLUMNS, ROWS), up=True, dark=0)

    def write_move(self, move: tuple[int, int]) -> str:
        """Write two squares."""
        return "".join(COLUMNS[square % 8] + ROWS[square // 8] for square in move)


GAME = Breakthrough()
