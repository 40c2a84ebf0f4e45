"""What white's opening book is worth: our bot as white with the book and without it, both with the same first reply and
nodes for each move, against our own levels as black, which begin each game with random moves. Pairs begin alike.
"""

from __future__ import annotations

import math
import random
import statistics
from unittest import mock

from arbiter.games.othello.law import EMPTY, Position
from bots.options import Options
from bots.othello import book
from bots.othello.player import Player
from tests.evidence import duels
from tests.evidence.findings import Findings, Run, Table, Target

LEVELS = (1, 8, 9)
RANDOM_MOVES = 3
NODES = 100_000


def measure(run: Run) -> Findings:
    """Play the pairs of games."""
    games = run.either(16, 2)
    rows, gains = [], []
    for level in LEVELS:
        pairs = [
            (play(level, seed, known=True), play(level, seed, known=False))
            for seed in run.track(range(games), f"white against level {level}")
        ]
        gain = [known - unknown for known, unknown in pairs]
        gains += gain
        wins = [sum(margins[i] > 0 for margins in pairs) for i in (0, 1)]
        means = [f"{statistics.mean(margins[i] for margins in pairs):+.1f}" for i in (0, 1)]
        rows.append((f"level {level}", games, *wins, *means, describe(gain)))
    header = ("against", "pairs", "won with it", "without", "average margin with it", "without ", "gain in discs")
    error = statistics.stdev(gains) / math.sqrt(len(gains))
    mean = statistics.mean(gains)
    return Findings(
        [Table(header, rows)],
        [Target("the book does white no harm (two standard errors)", describe(gains), mean > -2 * error or mean >= 0)],
    )


def describe(gain: list[int]) -> str:
    """Write the average and its standard error."""
    return f"{statistics.mean(gain):+.1f} ± {statistics.stdev(gain) / math.sqrt(len(gain)):.1f}"


def play(level: int, seed: int, *, known: bool) -> int:
    """Play a game, the book being `known` or not; give white's margin."""
    rng = random.Random(seed)
    black = duels.chooser(duels.at_level(level, seed))

    def wild(position: Position) -> int:
        if 64 - position.board.count(EMPTY) < 4 + 2 * RANDOM_MOVES:
            return rng.choice(position.legal_moves())
        return black(position)

    white = duels.chooser(Player(Options(nodes=NODES)))
    if known:
        return -duels.finish(Position(), wild, white)
    with mock.patch.object(book, "reply", return_value=None):
        return -duels.finish(Position(), wild, white)
