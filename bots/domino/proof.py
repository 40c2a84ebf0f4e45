"""A certificate that no row of a hand scores more: prices and cases, checked in exact integers.

It shares nothing with the optimiser: theorem and proof are in `docs/domino-certificates.md`, whose names it uses.
A kind of tile is its place in the hand: 21 plain ones, [0|0], [11|11], [12|21]. Cases count besides, from HOSTS on, the
mirrors that lie beside each kind of plain tile.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from bots.domino.layers import Class, Layers, uses_of
from bots.domino.steps import BIT, DIGITS, Ends, Step, class_of, connected, ends_from, steps_from, united

PAIRS = [(a, b) for a in range(1, 7) for b in range(a, 7)]
CROSS = [kind for kind, (a, b) in enumerate(PAIRS) if a != b]
DOUBLES = {a: kind for kind, (a, b) in enumerate(PAIRS) if a == b}
WILD, RAISE, MIRROR, KINDS = 21, 22, 23, 24
HOSTS, COUNTED = KINDS, KINDS + len(PAIRS)
CLASSES, SCALE, MOST_LINKED, ENOUGH = 7, 256, 5, 3
NEVER = -(10**30)
EVERY = range(64)
"""All sets of digits."""


class ProofError(ValueError):
    """A certificate that does not prove what it says; the message says where."""


class Case(NamedTuple):
    """How many copies, and mirrors beside them, phases of a class use at least, and at most."""

    low: list[list[int]]
    high: list[list[int]]

    @classmethod
    def of(cls, copies: list[int]) -> Case:
        """Give the case of all rows of a hand."""
        most = copies + [copies[MIRROR]] * len(PAIRS)
        return cls([[0] * COUNTED for _ in range(CLASSES)], [list(most) for _ in range(CLASSES)])

    def caps(self, hand: Hand, number: int) -> list[int]:
        """Give the most that one phase of a class uses: what must be used elsewhere is not left for it."""
        most: list[int] = []
        for kind in range(COUNTED):
            if kind < KINDS:
                others = sum(self._least(other, kind) for other in range(CLASSES) if other != number)
                left = hand.copies[kind] - others
            else:
                left = most[MIRROR] - sum(self.low[number][HOSTS:]) + self.low[number][kind]
            most.append(max(0, min(self.high[number][kind], left)))
        return most

    def _least(self, number: int, kind: int) -> int:
        """Give how many a class must use."""
        return max(self.low[number][kind], sum(self.low[number][HOSTS:]) if kind == MIRROR else 0)


class Hand(NamedTuple):
    """What is played: copies by kind; whether a 0 stays one."""

    copies: list[int]
    zero_stays: bool

    @property
    def raises(self) -> int:
        """How many [11|11] the row plays."""
        return self.copies[RAISE]


def up(digit: int, times: int) -> int:
    """Give a digit after so many [11|11]."""
    return (digit - 1 + times) % 6 + 1


def numbers(value: object, size: int, least: int | None = None) -> list[int]:
    """Read a list of integers."""
    if not isinstance(value, list) or len(value) != size or any(type(item) is not int for item in value):
        raise ProofError(f"expected {size} integers")
    if least is not None and min(value) < least:
        raise ProofError(f"{min(value)} is less than {least}")
    return value


BUT_ONE = [operator.itemgetter(*(odd ^ bit for odd in EVERY)) for bit in (1, 2, 4, 8, 16, 32)]
"""Of a list by sets of digits, that by sets which have one digit more or less."""


def flipped(most: list[int]) -> list[int]:
    """Give the most for each set of odd digits but for one."""
    return list(map(max, *(other(most) for other in BUT_ONE)))


class Pieces(NamedTuple):
    """Kinds of two digits that connect certain digits."""

    parts: tuple[int, ...]
    """What is connected."""
    digits: int
    gains: dict[int, int]
    """The most for each set of odd digits that there is."""
    most: int


class Joined(NamedTuple):
    """The most from two ends if so many things are joined by wild tiles."""

    none: list[int]
    """For each set of odd digits."""
    one: list[int]
    """Before the two digits that it joins are taken for odd; with more of them any may be."""
    two: int
    three: int


class Phase:
    """The most that one phase of a class can gain, by the ends before and after it."""

    def __init__(self, hand: Hand, cap: list[int], price: list[int], number: int) -> None:
        """`cap` and `price` are by kind: the most copies that a phase uses, and what each costs."""
        self.hand, self.cap, self.price, self.number = hand, cap, price, number
        self.gains = [self._uses(kind) for kind in range(21)]
        self.shown = united(self._digits(kind) for kind in range(21) if cap[kind])
        if hand.copies[WILD] and number and not hand.zero_stays:
            self.shown |= BIT[number]
        gains = [(max(0, *self.gains[kind]), BIT[up(digit, number)]) for digit, kind in DOUBLES.items()]
        self.double = sorted(gains, reverse=True)
        self.showing = self._showing()
        self.doubles: Callable[[int, int], int] = cache(self._doubles)
        self.wilds = self._wilds()
        cross = [kind for kind in CROSS if hand.copies[kind]]
        self.linked = len(cross) <= MOST_LINKED
        self.pieces = self._linked(cross) if self.linked else []
        self.free = [] if self.linked else self._free(cross)
        self.ways: Callable[[Ends], list[tuple[int, int, dict[int, int], int]]] = cache(self._ways)
        self.joined: Callable[[Ends], Joined] = cache(self._joined)
        self.open: Callable[[Ends, bool, int], list[int]] = cache(self._open)
        self.by_wilds: Callable[[Ends], list[tuple[int, list[int]]]] = cache(self._by_wilds)
        self.passing: Callable[[Ends, int, int], int] = cache(self._passing)

    def rows(self, lowest: int, *, first: bool = False) -> list[list[int]]:
        """Give the most from each pair of ends to each; for the first phase, where nothing is shown before."""
        return [[max(map(self._most, steps)) for steps in row] for row in steps_from(lowest, first=first)]

    def _uses(self, kind: int) -> tuple[int, int]:
        """Give the most that an odd number of copies and mirrors of a kind gains, and an even one but 0."""
        worth = SCALE * sum(up(digit, self.number) for digit in PAIRS[kind])
        found = [NEVER, NEVER]
        most, mirrors = self.cap[kind], min(self.cap[MIRROR], self.cap[HOSTS + kind])
        mirror = worth - self.price[MIRROR] - self.price[HOSTS + kind]
        for copies in {1, 2, most - 1, most} & set(range(1, most + 1)):
            for more in {0, 1, mirrors - 1, mirrors} & set(range(mirrors + 1)):
                gain = copies * (worth - self.price[kind]) + more * mirror
                found[(copies + more + 1) % 2] = max(found[(copies + more + 1) % 2], gain)
        return found[0], found[1]

    def class_(self, loop: list[int]) -> Class:
        """Give how the kinds may be used, one by one, for `layers`."""
        uses, mirror = [], self.price[MIRROR]
        for kind, pair in enumerate(PAIRS):
            worth = SCALE * sum(up(digit, self.number) for digit in pair)
            mirrors = min(self.cap[MIRROR], self.cap[HOSTS + kind])
            gains = worth - self.price[kind], worth - mirror - self.price[HOSTS + kind]
            uses.append(uses_of(kind, self.cap[kind], mirrors, *gains))
        edges = [self._digits(kind) for kind in range(len(PAIRS))]
        return Class(self.number, edges, uses, self.wilds, loop, self.shown)

    def _wilds(self) -> list[int]:
        """Give the most that 0, 1, 2, and 3 or more wild tiles gain."""
        worth = 0 if self.hand.zero_stays else 2 * self.number * SCALE
        mirrors = self.cap[MIRROR] * max(0, worth - self.price[MIRROR])
        found = [0, NEVER, NEVER, NEVER]
        for wilds in {1, 2, ENOUGH, self.cap[WILD]} & set(range(1, self.cap[WILD] + 1)):
            joins = min(wilds, ENOUGH)
            found[joins] = max(found[joins], wilds * (worth - self.price[WILD]) + mirrors)
        return found

    def _linked(self, cross: list[int]) -> list[Pieces]:
        """Give all ways to use the kinds of two digits, by the digits that they connect."""
        uses: list[tuple[int, tuple[int, ...], int]] = [(0, (), 0)]
        for kind in cross:
            edge, (odd_gain, even_gain) = self._digits(kind), self.gains[kind]
            more = [(odd ^ edge, (*used, edge), gain + odd_gain) for odd, used, gain in uses if odd_gain > NEVER]
            more += [(odd, (*used, edge), gain + even_gain) for odd, used, gain in uses if even_gain > NEVER]
            uses += more
        found: dict[tuple[int, ...], dict[int, int]] = {}
        for odd, used, gain in uses:
            gains = found.setdefault(connected(used), {})
            gains[odd] = max(gain, gains.get(odd, NEVER))
        return [Pieces(parts, sum(parts), gains, max(gains.values())) for parts, gains in found.items()]

    def _free(self, cross: list[int]) -> list[int]:
        """Give the most for each set of odd digits, whatever is connected."""
        found = [NEVER if odd else self.doubles(0, 6) for odd in EVERY]
        for kind in cross:
            edge, (odd_gain, even_gain) = self._digits(kind), self.gains[kind]
            more = max(0, even_gain)
            found = [max(found[odd] + more, found[odd ^ edge] + odd_gain) for odd in EVERY]
        return found

    def _digits(self, kind: int) -> int:
        a, b = PAIRS[kind]
        return BIT[up(a, self.number)] | BIT[up(b, self.number)]

    def _doubles(self, here: int, more: int) -> int:
        """Give what the doubles of these digits gain, and of so many more."""
        found = 0
        for gain, digit in self.double:
            if digit & here:
                found += gain
            elif more:
                found, more = found + gain, more - 1
        return found

    def _joined(self, ends: Ends) -> Joined:
        if not self.linked:
            return Joined(self.free, self.free, max(self.free), max(self.free))
        if 0 in ends:
            found = [self.joined((max(digit, *ends), min(digit, max(ends)))) for digit in DIGITS]
            none, one = (list(map(max, *lists)) for lists in ([a.none for a in found], [a.one for a in found]))
            return Joined(none, one, max(a.two for a in found), max(a.three for a in found))
        none, one, two, three = [NEVER] * len(EVERY), [NEVER] * len(EVERY), NEVER, NEVER
        for apart, here, gains, most in self.ways(ends):
            three = max(three, most + self.doubles(here, 6))
            if apart <= 2:
                two = max(two, most + self.doubles(here, 2 - apart))
            for reached, joins in ((none, 0), (one, 1)):
                if apart <= joins:
                    more = self.doubles(here, joins - apart)
                    for odd, gain in gains.items():
                        reached[odd] = max(reached[odd], gain + more)
        return Joined(none, one, two, three)

    def _ways(self, ends: Ends) -> list[tuple[int, int, dict[int, int], int]]:
        """Give `pieces` from two ends: parts apart from the ends, all digits, gains."""
        begin = BIT[ends[0]] | BIT[ends[1]]
        return [
            (sum([not part & begin for part in parts]), digits | begin, gains, most)
            for parts, digits, gains, most in self.pieces
        ]

    def _by_wilds(self, ends: Ends) -> list[tuple[int, list[int]]]:
        """Give what 1, 2, and 3 or more wild tiles gain, and the others then, for each set of odd digits."""
        if not self.cap[WILD]:
            return []
        joined = self.joined(ends)
        others = [flipped(flipped(joined.one)), [joined.two] * len(EVERY), [joined.three] * len(EVERY)]
        return list(zip(self.wilds[1:], others, strict=True))

    def _open(self, ends: Ends, wild: bool, free: int) -> list[int]:
        """Give the most from two ends for each set of odd digits, but for so many, with some wild tile or not."""
        if free:
            return flipped(self.open(ends, wild, free - 1))
        found = [NEVER] * len(EVERY) if wild else self.joined(ends).none
        for gain, others in self.by_wilds(ends):
            found = [max(most, gain + more) for most, more in zip(found, others, strict=True)]
        return found

    def _passing(self, ends: Ends, odd: int, digit: int) -> int:
        """Give the most from two ends to one digit twice, which therefore is passed, without wild tiles."""
        found = NEVER
        for apart, here, gains, _ in self.ways(ends):
            if not apart and BIT[digit] & here and odd in gains:
                found = max(found, gains[odd] + self.doubles(here, 0))
        return found

    def _showing(self) -> list[list[int]]:
        """Give what all kinds could gain apart, but for what it costs that they show one or two digits; 0 for none."""
        lost = [[0 if shown == (0, 0) else -NEVER for shown in zip([a] * 7, range(7), strict=True)] for a in range(7)]
        for kind, (odd_gain, even_gain) in enumerate(self.gains):
            a, b = (up(digit, self.number) for digit in PAIRS[kind])
            for x, y in ((a, 0), (b, 0), (0, a), (0, b), (a, b), (b, a)):
                lost[x][y] = min(lost[x][y], max(0, -max(odd_gain, even_gain)))
        most = sum(max(0, *gains) for gains in self.gains)
        for a in DIGITS:
            lost[a][a] = lost[a][0]
        return [[most - min(lost[a][b], lost[a][0] + lost[b][0]) for b in range(7)] for a in range(7)]

    def _most(self, step: Step) -> int:
        plain = by_wild = self.showing[step.shows[0]][step.shows[1]]
        if not self.hand.zero_stays:  # a wild tile shows the class
            high, low = (digit if digit != self.number else 0 for digit in step.shows)
            by_wild = self.showing[high][low]
        ends = step.ends if self.linked else (1, 1)  # else they do not matter
        if step.free:
            return min(self.open(ends, step.wild, step.free)[step.odd], by_wild + max(self.wilds))
        passes = self.linked and step.passed
        most = self.passing(ends, step.odd, step.passed) if passes else self.joined(ends).none[step.odd]
        return max([min(most, plain)] + [gain + min(more[step.odd], by_wild) for gain, more in self.by_wilds(ends)])


def bound(hand: Hand, case: Case, price: list[int], extra: list[list[int]], score: int | None = None) -> int:
    """Give what no row of the case scores more than, in points; the score if states between phases show so much."""
    total = sum(price[kind] * hand.copies[kind] for kind in range(KINDS) if kind != RAISE)
    phases: list[Phase] = []
    loops: list[list[int]] = []
    for number in range(min(hand.raises + 1, CLASSES)):
        cap = case.caps(hand, number)
        for kind, more in enumerate(extra[number]):
            total += more * (cap[kind] if more > 0 else case.low[number][kind])
        costs = [more + (price[kind] if kind < KINDS else 0) for kind, more in enumerate(extra[number])]
        phases.append(Phase(hand, cap, costs, number))
        worths = [2 * high * SCALE for high in range(7)]
        loops.append([worth + cap[MIRROR] * max(0, worth - costs[MIRROR]) for worth in worths])
    lowest = 0 if hand.zero_stays and hand.copies[WILD] else 1
    ends, rows = ends_from(lowest), [phase.rows(lowest) for phase in phases]
    future: list[list[int]] = []
    after = [0] * len(ends)
    for number in range(hand.raises + 1):
        class_ = class_of(number)
        if number:
            after = [most + loops[class_][high] for most, (high, _) in zip(future[-1], ends, strict=True)]
        future.append([max(map(operator.add, row, after)) for row in rows[class_]])
    begins = [(digit, digit) for digit in DIGITS if BIT[digit] & phases[class_].shown]
    if lowest == 0 and phases[class_].cap[WILD]:
        begins.append((0, 0))
    first = phases[class_].rows(lowest, first=True)
    most = max((max(map(operator.add, first[ends.index(begin)], after)) for begin in begins), default=NEVER)
    most = max(0, (most + total) // SCALE)
    if score is None or most <= score:
        return most
    classes = [phase.class_(loop) for phase, loop in zip(phases, loops, strict=True)]
    is_left = Layers(hand.copies, price, classes, future).is_left((score + 1) * SCALE - total)
    return most if is_left else score


def check_case(hand: Hand, node: Any, score: int, case: Case, where: str) -> int:
    """Check a case and those that it is split into; give the number of leaves. Raises ProofError."""
    if not isinstance(node, dict):
        raise ProofError(f"{where}: the case is missing")
    try:
        if "split" not in node:
            price = numbers(node.get("price"), KINDS, 0)
            rows = node.get("extra", [[0] * COUNTED] * CLASSES)
            if not isinstance(rows, list) or len(rows) != CLASSES:
                raise ProofError(f"expected {CLASSES} lists")
            extra = [numbers(row, COUNTED) for row in rows]
            by_phases = node.get("phases") is True
            if (most := bound(hand, case, price, extra, score if by_phases else None)) > score:
                raise ProofError(f"these prices allow {most} points, more than {score}")
            return 1
        number, kind, most = numbers(node["split"], 3, 0)
        if number >= CLASSES or kind >= COUNTED or kind == RAISE:
            raise ProofError(f"there is no class {number} or kind {kind} to split")
    except ProofError as error:
        raise ProofError(f"{where}: {error}") from None
    few = Case(case.low, [list(row) for row in case.high])
    few.high[number][kind] = min(most, case.high[number][kind])
    many = Case([list(row) for row in case.low], case.high)
    many.low[number][kind] = max(most + 1, case.low[number][kind])
    leaves = check_case(hand, node.get("most"), score, few, f"{where}, at most {most} of {kind} in {number}")
    return leaves + check_case(hand, node.get("more"), score, many, f"{where}, more than {most} of {kind} in {number}")


def check_part(copies: list[int], zero_stays: bool, node: Any, score: int, where: str) -> int:
    """Check that no row scores more that plays all [11|11] of a hand; give the number of leaves."""
    hand = Hand(copies, zero_stays)
    return check_case(hand, node, score, Case.of(copies), where)
