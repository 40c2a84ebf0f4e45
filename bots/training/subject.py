"""What learning has to know of a game."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

Records = npt.NDArray[np.void]
"""Positions as a game's record has them."""


class View(NamedTuple):
    """How a large network sees positions of a game on a square board that has the eight symmetries of a square.

    `shape` is that of a position: planes, rows, columns. `planes` gives (positions, *shape), 0 and 1, and `squares` the
    numbers of source and target of the move that was found, (positions, 2), by rows, -1 for a pass. `wander` puts other
    positions in the place of some, by a seed. `scale` is 1 of the logistic function in the units of a score.
    """

    shape: tuple[int, int, int]
    planes: Callable[[Records], npt.NDArray[np.uint8]]
    squares: Callable[[Records], npt.NDArray[np.int64]]
    wander: Callable[[Records, int], None]
    scale: int


class Tensor(NamedTuple):
    """Weights of one kind: their shape in memory and in a file.

    At first they are drawn around `start`, `spread` wide, and they stay between -largest and largest. In a file 1 is
    `one`, and numbers are of the type `packed`. With `common`, those along the first axis are what all have in common,
    which is drawn so wide, plus what is special to each: so one that is rarely seen is known from the others. With
    `decay` they shrink by this share of the rate in each step. Rows that are seen in less than a share `rare` of the
    steps are zeros in the file, which is smaller so.
    """

    shape: tuple[int, ...]
    one: int
    start: float = 0.0
    spread: float = 0.0
    largest: float = 1e9
    common: float | None = None
    packed: str = "<i2"
    decay: float = 0.0
    rare: float = 0.0


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class SelfPlay:
    """A game whose engine plays itself.

    `player` makes an engine with weights as a file has them, unpacked, and raises ValueError if they are none; `play`
    gives the positions of a game by engine, seed and nodes of a move, and how many. `fields` are those of a position,
    name and type of C. `weights` is the file that is shipped.
    """

    name: str
    player: Callable[[bytes], Any]
    play: Callable[[Any, int, int], tuple[bytes, int]]
    fields: list[tuple[str, str]]
    weights: Path
    by_hand: bytes | None = None
    """Weights to play a first round with."""

    @property
    def suffix(self) -> str:
        """That of a file of positions."""
        return f".{self.name.lower()}"

    @property
    def record(self) -> np.dtype[np.void]:
        """The type of a position as C lays it out."""
        return np.dtype([(name, kind.removesuffix("_t")) for name, kind in self.fields], align=True)


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Subject(SelfPlay):
    """A game whose engine learns a small network, of `parts`.

    `learn` gives the sum of the squared errors of weights on positions with the share of results, and adds its gradient
    to the last argument.
    """

    parts: tuple[Tensor, ...]
    learn: Callable[[object, object, float, object | None], float]
    view: View | None = None
    """By which a large network can teach the small one."""
