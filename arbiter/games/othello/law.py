"""Orthogonal Othello: captures along rows and columns only, no pass (`docs/protocol-othello.md`).

A board is a text of 64 characters, `X` black, `O` white, `-` empty, row 0 first; square `8 * row + column`.
Nothing here is clever: this module is what the C engine is tested against.
"""

from __future__ import annotations

import re
from typing import NamedTuple

BLACK, WHITE, EMPTY = "X", "O", "-"
START = "-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27
"""White on (3,3) and (4,4), black on (3,4) and (4,3)."""

OPPONENT = {BLACK: WHITE, WHITE: BLACK}
TEXT = tuple(f"{row} {column}" for row in range(8) for column in range(8))
"""Every square as the protocol writes it."""
SQUARE = {text: square for square, text in enumerate(TEXT)}


class MoveError(ValueError):
    """A text that cannot be played."""


class MalformedMoveError(MoveError):
    """A text that is not two integers as `printf("%d %d")` writes them."""


class IllegalMoveError(MoveError):
    """A move that the rules forbid in this position."""


def _rays(row: int, column: int) -> tuple[tuple[int, ...], ...]:
    """Give the squares that lie right, left, below and above a square, nearest first, where there are any."""
    right = tuple(8 * row + c for c in range(column + 1, 8))
    left = tuple(8 * row + c for c in range(column - 1, -1, -1))
    below = tuple(8 * r + column for r in range(row + 1, 8))
    above = tuple(8 * r + column for r in range(row - 1, -1, -1))
    return tuple(ray for ray in (right, left, below, above) if ray)


RAYS = tuple(_rays(row, column) for row in range(8) for column in range(8))
INSIDE_OUT = sorted(range(64), key=lambda square: abs(2 * (square // 8) - 7) + abs(2 * (square % 8) - 7))
"""Squares from the middle outwards: in random games the third empty one is a legal move, from the top the eleventh."""


class Position(NamedTuple):
    """A board and the player to move; a value that never changes."""

    board: str = START
    mover: str = BLACK

    @property
    def to_move(self) -> int:
        """Tell whether black (0) or white (1) is to move."""
        return int(self.mover == WHITE)

    def captures(self, square: int) -> list[int]:
        """Give the discs that a move on `square` turns over; none if the move is illegal."""
        board, mover = self.board, self.mover
        turned: list[int] = []
        if board[square] != EMPTY:
            return turned
        opponent = OPPONENT[mover]
        for ray in RAYS[square]:
            if board[ray[0]] == opponent:
                for length, other in enumerate(ray):
                    disc = board[other]
                    if disc != opponent:
                        if disc == mover:
                            turned += ray[:length]
                        break
        return turned

    def legal_moves(self) -> list[int]:
        """Give the squares where the player to move may play, in increasing order; none if the game is over."""
        return [square for square in range(64) if self.captures(square)]

    def is_over(self) -> bool:
        """Tell whether the player to move has no legal move, which ends the game."""
        board, captures = self.board, self.captures
        for square in INSIDE_OUT:
            if board[square] != EMPTY:
                continue
            if captures(square):
                return False
        return True

    def play(self, square: int) -> Position:
        """Give the position after a move.

        Raises IllegalMoveError if the square is taken or captures nothing.
        """
        turned = self.captures(square)
        if not turned:
            why = "captures nothing" if self.board[square] == EMPTY else "is not empty"
            raise IllegalMoveError(f"square {TEXT[square]} {why}")
        board, disc = bytearray(self.board, "ascii"), ord(self.mover)
        board[square] = disc
        for other in turned:
            board[other] = disc
        return Position(board.decode(), OPPONENT[self.mover])

    def score(self) -> tuple[int, int]:
        """Count the discs of black and of white; empty squares count for nobody."""
        return self.board.count(BLACK), self.board.count(WHITE)

    def perft(self, depth: int) -> int:
        """Count the move sequences of exactly `depth` plies."""
        if depth == 0:
            return 1
        return sum(self.play(square).perft(depth - 1) for square in self.legal_moves())


def parse_move(text: str) -> int:
    r"""Read a square written `row column`.

    Raises MalformedMoveError if the text is not two integers as `printf("%d %d")` writes them, IllegalMoveError if
    the square is off the board.
    """
    square = SQUARE.get(text)
    if square is not None:
        return square
    number = "(0|-?[1-9][0-9]*)"
    if re.fullmatch(f"{number} {number}", text):
        raise IllegalMoveError(f"square {text} is not on the board, whose rows and columns are 0 to 7")
    raise MalformedMoveError("a move is written `row column`, two integers with one space between them")


def parse_position(text: str) -> Position:
    """Read a board of 64 characters `X O -`, row 0 first, and the side to move, `black` or `white`.

    Raises ValueError with what is wrong and what was expected.
    """
    match text.split():
        case [board, side]:
            pass
        case words:
            raise ValueError(f"expected two words, `BOARD black` or `BOARD white`, found {len(words)}")
    if len(board) != 64:
        raise ValueError(f"a board has 64 characters, this one {len(board)}")
    if strange := re.search("[^XO-]", board):
        raise ValueError(f"character {strange.start() + 1} of the board is {strange.group()!r}, not X, O or -")
    if side not in ("black", "white"):
        raise ValueError(f"the side to move is `black` or `white`, not {side!r}")
    return Position(board, BLACK if side == "black" else WHITE)


def format_position(position: Position) -> str:
    """Write a position as `parse_position` reads it."""
    return f"{position.board} {'black' if position.mover == BLACK else 'white'}"
