"""A certificate that no row of a hand scores more: prices and cases, checked in exact integers.

It shares nothing with the optimiser: theorem and proof are in `docs/domino-certificates.md`, whose names it uses.
A kind of tile is its place in the hand: 21 plain ones, [0|0], [11|11], [12|21]. Cases count besides, from HOSTS on, the
mirrors that lie beside each kind of plain tile.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, NamedTuple

PAIRS = [(a, b) for a in range(1, 7) for b in range(a, 7)]
CROSS = [kind for kind, (a, b) in enumerate(PAIRS) if a != b]
DOUBLES = {a: kind for kind, (a, b) in enumerate(PAIRS) if a == b}
DIGITS = range(1, 7)
WILD, RAISE, MIRROR, KINDS = 21, 22, 23, 24
HOSTS, COUNTED = KINDS, KINDS + len(PAIRS)
CLASSES, SCALE, MOST_LINKED, ENOUGH = 7, 256, 5, 3
NEVER = -(10**30)
SETS = [frozenset(set_) for size in (0, 2, 4, 6) for set_ in itertools.combinations(DIGITS, size)]
Set = frozenset[int]
Ends = tuple[int, int]


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


def class_of(phase: int) -> int:
    """Give the class of a phase: 0, and 1 to 6 by turns."""
    return 0 if phase == 0 else 1 + (phase - 1) % 6


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


def parts_of(edges: Iterable[Set]) -> list[Set]:
    """Give the connected parts of a graph."""
    parts: list[Set] = []
    for edge in edges:
        joined = edge.union(*(part for part in parts if part & edge))
        parts = [part for part in parts if not part & joined] + [joined]
    return parts


class Phase:
    """The most that one phase of a class can gain, by the ends before and after it."""

    def __init__(self, hand: Hand, cap: list[int], price: list[int], number: int) -> None:
        """`cap` and `price` are by kind: the most copies that a phase uses, and what each costs."""
        self.hand, self.cap, self.price, self.number = hand, cap, price, number
        self.gains = [self._uses(kind) for kind in range(21)]
        self.shown = {up(digit, number) for kind in range(21) if cap[kind] for digit in PAIRS[kind]}
        if hand.copies[WILD] and number and not hand.zero_stays:
            self.shown.add(number)
        self.double = {up(digit, number): max(0, *self.gains[kind]) for digit, kind in DOUBLES.items()}
        self.wilds = self._wilds()
        cross = [kind for kind in CROSS if hand.copies[kind]]
        self.linked = len(cross) <= MOST_LINKED
        self.pieces = self._linked(cross) if self.linked else self._free(cross)
        self.joined: Callable[[int, int, int], dict[Set, int]] = cache(self._joined)
        self.open: Callable[[bool, int, Ends, Set], int] = cache(self._open)
        self.best: Callable[[Ends, Ends], int] = cache(self._best)

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

    def _wilds(self) -> list[int]:
        """Give the most that 0, 1, 2, and 3 or more wild tiles gain."""
        worth = 0 if self.hand.zero_stays else 2 * self.number * SCALE
        mirrors = self.cap[MIRROR] * max(0, worth - self.price[MIRROR])
        found = [0, NEVER, NEVER, NEVER]
        for wilds in {1, 2, ENOUGH, self.cap[WILD]} & set(range(1, self.cap[WILD] + 1)):
            joins = min(wilds, ENOUGH)
            found[joins] = max(found[joins], wilds * (worth - self.price[WILD]) + mirrors)
        return found

    def _linked(self, cross: list[int]) -> list[tuple[Set, list[Set], int]]:
        """Give all ways to use the kinds of two digits: odd digits, connected parts, gain."""
        found: dict[tuple[Set, tuple[int, ...]], int] = {}
        for uses in itertools.product((None, 0, 1), repeat=len(cross)):
            odd: Set = frozenset()
            gain = 0
            for kind, use in zip(cross, uses, strict=True):
                if use is not None:
                    gain += self.gains[kind][use]
                if use == 0:
                    odd ^= self._edge(kind)
            key = odd, tuple(kind for kind, use in zip(cross, uses, strict=True) if use is not None)
            if gain > NEVER // 2:
                found[key] = max(gain, found.get(key, NEVER))
        return [(odd, parts_of(self._edge(kind) for kind in used), gain) for (odd, used), gain in found.items()]

    def _free(self, cross: list[int]) -> list[tuple[Set, list[Set], int]]:
        """Give the most for each set of odd digits, whatever is connected."""
        found = {odd: NEVER if odd else 0 for odd in SETS}
        for kind in cross:
            edge, (odd_gain, even_gain) = self._edge(kind), self.gains[kind]
            found = {odd: max(found[odd] + max(0, even_gain), found[odd ^ edge] + odd_gain) for odd in SETS}
        return [(odd, [], gain) for odd, gain in found.items()]

    def _edge(self, kind: int) -> Set:
        return frozenset(up(digit, self.number) for digit in PAIRS[kind])

    def _joined(self, joins: int, left: int, right: int) -> dict[Set, int]:
        """Give the most for each set of odd digits from two ends, if wild tiles join so many things."""
        if not self.linked:
            reached = {odd: gain + sum(self.double.values()) for odd, _, gain in self.pieces}
        elif 0 in (left, right):
            other = right if left == 0 else left
            return self._most(self.joined(joins, max(digit, other), min(digit, other)) for digit in DIGITS)
        else:
            reached = dict.fromkeys(SETS, NEVER)
            for odd, parts, gain in self.pieces:
                more = joins - sum(not part & {left, right} for part in parts)
                if more >= 0:
                    here = frozenset({left, right}).union(*parts)
                    reached[odd] = max(reached[odd], gain + self._doubles(here, 6 if joins == ENOUGH else more))
        if joins == 0:
            return reached
        if joins > 1:
            return dict.fromkeys(SETS, max(reached.values()))
        flips = [frozenset(pair) for pair in itertools.combinations(DIGITS, 2)]
        return {odd: max(reached[odd], *(reached[odd ^ flip] for flip in flips)) for odd in SETS}

    @staticmethod
    def _most(tables: Iterable[dict[Set, int]]) -> dict[Set, int]:
        found = dict.fromkeys(SETS, NEVER)
        for table in tables:
            found = {odd: max(found[odd], table[odd]) for odd in SETS}
        return found

    def _doubles(self, here: Set, more: int) -> int:
        """Give what the doubles of these digits gain, and of so many more."""
        others = sorted((gain for digit, gain in self.double.items() if digit not in here), reverse=True)
        return sum(gain for digit, gain in self.double.items() if digit in here) + sum(others[:more])

    def _best(self, before: Ends, after: Ends) -> int:
        return max(self._gain(*before, *after), self._gain(*before, *after[::-1]))

    def _gain(self, left: int, right: int, to_left: int, to_right: int) -> int:
        """Give the most from two ends to two ends, each in its place; 0 is a wild one."""
        if not {to_left, to_right} <= self.shown | {left, right, 0}:
            return NEVER
        odd: Set = frozenset()
        free, wild = 0, False
        for begin, end in ((left, to_left), (right, to_right)):
            if begin or end:
                odd ^= {begin, end} - {0} if begin != end else set()
                free += (not begin) + (not end)
                wild |= not end
        if left == 0 == to_left:
            left = right
        elif right == 0 == to_right:
            right = left
        ends = (max(left, right), min(left, right)) if self.linked else (1, 1)  # or else the ends do not matter
        if self.linked and to_left == to_right and to_left and left and right:
            return self._through(ends, odd, to_left)
        return self.open(wild, free, ends, odd)

    def _open(self, wild: bool, free: int, ends: Ends, odd: Set) -> int:
        """Give the most from two ends if these digits are to be odd, but for so many, with some wild tile or not."""
        sets = [odd ^ frozenset(some) for some in itertools.combinations(DIGITS, free)]
        if free == 2:
            sets.append(odd)
        joins = [q for q in range(int(wild), ENOUGH + 1) if self.wilds[q] > NEVER]
        return max((self.wilds[q] + self.joined(q, *ends)[s] for q in joins for s in sets), default=NEVER)

    def _through(self, ends: Ends, odd: Set, digit: int) -> int:
        """Give the most from two ends to one digit twice, which therefore is passed."""
        joins = [q for q in range(1, ENOUGH + 1) if self.wilds[q] > NEVER]
        found = max((self.wilds[q] + self.joined(q, *ends)[odd] for q in joins), default=NEVER)
        for some, parts, gain in self.pieces:
            here = frozenset(ends).union(*parts)
            if some == odd and digit in here and all(part & set(ends) for part in parts):
                found = max(found, gain + self._doubles(here, 0))
        return found


def bound(hand: Hand, case: Case, price: list[int], extra: list[list[int]]) -> int:
    """Give what no row of the case scores more than, in points."""
    total = sum(price[kind] * hand.copies[kind] for kind in range(KINDS) if kind != RAISE)
    phases: list[Phase] = []
    mirror = []
    for number in range(min(hand.raises + 1, CLASSES)):
        cap = case.caps(hand, number)
        for kind, more in enumerate(extra[number]):
            total += more * (cap[kind] if more > 0 else case.low[number][kind])
        costs = [more + (price[kind] if kind < KINDS else 0) for kind, more in enumerate(extra[number])]
        phases.append(Phase(hand, cap, costs, number))
        mirror.append((cap[MIRROR], costs[MIRROR]))
    lowest = 0 if hand.zero_stays and hand.copies[WILD] else 1
    ends = [(high, low) for high in range(lowest, 7) for low in range(lowest, high + 1)]
    future = dict.fromkeys(ends, 0)
    for number in range(hand.raises + 1):
        phase = phases[class_of(number)]
        if number:
            copies, cost = mirror[class_of(number)]
            loops = {end: 2 * max(end) * SCALE for end in ends}
            future = {end: future[end] + loops[end] + copies * max(0, loops[end] - cost) for end in ends}
        if number == hand.raises:
            break
        future = {before: max(phase.best(before, after) + future[after] for after in ends) for before in ends}
    starts = [(digit, digit) for digit in phase.shown]
    if lowest == 0 and phase.cap[WILD]:
        starts.append((0, 0))
    most = max((phase.best(start, after) + future[after] for start in starts for after in ends), default=NEVER)
    return max(0, (most + total) // SCALE)


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
            if (most := bound(hand, case, price, extra)) > score:
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
