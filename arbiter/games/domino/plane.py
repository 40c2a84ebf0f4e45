"""Domino Lineare, the law of the two-dimensional game: horizontal tiles, and vertical ones that hang from a row's end.

A cell holds one digit. Rows grow downwards, columns to the right; the left cell of the first tile is (0, 0).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from arbiter.games.domino.law import (
    MIRROR,
    RAISE,
    SPECIAL,
    STANDARD,
    MoveError,
    Options,
    Tile,
    Verdict,
    judge_moves,
    numbered,
    raised,
    tile,
    touch,
    words_of,
)

Cell = tuple[int, int]
"""Row and column."""

BESIDE = {"<": -1, ">": 1}
"""Column offset of the neighbour that a mark names."""


class PlaneMove(NamedTuple):
    """`S a b`, `H row column a b` (left cell) or `V row column a b` (upper cell), digits as they lie.

    A special tile has its code for digits; `mark` names the neighbour that it takes after, empty for the left one.
    """

    letter: str
    row: int
    column: int
    a: int
    b: int
    mark: str = ""

    def __str__(self) -> str:
        """Write the move as programs do."""
        if self.letter == "S":
            return f"S {self.a} {self.b}"
        text = f"{self.letter} {self.row} {self.column} {self.a} {self.b}"
        return f"{text} {self.mark}" if self.mark else text

    def cells(self) -> tuple[Cell, Cell]:
        """Give the cells of the first and the second digit."""
        if self.letter == "V":
            return (self.row, self.column), (self.row + 1, self.column)
        return (self.row, self.column), (self.row, self.column + 1)


class Contact(NamedTuple):
    """Where a half (0 or 1) of a new tile touches a cell on the board, to its left (`<`) or right (`>`)."""

    half: int
    mark: str
    cell: Cell


@dataclasses.dataclass(frozen=True, slots=True)
class Laid:
    """A tile on the board: its code as in a hand, and the cells of its two digits."""

    code: Tile
    cells: tuple[Cell, Cell]


class Plane:
    """A two-dimensional board: the digit of each cell as it is now, and the tiles in the order of play."""

    def __init__(self, options: Options = STANDARD) -> None:
        self.options = options
        self.digits: dict[Cell, int] = {}
        self.laid: list[Laid] = []
        self._other: dict[Cell, Cell] = {}  # of the two cells of a tile

    @property
    def score(self) -> int:
        """Sum of all digits on the board."""
        return sum(self.digits.values())

    def fork(self) -> Plane:
        """Give a board like this one, to be played on without changing it."""
        other = Plane(self.options)
        other.digits, other.laid, other._other = self.digits.copy(), self.laid.copy(), self._other.copy()
        return other

    def place(self, move: PlaneMove) -> None:
        """Play a move; MoveError, and nothing has changed, if the rules forbid it."""
        code = tile(move.a, move.b)
        if code in SPECIAL and (move.a, move.b) != code:
            raise MoveError(f"a special tile is written {code[0]} {code[1]}")
        if (move.letter == "S") != (not self.digits):
            raise MoveError("the first move, and no other, is S")
        if move.letter == "S":
            if code in (RAISE, MIRROR):
                raise MoveError("a tile that takes after its neighbour cannot be the first")
            self._lay(move, code, (move.a, move.b))
            return
        contacts = self._contacts(move)
        named = _named(move, code, contacts)
        level = self._raised() if code == RAISE else self.digits
        halves = (move.a, move.b)
        if code == RAISE:
            halves = (level[named.cell], level[named.cell])
        elif code == MIRROR:
            near, far = level[named.cell], level[self._other[named.cell]]
            halves = (near, far) if named.half == 0 else (far, near)
        for half, _, cell in contacts:
            if not touch(halves[half], level[cell]):
                raise MoveError(f"{halves[half]} does not match the {level[cell]} at row {cell[0]}, column {cell[1]}")
        self.digits = level
        self._lay(move, code, halves)

    def moves(self, hand: Iterable[Tile]) -> Iterator[PlaneMove]:
        """Give every legal move with these tiles, in their order."""
        places = list(self._places())
        for a, b in hand:
            if not self.digits and (a, b) not in (RAISE, MIRROR):
                yield PlaneMove("S", 0, 0, a, b)
            lies = [(a, b)] if (a, b) in SPECIAL else list(dict.fromkeys([(a, b), (b, a)]))
            for letter, row, column in places:
                marks = ("", ">") if (a, b) in (RAISE, MIRROR) else ("",)
                for x, y in lies:
                    for mark in marks:
                        move = PlaneMove(letter, row, column, x, y, mark)
                        if self._allows(move):
                            yield move

    def _allows(self, move: PlaneMove) -> bool:
        try:
            contacts = self._contacts(move)
            code = tile(move.a, move.b)
            if move.mark and len(contacts) < 2:
                return False  # the same move as without the mark
            if code not in (RAISE, MIRROR):
                halves = (move.a, move.b)
                return all(touch(halves[half], self.digits[cell]) for half, _, cell in contacts)
            self.fork().place(move)
        except MoveError:
            return False
        return True

    def _places(self) -> Iterator[tuple[str, int, int]]:
        """Give where a tile may touch the board: letter, row and column, without repetition."""
        found = dict.fromkeys(
            place
            for row, column in self.digits
            for place in (
                ("H", row, column + 1),
                ("H", row, column - 2),
                ("V", row, column + 1),
                ("V", row, column - 1),
            )
        )
        for letter, row, column in found:
            cells = PlaneMove(letter, row, column, 0, 0).cells()
            if cells[0] not in self.digits and cells[1] not in self.digits:
                yield letter, row, column

    def _contacts(self, move: PlaneMove) -> list[Contact]:
        """Find what a tile would touch sideways; MoveError if it may not lie there whatever its digits."""
        if move.letter not in ("H", "V"):
            raise MoveError(f"{move.letter!r} is not S, H or V")
        cells = move.cells()
        for row, column in cells:
            if (row, column) in self.digits:
                raise MoveError(f"row {row}, column {column} is taken")
        contacts = [
            Contact(half, mark, (row, column + step))
            for half, (row, column) in enumerate(cells)
            for mark, step in BESIDE.items()
            if (row, column + step) in self.digits
        ]
        upper = [contact for contact in contacts if contact.half == 0]
        if move.letter == "V" and len(upper) != 1:
            raise MoveError("the upper half of a vertical tile must have exactly one neighbour in its row")
        if not contacts:
            raise MoveError("the tile touches nothing in its row")
        return contacts

    def _raised(self) -> dict[Cell, int]:
        return {cell: raised(digit, self.options) for cell, digit in self.digits.items()}

    def _lay(self, move: PlaneMove, code: Tile, halves: tuple[int, int]) -> None:
        cells = move.cells()
        self.digits[cells[0]], self.digits[cells[1]] = halves
        self._other[cells[0]], self._other[cells[1]] = cells[1], cells[0]
        self.laid.append(Laid(code, cells))


def _named(move: PlaneMove, code: Tile, contacts: list[Contact]) -> Contact:
    """Find the contact that a special tile takes after: of a vertical one always that of its upper half."""
    if move.mark and code not in (RAISE, MIRROR):
        raise MoveError("only a tile that takes after a neighbour has a mark")
    choices = [contact for contact in contacts if contact.half == 0] if move.letter == "V" else contacts
    if not move.mark:
        return choices[0]
    for contact in choices:
        if contact.mark == move.mark:
            return contact
    raise MoveError(f"there is no neighbour at the side of the mark {move.mark!r}")


def judge(hand: Iterable[Tile], line: str, options: Options = STANDARD) -> Verdict[PlaneMove]:
    """Judge a line of moves `S a b H row column a b V row column a b `, perhaps with marks, played from a hand."""
    return judge_moves(hand, Plane(options), read_moves(line))


def read_moves(line: str) -> Iterator[PlaneMove]:
    """Read moves one by one; MoveError where the line is none."""
    words = words_of(line)
    start = 0
    while start < len(words):
        if words[start] == "S":
            letter, a, b = numbered(words[start : start + 3], 3, "S and two numbers")
            yield PlaneMove(str(letter), 0, 0, int(a), int(b))
            start += 3
            continue
        letter, row, column, a, b = numbered(words[start : start + 5], 5, "a letter, row, column and two numbers")
        start += 5
        mark = words[start] if start < len(words) and words[start] in BESIDE else ""
        start += len(mark)
        yield PlaneMove(str(letter), int(row), int(column), int(a), int(b), mark)
