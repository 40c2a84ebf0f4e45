"""Domino Lineare, the law of the one-dimensional game and what both games share: tiles, hands, options, verdicts.

The rules are written out in `docs/protocol-domino.md`. A tile `[a|b]` has two digits 1..6; three special tiles have
codes instead: `[0|0]` is wild, `[11|11]` raises every digit on the board, `[12|21]` mirrors the tile beside it.
"""

from __future__ import annotations

import dataclasses
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from typing import Generic, NamedTuple, Protocol, TypeVar

Tile = tuple[int, int]
"""The two digits of a tile (smaller first in a hand, as they lie on the board), or the code of a special tile."""

Hand = Counter[Tile]
"""How many copies of each tile a player holds."""

WILD: Tile = (0, 0)
RAISE: Tile = (11, 11)
MIRROR: Tile = (12, 21)
SPECIAL = (WILD, RAISE, MIRROR)
PLAIN: tuple[Tile, ...] = tuple((a, b) for a in range(1, 7) for b in range(a, 7))


@dataclasses.dataclass(frozen=True, slots=True)
class Options:
    """The two points where the course's own scorer differs from the rules of this project.

    `zero_stays`: `[11|11]` leaves a 0 as it is (otherwise it becomes an ordinary 1).
    `early_stop`: a player may stop while a tile in hand still fits.
    """

    zero_stays: bool = False
    early_stop: bool = False


STANDARD = Options()
MOST = 2**31 - 1
"""The largest number of a hand, with either sign: what `scanf` has room for, and so the engine's reader."""


class HandError(ValueError):
    """A hand that cannot be read; the message says what was wrong, where, and what was expected."""


class EarlyEndError(HandError):
    """A hand that ends too early; more input might complete it."""


class MoveError(ValueError):
    """A move that the rules forbid; the message says why."""


class Move(NamedTuple):
    """`S`tart, `L`eft or `R`ight, and the tile as it lies, or the code of a special tile."""

    letter: str
    a: int
    b: int

    def __str__(self) -> str:
        """Write the triple."""
        return f"{self.letter} {self.a} {self.b}"


def tile(a: int, b: int) -> Tile:
    """Give the tile of a hand with these two numbers, in either order; ValueError if there is none."""
    found = (min(a, b), max(a, b))
    if found not in SPECIAL and not (1 <= found[0] <= 6 and 1 <= found[1] <= 6):
        raise ValueError(f"there is no tile {a} {b}; tiles are two digits 1..6, 0 0, 11 11 and 12 21")
    return found


def read_hand(text: str) -> list[Tile]:
    """Read a hand as `scanf` does: N, then N pairs of integers. What follows the last pair is not read."""
    words = text.split(maxsplit=1)
    count = _integer(words[0] if words else None, "the number of tiles")
    if count < 0:
        raise HandError(f"the number of tiles is {count}; expected 0 or more")
    words = text.split(maxsplit=2 * count + 1)[1 : 2 * count + 1]
    hand = []
    for number in range(1, count + 1):
        pair = [*words[2 * number - 2 : 2 * number], None, None][:2]
        a, b = (_integer(word, f"tile {number} of {count}") for word in pair)
        try:
            hand.append(tile(a, b))
        except ValueError as error:
            raise HandError(f"tile {number} of {count}: {error}") from None
    return hand


def _integer(word: str | None, what: str) -> int:
    if word is None:
        raise EarlyEndError(f"{what}: the input ends here; expected an integer")
    digits = word[1:] if word[0] in "+-" else word
    if not word.isascii() or not digits.isdecimal():
        raise HandError(f"{what}: {word[:20]!r} is not an integer")
    digits = digits.lstrip("0") or "0"  # Python reads no more than 4,300 of them, zeros too
    if len(digits) > len(str(MOST)) or int(digits) > MOST:
        raise HandError(f"{what}: {word[:20]!r} is not an integer below {MOST + 1}")
    return -int(digits) if word[0] == "-" else int(digits)


def raised(digit: int, options: Options) -> int:
    """Give what `[11|11]` makes of a digit on the board."""
    if digit == 0:
        return 0 if options.zero_stays else 1
    return digit % 6 + 1


def touch(a: int, b: int) -> bool:
    """Say whether two digits may lie side by side."""
    return a == b or a == 0 or b == 0


