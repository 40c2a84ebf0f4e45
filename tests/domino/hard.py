"""Hard hands: few kinds of plain tile and many special ones, in every mixture; drawn by their number alone.

    python -m tests.domino.hard 200 > hands    # a line each: 1 if zeros stay, then 24 counts as the optimiser has them

It imports nothing of the product.
"""

from __future__ import annotations

import random
import sys
from typing import NamedTuple

Tile = tuple[int, int]

PLAIN: list[Tile] = [(a, b) for a in range(1, 7) for b in range(a, 7)]
SPECIAL: list[Tile] = [(0, 0), (11, 11), (12, 21)]
SIZES = (20, 60)
KINDS = (1, 2, 3, 4, 5, 6, 8, 12, 21)
SHARES = (0.15, 0.30, 0.50, 0.70, 0.85)


class Hard(NamedTuple):
    """A hand, and the rule of zeros by which it is played."""

    hand: list[Tile]
    zero_stays: bool


def draw_hard(number: int) -> Hard:
    """Draw a hand: 20 to 60 tiles; the special ones are split among the three kinds by squared random weights."""
    draw = random.Random(f"hard {number}")
    size = draw.randint(*SIZES)
    pool = draw.sample(PLAIN, draw.choice(KINDS))
    special = round(size * draw.choice(SHARES))
    weights = [draw.random() ** 2 for _ in SPECIAL]
    hand = draw.choices(SPECIAL, weights, k=special) + draw.choices(pool, k=size - special)
    return Hard(hand, draw.random() < 0.5)


def main() -> None:
    """Write so many hands, for experiments."""
    for number in range(int(sys.argv[1])):
        hard = draw_hard(number)
        print(int(hard.zero_stays), *(hard.hand.count(tile) for tile in PLAIN + SPECIAL))


if __name__ == "__main__":
    main()
