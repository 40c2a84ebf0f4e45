"""Ratings are what their definitions say, worked out here plainly: sums over games, finite differences."""

from __future__ import annotations

import dataclasses
import math
import random

import numpy
import pytest

from arbiter.ratings.bradley_terry import rate
from arbiter.ratings.elo import difference, expected, rounded, student
from arbiter.ratings.pentanomial import compare, count
from arbiter.ratings.sprt import Sprt

NATURAL = 400 / math.log(10)
Game = tuple[int, int, float]
TABLE = {3: 3.182446, 4: 2.776445, 5: 2.570582, 7: 2.364624, 10: 2.228139, 15: 2.131450, 30: 2.042272, 120: 1.979930}
"""Student's t, 97.5 %."""


def posterior(at: list[float], games: list[Game]) -> float:
    """Logarithm of Davidson's likelihood and of the prior at ratings, advantage and log nu, all in natural units."""
    *ratings, advantage, draw = at
    value = -sum(x * x for x in (*ratings, advantage)) / 2 / (1000 / NATURAL) ** 2 - draw * draw / 2 / 3**2
    for first, other, score in games:
        d = ratings[first] + advantage - ratings[other]
        odds = {1.0: math.exp(d / 2), 0.5: math.exp(draw), 0.0: math.exp(-d / 2)}
        value += math.log(odds[score] / sum(odds.values()))
    return value


def curvature(at: list[float], games: list[Game], step: float = 1e-3) -> numpy.ndarray:
    """Second derivatives by differences."""
    size = len(at)
    found = numpy.zeros((size, size))
    for i in range(size):
        for j in range(size):
            for si, sj in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
                moved = list(at)
                moved[i] += si * step
                moved[j] += sj * step
                found[i, j] += si * sj * posterior(moved, games) / (4 * step * step)
    return found


@pytest.mark.parametrize("seed", range(3))
def test_ratings_are_the_maximum_of_the_posterior_and_errors_its_curvature(seed: int) -> None:
    chance = random.Random(seed)
    games = [(a, b, chance.choice((0.0, 0.5, 1.0, 1.0))) for a in range(4) for b in range(4) if a != b] * (seed + 1)
    games += [(0, 1, 1.0), (3, 2, 0.0)]
    found = rate(4, games)
    assert sum(found.elo) == pytest.approx(0, abs=1e-6)
    at = [*(elo / NATURAL for elo in found.elo), found.advantage / NATURAL, math.log(found.draw)]
    best = posterior(at, games)
    for i in range(6):
        for step in (-1e-3, 1e-3):
            assert posterior([x + step * (i == j) for j, x in enumerate(at)], games) < best
    covariance = numpy.linalg.inv(-curvature(at, games)) * NATURAL**2
    assert found.advantage_error == pytest.approx(math.sqrt(covariance[4, 4]), rel=1e-3)
    for a in range(4):
        own = numpy.array([(i == a) - 1 / 4 for i in range(4)] + [0, 0])
        assert found.error[a] == pytest.approx(math.sqrt(own @ covariance @ own), rel=1e-3)
        for b in range(4):
            other = numpy.array([(i == a) - (i == b) for i in range(4)] + [0, 0])
            error = math.sqrt(other @ covariance @ other)
            likely = 0.5 * (1 + math.erf((found.elo[a] - found.elo[b]) / error / math.sqrt(2))) if error else 0.5
            assert found.superiority(a, b) == pytest.approx(likely, abs=1e-3)


def test_a_step_too_long_is_shortened() -> None:
    found = rate(3, [(0, 1, 1.0), (1, 2, 1.0), (0, 2, 1.0)] * 400)
    assert found.elo[0] - found.elo[1] == pytest.approx(found.elo[1] - found.elo[2], abs=30)
    assert found.elo[0] > 300
    assert all(math.isfinite(error) for error in found.error)


@pytest.mark.parametrize(
    ("freedom", "error"), [(3, 4e-3), (4, 9e-4), (5, 3e-4), (7, 5e-5), (10, 9e-6), (15, 2e-6), (30, 1e-6), (120, 1e-6)]
)
def test_quantiles_are_nearer_to_the_table_the_more_degrees(freedom: int, error: float) -> None:
    assert student(freedom) == pytest.approx(TABLE[freedom], abs=error)
    assert student(1) == pytest.approx(12.70620, rel=1e-5)
    assert student(2) == pytest.approx(4.302653, rel=1e-6)
    assert student(10, 0.9) == pytest.approx(1.812461, rel=3e-5)


@pytest.mark.parametrize(("elo", "score"), [(0, 0.5), (400, 10 / 11), (-400, 1 / 11), (100, 0.640065)])
def test_elo_and_score_belong_together(elo: float, score: float) -> None:
    assert expected(elo) == pytest.approx(score, rel=1e-6)
    assert difference(score) == pytest.approx(elo, abs=1e-3)


def test_the_ends_of_the_scale_are_infinitely_far() -> None:
    assert [difference(score) for score in (-0.1, 0, 1, 1.1)] == [-math.inf, -math.inf, math.inf, math.inf]


