"""Simultaneous perturbation: all numbers are moved at once, at random, one way and the other; what wins shows the way.

J. Spall, "Multivariate stochastic approximation using a simultaneous perturbation gradient approximation", 1992; how
steps shrink is of his "Implementation of the simultaneous perturbation algorithm for stochastic optimization", 1998.
"""

from __future__ import annotations

import dataclasses
import math
import random
from collections.abc import Mapping
from typing import Any

STEP_SHRINKS, MOVE_SHRINKS, STABLE = 0.101, 0.602, 0.1
"""Exponents of how steps and moves shrink, and the share of the iterations by which moves begin to."""
RATE = 0.006
"""By how much of a step, at the end, a game won moves a number."""


@dataclasses.dataclass(frozen=True)
class Number:
    """A number of the search: how far it is moved to see what that does (at the end), and its bounds."""

    step: float
    least: int
    most: int


class Spsa:
    """Values of all numbers, and how many iterations of how many are done. Of chance only the seed decides."""

    def __init__(self, numbers: Mapping[str, Number], values: Mapping[str, float], iterations: int, seed: int) -> None:
        """Begin with these values."""
        self._numbers, self._iterations, self._seed = numbers, iterations, seed
        self.values = dict(values)
        self.done = 0

    def next(self) -> tuple[list[int], list[int]]:
        """Give the two sets of whole numbers that the next iteration compares, in the order of the numbers."""
        chance = random.Random(f"{self._seed} {self.done}")
        self._signs = [chance.choice((-1, 1)) for _ in self._numbers]
        return self._moved(chance, 1), self._moved(chance, -1)

    def learn(self, won: int) -> None:
        """Hear by how many games the first set of `next` won more than the second one."""
        beyond = STABLE * self._iterations
        shrunk = math.pow((beyond + self._iterations) / (beyond + self.done + 1), MOVE_SHRINKS)
        for (name, number), sign in zip(self._numbers.items(), self._signs, strict=True):
            moved = RATE * shrunk * number.step**2 / self._step(number) * won * sign
            self.values[name] = _within(self.values[name] + moved, number)
        self.done += 1

    def stands(self) -> dict[str, Any]:
        """Give how far it is, to be written."""
        return {"done": self.done, "values": dict(self.values)}

    def found(self) -> list[int]:
        """Give the nearest whole numbers."""
        return [round(self.values[name]) for name in self._numbers]

    def _step(self, number: Number) -> float:
        return number.step * math.pow(self._iterations / (self.done + 1), STEP_SHRINKS)

    def _moved(self, chance: random.Random, side: int) -> list[int]:
        """Round at random, so that a step smaller than one is seen now and then."""
        moved: list[int] = []
        for (name, number), sign in zip(self._numbers.items(), self._signs, strict=True):
            value = _within(self.values[name] + side * sign * self._step(number), number)
            moved.append(math.floor(value + chance.random()))
        return moved


def _within(value: float, number: Number) -> float:
    return min(max(value, number.least), number.most)
