"""Standard Othello: discs turn over in all eight directions, and who cannot move passes."""

from __future__ import annotations

from dataclasses import dataclass

from arbiter.games.board import BoardGame
from arbiter.games.squares import BoardDrawing

COLUMNS, ROWS = "abcdefgh", "12345678"
NAMES = [column + row for row in ROWS for column in COLUMNS]
START = "." * 27 + "wb......bw" + "." * 27
PASS = "pass"


def rays(square: int) -> list[list[int]]:
    """Give the squares that lie behind one another, in each of the eight directions."""
    column, row = square % 8, square // 8
    found = []
    for right, down in ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)):
        line = [(column + right * step, row + down * step) for step in range(1, 8)]
        found.append([8 * y + x for x, y in line if 0 <= x < 8 and 0 <= y < 8])
    return found


RAYS = [rays(square) for square in range(64)]


@dataclass(frozen=True)
class Position:
    """64 squares, `b`, `w` or `.`, row 1 first; and who is to move."""

    board: str = START
    to_move: int = 0

    def turned(self, square: int, side: int) -> list[int]:
        """Give the discs that a disc of a side would turn over."""
        own, other = "bw"[side], "wb"[side]
        found: list[int] = []
        if self.board[square] != ".":
            return found
        for ray in RAYS[square]:
            length = 0
            while length < len(ray) and self.board[ray[length]] == other:
                length += 1
            if length < len(ray) and self.board[ray[length]] == own:
                found += ray[:length]
        return found

    def placings(self, side: int) -> list[str]:
        """Give the squares where a side may put a disc."""
        return [name for square, name in enumerate(NAMES) if self.turned(square, side)]

    def is_over(self) -> bool:
        """Tell whether neither side can put a disc."""
        return not self.placings(self.to_move) and not self.placings(1 - self.to_move)

    def legal_moves(self) -> list[str]:
        """Give the squares, or the pass; none if the game is over."""
        return self.placings(self.to_move) or ([] if self.is_over() else [PASS])

    def play(self, move: str) -> Position:
        """Give the position after a move. Raises ValueError."""
        if move not in self.legal_moves():
            raise ValueError(f"{move} turns no disc over" if move != PASS else "who can move must not pass")
        board = list(self.board)
        if move != PASS:
            square = NAMES.index(move)
            for changed in (square, *self.turned(square, self.to_move)):
                board[changed] = "bw"[self.to_move]
        return Position("".join(board), 1 - self.to_move)

    def score(self) -> tuple[int, int]:
        """Count the discs."""
        return self.board.count("b"), self.board.count("w")


class StandardOthello(BoardGame[Position, str]):
    """The game as the arbiter knows it."""

    name, title = "standard-othello", "Standard Othello"
    sides = ("black", "white")
    unit = "discs"
    forfeit = (0, 64)
    begins = Position()
    move = "[a-h][1-8]|pass"
    written = "Squares are written `a1` to `h8`; who has no other move writes `pass`."
    drawing = BoardDrawing(8, 8, {"b": "first", "w": "second"}, names=(COLUMNS, ROWS), points=Position.score)


GAME = StandardOthello()
