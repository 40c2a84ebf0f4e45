"""What else a game may have, and most have not: tiles that are laid, engines in pages, reviews, a seat in the browser.

Each is an attribute of `arbiter.games.contract.Game`, or what a method of one gives.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self

from markupsafe import Markup

if TYPE_CHECKING:
    from arbiter.games.contract import Transcript

HOUSE = Path(__file__).parents[2]
"""Where the packages of this project lie."""


# ---- a game is looked at --------------------------------------------------------------------------------------------


class Laying(NamedTuple):
    """What one player laid, tile by tile: moves as they are written, after each the row (`1223`, two digits a tile),
    the points that count in the end, and why the last move, which is not among these, was none ("" if there is none).
    """

    moves: list[str]
    rows: list[str]
    points: int
    fault: str = ""


class Layings(NamedTuple):
    """A game of tiles, tile by tile: the hand, which of its tiles have a class of their own, and what was laid.

    A move names an end of the row, `S`, `L` or `R`, and the two numbers of a tile.
    """

    hand: list[tuple[int, int]]
    kinds: dict[str, str]
    laid: list[Laying]


class Scenes(NamedTuple):
    """The positions of a game as data: `boards`, the start first, and what a page cannot find out from them by itself.

    `captions` and `marks` hold, by the number of the position, what is not as usual: another caption than `start`,
    `after the opening` or a side and its move; SVG under and SVG over the pieces. `points` are those of both, in every
    position.
    """

    boards: list[str]
    captions: dict[int, str]
    marks: dict[int, tuple[Markup, Markup]]
    points: list[tuple[int, int]]


# ---- an engine reads it, and pages carry one ------------------------------------------------------------------------


class Writing(NamedTuple):
    """How an engine names what is on a board, so that a person can play by pointing.

    `squares` are the names of squares in moves, in the order of the board's characters. The first word of a position is
    the board, row by row from the top, `between` between rows, `1` to `9` so many empty squares; `pieces` says what a
    character of it is on the board where that is another one. `movers` is the second word by who is to move, and `tail`
    what follows in a position that is set up. `even` is the value of a small advantage.
    """

    squares: tuple[str, ...]
    movers: tuple[str, str]
    even: float
    pieces: Mapping[str, str] = {}
    between: str = ""
    tail: str = ""


@dataclasses.dataclass(frozen=True, slots=True)
class Course:
    """What was played, position after position, as an engine reads them (`arbiter review`).

    The first positions stand before the moves, one stands after the last. `movers` says who is to move in each, 0 for
    the first player, 1 for the second; `plies` the turn of the record (from 1) to which a move belongs. In a course
    that is `alone` one player makes all moves, and a position's value is what this player will have; it wins with more
    than `rival`. Else a value is that for the side to move, and above 0 is better. `final` is the proved value of the
    last position, None if the engine shall say. `free` tells where there is a choice.
    """

    positions: tuple[str, ...]
    moves: tuple[str, ...]
    movers: tuple[int, ...]
    plies: tuple[int, ...]
    free: tuple[bool, ...]
    final: float | None = None
    alone: bool = False
    rival: float = 0.0


@dataclasses.dataclass(frozen=True, slots=True)
class Reviewing:
    """How an engine reviews games (`arbiter review`): the `command` that answers as `analyse` does.

    A loss of so many `unit`s (the game's, if that says nothing else) is a `blunder`. `worth` gives a value that is not
    proved in this unit, and no value is beyond `most`. A game that is no `BoardGame` has `courses` of a transcript and
    the points of both players, in their order.
    """

    command: str
    blunder: float
    unit: str = ""
    most: float = math.inf
    worth: Callable[[int], float] = float
    courses: Callable[[Transcript], list[Course]] | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class PageEngine:
    """An engine that pages carry: files that are read when a page is made, and data to us, never programs.

    `module` is WebAssembly that has the functions of native/wasm/page/page.h; `weights` are numbers of 16 bits for it,
    packed by zlib; `levels` says how levels from 2 to 10 play, in lines such as `2 depth=1 slip=0.3`
    (bots/*/levels.txt). With `writing` a person can play against it on the board. `says` names in some words what the
    engine knows, for those who compare it with others. `proved` says what is proved of positions, in the lines behind
    the first one: `BOARD SIDE LEAST MOST ROW COLUMN ...`, packed by gzip (bots/*/openings.txt.gz).
    """

    module: Path
    says: str
    weights: Path | None = None
    levels: Path | None = None
    writing: Writing | None = None
    proved: Path | None = None

    @classmethod
    def ours(cls, name: str, says: str, writing: Writing | None = None) -> Self:
        """Give the engine of a game of this project, with the weights, small ones if it has those, and the levels."""
        native = HOUSE / "native"
        weights = _first(native / name / "small.weights", native / name / f"{name}.weights")
        levels, proved = (_first(HOUSE / f"bots/{name}" / file) for file in ("levels.txt", "openings.txt.gz"))
        return cls(native / f"wasm/{name}.wasm", says, weights, levels, writing, proved)


def _first(*paths: Path) -> Path | None:
    return next(filter(Path.exists, paths), None)


# ---- persons play it ------------------------------------------------------------------------------------------------


class Bot(NamedTuple):
    """A program of this project that plays a game: a `command`, in which `{level}` stands for one of `levels`, if it
    has any, and the `protocol` that it speaks.
    """

    command: str
    protocol: str
    levels: tuple[int, ...] = tuple(range(11))


class Deal(NamedTuple):
    """What one person is to play: where it starts, as records have it, the seed that dealt it, and the points to be
    reached, neither more nor less; None if it is the most.
    """

    start: str
    seed: int
    goal: int | None = None


class Sight(NamedTuple):
    """What there is after some moves: the moves that are possible, points, and a whole `<svg>` element."""

    moves: list[str]
    points: int
    svg: Markup


class Solitaire(Protocol):
    """A game of which a person plays a hand alone (`arbiter serve`); all methods raise ValueError."""

    @property
    def sizes(self) -> Sequence[int]:
        """Give the sizes of hands that a page offers."""

    @property
    def size(self) -> int:
        """Give the usual one."""

    def wish(self, words: Sequence[str]) -> dict[str, Any]:
        """Read the options of our bot as a wish. Raises OSError, too."""

    def deal(self, wish: Mapping[str, Any]) -> Deal:
        """Deal what a page wishes: a `size`, `special` or not, `2d`, a `seed`; a `puzzle`, or that of a `day`."""
        ...

    def look(self, start: str, moves: Sequence[str]) -> Sight:
        """Show what is there after moves."""
        ...

    def way(self, start: str, moves: Sequence[str], goal: int) -> list[str] | None:
        """Find moves that end with just so many points, None if there are none."""
