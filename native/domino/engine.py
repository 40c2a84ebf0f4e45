"""Domino Lineare in C. A hand is 24 counts: the plain tiles 11 12 ... 66 in that order, [0|0], [11|11], [12|21]."""

from __future__ import annotations

from native.common.library import ffi, lib

TYPE_CHECKING = False
if TYPE_CHECKING:  # who answers a challenge is to start at once, and `dataclasses` takes longer than all of that
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

MARK = b"\xef\xbb\xbf"
"""A byte-order mark, which some editors put in front of a file."""
PIECE = 1 << 16
"""Moves that are turned into text at a time."""


class HandError(ValueError):
    """A hand that cannot be read; the message says what was wrong, where, and what was expected."""


class Found:
    """What the optimiser found: nothing scores more than `bound`. Times are seconds."""

    def __init__(self, score: int, bound: int, nodes: int, time_s: float) -> None:
        self.score, self.bound, self.nodes, self.time_s = score, bound, nodes, time_s

    @property
    def proved(self) -> bool:
        """Say whether nothing better exists."""
        return self.score == self.bound


class Solution(Found):
    """A row: `moves` has one byte a move, to be read by `text`."""

    def __init__(self, moves: bytes, score: int, bound: int, nodes: int, time_s: float) -> None:
        super().__init__(score, bound, nodes, time_s)
        self.moves = moves

    def text(self) -> Iterator[bytes]:
        """Give the moves as triples, each number and letter followed by a space, in pieces."""
        buffer = ffi.new("char[]", 8 * min(PIECE, len(self.moves)) + 1)
        moves = ffi.from_buffer("uint8_t[]", self.moves)
        for start in range(0, len(self.moves), PIECE):
            end = min(start + PIECE, len(self.moves))
            yield bytes(ffi.buffer(buffer, lib.domino_write(moves, start, end, buffer)))


def read_hand(read: Callable[[], bytes]) -> list[int]:
    """Read a hand as `scanf` does, past a byte-order mark; `read` gives the next piece of the input, empty at its end.

    Raises HandError.
    """
    reader = ffi.new("domino_reader *")
    piece = _past_mark(read)
    while lib.domino_read(reader, ffi.from_buffer("char[]", piece), len(piece)) == lib.DOMINO_READ_MORE:
        piece = read()
    if reader.status < 0:
        raise HandError(_complaint(reader))
    hand = reader.hand
    return [*hand.plain, hand.wild, hand.raises, hand.mirror]


def _past_mark(read: Callable[[], bytes]) -> bytes:
    """Give the first piece of the input, without the mark, which may come in pieces itself."""
    begin = b""
    while MARK.startswith(begin) and (piece := read()):
        begin += piece
    return begin.removeprefix(MARK)


def _complaint(reader: Any) -> str:
    """Say in one line why a hand cannot be read."""
    if reader.status == lib.DOMINO_READ_NEGATIVE:
        return f"the number of tiles is {reader.count}; expected 0 or more"
    if reader.status == lib.DOMINO_READ_NO_TILE:
        tile = f"tile {(reader.numbers - 1) // 2} of {reader.count}"
        return f"{tile}: there is no tile {reader.a} {reader.b}; tiles are two digits 1..6, 0 0, 11 11 and 12 21"
    where = f"tile {(reader.numbers + 1) // 2} of {reader.count}" if reader.numbers else "the number of tiles"
    if reader.status == lib.DOMINO_READ_ENDED:
        return f"{where}: the input ends here; expected an integer"
    wrong = reader.wrong.decode("latin-1")
    return f"{where}: {wrong!r} is no part of an integer below 2147483648"


def _measured(result: Any) -> dict[str, Any]:
    """Give the numbers of a result of C."""
    return {"score": result.score, "bound": result.bound, "nodes": result.nodes, "time_s": result.time_s}


def solve(hand: Sequence[int], time_s: float, *, zero_stays: bool = False, early_stop: bool = False) -> Solution:
    """Find the best row; hands without special tiles need no time limit. Raises MemoryError."""
    given = ffi.new("domino_hand *", (list(hand[:21]), *hand[21:]))
    options = ffi.new("domino_options *", (zero_stays, early_stop, time_s))
    result = ffi.new("domino_result *")
    moves = bytearray(3 * sum(hand) + 1)
    if lib.domino_solve(given, options, ffi.from_buffer("uint8_t[]", moves), result):
        raise MemoryError("no memory to search this hand")
    del moves[result.length :]
    return Solution(bytes(moves), **_measured(result))


