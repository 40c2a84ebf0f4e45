"""What an engine has said of one position, which is all that is kept of a review: the losses follow from it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

from arbiter.games.contract import Game
from arbiter.play.analysis import Analysis

UNKNOWN = (-math.inf, math.inf)
Bounds = tuple[float, float]
"""What is proved of a value: it is not below the first and not above the second."""


class Judgement(NamedTuple):
    """A position, as a value for who is to move there, in the unit in which losses are counted.

    `bounds` are proved. `values` are not: what searches of so many plies gave. `move` is the best one and `line` goes
    on with it; they are of the proof, or of the deepest search.
    """

    bounds: Bounds = UNKNOWN
    values: Mapping[int, float] = {}
    move: str = ""
    line: tuple[str, ...] = ()

    @property
    def proved(self) -> bool:
        """Tell whether the value is known for sure."""
        return self.bounds[0] == self.bounds[1]

    def at(self, depth: int) -> float | None:
        """Give the value at a depth. What is proved and has no other value there has the nearest proved one to 0."""
        low, high = self.bounds
        known = self.values.get(depth)
        if known is None and (low > 0 or high < 0 or low == high):
            known = low if low > 0 or low == high else high
        return known

    def to_json(self) -> list[Any]:
        """Give it as JSON values; None is a bound that is not known."""
        bounds = [None if math.isinf(bound) else bound for bound in self.bounds]
        return [*bounds, {str(depth): value for depth, value in self.values.items()}, self.move, list(self.line)]

    @classmethod
    def from_json(cls, data: list[Any]) -> Judgement:
        """Read back what `to_json` gave."""
        low, high, values, move, line = data
        bounds = (-math.inf if low is None else float(low), math.inf if high is None else float(high))
        return cls(bounds, {int(depth): float(value) for depth, value in values.items()}, str(move), tuple(line))


def bounds(game: Game, found: Analysis, left: int | None) -> Bounds:
    """Give what an answer proves in a game that is drawn after `left` more plies (None: never)."""
    if found.most is not None:
        return found.value, found.most
    notation = game.notation
    if not found.exact:
        # Who wins without a word of when says nothing where a draw may come first.
        by_margin = found.winner and notation is not None and notation.margin
        return of_result(game, found.winner) if by_margin else UNKNOWN
    if notation is None or notation.margin:
        return found.value, found.value
    result = notation.proved(found.value, left)
    if result is None:
        return UNKNOWN
    return of_result(game, result)


def of_result(game: Game, result: int) -> Bounds:
    """Give what a result proves: a difference to a draw where only results count, else no more than who wins."""
    if game.notation and game.notation.by_result:
        points = game.notation.by_result
        value = points[result][0] - points[0][0]
        return value, value
    return {1: (1.0, math.inf), 0: (0.0, 0.0), -1: (-math.inf, -1.0)}[result]
