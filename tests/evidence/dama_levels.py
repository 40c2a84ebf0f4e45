"""Each level of the Dama bot against the one below it, at the bot's defaults, through the arbiter, by pipe, each random
opening of 6 plies with both colours. A score is wins plus half the draws.
"""

from __future__ import annotations

import sys

from arbiter.games.dama.game import GAME
from arbiter.play.match import Match, play
from arbiter.play.record import GameRecord
from bots.options import FULL_STRENGTH
from tests.evidence.findings import Findings, Run, Table, Target
from tests.evidence.matches import refereed

OPENING = 6


def climb(level: int, games: int) -> list[GameRecord]:
    """Play a level against the one below."""
    above, below = (f"{sys.executable} -m bots.dama --level {which} --seed {which}" for which in (level, level - 1))
    referee = GAME.referee(GAME.settings(("pipe", "pipe"), plies=OPENING, seed=level))
    return list(play(Match((above, below), games, "dama", GAME.limits, referee=referee)).records)


def measure(run: Run) -> Findings:
    """Climb from level to level."""
    games = run.either(100, 2)
    rows, scores, records = [], [], []
    for level in run.either(range(1, FULL_STRENGTH + 1), range(1, 4)):
        found = climb(level, games)
        ends = [record.winner() for record in found]
        scores.append((ends.count(0) + ends.count(None) / 2) / games)
        rows.append((level, games, ends.count(0), ends.count(None), ends.count(1), f"{scores[-1]:.1%}"))
        records += found
    rising = sum(score > 0.5 for score in scores)
    return Findings(
        [Table(("level", "games", "won", "drawn", "lost", "score against the level below"), rows)],
        [
            Target("each level scores more than the one below", f"{rising} of {len(rows)}", rising == len(rows)),
            refereed(records),
        ],
    )
