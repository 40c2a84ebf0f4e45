"""The optimiser proves the optimum of small two-dimensional hands; every board that it gives is legal."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter.games.domino.law import MIRROR, PLAIN, RAISE, SPECIAL, STANDARD, WILD, Options, Tile
from arbiter.games.domino.plane import PlaneMove, judge
from bots.domino.hands import counts
from native.domino.engine import PlaneSolution, solve_2d
from tests.domino.plain_loose import loose_best
from tests.domino.plain_plane import best_score
from tests.many import each, many

OPTIONS = [Options(zero_stays, early_stop) for zero_stays in (False, True) for early_stop in (False, True)]
GENEROUS_S = 60.0


def solved(hand: list[Tile], options: Options = STANDARD, time_s: float = GENEROUS_S) -> PlaneSolution:
    """Solve a hand, and let the law confirm what the board says of itself."""
    board = solve_2d(counts(hand), time_s, zero_stays=options.zero_stays, early_stop=options.early_stop)
    verdict = judge(hand, " ".join(str(PlaneMove(*move)) for move in board.moves), options)
    assert (verdict.reason, verdict.score) == ("", board.score), hand
    assert board.score <= board.bound
    return board


def proved(hand: list[Tile], options: Options = STANDARD) -> int:
    board = solved(hand, options)
    assert board.proved, hand
    return board.score


@pytest.mark.parametrize("hands", each(2, [30, many(100, 60)]))
def test_equal_to_an_exhaustive_search(hands: int) -> None:
    draw = random.Random(2)
    for number in range(hands):
        pool = draw.sample(PLAIN, draw.randint(1, len(PLAIN)))
        share, size = draw.random(), draw.choice((1, 2, 3, 3, 4, 4, 4)) if number % 6 else 5
        hand = [draw.choice(SPECIAL) if draw.random() < share else draw.choice(pool) for _ in range(size)]
        options = draw.choice(OPTIONS)
        assert proved(hand, options) == best_score(hand, options.zero_stays, options.early_stop), (hand, options)


@pytest.mark.parametrize("size", range(1, 9))
def test_plain_hands_of_up_to_eight_tiles_are_proved(size: int) -> None:
    draw = random.Random(size)
    for _ in range(25):
        pool = draw.sample(PLAIN, draw.randint(1, len(PLAIN)))
        proved([draw.choice(pool) for _ in range(size)])


@pytest.mark.parametrize(
    ("hand", "options"),
    [
        ([WILD, (1, 3), (1, 3), (3, 6), RAISE], Options()),
        ([WILD, (1, 1), (4, 6), (6, 6), RAISE], Options(early_stop=True)),
        ([WILD, (1, 1), (5, 5), RAISE, RAISE], Options(early_stop=True)),
    ],
)
def test_a_tile_may_be_worth_more_later_by_what_it_connects(hand: list[Tile], options: Options) -> None:
    assert proved(hand, options) == best_score(hand, options.zero_stays, options.early_stop)


@pytest.mark.parametrize("hands", each(2, [30, many(300, 60)]))
def test_hands_of_up_to_twelve_tiles_are_proved_whatever_the_special_tiles(hands: int) -> None:
    draw = random.Random(12)
    for _ in range(hands):
        pool, share = draw.sample(PLAIN, draw.randint(1, len(PLAIN))), draw.random()
        size = draw.randint(6, 12)
        proved(
            [draw.choice(SPECIAL) if draw.random() < share else draw.choice(pool) for _ in range(size)],
            draw.choice(OPTIONS),
        )


@pytest.mark.parametrize("mirrors", [5400, 5460, 5901, 19000])
def test_the_bound_is_true_however_many_mirrors_repeat_the_best_tile(mirrors: int) -> None:
    """Sixteen bits hold what 5,460 mirrors repeat and no more: a score of 70,910 had a bound of 70,906."""
    low = [(1, 4), (1, 6), (1, 6), (1, 6), (2, 5), *[(5, 6)] * 3, WILD, RAISE, RAISE]
    draw = random.Random(mirrors)
    for hand in (low, [draw.choice([*PLAIN[::4], WILD, RAISE]) for _ in range(8)]):
        for zero_stays in (False, True):
            board = solve_2d(counts([*hand, *[MIRROR] * mirrors]), 0.01, zero_stays=zero_stays)
            assert board.score <= board.bound == loose_best([*hand, *[MIRROR] * mirrors], zero_stays), hand


def test_a_star_cannot_be_played_whole() -> None:
    """Five tiles that meet in one digit: a component that no board holds, so that only the search can prove it."""
    hand = [(1, 2), (1, 3), (1, 4), (1, 5), (1, 6)]
    assert proved(hand) == best_score(hand) < sum(a + b for a, b in hand)


def test_hands_of_21_plain_tiles_come_close_to_the_bound() -> None:
    gaps = []
    for seed in range(50):
        draw = random.Random(seed)
        board = solved([draw.choice(PLAIN) for _ in range(21)], time_s=2.0)
        gaps.append((board.bound - board.score) / board.bound)
    assert sum(gaps) / len(gaps) <= 0.02


@pytest.mark.parametrize("sixes", [1, 2, 3, 50])
@pytest.mark.parametrize("options", OPTIONS)
def test_a_raise_that_costs_more_than_it_brings_is_still_within_the_bound(sixes: int, options: Options) -> None:
    """The tile before it is turned down to nothing; the bound was 0, and a lost game so the optimum."""
    board = solved([(6, 6)] * sixes + [RAISE], options)
    optimum = 12 * sixes if options.early_stop else 2 * sixes + 2
    assert (board.score, board.bound) == (optimum, optimum)


@pytest.mark.parametrize(
    "hand",
    [[], [(3, 5)], [WILD], [RAISE], [MIRROR, RAISE], [(2, 5)] * 100, [WILD, RAISE, MIRROR] * 13, [(1, 2)] * 2000],
    ids=lambda hand: f"{len(hand)} tiles, {len(set(hand))} kinds",
)
@pytest.mark.parametrize("options", OPTIONS)
def test_degenerate_hands(hand: list[Tile], options: Options) -> None:
    solved(hand, options, time_s=0.3)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from(PLAIN + SPECIAL), max_size=25), st.sampled_from(OPTIONS))
def test_every_board_is_legal_and_within_its_bound(hand: list[Tile], options: Options) -> None:
    solved(hand, options, time_s=0.2)
