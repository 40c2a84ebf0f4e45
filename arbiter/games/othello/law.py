"""Orthogonal Othello: captures along rows and columns only, no pass (`docs/protocol-othello.md`).

A board is a text of 64 characters, `X` black, `O` white, `-` empty, row 0 first; square `8 * row + column`.
Nothing here is clever: this module is what the C engine is tested against.
"""

from __future__ import annotations

import re

BLACK, WHITE, EMPTY = "X", "O", "-"
START = "-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27
"""White on (3,3) and (4,4), black on (3,4) and (4,3)."""

OPPONENT = {BLACK: WHITE, WHITE: BLACK}
TEXT = tuple(f"{row} {column}" for row in range(8) for column in range(8))
"""Every square as the protocol writes it."""
SQUARE = {text: square for square, text in enumerate(TEXT)}
FULL = (1 << 64) - 1
"""The set of all squares."""


class MoveError(ValueError):
    """A text that cannot be played."""


class MalformedMoveError(MoveError):
    """A text that is not two integers as `printf("%d %d")` writes them."""


class IllegalMoveError(MoveError):
    """A move that the rules forbid in this position."""


MIDDLE = 0x7E7E7E7E7E7E7E7E
"""All columns but the first and the last, where no captured disc of a row stands, and behind which no row goes on."""
ONLY = {BLACK: str.maketrans("XO-", "100"), WHITE: str.maketrans("XO-", "010")}
"""What turns a board into the digits of a set: the discs of one player."""
LETTERS = str.maketrans("012", "-XO"), str.maketrans("012", "-OX")
"""What turns digits, 1 own and 2 the opponent's, into a board, if black or white is to move."""


class Position(tuple[int, int, int]):
    """A board and the player to move; a value that never changes.

    Inside it is two sets of squares, square n as bit n: the discs of the player to move and those of the opponent; and
    whether black (0) or white (1) is to move.
    """

    __slots__ = ()

    def __new__(cls, board: str = START, mover: str = BLACK) -> Position:
        """Take a board and `BLACK` or `WHITE`."""
        digits = board[::-1]  # the first square is the lowest bit
        own, other = (int(digits.translate(ONLY[disc]), 2) for disc in (mover, OPPONENT[mover]))
        return tuple.__new__(cls, (own, other, int(mover == WHITE)))

    def __getnewargs__(self) -> tuple[str, str]:
        """Say how copies are made, and what is sent to other processes."""
        return self.board, self.mover

    def __repr__(self) -> str:
        """Write it as it can be made."""
        return f"Position({self.board!r}, {self.mover!r})"

    @property
    def to_move(self) -> int:
        """Tell whether black (0) or white (1) is to move."""
        return self[2]

    @property
    def mover(self) -> str:
        """Tell who is to move."""
        return WHITE if self[2] else BLACK

    @property
    def board(self) -> str:
        """Give the board as a text."""
        own, other, to_move = self
        digits = int(f"{own:b}") + 2 * int(f"{other:b}")  # a decimal digit for each square, the last one first
        return f"{digits:064}"[::-1].translate(LETTERS[to_move])

    def turned(self, square: int) -> int:
        """Give the set of discs that a move on `square` turns over, which is none if the move is illegal."""
        own, other, _ = self
        turned, move = 0, 1 << square
        if (own | other) & move:
            return turned
        # In each direction: the opponent's discs next to the square, which are turned over if an own one stands behind.
        for step, others in (1, other & MIDDLE), (8, other):
            if here := move << step & others:
                seen = here
                while here := (here << step) & others:
                    seen |= here
                if (seen << step) & own:
                    turned |= seen
            if here := move >> step & others:
                seen = here
                while here := (here >> step) & others:
                    seen |= here
                if (seen >> step) & own:
                    turned |= seen
        return turned

    def captures(self, square: int) -> list[int]:
        """Give the discs that a move on `square` turns over, in increasing order; none if the move is illegal."""
        turned = self.turned(square)
        return [other for other in range(64) if turned >> other & 1]

    def legal_moves(self) -> list[int]:
        """Give the squares where the player to move may play, in increasing order; none if the game is over."""
        return [square for square in range(64) if self.turned(square)]

    def is_over(self) -> bool:
        """Tell whether the player to move has no legal move, which ends the game."""
        own, other, _ = self
        empty = FULL ^ own ^ other
        # All own discs at once go over the opponent's next to them, as long as these last: is an empty square behind?
        for step, others in (1, other & MIDDLE), (8, other):
            here = own << step & others
            while here:
                here <<= step
                if here & empty:
                    return False
                here &= others
            here = own >> step & others
            while here:
                here >>= step
                if here & empty:
                    return False
                here &= others
        return True

    def play(self, square: int) -> Position:
        """Give the position after a move.

        Raises IllegalMoveError if the square is taken or captures nothing.
        """
        own, other, to_move = self
        turned = self.turned(square)
        if not turned:
            why = "is not empty" if (own | other) >> square & 1 else "captures nothing"
            raise IllegalMoveError(f"square {TEXT[square]} {why}")
        return tuple.__new__(Position, (other ^ turned, own | turned | 1 << square, 1 - to_move))

    def score(self) -> tuple[int, int]:
        """Count the discs of black and of white; empty squares count for nobody."""
        own, other, to_move = self
        discs = own.bit_count(), other.bit_count()
        return discs[::-1] if to_move else discs

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
