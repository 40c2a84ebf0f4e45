"""What is ruled out phase by phase is no row that exists; and hands that were open are proved by it."""

from __future__ import annotations

import random

import pytest

from arbiter.games.domino.law import MIRROR, PLAIN, RAISE, SPECIAL, WILD, Tile
from bots.domino.hands import counts
from native.domino.engine import prove, rules_out
from tests.domino.hard import draw_hard
from tests.domino.plain_row import best_score
from tests.many import each, many

MIXTURES: list[tuple[Tile, ...]] = [
    SPECIAL,
    SPECIAL,
    (RAISE, WILD),
    (RAISE, MIRROR),
    (RAISE, RAISE, WILD, MIRROR),
    (RAISE,),
]


@pytest.mark.parametrize("hands", each(2, [60, many(4000, 100)]))
def test_no_row_that_exists_is_ruled_out(hands: int) -> None:
    draw = random.Random(31)
    for _ in range(hands):
        pool, mixture = draw.sample(PLAIN, draw.randint(1, 7)), draw.choice(MIXTURES)
        share, size = draw.choice((0.3, 0.5, 0.7, 0.85)), draw.choice((3, 4, 5, 5, 6, 6, 7))
        hand = [draw.choice(mixture if draw.random() < share else pool) for _ in range(size)]
        zero_stays = draw.random() < 0.5
        if best := best_score(hand, zero_stays, False):
            for less in range(1, 4):
                assert not rules_out(counts(hand), best - less, zero_stays=zero_stays), (hand, zero_stays, best)
            if WILD in hand or RAISE in hand:
                assert prove(counts(hand), best - 1, 30, zero_stays=zero_stays) is None, (hand, zero_stays, best)


@pytest.mark.parametrize(
    ("number", "optimum"),
    [
        (319, 560),
        (802, 447),
        (1192, 347),
        (1228, 613),
        (1468, 524),
        (1482, 575),
        (1556, 558),
        (1624, 702),
        (1976, 454),
        (116, 214),
        (126, 525),
        (198, 299),
        (451, 576),
        (622, 432),
        (641, 494),
        (952, 204),
        (1884, 573),
    ],
)
def test_what_prices_and_cases_left_open_is_ruled_out_and_not_more(number: int, optimum: int) -> None:
    hand, zero_stays = draw_hard(number)
    assert rules_out(counts(hand), optimum, zero_stays=zero_stays)
    assert not rules_out(counts(hand), optimum - 1, zero_stays=zero_stays)


@pytest.mark.parametrize("wilds", range(1, 6))
def test_each_wild_tile_joins_one_part_more(wilds: int) -> None:
    """Doubles of different digits in one phase, a wild tile between each two."""
    hand = [(digit, digit) for digit in range(1, wilds + 2)] + [WILD] * wilds
    best = best_score(hand, False, False)
    assert best == sum(2 * digit for digit in range(1, wilds + 2))
    assert not rules_out(counts(hand), best - 1)
    assert rules_out(counts(hand), best)
    one_less = hand[:-1]
    assert rules_out(counts(one_less), best_score(one_less, False, False))


def test_the_first_tile_shows_where_the_row_begins() -> None:
    """Twelve points for each [11|11] as if the row began with a 6 that nobody laid: two points more than there are."""
    hand, zero_stays = draw_hard(1482)
    assert prove(counts(hand), 575, 100, zero_stays=zero_stays) is not None
