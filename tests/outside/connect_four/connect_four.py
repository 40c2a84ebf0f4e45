"""Connect Four: discs fall into seven columns of six squares; four in a line win."""

from __future__ import annotations

from dataclasses import dataclass

from arbiter.games.board import BoardGame
from arbiter.games.squares import BoardDrawing

COLUMNS, HEIGHT = "abcdefg", 6
WIDTH = len(COLUMNS)
FOURS = [
    slice(first := WIDTH * row + column, first + 3 * (WIDTH * up + right) + 1, WIDTH * up + right)
    for right, up in ((1, 0), (0, 1), (1, 1), (-1, 1))
    for row in range(HEIGHT - 3 * up)
    for column in range(max(0, -3 * right), WIDTH - max(0, 3 * right))
]


@dataclass(frozen=True)
class Position:
    """42 squares, `x`, `o` or `.`, the bottom row first."""

    board: str = "." * (WIDTH * HEIGHT)

    @property
    def to_move(self) -> int:
        """Tell whether the first (0) or the second player (1) is to move."""
        return (len(self.board) - self.board.count(".")) % 2

    def won(self, disc: str) -> bool:
        """Tell whether there are four of these discs in a line."""
        return any(self.board[four] == 4 * disc for four in FOURS)

    def is_over(self) -> bool:
        """Tell whether the game is over."""
        return "." not in self.board or self.won("xo"[1 - self.to_move])

    def legal_moves(self) -> list[int]:
        """Give the columns that are not full; none if the game is over."""
        top = self.board[-WIDTH:]
        return [] if self.is_over() else [column for column in range(WIDTH) if top[column] == "."]

    def play(self, column: int) -> Position:
        """Give the position after a move. Raises ValueError."""
        if column not in self.legal_moves():
            raise ValueError(f"column {column} is full, or the game is over")
        square = next(at for at in range(column, len(self.board), WIDTH) if self.board[at] == ".")
        return Position(self.board[:square] + "xo"[self.to_move] + self.board[square + 1 :])

    def score(self) -> tuple[int, int]:
        """Give the winner a point."""
        return int(self.won("x")), int(self.won("o"))


class ConnectFour(BoardGame[Position, int]):
    """The game as the arbiter knows it."""

    name, title = "connect-four", "Connect Four"
    sides = ("yellow", "red")
    only_results = True
    begins = Position()
    move = "[a-g]"
    written = "A move is the letter of a column, `a` to `g`."
    drawing = BoardDrawing(WIDTH, HEIGHT, {"x": "first", "o": "second"}, names=(COLUMNS, ""), up=True)

    def write_move(self, move: int) -> str:
        """Write a column."""
        return COLUMNS[move]


GAME = ConnectFour()
