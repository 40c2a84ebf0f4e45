"""What a phase of a row must do to bring it from two ends to two others, whatever tiles it has.

For `proof`, whose terms are those of `docs/domino-certificates.md`.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

DIGITS = range(1, 7)
BIT = [0, 1, 2, 4, 8, 16, 32]
"""Of a digit in a set of digits; a wild end has none."""
Ends = tuple[int, int]


def class_of(phase: int) -> int:
    """Give the class of a phase: 0, and 1 to 6 by turns."""
    return 0 if phase == 0 else 1 + (phase - 1) % 6


def united(sets: Iterable[int], with_: int = 0) -> int:
    """Give the digits of all these sets."""
    return functools.reduce(operator.or_, sets, with_)


def parts_of(edges: Iterable[int]) -> list[int]:
    """Give the connected parts of a graph, as sets of digits."""
    parts: list[int] = []
    for edge in edges:
        joined = united((part for part in parts if part & edge), edge)
        parts = [part for part in parts if not part & joined] + [joined]
    return parts


@cache
def connected(edges: tuple[int, ...]) -> tuple[int, ...]:
    """Give `parts_of` edges that come again and again."""
    return tuple(parts_of(edges))


class Step(NamedTuple):
    """From the ends before a phase to those after it, each in its place."""

    shows: Ends
    """Digits that tiles of the phase must show, the higher one first; 0 for none."""
    wild: bool
    """Whether an end is wild that was not before."""
    free: int
    odd: int
    """The digits that are odd, but for those of so many free ends."""
    ends: Ends
    """Where the row is joined on."""
    passed: int
    """The digit at both ends, which therefore is passed; 0 if they are two or wild."""

    @classmethod
    def of(cls, left: int, right: int, to_left: int, to_right: int, *, first: bool) -> Step:
        """Give the step from two ends to two ends; 0 is a wild one. Before the first phase nothing is shown."""
        shows = [to_left, to_right]
        for digit in () if first else (left, right):
            if digit in shows:
                shows.remove(digit)
        high, low, *_ = [*sorted(shows, reverse=True), 0, 0]
        free, odd, wild = 0, 0, False
        for begin, end in ((left, to_left), (right, to_right)):
            if begin or end:
                odd ^= BIT[begin] ^ BIT[end]
                free += (not begin) + (not end)
                wild |= not end
        if left == 0 == to_left:
            left = right
        elif right == 0 == to_right:
            right = left
        passed = to_left if to_left == to_right and left and right else 0
        return cls((high, low), wild, free, odd, (max(left, right), min(left, right)), passed)


@cache
def ends_from(lowest: int) -> list[Ends]:
    """Give all pairs of ends, the higher one first; the lowest is 0 if wild ones stay, else 1."""
    return [(high, low) for high in range(lowest, 7) for low in range(lowest, high + 1)]


@cache
def steps_from(lowest: int, *, first: bool) -> list[list[set[Step]]]:
    """Give the steps from each pair of ends to each: both places of those after."""
    ends = ends_from(lowest)
    return [
        [{Step.of(*before, *after, first=first), Step.of(*before, *after[::-1], first=first)} for after in ends]
        for before in ends
    ]
