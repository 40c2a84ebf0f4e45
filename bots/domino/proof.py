"""A certificate that no row of a hand scores more: prices and cases, checked in exact integers.

It shares nothing with the optimiser: theorem and proof are in `docs/domino-certificates.md`, whose names it uses.
A kind of tile is its place in the hand: 21 plain ones, [0|0], [11|11], [12|21]. Cases count besides, from HOSTS on, the
mirrors that lie beside each kind of plain tile. `layers` follows rows from phase to phase.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from bots.domino.layers import Class, Kind, Layers, ProofError

PAIRS = [(a, b) for a in range(1, 7) for b in range(a, 7)]
WILD, RAISE, MIRROR, KINDS = 21, 22, 23, 24
HOSTS, COUNTED = KINDS, KINDS + len(PAIRS)
CLASSES, SCALE = 7, 256


class Hand(NamedTuple):
    """What is played: copies by kind; whether a 0 stays one."""

    copies: list[int]
    zero_stays: bool


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
        own, least = self.low[number], [[*low[:MIRROR], max(low[MIRROR], sum(low[HOSTS:]))] for low in self.low]
        most = [n - sum(low[kind] for low in least) + least[number][kind] for kind, n in enumerate(hand.copies)]
        beside = min(most[MIRROR], self.high[number][MIRROR]) - sum(own[HOSTS:])
        most += [beside + low for low in own[HOSTS:]]
        return [max(0, min(pair)) for pair in zip(most, self.high[number], strict=True)]


def numbers(value: object, size: int, least: int | None = None) -> list[int]:
    """Read a list of integers."""
    if not isinstance(value, list) or len(value) != size or any(type(item) is not int for item in value):
        raise ProofError(f"expected {size} integers")
    if least is not None and min(value) < least:
        raise ProofError(f"{min(value)} is less than {least}")
    return value


def priced(kinds: dict[int, Kind], cap: list[int], cost: list[int], number: int, wild: int) -> Class:
    """Give what the phases of a class can gain: at most so many copies each, which cost so much, by kind."""
    uses, cap, cost = [], [*cap, cap[MIRROR]], [*cost, 0]  # mirrors beside wild tiles are not counted
    for k, kind in kinds.items():
        digits = [(digit - 1 + number) % 6 + 1 for digit in kind.digits]
        worth = SCALE * (sum(digits) if digits else 2 * wild)
        mirror = worth - cost[MIRROR] - cost[HOSTS + k]
        uses.append(kind.uses(digits, cap[k], worth - cost[k], min(cap[MIRROR], cap[HOSTS + k]), mirror))
    worths = [2 * SCALE * high for high in range(7)]
    loops = [worth + cap[MIRROR] * max(0, worth - cost[MIRROR]) for worth in worths]
    return Class(uses, loops if number else [0] * len(worths), wild)  # phase 0 ends without


def exceeds(hand: Hand, case: Case, price: list[int], extra: list[list[int]], score: int) -> bool:
    """Say whether these prices leave it open that a row of the case scores more. Raises ProofError."""
    total = sum(price[kind] * hand.copies[kind] for kind in range(KINDS) if kind != RAISE)
    kinds = {k: Kind(PAIRS[k], hand.copies[k], price[k]) for k in range(WILD) if hand.copies[k]}
    kinds[WILD], classes = Kind((), hand.copies[WILD], price[WILD]), []
    for number in range(min(hand.copies[RAISE] + 1, CLASSES)):
        cap = case.caps(hand, number)
        for kind, more in enumerate(extra[number]):
            total += more * (cap[kind] if more > 0 else case.low[number][kind])
        cost = [more + (price[kind] if kind < KINDS else 0) for kind, more in enumerate(extra[number])]
        classes.append(priced(kinds, cap, cost, number, 0 if hand.zero_stays else number))
    return Layers([*kinds.values()], classes).is_left(hand.copies[RAISE], (score + 1) * SCALE - total)


def check_prices(hand: Hand, node: dict[str, Any], score: int, case: Case) -> None:
    """Check a case that is not split. Raises ProofError."""
    price = numbers(node.get("price"), KINDS, 0)
    rows = node.get("extra", [[0] * COUNTED] * CLASSES)
    if not isinstance(rows, list) or len(rows) != CLASSES:
        raise ProofError(f"expected {CLASSES} lists")
    extra = [numbers(row, COUNTED) for row in rows]
    if exceeds(hand, case, price, extra, score):
        raise ProofError(f"these prices may allow more than {score} points")


def halves(node: dict[str, Any], case: Case, where: str) -> list[tuple[Any, Case, str]]:
    """Give the two cases into which one is split, that of fewer copies last. Raises ProofError."""
    number, kind, most = numbers(node["split"], 3, 0)
    if number >= CLASSES or kind >= COUNTED or kind == RAISE:
        raise ProofError(f"there is no class {number} or kind {kind} to split")
    few = Case(case.low, [list(row) for row in case.high])
    few.high[number][kind] = min(most, case.high[number][kind])
    many = Case([list(row) for row in case.low], case.high)
    many.low[number][kind] = max(most + 1, case.low[number][kind])
    more = node.get("more"), many, f"{where}, more than {most} of {kind} in {number}"
    return [more, (node.get("most"), few, f"{where}, at most {most} of {kind} in {number}")]


def check_case(hand: Hand, root: Any, score: int, case: Case, where: str) -> int:
    """Check a case and those that it is split into, however often; give the number of leaves. Raises ProofError."""
    leaves, left = 0, [(root, case, where)]
    while left:
        node, case, where = left.pop()
        if not isinstance(node, dict):
            raise ProofError(f"{where}: the case is missing")
        try:
            if "split" in node:
                left += halves(node, case, where)
            else:
                check_prices(hand, node, score, case)
                leaves += 1
        except ProofError as error:
            raise ProofError(f"{where}: {error}") from None
    return leaves


def check_part(copies: list[int], zero_stays: bool, node: Any, score: int, where: str) -> int:
    """Check that no row scores more that plays all [11|11] of a hand; give the number of leaves."""
    hand = Hand(copies, zero_stays)
    return check_case(hand, node, score, Case.of(copies), where)