@pytest.mark.parametrize("counts", [[1, 2, 10, 5, 3], [0, 9, 1, 2, 0], [4, 0, 0, 0, 5]])
def test_a_comparison_is_that_of_the_pairs_one_by_one(counts: list[int]) -> None:
    pairs = numpy.array([share for share, n in zip((0, 0.25, 0.5, 0.75, 1), counts, strict=True) for _ in range(n)])
    n, mean, deviation = len(pairs), pairs.mean(), pairs.std()
    found, quantile = compare(counts), student(len(pairs) - 1)
    assert found
    assert found.pairs == n
    margin = quantile * pairs.std(ddof=1) / math.sqrt(n)
    assert dataclasses.astuple(found.score) == pytest.approx((mean, max(0, mean - margin), min(1, mean + margin)))
    assert dataclasses.astuple(found.elo) == pytest.approx([difference(x) for x in dataclasses.astuple(found.score)])
    # The delta method: what one pair more of each kind adds to mean / deviation.
    ratio, z = (mean - 0.5) / deviation, (pairs - mean) / deviation
    influence = z - ratio * (z * z - 1) / 2
    margin = quantile * influence.std() / math.sqrt(n - 1)
    unit = 800 / math.log(10) / math.sqrt(2)
    assert dataclasses.astuple(found.normalised) == pytest.approx(
        (unit * ratio, unit * (ratio - margin), unit * (ratio + margin))
    )
    error = (mean - 0.5) / (deviation / math.sqrt(n - 1))
    assert found.superiority == pytest.approx(0.5 * (1 + math.erf(error / math.sqrt(2))))


def test_without_a_difference_between_pairs_only_the_side_is_known() -> None:
    assert compare([0] * 5) is None
    for counts, likely, side in (
        ([0, 0, 0, 0, 3], 1 - 2**-4, 1),
        ([3, 0, 0, 0, 0], 2**-4, -1),
        ([0, 0, 4, 0, 0], 0.5, 0),
    ):
        found = compare(counts)
        assert found
        assert found.superiority == likely
        assert (found.score.low, found.score.high) == (0, 1)
        assert (found.elo.low, found.elo.high) == (found.normalised.low, found.normalised.high) == (-math.inf, math.inf)
        assert found.normalised.value == (side * math.inf if side else 0)
    single = compare([0, 0, 0, 1, 0])
    assert single
    assert (dataclasses.astuple(single.score), single.superiority) == ((0.75, 0, 1), 0.75)
    assert count([0, 0.5, 2, 1.5, 1, 2]) == [1, 1, 1, 1, 2]


def likelihood(weights: list[float], mean: float) -> float:
    """Largest log-likelihood of a multinomial over the shares whose mean is given, by halving an interval."""
    offsets = [share - mean for share in (0, 0.25, 0.5, 0.75, 1)]
    low, high = -1 / offsets[-1] + 1e-12, -1 / offsets[0] - 1e-12
    for _ in range(200):
        tilt = (low + high) / 2
        if sum(w * x / (1 + tilt * x) for w, x in zip(weights, offsets, strict=True)) > 0:
            low = tilt
        else:
            high = tilt
    total = sum(weights)
    return sum(w * math.log(w / total / (1 + tilt * x)) for w, x in zip(weights, offsets, strict=True))


@pytest.mark.parametrize("counts", [[1, 2, 10, 5, 3], [0, 9, 1, 2, 0], [40, 0, 0, 0, 50], [0, 0, 100, 300, 7]])
def test_the_ratio_of_a_sequential_test_is_that_of_the_largest_likelihoods(counts: list[int]) -> None:
    test, weights = Sprt(-10, 25), [n or 1e-3 for n in counts]
    ratio = likelihood(weights, expected(25)) - likelihood(weights, expected(-10))
    assert test.ratio(counts) == pytest.approx(ratio, abs=1e-3, rel=1e-4)
    assert (test.lower, test.upper) == pytest.approx((-math.log(19), math.log(19)))
    assert test.verdict(counts) == (1 if ratio >= math.log(19) else 0 if ratio <= -math.log(19) else None)


def test_a_sequential_test_stops_with_the_pair_that_decides() -> None:
    test = Sprt(0, 100)
    counts, verdict = test.run([4] * 1000)
    assert verdict == 1
    assert test.verdict([0, 0, 0, 0, counts[4] - 1]) is None
    counts, verdict = test.run([0] * 1000)
    assert verdict == 0
    assert test.verdict([counts[0] - 1, 0, 0, 0, 0]) is None
    assert test.run([2, 4, 0]) == ([1, 0, 1, 0, 1], None)


def test_numbers_are_rounded_and_zero_has_no_sign() -> None:
    given = ((12.345, 0), (-12.345, 1), (-0.3, 0), (-0.04, 1), (-0.6, 0), (0, 0))
    assert [str(rounded(value, digits)) for value, digits in given] == ["12.0", "-12.3", "0.0", "0.0", "-1.0", "0.0"]
