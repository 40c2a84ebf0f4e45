"""Ratings of two players keep their promises: simulated pairs of games whose truth is known."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator

import pytest

from arbiter.ratings.elo import difference, expected, student
from arbiter.ratings.pentanomial import SHARES, compare, count
from arbiter.ratings.sprt import Sprt
from tests.many import each

TESTS = 2000
ALLOWED = 0.065


def pairs(elo: float, advantage: float, draws: float, chance: random.Random) -> Iterator[int]:
    """Half points of the first player in pairs of games with both colours; the games of a pair share an opening that
    favours one side by up to `advantage` Elo. `draws` is the share of decisive results that become draws."""
    while True:
        tilt = chance.uniform(-advantage, advantage)
        total = 0
        for sign in (1, -1):
            score = expected(elo + sign * tilt)
            drawn = draws * min(score, 1 - score) * 2
            lot = chance.random()
            total += 2 if lot < score - drawn / 2 else 1 if lot < score + drawn / 2 else 0
        yield total


def true_score(elo: float, advantage: float, steps: int = 20_000) -> float:
    """Mean score of the first player, by summing over openings."""
    middles = ((2 * (at + 0.5) / steps - 1) * advantage for at in range(steps))
    return sum((expected(elo + tilt) + expected(elo - tilt)) / 2 for tilt in middles) / steps


def true_normalised(elo: float, advantage: float, draws: float) -> float:
    """Normalised Elo from the moments of very many pairs."""
    shares = [pair / 4 for pair in itertools.islice(pairs(elo, advantage, draws, random.Random("truth")), 100_000)]
    mean = sum(shares) / len(shares)
    deviation = math.sqrt(sum((share - mean) ** 2 for share in shares) / len(shares))
    return (mean - 0.5) / (math.sqrt(2) * deviation) * 800 / math.log(10)


@pytest.mark.parametrize(("elo", "advantage", "draws"), each(3, [(30, 200, 0.5), (0, 0, 0), (-120, 100, 0.8)]))
@pytest.mark.parametrize("games", each(2, [400, 40]))
def test_intervals_cover_the_truth_95_times_of_100(elo: float, advantage: float, draws: float, games: int) -> None:
    chance = random.Random(f"{elo} {games}")
    score, normalised = true_score(elo, advantage), true_normalised(elo, advantage, draws)
    by_score = by_elo = by_normalised = 0
    for _ in range(TESTS):
        counts = [0] * 5
        for pair in itertools.islice(pairs(elo, advantage, draws, chance), games // 2):
            counts[pair] += 1
        found = compare(counts)
        assert found
        by_score += found.score.low <= score <= found.score.high
        by_elo += found.elo.low <= difference(score) <= found.elo.high
        by_normalised += found.normalised.low <= normalised <= found.normalised.high
    # Three standard errors of 2,000 simulations are 1.5 %.
    assert by_score == by_elo
    assert 0.935 <= by_score / TESTS <= 0.965
    assert 0.93 <= by_normalised / TESTS <= 0.98


@pytest.mark.parametrize(("elo0", "elo1", "hypothesis"), each(4, [(0, 50, 0), (0, 50, 1), (-50, 30, 0), (-50, 30, 1)]))
def test_the_sequential_test_errs_no_more_often_than_it_says(elo0: float, elo1: float, hypothesis: int) -> None:
    test, chance = Sprt(elo0, elo1), random.Random(f"{elo0} {elo1} {hypothesis}")
    truth = (elo0, elo1)[hypothesis]
    wrong = 0
    for _ in range(TESTS):
        _, verdict = test.run(pairs(truth, 0, 0.6, chance))
        wrong += verdict != hypothesis
    assert wrong / TESTS <= ALLOWED


def test_the_likelihood_ratio_is_that_of_the_most_likely_multinomials() -> None:
    # A search over all multinomials with the given mean, by brute force along their two free directions.
    counts, test = [3, 0, 7, 0, 10], Sprt(0, 100)

    def best(mean: float) -> float:
        # Only three kinds occur: with p(1) = x, p(0) = y the mean is x + (1 - x - y) / 2.
        least = -math.inf
        for step in range(1, 200_000):
            x = step / 200_000
            y = x + 1 - 2 * mean
            rest = 1 - x - y
            if y > 0 and rest > 0:
                least = max(least, 10 * math.log(x) + 7 * math.log(rest) + 3 * math.log(y))
        return least

    assert test.ratio(counts) == pytest.approx(best(expected(100)) - best(0.5), abs=0.02)


def test_quantiles_of_student_are_those_of_the_tables() -> None:
    table = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 10: 2.228, 30: 2.042, 1000: 1.962}
    for freedom, quantile in table.items():
        assert student(freedom) == pytest.approx(quantile, rel=0.005)


def test_what_the_games_leave_open_is_said_to_be_open() -> None:
    assert compare([0] * 5) is None
    alike = compare([0, 0, 0, 0, 7])
    assert alike
    assert (alike.score.low, alike.score.high) == (0, 1)
    assert alike.elo.value == math.inf
    assert (alike.elo.low, alike.elo.high) == (-math.inf, math.inf)


@pytest.mark.parametrize("pairs", [1, 3, 50])
def test_who_wins_every_pair_is_said_to_be_stronger_the_surer_the_more_pairs(pairs: int) -> None:
    won, lost = compare([0, 0, 0, pairs, 0]), compare([pairs, 0, 0, 0, 0])
    level = compare([0, 0, pairs, 0, 0])
    assert won
    assert lost
    assert level
    # The share of the chances p from 0 to 1, weighted by p ** pairs, that is above one half.
    steps = 2000
    chances = [(at + 0.5) / steps for at in range(steps)]
    above = sum(p**pairs for p in chances if p > 0.5) / sum(p**pairs for p in chances)
    assert won.superiority == pytest.approx(above, abs=1e-3)
    assert lost.superiority == pytest.approx(1 - above, abs=1e-3)
    assert level.superiority == 0.5
    assert (won.normalised.value, lost.normalised.value, level.normalised.value) == (math.inf, -math.inf, 0)


def test_pairs_are_counted_by_what_they_brought() -> None:
    assert count([0, 0.5, 1, 1, 1.5, 2]) == [1, 1, 2, 1, 1]
    assert len(SHARES) == 5
