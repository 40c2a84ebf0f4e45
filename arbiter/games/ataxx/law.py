"""Ataxx with the rules of the CS 61B program: blocks, forced passes, the end at 25 jumps (`docs/protocol-ataxx.md`).

And with the rule of tournaments elsewhere, a draw after 100 plies without an extend, in place of that end.

A board is a text of 49 characters, `r` red, `b` blue, `-` empty, `X` block; square `7 * row + column`, so that a1 is 0
and g7 is 48. Nothing here is clever: this module is what the C engine is tested against.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator

RED, BLUE, EMPTY, BLOCK = "r", "b", "-", "X"
START = "b-----r" + "-" * 35 + "r-----b"
"""Red on a7 and g1, blue on a1 and g7."""
JUMP_LIMIT = 25
"""So many jumps in a row, of both players together, end the game."""
PLY_LIMIT = 100
"""Or so many plies without an extend draw it."""
USUAL_RULE, TOURNAMENT_RULE = "25 jumps", "100 plies"
RULES = {USUAL_RULE: JUMP_LIMIT, TOURNAMENT_RULE: PLY_LIMIT, "50 moves": PLY_LIMIT}
"""The names of the rules, and the limit that each has; the last is another name for the one before."""

OPPONENT = {RED: BLUE, BLUE: RED}
NAME = {RED: "red", BLUE: "blue"}
SQUARES = tuple(f"{column}{row}" for row in "1234567" for column in "abcdefg")
"""The name of every square."""
SQUARE = {name: square for square, name in enumerate(SQUARES)}

Move = tuple[int, int]
"""Source and destination."""
PASS: Move = (-1, -1)


class MoveError(ValueError):
    """A text that cannot be played."""


class MalformedMoveError(MoveError):
    """A text that is not written as a move is."""


class IllegalMoveError(MoveError):
    """A move that the rules forbid in this position."""


class BlockError(ValueError):
    """A block that cannot be set."""


def distance(a: int, b: int) -> int:
    """Give the larger one of the distances in rows and in columns."""
    return max(abs(a // 7 - b // 7), abs(a % 7 - b % 7))


def around(square: int, most: int) -> tuple[int, ...]:
    """Give the squares at a distance from 1 to `most`, in increasing order."""
    row, column = divmod(square, 7)
    columns = range(max(column - most, 0), min(column + most, 6) + 1)
    rows = range(max(row - most, 0), min(row + most, 6) + 1)
    return tuple(7 * r + c for r in rows for c in columns if (r, c) != (row, column))


NEAR = tuple(around(square, 1) for square in range(49))
"""The squares next to a square."""
REACH = tuple(around(square, 2) for square in range(49))
"""The squares to which a piece can extend or jump."""


def reflections(square: int) -> list[int]:
    """Give a square and its reflections about the middle row and the middle column, each once."""
    row, column = divmod(square, 7)
    return sorted({7 * r + c for r in (row, 6 - row) for c in (column, 6 - column)})


@dataclasses.dataclass(frozen=True, slots=True)
class Position:
    """A board, the player to move, the jumps since the last extend, and the rule; a value that never changes.

    The rule is its `limit`: `JUMP_LIMIT`, or `PLY_LIMIT`, and then `jumps` counts passes as well.
    """

    board: str = START
    mover: str = RED
    jumps: int = 0
    limit: int = JUMP_LIMIT

    @property
    def to_move(self) -> int:
        """Tell whether red (0) or blue (1) is to move."""
        return int(self.mover == BLUE)

    def _steps(self, mover: str) -> Iterator[Move]:
        """Give the extends and jumps of a player, by source, then destination."""
        for source, piece in enumerate(self.board):
            if piece == mover:
                for target in REACH[source]:
                    if self.board[target] == EMPTY:
                        yield source, target

    def _can_step(self, mover: str) -> bool:
        return next(self._steps(mover), None) is not None

    def is_over(self) -> bool:
        """Tell whether a side has no piece, neither side can move, or the limit of the rule is reached."""
        return self.jumps >= self.limit or self._is_decided()

    def _is_decided(self) -> bool:
        """Tell whether it is over whatever the rule: a side has no piece, or neither side can move."""
        return RED not in self.board or BLUE not in self.board or not (self._can_step(RED) or self._can_step(BLUE))

    def is_drawn(self) -> bool:
        """Tell whether a count of plies has drawn it, whoever has more pieces."""
        return self.jumps >= self.limit == PLY_LIMIT and not self._is_decided()

    def legal_moves(self) -> list[Move]:
        """Give the moves of the player to move: each source and destination, or only the pass; none if it is over."""
        if self.is_over():
            return []
        return list(self._steps(self.mover)) or [PASS]

    def play(self, move: Move) -> Position:
        """Give the position after a move.

        Raises IllegalMoveError, which says why.
        """
        if self.is_over():
            raise IllegalMoveError("the game is over")
        opponent = OPPONENT[self.mover]
        if move == PASS:
            if self._can_step(self.mover):
                raise IllegalMoveError(f"{NAME[self.mover]} can move, so it may not pass")
            return Position(self.board, opponent, self.jumps + (self.limit == PLY_LIMIT), self.limit)
        source, target = move
        if self.board[source] != self.mover:
            raise IllegalMoveError(f"there is no {NAME[self.mover]} piece on {SQUARES[source]}")
        if self.board[target] != EMPTY:
            raise IllegalMoveError(f"{SQUARES[target]} is not empty")
        length = distance(source, target)
        if length > 2:
            raise IllegalMoveError(f"{SQUARES[target]} is too far from {SQUARES[source]}")
        board = list(self.board)
        if length == 2:
            board[source] = EMPTY
        board[target] = self.mover
        for square in NEAR[target]:
            if board[square] == opponent:
                board[square] = self.mover
        return Position("".join(board), opponent, self.jumps + 1 if length == 2 else 0, self.limit)

    def block(self, square: int) -> Position:
        """Give the position with a block on `square` and on its reflections.

        Raises BlockError if one of them is taken. That no move has been made is for the caller to know.
        """
        board = list(self.board)
        for other in reflections(square):
            if board[other] != EMPTY:
                raise BlockError(f"{SQUARES[other]} is not empty")
            board[other] = BLOCK
        return Position("".join(board), self.mover, self.jumps, self.limit)

    def score(self) -> tuple[int, int]:
        """Count the pieces of red and of blue; empty squares count for nobody, and nothing if plies have drawn it."""
        if self.jumps >= PLY_LIMIT and self.is_drawn():
            return 0, 0
        return self.board.count(RED), self.board.count(BLUE)

    def winner(self) -> str | None:
        """Give who has more pieces, None if nobody; when the game is over, that is its result."""
        red, blue = self.score()
        return RED if red > blue else BLUE if blue > red else None

    def perft(self, depth: int, *, by_destination: bool = False) -> int:
        """Count the move sequences of exactly `depth` plies, extends to the same square once if `by_destination`."""
        if depth == 0:
            return 1
        moves = self.legal_moves()
        if by_destination:
            moves = list(
                {
                    (target if distance(source, target) == 1 else source, target): (source, target)
                    for source, target in moves
                }.values()
            )
        return sum(self.play(move).perft(depth - 1, by_destination=by_destination) for move in moves)


def parse_move(text: str) -> Move:
    """Read a move of the command language, `c0r0-c1r1` or `-`, in lower case.

    Raises MalformedMoveError; whether the move is legal is for the position to say.
    """
    if text == "-":
        return PASS
    if not re.fullmatch("[a-g][1-7]-[a-g][1-7]", text):
        raise MalformedMoveError("a move is written `a7-b6`, columns a to g and rows 1 to 7, or `-`")
    return SQUARE[text[:2]], SQUARE[text[3:]]


def format_move(move: Move) -> str:
    """Write a move as `parse_move` reads it."""
    return "-" if move == PASS else f"{SQUARES[move[0]]}-{SQUARES[move[1]]}"


MOST_QUOTED = 100
"""Characters of what is wrong; the longest position with a rule has fewer."""
_FEN = {"x": RED, "o": BLUE, "-": BLOCK}
_FEN_PIECE = {piece: letter for letter, piece in _FEN.items()}


def parse_fen(text: str) -> Position:
    """Read a position as Ataxx engines write it, such as `x5o/7/7/7/7/7/o5x x 0 1`.

    Rows 7 to 1, `x` red, `o` blue, `-` block, digits for empty squares; the side to move; and, if given, the plies
    since the last extend and the number of the move. Behind that may stand a rule, `100 plies`; the count is of what it
    limits. Raises ValueError with what is wrong and what was expected.
    """
    words = text.split()
    limit = JUMP_LIMIT
    if len(words) == 6:
        limit = read_rule(" ".join(words[4:]))
        del words[4:]
    if not 2 <= len(words) <= 4:
        raise ValueError(
            f"expected rows, a side and perhaps two numbers, `x5o/7/7/7/7/7/o5x x 0 1`, not {quoted(text)}"
        )
    rows = words[0].split("/")
    if len(rows) != 7:
        raise ValueError(f"a board has 7 rows separated by /, this one {len(rows)}")
    board = ""
    for number, row in zip("7654321", rows, strict=True):
        squares = ""
        for letter in row:
            if letter not in "1234567xo-":
                raise ValueError(f"row {number} holds {letter!r}, not x, o, - or a digit from 1 to 7")
            squares += _FEN.get(letter) or EMPTY * int(letter)
        if len(squares) != 7:
            raise ValueError(f"row {number} has {len(squares)} squares, not 7")
        board = squares + board
    if words[1] not in ("x", "o"):
        raise ValueError(f"the side to move is x or o, not {quoted(words[1])}")
    for word in words[2:]:
        if not re.fullmatch("[0-9]{1,6}", word):
            raise ValueError(f"expected a number after the side to move, not {quoted(word)}")
    return Position(board, _FEN[words[1]], int(words[2]) if len(words) > 2 else 0, limit)


def read_rule(text: str) -> int:
    """Read a rule; give its limit. Raises ValueError."""
    limit = RULES.get(text.lower())
    if limit is None:
        raise ValueError(f"a rule is one of {', '.join(RULES)}, not {quoted(text)}")
    return limit


def quoted(text: str, most: int = MOST_QUOTED) -> str:
    """Write what is wrong in quotes, and of more than `most` characters the first ones."""
    return repr(text if len(text) <= most else f"{text[:most]}...")


def format_fen(position: Position) -> str:
    """Write a position as `parse_fen` reads it; the number of the move, which no position knows, is 1."""
    rows = [position.board[start : start + 7] for start in range(42, -1, -7)]
    letters = ["".join(_FEN_PIECE.get(piece, " ") for piece in row) for row in rows]
    text = "/".join(re.sub(" +", lambda empty: str(len(empty[0])), row) for row in letters)
    return f"{text} {_FEN_PIECE[position.mover]} {position.jumps} 1"
