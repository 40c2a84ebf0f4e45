"""A sequential test of two hypotheses about an Elo difference, over pairs of games.

The generalised sequential probability ratio test for the mean of a multinomial: M. Van den Bergh, "A practical
introduction to the GSPRT", 2020; A. Wald, "Sequential Tests of Statistical Hypotheses", 1945, for the bounds.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Sequence

from arbiter.ratings.elo import expected
from arbiter.ratings.pentanomial import SHARES

ALPHA = BETA = 0.05
"""Nominal rates of both errors."""
REGULAR = 1e-3
"""What an empty count is taken for, so that the first pairs of one kind do not look certain."""
STEPS = 50
TOLERANCE = 1e-6
"""How far from the hypothesis the mean of a fitted multinomial may be, as a share of a point."""


@dataclasses.dataclass(frozen=True, slots=True)
class Sprt:
    """The test of elo0 (the null hypothesis) against elo1, which is larger."""

    elo0: float
    elo1: float

    @property
    def lower(self) -> float:
        """Bound of the log-likelihood ratio at which elo0 is accepted."""
        return math.log(BETA / (1 - ALPHA))

    @property
    def upper(self) -> float:
        """Bound at which elo1 is accepted."""
        return math.log((1 - BETA) / ALPHA)

    def ratio(self, counts: Sequence[int]) -> float:
        """Give the log-likelihood ratio of a pentanomial."""
        weights = [count or REGULAR for count in counts]
        total = sum(weights)
        null, other = (_fit(weights, total, expected(elo)) for elo in (self.elo0, self.elo1))
        return sum(weight * math.log(x / y) for weight, x, y in zip(weights, null, other, strict=True))

    def verdict(self, counts: Sequence[int]) -> int | None:
        """Give 1 if elo1 is accepted, 0 if elo0 is, None while the test goes on."""
        ratio = self.ratio(counts)
        return 1 if ratio >= self.upper else 0 if ratio <= self.lower else None

    def run(self, pairs: Iterable[int]) -> tuple[list[int], int | None]:
        """Count pairs (0 to 4 half points each) one by one until the verdict; give the pentanomial and the verdict."""
        counts = [0] * len(SHARES)
        for pair in pairs:
            counts[pair] += 1
            if (verdict := self.verdict(counts)) is not None:
                return counts, verdict
        return counts, None


def _fit(weights: Sequence[float], total: float, mean: float) -> list[float]:
    """Give by what each weight is divided in the most likely multinomial with this mean.

    That is 1 + t * offset, with offset = share - mean, and t such that the mean offset becomes zero. The sum of
    weight * offset / (1 + t * offset) falls from infinity to minus infinity between the poles; Newton's steps, halved
    into the interval that brackets the root where they leave it.
    """
    offsets = [share - mean for share in SHARES]
    low, high = -1 / offsets[-1], -1 / offsets[0]
    tilt = 0.0
    for _ in range(STEPS):
        value = slope = 0.0
        for weight, offset in zip(weights, offsets, strict=True):
            part = offset / (1 + tilt * offset)
            value += weight * part
            slope -= weight * part * part
        if abs(value) < TOLERANCE * total:
            break
        if value > 0:
            low = tilt
        else:
            high = tilt
        newton = tilt - value / slope
        tilt = newton if low < newton < high else (low + high) / 2
    return [1 + tilt * offset for offset in offsets]
