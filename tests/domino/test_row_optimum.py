"""The optimiser proves the optimum of one-dimensional hands, and every row it gives is legal."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter.games.domino.law import MIRROR, PLAIN, RAISE, SPECIAL, STANDARD, WILD, Options, Tile, judge
from bots.domino.hands import counts
from native.domino.engine import Solution, solve
from tests.domino.hard import draw_hard
from tests.domino.plain_row import best_score
from tests.many import each, many

FACTS = json.loads((Path(__file__).parent / "data" / "special_optima.json").read_text(encoding="utf-8"))["hands"]
OPTIONS = [Options(zero_stays, early_stop) for zero_stays in (False, True) for early_stop in (False, True)]
GENEROUS_S = 60.0


def solved(hand: list[Tile], options: Options = STANDARD, time_s: float = GENEROUS_S) -> Solution:
    """Solve a hand, and let the law confirm what the solution says of itself."""
    solution = solve(counts(hand), time_s, zero_stays=options.zero_stays, early_stop=options.early_stop)
    verdict = judge(hand, b"".join(solution.text()).decode(), options)
    assert (verdict.reason, verdict.score) == ("", solution.score), hand
    assert solution.score <= solution.bound
    return solution


def proved(hand: list[Tile], options: Options = STANDARD) -> int:
    solution = solved(hand, options)
    assert solution.proved, hand
    return solution.score


@pytest.mark.parametrize("fact", FACTS, ids=[fact["name"] for fact in FACTS])
def test_known_optima(fact: dict[str, object]) -> None:
    tiles = fact["tiles"]
    assert isinstance(tiles, list)
    hand = [(a, b) for a, b in tiles]
    assert proved(hand) == fact["optimum"]
    assert proved(hand, Options(zero_stays=True)) == fact["optimum_if_zero_stays_0"]
    assert proved(hand, Options(early_stop=True)) == fact["optimum_if_stopping_allowed"]


def test_examples_of_the_assignment() -> None:
    ten = [(6, 6), (6, 6), (6, 6), (3, 6), (1, 6), (2, 6), (1, 4), (3, 4), (4, 4), (4, 5)]
    assert proved(ten) == 81
    assert proved([(3, 4), (1, 3), (4, 5), (2, 2)]) == 20


def test_the_cheapest_parity_repair_may_disconnect() -> None:
    assert proved([(1, 3), (2, 2), (1, 5), (4, 5), (2, 5)]) == 21


@pytest.mark.parametrize("hands", each(2, [100, many(800, 200)]))
def test_equal_to_an_exhaustive_search(hands: int) -> None:
    draw = random.Random(4)
    for number in range(hands):
        pool = draw.sample(PLAIN, draw.randint(1, len(PLAIN)))
        share, size = draw.random(), draw.choice((1, 2, 3, 4, 4, 5, 5, 6, 6, 7, 8) if number % 5 else (5, 6))
        hand = [draw.choice(SPECIAL) if draw.random() < share else draw.choice(pool) for _ in range(size)]
        options = draw.choice(OPTIONS)
        assert proved(hand, options) == best_score(hand, options.zero_stays, options.early_stop), (hand, options)


@pytest.mark.parametrize("seed", range(12))
def test_plain_hands_of_eight_equal_an_exhaustive_search(seed: int) -> None:
    draw = random.Random(seed)
    pool = draw.sample(PLAIN, draw.choice((3, 5, 21)))
    hand = [draw.choice(pool) for _ in range(8)]
    assert proved(hand) == best_score(hand)


@pytest.mark.parametrize(
    "hand",
    [
        [],
        [(3, 5)],
        [WILD],
        [RAISE],
        [MIRROR],
        [WILD] * 3 + [MIRROR],
        [RAISE, MIRROR],
        [(2, 5)] * 100,
        [(2, 2)] * 100,
        [(2, 5)] * 100 + [RAISE],
        [WILD] * 40,
        [RAISE] * 40,
        [RAISE] * 40 + [(1, 2)],
        [MIRROR] * 40 + [(1, 2)],
        [WILD, RAISE, MIRROR] * 13 + [WILD],
        [(1, 6)] * 50 + [(2, 5)] * 50 + [MIRROR],
    ],
    ids=lambda hand: f"{len(hand)} tiles, {len(set(hand))} kinds",
)
@pytest.mark.parametrize("options", OPTIONS)
def test_degenerate_hands(hand: list[Tile], options: Options) -> None:
    solved(hand, options, time_s=1.0)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(PLAIN + SPECIAL), max_size=45), st.sampled_from(OPTIONS))
def test_every_row_is_legal_and_within_its_bound(hand: list[Tile], options: Options) -> None:
    solved(hand, options, time_s=0.2)


@pytest.mark.parametrize(
    ("plain", "special"),
    [
        ({(2, 2): 1000}, (0, 503, 497)),
        ({(1, 5): 30}, (19, 232, 19)),
        ({(1, 2): 69, (2, 2): 71}, (18, 20, 22)),
        ({(1, 5): 264, (5, 5): 73, (5, 6): 63}, (31, 40, 29)),
        ({(1, 1): 14, (2, 4): 11}, (13, 1, 11)),
    ],
)
def test_many_tiles_of_few_kinds_come_near_their_bound(plain: dict[Tile, int], special: tuple[int, int, int]) -> None:
    hand = [tile for tile, number in plain.items() for _ in range(number)]
    hand += [tile for tile, number in zip(SPECIAL, special, strict=True) for _ in range(number)]
    solution = solved(hand, Options(zero_stays=True), time_s=20.0)
    assert solution.bound - solution.score <= 0.02 * solution.bound


def test_few_kinds_equal_an_exhaustive_search() -> None:
    draw = random.Random(5)
    for _ in range(150):
        pool = draw.sample(PLAIN, draw.randint(1, 3))
        share, size = draw.random(), draw.randint(1, 6)
        hand = [draw.choice(SPECIAL) if draw.random() < share else draw.choice(pool) for _ in range(size)]
        options = draw.choice(OPTIONS)
        assert proved(hand, options) == best_score(hand, options.zero_stays, options.early_stop), (hand, options)


@pytest.mark.parametrize("size", [20, 100, 1000])
@pytest.mark.parametrize("seed", range(4))
def test_up_to_two_of_each_special_tile_is_proved(size: int, seed: int) -> None:
    draw = random.Random(f"{size} {seed}")
    special = [tile for tile in SPECIAL for _ in range(draw.randint(0, 2))]
    proved(special + [draw.choice(PLAIN) for _ in range(size - len(special))])


def test_a_larger_hand_never_scores_less_without_raises() -> None:
    """Without [11|11] a tile more never hurts: a relation that needs no oracle, on hands too large for one."""
    draw = random.Random(9)
    for _ in range(20):
        hand = [draw.choice((*PLAIN, WILD, MIRROR)) for _ in range(draw.randint(10, 40))]
        smaller, larger = solved(hand[:-1], time_s=2.0), solved(hand, time_s=2.0)
        assert larger.bound >= smaller.score


@pytest.mark.parametrize("hands", each(2, [60, many(4000, 120)]))
def test_another_tile_that_raises_nothing_never_lowers_the_optimum(hands: int) -> None:
    """It may be laid last, at an end or not at all; so also with [11|11], whatever becomes of zeros."""
    draw = random.Random(17)
    for _ in range(hands):
        pool = draw.sample(PLAIN, draw.randint(1, 5))
        hand = [draw.choice(SPECIAL) if draw.random() < 0.5 else draw.choice(pool) for _ in range(draw.randint(1, 14))]
        options = Options(zero_stays=draw.random() < 0.5)
        more = draw.choice((WILD, WILD, MIRROR, draw.choice(pool)))
        assert proved([*hand, more], options) >= proved(hand, options), (hand, more, options)


def test_special_tiles_alone_are_known_to_score_nothing_where_zeros_stay() -> None:
    for special in ((40, 40, 40), (10, 140, 3), (3, 0, 50)):
        hand = [tile for tile, number in zip(SPECIAL, special, strict=True) for _ in range(number)]
        assert proved(hand, Options(zero_stays=True)) == 0


@pytest.mark.parametrize(("number", "optimum"), [(90, 437), (657, 230), (1039, 360), (1901, 249)])
def test_a_hand_of_few_kinds_has_a_good_row_before_its_bound_is_known(number: int, optimum: int) -> None:
    hand, zero_stays = draw_hard(number)
    assert optimum >= solved(hand, Options(zero_stays), 0.0).score >= 0.9 * optimum
