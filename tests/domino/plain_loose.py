"""The game that bounds two-dimensional boards (`native/domino/loose.h`), in plain integers of any size.

A tile may be laid as soon as one of its digits lies anywhere; [11|11] takes the largest digit; in the end all mirrors
repeat the best tile. It imports nothing of the product.
"""

from __future__ import annotations

from collections import Counter
from functools import cache

from tests.domino.plain_row import MIRROR, RAISE, WILD, Tile, up

Seen = frozenset[int]


def loose_best(hand: list[Tile], zero_stays: bool = False) -> int:
    """Most points of a game that plays all of [11|11], by playing every one."""
    held = Counter(hand)
    mirrors, raises = held.pop(MIRROR, 0), held.pop(RAISE, 0)
    kinds = sorted(held)

    def in_the_end(digit: int, later: int) -> int:
        """What a digit is after so many [11|11]."""
        for _ in range(later):
            digit = up(digit, zero_stays)
        return digit

    @cache
    def best(left: tuple[int, ...], later: int, seen: Seen, wild: bool, host: int) -> int | None:
        """Best points from here on, None if no game ends from here; `seen` are digits as they will be in the end."""
        found = [] if later else [mirrors * host]
        for i, kind in enumerate(kinds):
            laid = [in_the_end(digit, later) for digit in kind]
            fits = wild or kind == WILD or not seen or not seen.isdisjoint(laid)
            if left[i] and fits:
                rest = (*left[:i], left[i] - 1, *left[i + 1 :])
                after = seen if kind == WILD else seen.union(laid)
                ahead = best(rest, later, after, wild or kind == WILD, max(host, sum(laid)))
                found += [] if ahead is None else [sum(laid) + ahead]
        if later and (seen or wild):
            ones = frozenset([in_the_end(1, later - 1)]) if wild and not zero_stays else frozenset[int]()
            points = 2 * max(seen | ones, default=0)
            ahead = best(left, later - 1, seen | ones, wild and zero_stays, max(host, points))
            found += [] if ahead is None else [points + ahead]
        return max(found, default=None)

    return best(tuple(held[kind] for kind in kinds), raises, frozenset(), False, 0) or 0