class Row:
    """A one-dimensional board; `tiles` holds the digits as they lie now, `codes` the tiles that were played."""

    def __init__(self, options: Options = STANDARD) -> None:
        self.options = options
        self.tiles: deque[Tile] = deque()
        self.codes: deque[Tile] = deque()

    @property
    def score(self) -> int:
        """Sum of all digits on the board."""
        return sum(a + b for a, b in self.tiles)

    def fork(self) -> Row:
        """Give a board like this one, to be played on without changing it."""
        other = Row(self.options)
        other.tiles, other.codes = self.tiles.copy(), self.codes.copy()
        return other

    def place(self, move: Move) -> None:
        """Play a move; MoveError, and nothing has changed, if the rules forbid it."""
        letter, a, b = move
        code = tile(a, b)
        if code in SPECIAL and (a, b) != code:
            raise MoveError(f"a special tile is written {code[0]} {code[1]}")
        if letter not in ("S", "L", "R"):
            raise MoveError(f"{letter!r} is not S, L or R")
        if (letter == "S") != (not self.tiles):
            raise MoveError("the first move, and no other, is S")
        if letter == "S":
            if code in (RAISE, MIRROR):
                raise MoveError("a tile that takes after its neighbour cannot be the first")
            self.tiles.append((a, b))
            self.codes.append(code)
            return
        beside = self.tiles[0] if letter == "L" else self.tiles[-1]
        end = beside[0] if letter == "L" else beside[1]
        if code == RAISE:
            self.tiles = deque((raised(x, self.options), raised(y, self.options)) for x, y in self.tiles)
            a = b = raised(end, self.options)
        elif code == MIRROR:
            b, a = beside
        elif not touch(b if letter == "L" else a, end):
            raise MoveError(f"{b if letter == 'L' else a} does not match the {end} at that end")
        if letter == "L":
            self.tiles.appendleft((a, b))
            self.codes.appendleft(code)
        else:
            self.tiles.append((a, b))
            self.codes.append(code)

    def moves(self, hand: Iterable[Tile]) -> Iterator[Move]:
        """Give every legal move with these tiles, in their order; one for each way a tile can lie."""
        for a, b in hand:
            if not self.tiles:
                if (a, b) not in (RAISE, MIRROR):
                    yield Move("S", a, b)
                continue
            for letter in "LR":
                end = self.tiles[0][0] if letter == "L" else self.tiles[-1][1]
                if (a, b) in SPECIAL:
                    yield Move(letter, a, b)
                    continue
                for x, y in dict.fromkeys([(a, b), (b, a)]):
                    if touch(y if letter == "L" else x, end):
                        yield Move(letter, x, y)


AnyMove = TypeVar("AnyMove", bound=tuple[object, ...])


class Board(Protocol[AnyMove]):
    """What the boards of both games can do."""

    options: Options

    @property
    def score(self) -> int:
        """Sum of all digits on the board."""

    def place(self, move: AnyMove) -> None:
        """Play a move; MoveError, and nothing has changed, if the rules forbid it."""

    def moves(self, hand: Iterable[Tile]) -> Iterator[AnyMove]:
        """Give every legal move with these tiles, in their order."""


@dataclasses.dataclass(frozen=True, slots=True)
class Verdict(Generic[AnyMove]):
    """What the law says of a whole line of moves: `reason` is empty if it is legal, else why move `at` (from 1) is not.

    `score` is that of the legal part, `board` the board after it; a line with a reason deserves 0 points. It is
    `unfinished` where all its moves are legal and the only fault is that a tile still fits.
    """

    board: Board[AnyMove]
    moves: tuple[AnyMove, ...]
    score: int
    reason: str = ""
    at: int = 0
    unfinished: bool = False


def judge(hand: Iterable[Tile], line: str, options: Options = STANDARD) -> Verdict[Move]:
    """Judge a line of triples `S a b L a b R a b ` played from a hand."""
    return judge_moves(hand, Row(options), read_moves(line))


def read_moves(line: str) -> Iterator[Move]:
    """Read triples one by one; MoveError where the line is none."""
    words = words_of(line)
    for start in range(0, len(words), 3):
        letter, a, b = numbered(words[start : start + 3], 3, "a letter and two numbers")
        yield Move(str(letter), int(a), int(b))


def words_of(line: str) -> list[str]:
    """Split a line into words; MoveError if it is more than one line."""
    if "\n" in line.removesuffix("\n"):
        raise MoveError("the moves are not one line")
    return line.split()


def numbered(words: list[str], length: int, expected: str) -> list[str | int]:
    """Read a word and the integers after it, `length` words in all; MoveError if they are something else."""
    text = " ".join(words)[:40]
    if len(words) < length:
        raise MoveError(f"{text!r} is cut off; expected {expected}")
    numbers = words[1:]
    if not all(word.isascii() and word.removeprefix("-").isdecimal() and len(word) < 12 for word in numbers):
        raise MoveError(f"{text!r} is not {expected}")
    return [words[0], *map(int, numbers)]


def judge_moves(hand: Iterable[Tile], board: Board[AnyMove], moves: Iterator[AnyMove]) -> Verdict[AnyMove]:
    """Play moves from a hand on an empty board; `moves` may raise MoveError for what is not a move."""
    left = Counter(tile(a, b) for a, b in hand)
    played: list[AnyMove] = []

    def verdict(reason: str = "", *, unfinished: bool = False) -> Verdict[AnyMove]:
        return Verdict(board, tuple(played), board.score, reason, len(played) + 1 if reason else 0, unfinished)

    try:
        for move in moves:
            *_, a, b = (field for field in move if isinstance(field, int))
            try:
                code = tile(a, b)
                if not left[code]:
                    raise MoveError("that tile is not in the hand, or not so often")
                board.place(move)
            except ValueError as error:
                return verdict(f"{str(move)!r}: {error}")
            left[code] -= 1
            played.append(move)
    except MoveError as error:
        return verdict(str(error))
    if not board.options.early_stop:
        for move in board.moves(kind for kind, count in left.items() if count):
            return verdict(f"the line ends although {str(move)!r} can still be played", unfinished=True)
    return verdict()
