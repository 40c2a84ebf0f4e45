"""Ratings of a league: the maximum of the posterior, the truth within the errors, and no player out of reach."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator

import pytest

from arbiter.ratings.bradley_terry import rate

NATURAL = 400 / math.log(10)


def games(
    strengths: list[float], advantage: float, nu: float, rounds: int, chance: random.Random
) -> Iterator[tuple[int, int, float]]:
    """Everybody against everybody, with both colours, by Davidson's model."""
    for _ in range(rounds):
        for a in range(len(strengths)):
            for b in range(len(strengths)):
                if a == b:
                    continue
                d = (strengths[a] + advantage - strengths[b]) / NATURAL
                score = chance.choices((1.0, 0.5, 0.0), (math.exp(d / 2), nu, math.exp(-d / 2)))[0]
                yield a, b, score


def test_errors_cover_the_truth_95_times_of_100() -> None:
    strengths, advantage, nu = [-150.0, -20.0, 0.0, 50.0, 120.0], 40.0, 0.7
    chance = random.Random(5)
    inside = outside = 0
    likely = []
    for _ in range(300):
        found = rate(5, games(strengths, advantage, nu, 8, chance))
        truths = [*zip(strengths, found.elo, found.error, strict=True)]
        truths.append((advantage, found.advantage, found.advantage_error))
        for truth, value, error in truths:
            inside += abs(value - truth) <= 1.96 * error
            outside += abs(value - truth) > 1.96 * error
        likely.append(found.superiority(4, 3))
    assert 0.935 <= inside / (inside + outside) <= 0.97
    # A likelihood of 95 % errs once in twenty; here player 4 is the stronger one, by little for so few games.
    assert sum(share < 0.05 for share in likely) <= 3
    assert sum(share > 0.5 for share in likely) > 200


def test_more_games_bring_the_truth_nearer() -> None:
    strengths = [-200.0, 0.0, 200.0]
    found = rate(3, games(strengths, 60, 0.5, 2000, random.Random(1)))
    assert found.elo == pytest.approx(strengths, abs=12)
    assert found.advantage == pytest.approx(60, abs=10)
    assert found.draw == pytest.approx(0.5, abs=0.05)


def test_two_players_have_the_difference_of_their_score() -> None:
    # Without draws and with both colours equally, 3 wins to 1 are odds of 3, 191 Elo (a weak prior pulls a little).
    found = rate(2, [(0, 1, 1), (1, 0, 0), (0, 1, 1), (1, 0, 0), (0, 1, 1), (1, 0, 0), (0, 1, 0), (1, 0, 1)] * 50)
    assert found.elo[0] - found.elo[1] == pytest.approx(191, abs=3)
    assert found.superiority(0, 1) > 0.999


def test_whoever_wins_everything_has_a_rating_and_a_large_error() -> None:
    found = rate(3, [(0, 1, 1), (1, 0, 0), (0, 2, 1), (2, 0, 0), (1, 2, 0.5), (2, 1, 0.5)])
    assert found.elo[0] > max(found.elo[1:]) + 100
    assert 200 < found.error[0] < 2000
    assert found.elo[1] == pytest.approx(found.elo[2])


def test_without_games_nobody_is_ahead() -> None:
    found = rate(3, [])
    assert found.elo == pytest.approx((0, 0, 0))
    assert found.superiority(0, 1) == pytest.approx(0.5)
