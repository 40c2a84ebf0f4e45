"""Rows phase by phase, under prices: the ends of the row, and how many copies of each kind all phases so far need.

For `proof`; theorem and terms are those of `docs/domino-certificates.md`. Sets of points are integers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, reduce
from itertools import combinations_with_replacement, islice, product
from operator import or_, xor
from typing import NamedTuple

AFTER = 7
"""The point of an end that is wild after a phase, beside the six digits; one that was wild before it is 0."""
TOLD, TOLD_LAID, TOLD_WILD = 3, 7, 15
"""Copies that are told apart, beside odd and even ones; of wild tiles in a phase, and of those that all phases need."""
MOST_WAYS, KEPT, NEW = 10_000_000, 3, 100
"""That are followed, for how many one counts that takes room, and for how many one counts whose ends are looked for.
Hard hands need thousands, the worst of 2,000 eight million."""
Ends = tuple[int, ...]
"""The higher one first, 0 if it is wild; none before the first phase."""
Needs = tuple[int, ...]
"""Copies that the phases so far need, by kind."""
Layer = dict[tuple[Ends, Needs], int]
"""States, and what may still be lost from there on."""


class ProofError(ValueError):
    """A certificate that does not prove what it says; the message says where."""


class Use(NamedTuple):
    """How a phase uses a kind of tile, and mirrors beside it."""

    edges: tuple[int, ...]
    """The digits that each copy connects, none if it is wild; so many copies stand for more."""
    odd: int
    """Digits at which an odd number of sides lies."""


class Kind(NamedTuple):
    """What a hand has of a kind of tile."""

    digits: tuple[int, ...]
    """None if it is wild."""
    copies: int
    price: int

    @property
    def step(self) -> int:
        """2 if it matters whether a number of copies is odd or even, else 1."""
        return 2 if len(set(self.digits)) == 2 else 1

    @property
    def laid(self) -> int:
        """How many are told apart in a phase."""
        return TOLD if self.digits else TOLD_LAID

    def told(self, number: int, most: int) -> int:
        """Give the number of at most `most` copies that stands for this one."""
        return number if number <= most else most - (number - most) % self.step

    @property
    def most(self) -> int:
        """How many are told apart where phases need them; of doubles that is one."""
        return (TOLD_WILD, 1, TOLD)[len(set(self.digits))]

    def needed(self, number: int) -> int:
        """Give the number that stands for this one where phases need so many."""
        return self.told(number, self.most)

    def unsold(self, need: int) -> int:
        """Give what is refunded at least, but was not sold, if all phases need so many copies."""
        return self.price * ((self.copies - need) % self.step if need else self.copies)

    def uses(self, digits: list[int], copies: int, gain: int, mirrors: int, mirror: int) -> dict[Use, int]:
        """Give the ways to use it, and what they gain if each copy and each mirror gains so much; by final digits."""
        gains: dict[Use, int] = {}
        bits = [1 << digit for digit in digits]
        for n, m in product(few(copies, self.laid), few(mirrors)):
            leads_back = bits and n == 1 and m % 2  # to either digit
            odd, gained = reduce(xor, bits, 0) if (n + m) % 2 else 0, n * gain + m * mirror
            for edge in bits if leads_back else [reduce(or_, bits, 0)]:
                use = Use((edge,) * self.told(n, self.laid), odd)
                if n or not m:
                    gains[use] = max(gains.get(use, gained), gained)
        return gains


class Class(NamedTuple):
    """Phases of a class."""

    uses: list[dict[Use, int]]
    """Of each kind, and what they gain."""
    loops: list[int]
    """What the [11|11] that ends the phase gains with its mirrors, by the higher end."""
    wild: int
    """The digit that a wild end of the row becomes by it, or 0."""


class Way(NamedTuple):
    """A way to use some kinds in a phase."""

    loss: int = 0
    """Of what these kinds gain at most from here on."""
    needs: Needs = ()
    """After it."""
    edges: tuple[int, ...] = ()
    odd: int = 0


def few(most: int, told: int = TOLD) -> set[int]:
    """Give so few numbers that one is best, whatever a copy gains, of all for which the same number stands."""
    return {n for n in (*range(told + 1), most - 1, most) if 0 <= n <= most}


def connected(edges: Iterable[int]) -> list[int]:
    """Give the connected parts of a graph, as sets of points."""
    parts: list[int] = []
    for edge in filter(None, edges):
        joined = reduce(or_, (part for part in parts if part & edge), edge)
        parts = [part for part in parts if not part & joined] + [joined]
    return parts


def reached(ends: Ends, edges: tuple[int, ...], odd: int, wild: int) -> list[Ends]:
    """Give the ends to which a phase can bring the row, if a wild one becomes the digit `wild` then."""
    before = [1 << end for end in ends]
    wilds = edges.count(0) + ends.count(0)  # another one lies beside an end that was wild
    tiles = [*before, *filter(None, edges), *[1 << AFTER] * wilds]
    shown = [{i for i, tile in enumerate(tiles) if tile >> point & 1} for point in range(AFTER + 1)]
    graph, odd = connected((*edges, reduce(or_, before, 0))), reduce(xor, before, odd)
    found: list[Ends] = []
    for high, low in combinations_with_replacement(range(6, -1, -1), 2):
        x, y = high or AFTER, low or AFTER
        # Two tiles show them, unless the row has only one.
        if shown[x] and shown[y] and len(shown[x] | shown[y]) >= min(2, len(tiles)):
            parts, odd_ones = connected((*graph, 1 << x | 1 << y)), odd ^ 1 << x ^ 1 << y
            sides = (max((part & odd_ones).bit_count(), 2 if len(parts) > 1 else 0) for part in parts)
            if sum(sides) <= 2 * wilds:
                found.append(tuple(sorted((high or wild, low or wild), reverse=True)))
    return found


def ways_on(kind: Kind, uses: dict[Use, int], later: Sequence[int], need: int) -> tuple[int, list[Way]]:
    """Give what a kind gains at most from a phase on, and the ways to use it there; `later` is that after it."""
    found = []
    for use, gain in uses.items():
        if need + len(use.edges) <= kind.copies:
            after = kind.needed(need + len(use.edges))
            found.append((gain + later[after], after, use))
    best = max(gain for gain, _, _ in found)
    return best, [Way(best - gain, (after,), *use) for gain, after, use in found]


def class_of(phase: int) -> int:
    """Give the class of a phase: 0, and 1 to 6 by turns."""
    return 0 if phase == 0 else 1 + (phase - 1) % 6


class Layers:
    """All states between phases that may exceed a score."""

    def __init__(self, kinds: list[Kind], classes: list[Class]) -> None:
        """Take kinds of tile and classes of phases."""
        self.kinds, self.classes, self.left = kinds, classes, MOST_WAYS
        self.reached = cache(self._reached)

    def is_left(self, raises: int, target: int) -> bool:
        """Say whether a row may gain so much, prices paid, less what is refunded but not sold. Raises ProofError."""
        table = cache(self._table)
        later = [[-kind.unsold(need) for need in range(min(kind.copies, kind.most) + 1)] for kind in self.kinds]
        slack = sum(by_need[0] for by_need in later) - target
        beside, phases = [tuple(gain - by_need[0] for gain in by_need) for by_need in later], []
        for number in (class_of(phase) for phase in range(raises + 1)):
            tables = [table(k, number, gains) for k, gains in enumerate(beside)]
            beside = [gains for _, gains, _ in tables]
            phases.append((self.classes[number], [ways for _, _, ways in tables]))
            slack += self.classes[number].loops[-1] + sum(gain for gain, _, _ in tables)
        layer: Layer = {((), (0,) * len(self.kinds)): slack} if slack >= 0 else {}
        for class_, choices in reversed(phases):
            layer = self._played(layer, class_, choices)
        return bool(layer)

    def _table(self, k: int, number: int, beside: tuple[int, ...]) -> tuple[int, tuple[int, ...], list[list[Way]]]:
        """Give what a kind gains in a phase of a class, what that is beside it by need, and the ways to use it there.

        What it gains later is said beside that of need 0, too: so it is the same again after some phases.
        """
        uses = self.classes[number].uses[k]
        tables = [ways_on(self.kinds[k], uses, beside, need) for need in range(len(beside))]
        gain = tables[0][0]
        return gain, tuple(best - gain for best, _ in tables), [ways for _, ways in tables]

    def _played(self, layer: Layer, class_: Class, choices: list[list[list[Way]]]) -> Layer:
        """Play a phase from all states, in ways by kind and need; give the states after it."""
        most = max(layer.values(), default=0)

        @cache
        def ways(needs: Needs) -> list[Way]:
            """List ways to use the last kinds."""
            if not needs:
                return [Way()]
            pairs = product(choices[-len(needs)][needs[0]], ways(needs[1:]))
            found = (
                Way(a.loss + b.loss, a.needs + b.needs, a.edges + b.edges, a.odd ^ b.odd)
                for a, b in pairs
                if a.loss + b.loss <= most
            )
            kept = list(islice(found, self.left // KEPT + 1))
            self._count(KEPT * len(kept))
            return kept

        after: Layer = {}
        for (ends, needs), slack in layer.items():
            for a, b in product(choices[0][needs[0]], ways(needs[1:])):
                if a.loss + b.loss <= slack:
                    self._count(1)
                    for to in self.reached(ends, a.edges + b.edges, a.odd ^ b.odd, class_.wild):
                        left = slack - a.loss - b.loss - class_.loops[-1] + class_.loops[to[0]]
                        if left >= 0 and left > after.get(state := (to, a.needs + b.needs), -1):
                            after[state] = left
        return after

    def _reached(self, ends: Ends, edges: tuple[int, ...], odd: int, wild: int) -> list[Ends]:
        self._count(NEW)
        return reached(ends, edges, odd, wild)

    def _count(self, ways: int) -> None:
        self.left -= ways
        if self.left < 0:
            raise ProofError("these prices leave more open than can be followed")
