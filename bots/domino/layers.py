"""Rows phase by phase, under prices: the ends of the row, and how many copies all phases so far need.

For `proof`; theorem and terms are those of `docs/domino-certificates.md`. A state is the ends of the row after a phase
and the copies of each kind that the phases so far need, two bits a kind: of more than three copies an odd or an even
number. Sets of digits are integers.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import NamedTuple

DIGITS = range(1, 7)
BIT = [0, 1, 2, 4, 8, 16, 32]
"""Of a digit in a set; a wild end has none."""
EXACT, ENOUGH = 3, 3
"""Copies that are told apart, and wild tiles that join everything."""
PLAIN, WILD, RAISE, MIRROR = 21, 21, 22, 23
"""Kinds of plain tile, and the others."""
IS_DOUBLE = [a == b for a in DIGITS for b in range(a, 7)]
NEVER = 10**30
MOST_WAYS, PATTERN = 10_000_000, 50
"""That are followed, and how many a pattern counts for, which takes room. Hard hands need thousands, the worst of 2,000
four million."""
Ends = tuple[int, int]
"""The higher one first; a wild end, if there are such, is 0."""
State = tuple[Ends, int]


def class_of(phase: int) -> int:
    """Give the class of a phase: 0, and 1 to 6 by turns."""
    return 0 if phase == 0 else 1 + (phase - 1) % 6


def united(sets: Iterable[int], with_: int = 0) -> int:
    """Give the digits of all these sets."""
    return functools.reduce(operator.or_, sets, with_)


@cache
def connected(edges: tuple[int, ...]) -> tuple[int, ...]:
    """Give the connected parts of a graph, as sets of digits."""
    parts: list[int] = []
    for edge in edges:
        joined = united((part for part in parts if part & edge), edge)
        parts = [part for part in parts if not part & joined] + [joined]
    return tuple(parts)


class TooManyError(Exception):
    """Prices leave more open than can be followed."""


class Use(NamedTuple):
    """How a phase uses the copies of a kind, and mirrors beside them."""

    kind: int
    gain: int
    need: int = 0
    """Copies: one or two stand for as many and more by twos; 0 for none."""
    odd: bool = False
    joins: bool = False
    """Whether its two digits are connected."""
    one: bool = False
    second: int = NEVER
    """What a second copy costs, if there is but one."""


class Class(NamedTuple):
    """Phases of a class."""

    number: int
    edges: list[int]
    """The digits of each kind."""
    uses: list[list[Use]]
    """Of each kind."""
    wilds: list[int]
    """What 0, 1, 2, and 3 or more wild tiles gain."""
    loop: list[int]
    """What the [11|11] that ends the phase gains with its mirrors, by the higher end."""
    wild: int
    """The digit that a wild tile shows, or 0."""

    def best(self, kind: int) -> int:
        """Give the most that a kind gains."""
        return max(use.gain for use in self.uses[kind])

    def least_loss(self, kind: int, *, odd: bool) -> int:
        """Give what it loses at least of that if an odd number of copies is used, or any."""
        used = (use.gain for use in self.uses[kind] if use.need and (use.need % 2 or not odd))
        return self.best(kind) - max(used, default=-NEVER)


class Pattern(NamedTuple):
    """How a phase uses all kinds."""

    uses: tuple[Use, ...]
    loss: int
    """Of what is best for each."""
    odd: int
    touched: int
    parts: tuple[int, ...]
    """Digits that are connected."""
    doubles: int
    lone: tuple[int, ...]
    """Digits of copies that lead back."""
    hosts: tuple[int, ...]
    """Copies that have each digit; two stand for more."""

    @classmethod
    def of(cls, class_: Class, uses: tuple[Use, ...], loss: int) -> Pattern:
        """Give what these uses do together."""
        edges = [(use, class_.edges[use.kind]) for use in uses]
        cross = [(use, edge) for use, edge in edges if not IS_DOUBLE[use.kind]]
        odd = 0
        for use, edge in cross:
            odd ^= edge if use.odd else 0
        parts = connected(tuple(edge for use, edge in cross if use.joins))
        lone = tuple(edge for use, edge in cross if not use.joins)
        doubles = united(edge for use, edge in edges if IS_DOUBLE[use.kind])
        hosts = [min(2, sum(1 if use.one else 2 for use, edge in edges if edge & BIT[digit])) for digit in range(7)]
        return cls(uses, loss, odd, united(edge for _, edge in edges), parts, doubles, lone, tuple(hosts))

    def apart(self, here: int) -> list[int]:
        """List the parts, doubles and copies that lead back that have none of these digits, nor of other parts."""
        found, all_ = [part for part in self.parts if not part & here], united(self.parts, here)
        for edge in self.lone:
            if not edge & (all_ | self.doubles):
                return [*found, edge]  # others may lie beside it
        return found + [bit for bit in BIT if bit & self.doubles & ~all_]

    def pair_loss(self, class_: Class, x: int, y: int) -> int:
        """Give what it costs that two copies have these digits, one each."""
        if not self.hosts[x] or not self.hosts[y]:
            return NEVER
        both = [
            use
            for use in self.uses
            if class_.edges[use.kind] == BIT[x] | BIT[y] or (x == y and class_.edges[use.kind] & BIT[x])
        ]
        return 0 if self.hosts[x] > 1 or self.hosts[y] > 1 or not both else min(use.second for use in both)


def wild_gains(most: int, gain: int, beside: int) -> list[int]:
    """Give what 0, 1, 2, and 3 or more wild tiles gain at most, with what lies beside them."""
    numbers = ([1], [2], [ENOUGH, most])
    return [0] + [max(n * gain for n in some) + beside if some[0] <= most else -NEVER for some in numbers]


def uses_of(kind: int, copies: int, mirrors: int, gain: int, mirror: int) -> list[Use]:
    """List the ways to use a kind of which a copy gains so much, and a mirror."""

    def number(least: int, most: int, each: int) -> int:
        return most - (most - least) % 2 if each > 0 else least

    found = [Use(kind, 0)]
    if IS_DOUBLE[kind] and copies:
        n, m = copies if gain > 0 else 1, mirrors if mirror > 0 else 0
        found.append(Use(kind, n * gain + m * mirror, 1, one=n == 1, second=-gain if copies > 1 else NEVER))
    for need in range(1, min(EXACT, copies) + 1) if not IS_DOUBLE[kind] else ():
        for back in range(min(1, mirrors) + 1):
            n, m = number(need, copies, gain), number(back, mirrors, mirror)
            if need < EXACT or (back and gain <= 0):  # else three do what one does
                use = Use(kind, n * gain + m * mirror, need, (need + back) % 2 == 1, n > back, n == 1)
                found.append(use._replace(second=-2 * gain if n + 2 <= copies else NEVER))
    return found


class Joins:
    """What a pattern and wild tiles join, from two ends on."""

    def __init__(self, ends: Ends, pattern: Pattern, wilds: int, *, first: bool) -> None:
        """`first` says that there is no row yet: it begins at a digit of its first tile, or with a wild one."""
        self.ends, self.pattern, self.wilds, self.first = ends, pattern, wilds, first
        open_ends = 0 if first else ends.count(0)
        self.here = BIT[ends[0]] | BIT[ends[1]]
        self.odd = pattern.odd ^ BIT[ends[0]] ^ BIT[ends[1]]
        self.apart = pattern.apart(self.here)
        self.base = 0 if open_ends else united((part for part in pattern.parts if part & self.here), self.here)
        self.stubs = 2 * wilds + open_ends
        self.most = wilds + open_ends + (first and not ends[0])
        begins = not pattern.uses or bool(self.here & pattern.touched) if ends[0] else wilds > 0
        self.fits = (begins or not first) and (wilds == ENOUGH or len(self.apart) <= self.most)

    def _holds(self, odd: int, alone: int, more: int, free: int) -> bool:
        """Say whether wild tiles join all: one of their sides at each odd digit, two at a part that has none."""
        others = len(self.apart) + alone.bit_count()
        needed = odd.bit_count() + 2 * sum([not part & odd for part in [*self.apart, *([alone] if alone else [])]])
        if others and self.base and not self.base & odd:
            needed += 2
        return self.wilds == ENOUGH or (needed <= self.stubs - more + free and others <= self.most - more)

    def can_end(self) -> bool:
        """Say whether the row can end somewhere."""
        return self.fits and self._holds(self.odd, 0, 0, 2)

    def can_reach(self, ends: Ends) -> bool:
        """Say whether the row can have these ends after the phase."""
        digits = BIT[ends[0]] | BIT[ends[1]]
        if not self.fits:
            return False
        alone = digits & ~(self.pattern.touched | self.here)
        return self._holds(self.odd ^ BIT[ends[0]] ^ BIT[ends[1]], alone, ends.count(0), 0)

    def shown_loss(self, class_: Class, ends: Ends) -> int:
        """Give what it costs to show these ends, each new one by a tile of its own."""
        wild, shows = class_.wild, [end for end in ends if end]
        for digit in () if self.first else self.ends:
            if digit in shows:
                shows.remove(digit)
        hosts, by_wild = self.pattern.hosts, min(self.wilds, shows.count(wild))
        if self.first and len(shows) == 2 and self.wilds + len(self.pattern.uses) == 1:  # one tile, with its mirrors
            return 0 if shows.count(wild) == 2 or all(hosts[digit] for digit in shows) else NEVER
        if by_wild == len(shows):
            return 0
        if len(shows) == 1:
            return 0 if hosts[shows[0]] else NEVER
        if by_wild and hosts[shows[1] if shows[0] == wild else shows[0]]:
            return 0
        return self.pattern.pair_loss(class_, *shows)


class Layers:
    """All states between phases that may exceed a score."""

    def __init__(self, copies: list[int], price: list[int], classes: list[Class], zero_stays: bool) -> None:
        """Take copies and prices by kind, and the classes that there are."""
        self.copies, self.price, self.classes, self.last = copies, price, classes, copies[RAISE]
        self.held = [kind for kind in range(PLAIN) if copies[kind]]
        lowest = 0 if zero_stays and copies[WILD] else 1
        self.ends = [(high, low) for high in range(lowest, 7) for low in range(lowest, high + 1)]
        self.best = [sum(class_.best(kind) for kind in self.held) for class_ in classes]
        self.apart = [0]  # the most from each phase on, whatever the ends
        for phase in range(self.last + 1):
            class_ = classes[class_of(phase)]
            here = self.best[class_.number] + max(class_.wilds) + (class_.loop[-1] if phase else 0)
            self.apart.append(self.apart[-1] + here)
        self.ways = cache(self._ways)
        self.left = MOST_WAYS

    def is_left(self, target: int) -> bool:
        """Say whether a row may gain so much, prices paid, less what is refunded but not sold. Raises TooManyError."""
        layer: dict[State, int] = {((end, end), 0): 0 for end in range(7) if (end, end) in self.ends}
        for phase in range(self.last, 0, -1):
            layer = self._played(layer, phase, target)
        return self._ended(layer, target)

    def _played(self, layer: dict[State, int], phase: int, target: int) -> dict[State, int]:
        """Play a phase from all states."""
        class_, found = self.classes[class_of(phase)], dict[State, int]()
        cost, ahead = self._costs(phase), self.apart[phase]
        for (ends, needs), pattern, wilds, gain in self._plays(layer, phase, target - ahead - class_.loop[-1]):
            if (more := self._added(needs, pattern, wilds)) is None:
                continue
            left = ahead - cost(more)
            if gain + class_.loop[-1] + left < target:
                continue
            for to, loss in self.ways(class_.number, pattern, wilds, ends, phase == self.last):
                after = gain - loss + class_.loop[to[0]]
                if after + left >= target and after > found.get((to, more), -NEVER):
                    found[to, more] = after
        return found

    def _ended(self, layer: dict[State, int], target: int) -> bool:
        """Play the last phase from all states; say whether any reaches the target."""
        cost = self._costs(0)
        for (ends, needs), pattern, wilds, gain in self._plays(layer, 0, target):
            more = self._added(needs, pattern, wilds)
            if more is None or gain - cost(more) < target:
                continue
            if Joins(ends, pattern, wilds, first=not self.last).can_end():
                return True
        return False

    def _plays(self, layer: dict[State, int], phase: int, target: int) -> Iterator[tuple[State, Pattern, int, int]]:
        """Give states with patterns, numbers of wild tiles, and what is gained by then, at least the target."""
        class_ = self.classes[class_of(phase)]
        best, by_wilds = self.best[class_.number], max(class_.wilds)
        slack = max(layer.values(), default=-NEVER) + best + by_wilds - target
        patterns = sorted(self._patterns(class_, slack), key=lambda pattern: pattern.loss) if slack >= 0 else []
        for state, before in layer.items():
            for pattern in patterns:
                gain = before + best - pattern.loss
                if gain + by_wilds < target:
                    break
                for wilds, by_wild in enumerate(class_.wilds):
                    if gain + by_wild >= target:
                        self._count(1)
                        yield state, pattern, wilds, gain + by_wild

    def _count(self, ways: int) -> None:
        self.left -= ways
        if self.left < 0:
            raise TooManyError

    def _patterns(self, class_: Class, slack: int) -> Iterator[Pattern]:
        """Give all ways to use the kinds that lose no more than `slack`."""

        def all_(at: int, uses: tuple[Use, ...], left: int) -> Iterator[Pattern]:
            if at == len(self.held):
                self._count(PATTERN)
                yield Pattern.of(class_, uses, slack - left)
                return
            kind = self.held[at]
            best = class_.best(kind)
            for use in class_.uses[kind]:
                if best - use.gain <= left:
                    yield from all_(at + 1, (*uses, use) if use.need else uses, left - best + use.gain)

        return all_(0, (), slack)

    def _added(self, needs: int, pattern: Pattern, wilds: int) -> int | None:
        """Give what all phases need with one more; None if there is not so much."""
        for kind, need in [(use.kind, use.need) for use in pattern.uses] + [(WILD, wilds)] * (wilds > 0):
            held, before = self.copies[kind], needs >> 2 * kind & 3
            now = before + need
            if kind < PLAIN and IS_DOUBLE[kind]:
                now = 1
            elif now > held and held <= EXACT:
                return None
            elif now > EXACT:
                now = 2 + now % 2
            needs ^= (before ^ now) << 2 * kind
        return needs

    def _costs(self, phases: int) -> Callable[[int], int]:
        """Give the least that is refunded and not sold, or lost, of what is needed before so many last phases."""
        classes = {class_of(phase) for phase in range(phases)}
        table = [[self._cost(kind, need, classes) for need in range(EXACT + 1)] for kind in self.held]
        wild = 0 if phases else self.price[WILD] * self.copies[WILD]

        def cost(needs: int) -> int:
            lost = sum(costs[needs >> 2 * kind & 3] for kind, costs in zip(self.held, table, strict=True))
            return lost + (0 if needs >> 2 * WILD & 3 else wild)

        return cache(cost)

    def _cost(self, kind: int, need: int, classes: set[int]) -> int:
        held = self.copies[kind]
        odd = (need ^ held) % 2 == 1 and not IS_DOUBLE[kind]
        if need and not odd:
            return 0
        all_ = self.price[kind] * (1 if need or (odd and classes) else held)
        return min([all_, *(self.classes[number].least_loss(kind, odd=odd) for number in classes)])

    def _ways(self, number: int, pattern: Pattern, wilds: int, ends: Ends, first: bool) -> list[tuple[Ends, int]]:
        """Give the ends to which a phase can bring the row, and what is lost by what they show."""
        class_, joins = self.classes[number], Joins(ends, pattern, wilds, first=first)
        losses = ((to, joins.shown_loss(class_, to)) for to in self.ends if joins.can_reach(to))
        return [(to, loss) for to, loss in losses if loss < NEVER]
