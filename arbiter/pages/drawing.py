"""What the page wants of each game: a module that turns a record into pictures."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

from markupsafe import Markup

from arbiter.games.players import End
from arbiter.play.record import GameRecord

Row = tuple[str, list[tuple[int, int, str]]]
"""A label, and tiles: two numbers and the class of their kind."""


@dataclasses.dataclass(frozen=True, slots=True)
class Frame:
    """One position: a whole `<svg>` element, a caption, and the points of the first and second mover in it."""

    svg: Markup
    caption: str
    points: tuple[int, int]


@dataclasses.dataclass(frozen=True, slots=True)
class Squares:
    """How a page of thousands of games draws a board by itself, of the ones that are looked at.

    A board is a text of one character a square; `points` are the squares' centres (`x y`) in the picture's `view`
    (viewBox), `shapes` the classes of polylines for each kind of piece. `boards` gives all of a game, the start first.
    """

    view: str
    points: tuple[str, ...]
    shapes: dict[str, str]
    boards: Callable[[GameRecord], list[str]]


@dataclasses.dataclass(frozen=True, slots=True)
class Drawing:
    """How a game looks: its name, what it counts (plural), the names of the first and second mover, and its pictures.

    `frames(record, every)` gives the start position and then one position a turn, or only the last of them; `ending`
    says in one clause why a game that was played to its end was over. Both raise ValueError for a record that the law
    does not allow. The symbols that the pictures use are in the room's `board.svg`, their looks in
    `board.css`. A game without `squares` has `rows` of tiles: for each position, labels with tiles of two
    numbers and a class.
    """

    name: str
    title: str
    unit: str
    sides: tuple[str, str]
    frames: Callable[[GameRecord, bool], list[Frame]]
    ending: Callable[[GameRecord], str]
    squares: Squares | None = None
    rows: Callable[[GameRecord], list[Row]] | None = None

    def last_words(self, record: GameRecord) -> str:
        """Say why a game without offence was over, and whatever else there is to say."""
        ground = self.ending(record) if record.end is End.FINISHED else "adjudicated"
        return ": ".join(filter(None, [ground, record.reason]))
