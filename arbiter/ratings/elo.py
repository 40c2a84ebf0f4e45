"""Elo differences and expected scores, and the quantiles that intervals need."""

from __future__ import annotations

import math
from statistics import NormalDist

SCALE = 400 / math.log(10)
"""Elo points for a natural logarithm of odds."""
NORMAL = NormalDist()
CONFIDENCE = 0.95


def expected(elo: float) -> float:
    """Give the expected score (0 to 1) of a player who is `elo` points stronger."""
    return 1 / (1 + math.exp(-elo / SCALE))


def rounded(value: float, digits: int = 0) -> float:
    """Round; what is zero then has no sign."""
    return round(value, digits) + 0.0


def difference(score: float) -> float:
    """Give the logistic Elo difference of a mean score, infinite at 0 and 1."""
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return SCALE * math.log(score / (1 - score))


def student(freedom: int, confidence: float = CONFIDENCE) -> float:
    """Give the two-sided quantile of Student's t.

    Exact for one and two degrees of freedom; otherwise the expansion of Abramowitz and Stegun, 26.7.5, to four terms,
    whose error is below 0.5 % from three degrees on.
    """
    if freedom == 1:
        return math.tan(math.pi * confidence / 2)
    if freedom == 2:
        return confidence * math.sqrt(2 / (1 - confidence**2))
    z, n = NORMAL.inv_cdf((1 + confidence) / 2), freedom
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * n**4)
    )
