"""Our bot at its defaults as black, against its own strongest levels, which begin each game with three random moves.

Black's book holds more than the win, to whatever white does (docs/othello-solved.md): black must never end
below the margin that is proved.
"""

from __future__ import annotations

import random

from arbiter.games.othello.law import EMPTY, Position
from bots.options import Options
from bots.othello.book import proved_margin
from bots.othello.player import Player
from tests.evidence import duels
from tests.evidence.findings import Findings, Run, Table, Target

LEVELS = (8, 9, 10)
RANDOM_MOVES = 3


def measure(run: Run) -> Findings:
    """Play the games."""
    games, proved = run.either(34, 1), proved_margin()
    rows, worst = [], 64
    for level in LEVELS:
        margins = [play(level, seed) for seed in run.track(range(games), f"book against level {level}")]
        worst = min(worst, *margins, 64)
        rows.append((f"level {level}", games, f"{sum(margins) / games:+.1f}", f"{min(margins):+d}"))
    return Findings(
        [Table(("against", "games", "average margin", "smallest margin"), rows)],
        [Target(f"black never ends below the proved {proved:+d}", f"{worst:+d}", worst >= proved, portable=True)],
    )


def play(level: int, seed: int) -> int:
    """Play a game; give black's margin."""
    rng = random.Random(seed)
    white = duels.chooser(duels.at_level(level, seed))

    def wild(position: Position) -> int:
        if 64 - position.board.count(EMPTY) < 4 + 2 * RANDOM_MOVES:
            return rng.choice(position.legal_moves())
        return white(position)

    return duels.finish(Position(), duels.chooser(Player(Options())), wild)
