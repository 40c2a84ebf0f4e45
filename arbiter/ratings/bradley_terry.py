"""Many players: the Bradley-Terry model with draws (R. R. Davidson, 1970) and an advantage of the first move.

With d = rating of the first mover + advantage - rating of the other, in natural units, a win, a draw and a loss of the
first mover have odds exp(d / 2) : nu : exp(-d / 2). The logarithm of the likelihood is concave in ratings, advantage
and log nu, and Newton's method finds its maximum; errors are those of the inverse Hessian. A weak normal prior keeps
finite what the games leave open, such as the rating of a player who has won them all.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable

from arbiter.ratings.elo import NORMAL, SCALE

PRIOR_ELO = 1000.0
"""Standard deviation of the prior, of a rating around the mean of all and of the advantage around zero."""
PRIOR_DRAW = 3.0
"""And of log nu around zero."""
STEPS = 100
LONGEST_STEP = 2.0

Matrix = list[list[float]]


@dataclasses.dataclass(frozen=True, slots=True)
class Ratings:
    """Elo of each player, relative to the mean of all, with standard errors; the first mover's advantage in Elo.

    `draw` is nu: between equals, the odds of a draw against a win of either side.
    """

    elo: tuple[float, ...]
    error: tuple[float, ...]
    advantage: float
    advantage_error: float
    draw: float
    covariance: Matrix

    def superiority(self, a: int, b: int) -> float:
        """Give the likelihood that player a is stronger than player b."""
        c = self.covariance
        error = math.sqrt(max(0.0, c[a][a] + c[b][b] - 2 * c[a][b]))
        return NORMAL.cdf((self.elo[a] - self.elo[b]) / error) if error else 0.5


def rate(players: int, games: Iterable[tuple[int, int, float]]) -> Ratings:
    """Rate players by games (first mover, other, score of the first mover: 1, 1/2 or 0)."""
    counts: dict[tuple[int, int], list[int]] = {}
    for first, other, score in games:
        counts.setdefault((first, other), [0, 0, 0])[round(2 * score)] += 1
    size = players + 2
    at = [0.0] * size
    value, gradient, hessian = _posterior(players, counts, at)
    for _ in range(STEPS):
        inverse = _inverse(hessian)
        step = [sum(row[i] * gradient[i] for i in range(size)) for row in inverse]
        longest = max(abs(part) for part in step)
        scale = min(1.0, LONGEST_STEP / longest) if longest else 1.0
        while True:
            trial = [x + scale * part for x, part in zip(at, step, strict=True)]
            found = _posterior(players, counts, trial)
            if found[0] >= value - 1e-12 * abs(value) or scale < 1e-6:
                break
            scale /= 2
        at, (value, gradient, hessian) = trial, found
        if scale * longest < 1e-7:
            break
    return _ratings(players, at, _inverse(hessian))


def _posterior(
    players: int, counts: dict[tuple[int, int], list[int]], at: list[float]
) -> tuple[float, list[float], Matrix]:
    """Give the logarithm of the posterior, its gradient, and the negative of its Hessian."""
    size = players + 2
    h, n = players, players + 1  # where advantage and log nu are
    precision = [(SCALE / PRIOR_ELO) ** 2] * (players + 1) + [PRIOR_DRAW**-2]
    value = -sum(p * x * x for p, x in zip(precision, at, strict=True)) / 2
    gradient = [-p * x for p, x in zip(precision, at, strict=True)]
    hessian = [[precision[i] if i == j else 0.0 for j in range(size)] for i in range(size)]
    for (a, b), (losses, draws, wins) in counts.items():
        d = at[a] + at[h] - at[b]
        logs = (-d / 2, at[n], d / 2)
        top = max(logs)
        loss, draw, win = (math.exp(x - top) for x in logs)
        total = loss + draw + win
        loss, draw, win = loss / total, draw / total, win / total
        games = losses + draws + wins
        normal = top + math.log(total)
        value += sum(count * (x - normal) for count, x in zip((losses, draws, wins), logs, strict=True))
        slope = (wins - losses) / 2 - games * (win - loss) / 2
        more = draws - games * draw
        curve = games * (win + loss - (win - loss) ** 2) / 4  # variance of the result, as +-1/2
        mixed = -games * draw * (win - loss) / 2
        places = ((a, 1.0), (b, -1.0), (h, 1.0))
        for i, sign in places:
            gradient[i] += sign * slope
            hessian[i][n] += sign * mixed
            hessian[n][i] += sign * mixed
            for j, other in places:
                hessian[i][j] += sign * other * curve
        gradient[n] += more
        hessian[n][n] += games * draw * (1 - draw)
    return value, gradient, hessian


def _ratings(players: int, at: list[float], covariance: Matrix) -> Ratings:
    """Turn parameters into Elo relative to the mean of all players."""
    mean = sum(at[:players]) / players
    rows = [sum(covariance[i][:players]) / players for i in range(players)]
    whole = sum(rows) / players
    centred = [
        [SCALE**2 * (covariance[i][j] - rows[i] - rows[j] + whole) for j in range(players)] for i in range(players)
    ]
    return Ratings(
        elo=tuple(SCALE * (x - mean) for x in at[:players]),
        error=tuple(math.sqrt(max(0.0, centred[i][i])) for i in range(players)),
        advantage=SCALE * at[players],
        advantage_error=SCALE * math.sqrt(covariance[players][players]),
        draw=math.exp(at[players + 1]),
        covariance=centred,
    )


def _inverse(matrix: Matrix) -> Matrix:
    """Invert a positive definite matrix (Gauss and Jordan; it needs no pivoting)."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for i in range(size):
        pivot = rows[i][i]
        rows[i] = row = [x / pivot for x in rows[i]]
        for j in range(size):
            if j != i and (factor := rows[j][i]):
                rows[j] = [x - factor * y for x, y in zip(rows[j], row, strict=True)]
    return [row[size:] for row in rows]
