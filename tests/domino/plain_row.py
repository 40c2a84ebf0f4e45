"""The one-dimensional game once more, as an exhaustive search; it imports nothing of the product."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

Tile = tuple[int, int]
Counts = tuple[int, ...]

WILD, RAISE, MIRROR = (0, 0), (11, 11), (12, 21)


def up(digit: int, zero_stays: bool) -> int:
    """What [11|11] makes of a digit."""
    if digit == 0:
        return 0 if zero_stays else 1
    return 1 if digit == 6 else digit + 1


def player(kinds: list[Tile], zero_stays: bool, early_stop: bool) -> Callable[[Counts, Tile, Tile, Counts], int]:
    """Give what plays on in every way with these kinds of tiles."""

    @cache
    def best(left: Counts, first: Tile, last: Tile, seen: Counts) -> int:
        """Best final score; `first` and `last` are the end tiles as they lie, `seen` counts the digits 0..6."""
        results = []
        for i, kind in enumerate(kinds):
            if not left[i]:
                continue
            rest = (*left[:i], left[i] - 1, *left[i + 1 :])
            for at_left in (True, False):
                beside = first if at_left else last[::-1]  # the outer digit, then the inner one
                if kind == RAISE:
                    raised = [0] * 7
                    for digit in range(7):
                        raised[up(digit, zero_stays)] += seen[digit]
                    end = up(beside[0], zero_stays)
                    raised[end] += 2
                    ends = [(up(a, zero_stays), up(b, zero_stays)) for a, b in (first, last)]
                    ends[0 if at_left else 1] = (end, end)
                    results.append(best(rest, ends[0], ends[1], tuple(raised)))
                    continue
                for inner, outer in [beside] if kind == MIRROR else {kind, kind[::-1]}:
                    if kind != MIRROR and inner != beside[0] and inner != 0 and beside[0] != 0:
                        continue
                    more = list(seen)
                    more[inner] += 1
                    more[outer] += 1
                    if at_left:
                        results.append(best(rest, (outer, inner), last, tuple(more)))
                    else:
                        results.append(best(rest, first, (inner, outer), tuple(more)))
        if early_stop or not results:
            results.append(sum(digit * count for digit, count in enumerate(seen)))
        return max(results)

    return best


def best_score(hand: list[Tile], zero_stays: bool = False, early_stop: bool = False) -> int:
    """Score of the best row, by playing every row."""
    kinds = sorted(set(hand))
    best = player(kinds, zero_stays, early_stop)
    total = [0]
    counts = tuple(hand.count(kind) for kind in kinds)
    for i, kind in enumerate(kinds):
        if kind in (RAISE, MIRROR):
            continue
        rest = (*counts[:i], counts[i] - 1, *counts[i + 1 :])
        seen = [0] * 7
        seen[kind[0]] += 1
        seen[kind[1]] += 1
        total.append(best(rest, kind, kind, tuple(seen)))
    return max(total)