def prove(hand: Sequence[int], score: int, most: int, *, zero_stays: bool = False) -> dict[str, Any] | None:
    """Find by at most so many cases why no row that plays all [11|11] scores more, else None. Raises MemoryError.

    A case has the prices of the 24 kinds of tile, in 1/256 points, and what they, and mirrors beside each of the 21
    plain ones, cost besides in each of seven classes of phases; or class, kind and number by which it is split into one
    of at most so many copies and one of more.
    """
    given = ffi.new("domino_hand *", (list(hand[:21]), *hand[21:]))
    nodes = ffi.new("domino_case[]", most)
    found = lib.domino_prove(given, zero_stays, score, nodes, most)
    if found < 0:
        raise MemoryError("no memory to prove this hand")
    return _tree(nodes) if found else None


def rules_out(hand: Sequence[int], score: int, *, zero_stays: bool = False) -> bool:
    """Say whether it is known phase by phase that no row that plays all [11|11] scores more. Raises MemoryError."""
    given = ffi.new("domino_hand *", (list(hand[:21]), *hand[21:]))
    found = lib.domino_rule_out(given, zero_stays, score)
    if found < 0:
        raise MemoryError("no memory to prove this hand")
    return bool(found)


def _tree(nodes: Any) -> dict[str, Any]:
    """Give the first case and those that it is split into, however often."""
    root: dict[str, Any] = {}
    left = [(0, root)]
    while left:
        at, case = left.pop()
        node = nodes[at]
        if node.child:
            case |= {"split": [node.at_class, node.kind, node.most], "most": {}, "more": {}}
            left += [(node.child, case["most"]), (node.child + 1, case["more"])]
            continue
        extra = [list(row) for row in node.extra]
        case |= {"price": list(node.price)} | ({"extra": extra} if any(map(any, extra)) else {})
    return root


def resume(
    digits: Sequence[int],
    ends: tuple[int, int, int, int],
    left: Sequence[int],
    *,
    zero_stays: bool = False,
    early_stop: bool = False,
) -> Solution:
    """Find how a row that lies goes on best with the tiles that are left. Raises MemoryError, ValueError.

    `digits` says how many of each digit 0 to 6 lie, `ends` are those of the first and of the last tile, from left to
    right. The score is that of the whole row; it is proved unless special tiles leave more ways than memory has room.
    """
    row = ffi.new("domino_row *", (list(digits), list(ends)))
    given = ffi.new("domino_hand *", (list(left[:21]), *left[21:]))
    options = ffi.new("domino_options *", (zero_stays, early_stop, 0.0))
    result = ffi.new("domino_result *")
    moves = bytearray(3 * sum(left) + 4)
    match lib.domino_resume(row, given, options, ffi.from_buffer("uint8_t[]", moves), result):
        case -1:
            raise MemoryError("no memory to search this row")
        case -2:
            raise ValueError("a hand with special tiles has at most 255 copies of a tile")
    del moves[result.length :]
    return Solution(bytes(moves), **_measured(result))


class PlaneSolution(Found):
    """A two-dimensional board: moves as letter, row, column, two numbers, mark."""

    def __init__(
        self, moves: tuple[tuple[str, int, int, int, int, str], ...], score: int, bound: int, nodes: int, time_s: float
    ) -> None:
        super().__init__(score, bound, nodes, time_s)
        self.moves = moves

    def text(self) -> Iterator[bytes]:
        """Give the moves, each letter, number and mark followed by a space."""
        for letter, row, column, a, b, mark in self.moves:
            place = "" if letter == "S" else f"{row} {column} "
            yield f"{letter} {place}{a} {b} {mark} ".replace("  ", " ").encode()


def solve_2d(
    hand: Sequence[int],
    time_s: float,
    begun: Sequence[tuple[str, int, int, int, int, str]] = (),
    *,
    zero_stays: bool = False,
    early_stop: bool = False,
) -> PlaneSolution:
    """Find the best two-dimensional board of those that begin with these moves, which come first in the solution.

    Raises ValueError for too many tiles and for moves that are not legal, MemoryError.
    """
    given = ffi.new("domino_hand *", (list(hand[:21]), *hand[21:]))
    options = ffi.new("domino_options *", (zero_stays, early_stop, time_s))
    result = ffi.new("domino_result *")
    line = [(row, column, ord(letter), a, b, ord(mark or "\0")) for letter, row, column, a, b, mark in begun]
    moves = ffi.new("domino_move[]", sum(hand) + 1)
    match lib.domino_solve_2d(given, ffi.new("domino_move[]", line), len(line), options, moves, result):
        case -1:
            raise MemoryError("no memory to search this hand")
        case -2:
            raise ValueError(f"{sum(hand)} tiles are too many for two dimensions; at most {lib.domino_most_2d()}")
        case -3:
            raise ValueError("the moves with which the board begins are not legal")
    found = tuple(
        (chr(m.letter), m.row, m.column, m.a, m.b, chr(m.mark) if m.mark else "") for m in moves[0 : result.length]
    )
    return PlaneSolution(found, **_measured(result))
