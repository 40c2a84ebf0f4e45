"""Random hands, and puzzles: a hand, and the points that a finished row is to have, neither more nor less.

All ways to play a small hand are gone through, so that each puzzle has a solution, and it is known from where it has
none any more.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence

from arbiter.games.domino.law import PLAIN, SPECIAL, Hand, Move, Options, Row, Tile, tile

SPECIAL_SHARE = 4
"""In a random hand with special tiles one in so many is special, on average."""
SIZE = 6
"""Tiles of a puzzle; more than `MOST` take longer than a person waits."""
MOST = 8
FEWEST_ENDS = 3
"""A hand whose rows end with fewer different scores is no puzzle."""
Endings = dict[int, tuple[Move, ...]]
"""A way to play on for each score that can be had."""


def random_hand(size: int, special: bool, draw: random.Random) -> list[Tile]:
    """Draw a hand; of its tiles one in `SPECIAL_SHARE` is special, if there are to be any."""
    return [
        draw.choice(SPECIAL) if special and draw.randrange(SPECIAL_SHARE) == 0 else draw.choice(PLAIN)
        for _ in range(size)
    ]


def endings(row: Row, left: Hand) -> Endings:
    """Give all scores with which the row can end, and a way to each."""
    known: dict[object, Endings] = {}

    def search(row: Row, left: Hand) -> Endings:
        # What is between the ends counts by its digits alone.
        inner = Counter(digit for pair in row.tiles for digit in pair)
        ends = (row.tiles[0], row.tiles[-1]) if row.tiles else ()
        key = (ends, frozenset(inner.items()), frozenset((+left).items()))
        if key in known:
            return known[key]
        found: Endings = {}
        moves = list(row.moves(kind for kind, copies in left.items() if copies))
        if not moves or row.options.early_stop:
            found[row.score] = ()
        for move in moves:
            after = row.fork()
            after.place(move)
            for score, line in search(after, left - Counter([tile(move.a, move.b)])).items():
                found.setdefault(score, (move, *line))
        known[key] = found
        return found

    return search(row, left)


def target(hand: Sequence[Tile], options: Options, draw: random.Random) -> int | None:
    """Draw a score to be reached that is neither the best nor the worst; None if the hand is no puzzle."""
    scores = sorted(endings(Row(options), Counter(hand)))
    return draw.choice(scores[1:-1]) if len(scores) >= FEWEST_ENDS else None


def puzzles(size: int, special: bool, options: Options, seed: int | None) -> Iterator[tuple[list[Tile], int]]:
    """Give hands with the points to be reached, always the same ones with a seed."""
    draw = random.Random(seed)
    while True:
        hand = random_hand(size, special, random.Random(draw.getrandbits(32)))
        if (wanted := target(hand, options, draw)) is not None:
            yield hand, wanted
