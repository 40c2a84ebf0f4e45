"""Two players: what pairs of games say about them.

The games of a pair begin alike and swap colours, so their results depend on each other; pairs do not. Everything is
therefore computed from the numbers of pairs in which the first player made 0, 1/2, 1, 3/2 and 2 points (the
pentanomial), whose variance is what it is, and mostly smaller than twice that of a game.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence

from arbiter.ratings.elo import NORMAL, SCALE, difference, student

SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""Score of a game in each kind of pair."""


@dataclasses.dataclass(frozen=True, slots=True)
class Interval:
    """An estimate with the ends of its interval of 95 % confidence; infinite where the data set no bound."""

    value: float
    low: float
    high: float


@dataclasses.dataclass(frozen=True, slots=True)
class Comparison:
    """What pairs say of the first player: score (0 to 1), logistic and normalised Elo, likelihood of superiority.

    Normalised Elo (M. Van den Bergh, "Normalized Elo", 2021) is the difference of the mean score from 1/2, in standard
    deviations of a game, times 400 / ln 10 * 2: it says how many games it takes to tell two players apart.
    """

    pairs: int
    score: Interval
    elo: Interval
    normalised: Interval
    superiority: float


def compare(counts: Sequence[int]) -> Comparison | None:
    """Evaluate a pentanomial: the number of pairs for each of `SHARES`. None without a pair.

    Intervals are Student's, for the mean score; the ends are turned into Elo. With a single pair, or if all pairs ended
    alike, nothing is known about the variance and the ends are those of the scale. If all were won, the superiority is
    1 - 2 ** -(pairs + 1): the probability that a pair is won more often than not, if before them every chance to win
    one was as likely as any other (T. Bayes and R. Price, 1763).
    """
    pairs = sum(counts)
    if not pairs:
        return None
    mean, variance, skewness, kurtosis = _moments(counts, pairs)
    if pairs == 1 or not variance:
        ahead = (mean > 0.5) - (mean < 0.5)
        elo = Interval(difference(mean), -math.inf, math.inf)
        normalised = Interval(ahead * math.inf if ahead else 0.0, -math.inf, math.inf)
        return Comparison(pairs, Interval(mean, 0.0, 1.0), elo, normalised, 0.5 + ahead * (0.5 - 0.5 ** (pairs + 1)))
    quantile = student(pairs - 1)
    error = math.sqrt(variance / (pairs - 1))
    low, high = max(0.0, mean - quantile * error), min(1.0, mean + quantile * error)
    # A pair is the mean of two games: the standard deviation of one is larger by the square root of two.
    ratio = (mean - 0.5) / math.sqrt(variance)
    spread = math.sqrt(max(0.0, 1 - ratio * skewness + ratio**2 * (kurtosis - 1) / 4) / (pairs - 1))  # delta method
    unit = 2 * SCALE / math.sqrt(2)
    return Comparison(
        pairs,
        Interval(mean, low, high),
        Interval(difference(mean), difference(low), difference(high)),
        Interval(unit * ratio, unit * (ratio - quantile * spread), unit * (ratio + quantile * spread)),
        NORMAL.cdf((mean - 0.5) / error),
    )


def _moments(counts: Sequence[int], pairs: int) -> tuple[float, float, float, float]:
    mean = sum(n * share for n, share in zip(counts, SHARES, strict=True)) / pairs
    second, third, fourth = (
        sum(n * (share - mean) ** power for n, share in zip(counts, SHARES, strict=True)) / pairs for power in (2, 3, 4)
    )
    if not second:
        return mean, 0.0, 0.0, 0.0
    return mean, second, third / second**1.5, fourth / second**2


def count(pair_shares: Sequence[float]) -> list[int]:
    """Make a pentanomial of the sums of both games' scores in each pair (0 to 2)."""
    counts = [0] * len(SHARES)
    for share in pair_shares:
        counts[round(2 * share)] += 1
    return counts
