"""Simplified draughts: optional captures of one piece, men capture men only (`docs/protocol-dama.md`).

A board is a text of 64 characters: men `x` and kings `X` of player 1, men `o` and kings `O` of player 2, `.` empty;
square `8 * row + column`, row 0 first, the bottom row, from which player 1 moves up. Pieces stand where row + column is
odd. Nothing here is clever: this module is what the C engine is tested against.
"""

from __future__ import annotations

import dataclasses
import re
from typing import NamedTuple

EMPTY = "."
MAN = {1: "x", 2: "o"}
KING = {1: "X", 2: "O"}
OPPONENT = {1: 2, 2: 1}
FORWARDS = {1: 1, 2: -1}
LAST_ROW = {1: 7, 2: 0}
PIECES_A_SIDE = 12
PLIES = 100
"""Moves of both players together after which a game that nobody has won is drawn."""
MOST_PLIES = 10**9
"""The largest limit of moves that anybody may ask for."""

PLAYABLE = tuple((square // 8 + square % 8) % 2 == 1 for square in range(64))
START = "".join(
    EMPTY if not PLAYABLE[square] else "x" if square < 24 else "o" if square >= 40 else EMPTY for square in range(64)
)


class MoveError(ValueError):
    """A text that cannot be played."""


class MalformedMoveError(MoveError):
    """A text that is not two squares such as `b3-c4`."""


class IllegalMoveError(MoveError):
    """A move that the rules forbid in this position."""


class BoardError(ValueError):
    """A text that is not a board."""


class Move(NamedTuple):
    """A step to a neighbouring square, or a capture over one."""

    origin: int
    target: int

    def __str__(self) -> str:
        """Write `b3-c4`: columns a to h, rows 1 to 8 from the bottom."""
        return f"{square_text(self.origin)}-{square_text(self.target)}"

    @property
    def captured(self) -> int | None:
        """The square that is jumped over."""
        return (self.origin + self.target) // 2 if abs(self.origin // 8 - self.target // 8) == 2 else None


def owner(piece: str) -> int | None:
    """Tell whose a piece is, None for an empty square."""
    return 1 if piece in "xX" else 2 if piece in "oO" else None


@dataclasses.dataclass(frozen=True, slots=True)
class Position:
    """A board and the player to move; a value that never changes."""

    board: str = START
    mover: int = 1

    @property
    def to_move(self) -> int:
        """Tell whether player 1 (0) or player 2 (1) is to move."""
        return self.mover - 1

    def moves_of(self, square: int) -> list[Move]:
        """Give the legal moves of the piece on a square, steps and captures of each direction in turn."""
        piece = self.board[square]
        if owner(piece) != self.mover:
            return []
        prey = MAN[OPPONENT[self.mover]]
        directions = [FORWARDS[self.mover]]
        if piece == KING[self.mover]:
            prey += KING[OPPONENT[self.mover]]
            directions = [1, -1]
        row, column = divmod(square, 8)
        moves = []
        for up in directions:
            for right in (-1, 1):
                near, far = self._at(row + up, column + right), self._at(row + 2 * up, column + 2 * right)
                if near == EMPTY:
                    moves.append(Move(square, square + 8 * up + right))
                elif near is not None and near in prey and far == EMPTY:
                    moves.append(Move(square, square + 2 * (8 * up + right)))
        return moves

    def legal_moves(self) -> list[Move]:
        """Give every legal move, by origin; none if the player to move has lost."""
        return [move for square in range(64) for move in self.moves_of(square)]

    def winner(self) -> int | None:
        """Give the player who has won because the other, who is to move, cannot."""
        return None if any(self.moves_of(square) for square in range(64)) else OPPONENT[self.mover]

    def is_over(self) -> bool:
        """Tell whether the player to move cannot."""
        return self.winner() is not None

    def score(self) -> tuple[int, int]:
        """Give the points of player 1 and of player 2: two for who has won, one each where nobody has."""
        return {1: (2, 0), 2: (0, 2), None: (1, 1)}[self.winner()]

    def play(self, move: Move) -> Position:
        """Give the position after a move; a man that reaches the last row is a king.

        Raises IllegalMoveError.
        """
        if move not in self.moves_of(move.origin):
            raise IllegalMoveError(f"{move}: {self._why_not(move)}")
        board = list(self.board)
        piece, board[move.origin] = board[move.origin], EMPTY
        if move.captured is not None:
            board[move.captured] = EMPTY
        board[move.target] = KING[self.mover] if move.target // 8 == LAST_ROW[self.mover] else piece
        return Position("".join(board), OPPONENT[self.mover])

    def pieces(self) -> tuple[int, int]:
        """Count the pieces of player 1 and of player 2."""
        return sum(p in "xX" for p in self.board), sum(p in "oO" for p in self.board)

    def perft(self, depth: int) -> int:
        """Count the move sequences of exactly `depth` plies."""
        if depth == 0:
            return 1
        return sum(self.play(move).perft(depth - 1) for move in self.legal_moves())

    def _at(self, row: int, column: int) -> str | None:
        return self.board[8 * row + column] if 0 <= row < 8 and 0 <= column < 8 else None

    def _why_not(self, move: Move) -> str:
        piece, target = self.board[move.origin], self.board[move.target]
        if piece == EMPTY:
            return f"there is no piece on {square_text(move.origin)}"
        if owner(piece) != self.mover:
            return f"the piece on {square_text(move.origin)} is the opponent's"
        if target != EMPTY:
            return f"{square_text(move.target)} is not empty"
        what = "king" if piece == KING[self.mover] else "man"
        return f"the {what} on {square_text(move.origin)} cannot move there: {self._why_not_there(move)}"

    def _why_not_there(self, move: Move) -> str:
        (row, column), (to_row, to_column) = divmod(move.origin, 8), divmod(move.target, 8)
        up, right = to_row - row, to_column - column
        if abs(up) != abs(right) or abs(up) > 2:
            return "a move goes to the next square diagonally, or to the second, over a piece that it captures"
        if self.board[move.origin] == MAN[self.mover] and up * FORWARDS[self.mover] < 0:
            return "a man moves forwards only"
        over = (move.origin + move.target) // 2
        if self.board[over] == EMPTY:
            return f"there is nothing to capture on {square_text(over)}"
        if owner(self.board[over]) == self.mover:
            return f"the piece on {square_text(over)} is the same player's"
        return "men capture men only, not kings"


def move_between(before: str, after: str) -> tuple[int, Move] | None:
    """Find the player and the legal move that make board `after` of board `before`; None if there are none."""
    for mover in MAN:
        position = Position(before, mover)
        for move in position.legal_moves():
            if position.play(move).board == after:
                return mover, move
    return None


def square_text(square: int) -> str:
    """Write a square such as `b3`."""
    return f"{'abcdefgh'[square % 8]}{square // 8 + 1}"


def parse_move(text: str) -> Move:
    """Read a move written `b3-c4`, origin and target.

    Raises MalformedMoveError.
    """
    if not re.fullmatch("[a-h][1-8]-[a-h][1-8]", text):
        raise MalformedMoveError("a move is written `b3-c4`: origin and target, columns a to h, rows 1 to 8")
    origin, target = (8 * (int(name[1]) - 1) + "abcdefgh".index(name[0]) for name in text.split("-"))
    return Move(origin, target)


def check_board(board: str) -> str:
    """Give back a board that the rules allow, of 64 characters `x X o O .`.

    Raises BoardError: a piece on a square that is not playable, more than 12 pieces of a player.
    """
    for square, piece in enumerate(board):
        if piece != EMPTY and not PLAYABLE[square]:
            raise BoardError(f"row {square // 8}, column {square % 8}: {piece!r} on a square that is not playable")
    for player, count in zip(MAN, Position(board).pieces(), strict=True):
        if count > PIECES_A_SIDE:
            raise BoardError(f"player {player} has {count} pieces, at most {PIECES_A_SIDE} are possible")
    return board


def parse_board(text: str) -> str:
    r"""Read the text of a board file: row 7 first, cells apart by a blank, empty cells a blank, lines apart by `\n`.

    One newline after the last row is tolerated. Raises BoardError with what is wrong, where, and what was expected.
    """
    lines = text.removesuffix("\n").split("\n")
    if len(lines) != 8:
        raise BoardError(f"expected 8 rows, found {len(lines)}")
    for row, line in zip(range(7, -1, -1), lines, strict=True):
        if len(line) != 15:
            raise BoardError(f"row {row}: expected 15 characters, 8 cells with a blank between them, found {len(line)}")
        if strange := re.search("[^xXoO ]", line[::2]):
            column = strange.start()
            raise BoardError(f"row {row}, column {column}: expected x, X, o, O or a blank, found {line[2 * column]!r}")
        if line[1::2].strip(" "):
            raise BoardError(f"row {row}: expected a blank between the cells")
    return check_board("".join(line[::2] for line in reversed(lines)).replace(" ", EMPTY))


def format_board(board: str) -> str:
    """Write the text of a board file: 127 characters, no newline at the end."""
    rows = [board[8 * row : 8 * row + 8] for row in range(7, -1, -1)]
    return "\n".join(" ".join(row) for row in rows).replace(EMPTY, " ")


def parse_position(text: str) -> Position:
    """Read a board of 64 characters `x X o O .`, row 7 first, and the player to move, `1` or `2`.

    Raises ValueError with what is wrong and what was expected.
    """
    match text.split():
        case [board, player]:
            pass
        case words:
            raise ValueError(f"expected a board and a player, `BOARD 1` or `BOARD 2`, not {len(words)} words")
    if len(board) != 64:
        raise BoardError(f"a board has 64 characters, this one {len(board)}")
    if strange := re.search("[^xXoO.]", board):
        raise BoardError(f"character {strange.start() + 1} of the board is {strange.group()!r}, not x, X, o, O or .")
    if player not in ("1", "2"):
        raise ValueError(f"the player to move is `1` or `2`, not {player!r}")
    return Position(check_board("".join(board[8 * row : 8 * row + 8] for row in range(7, -1, -1))), int(player))


def format_position(position: Position) -> str:
    """Write a position as `parse_position` reads it."""
    board = position.board
    return f"{''.join(board[8 * row : 8 * row + 8] for row in range(7, -1, -1))} {position.mover}"
