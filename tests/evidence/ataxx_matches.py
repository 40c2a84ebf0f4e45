"""Matches of Ataxx through the arbiter's referee, from random openings, each played with both colours."""

from __future__ import annotations

import dataclasses
import math
import shlex
import statistics
import sys
from collections.abc import Sequence
from typing import Any

from arbiter.games.ataxx.game import GAME
from arbiter.games.contract import Referee
from arbiter.host.limits import Limits
from arbiter.play.match import Match, play
from arbiter.play.record import GameRecord
from tests.evidence.findings import Run
from tests.evidence.matches import elo

HEADER = ("", "blocks", "games", "won", "drawn", "lost", "score", "Elo")


def bot(*options: str) -> str:
    """Give the command line of our Ataxx bot."""
    return shlex.join([sys.executable, "-m", "bots.ataxx", *options])


@dataclasses.dataclass(frozen=True)
class Score:
    """What A scored against B, the two games of each opening being one sample, as they are not independent."""

    records: Sequence[GameRecord]

    def results(self) -> tuple[int, int, int]:
        """Count wins, draws, losses."""
        margins = [record.scores[0] - record.scores[1] for record in self.records]
        return sum(m > 0 for m in margins), margins.count(0), sum(m < 0 for m in margins)

    def mean(self) -> float:
        """Give wins and half the draws, as a share of the games."""
        won, drawn, lost = self.results()
        return (won + drawn / 2) / (won + drawn + lost)

    def deviation(self) -> float:
        """Give the half width of the interval of 95 % around the mean."""
        points = [(1 + (m > 0) - (m < 0)) / 2 for m in (r.scores[0] - r.scores[1] for r in self.records)]
        pairs = [statistics.mean(pair) for pair in zip(points[::2], points[1::2], strict=True)]
        return 1.96 * statistics.stdev(pairs) / math.sqrt(len(pairs)) if len(pairs) > 1 else 0.5

    def elo(self) -> tuple[float, float, float]:
        """Give the lower end, the middle and the upper end of the interval in Elo."""
        low, middle, high = (elo(self.mean() + way * self.deviation()) for way in (-1, 0, 1))
        return low, middle, high

    def row(self, name: str, blocks: str) -> tuple[object, ...]:
        """Give the cells below `HEADER`."""
        low, middle, high = self.elo()
        score = f"{self.mean():.1%} ± {self.deviation():.1%}"
        return name, blocks, len(self.records), *self.results(), score, f"{middle:+.0f} ({low:+.0f} to {high:+.0f})"


def referee(protocols: tuple[str, str] | None = None, *, plies: int, **options: Any) -> Referee:
    """Make a referee of Ataxx with random openings."""
    return GAME.referee(GAME.settings(protocols, plies=plies, **options))


def match(run: Run, a: str, b: str, games: int, referee: Referee) -> Score:
    """Play `games`, an even number, which must end by the rules."""
    records: list[GameRecord] = []
    bar = run.track(range(games), "games of Ataxx")

    def note(record: GameRecord) -> None:
        next(bar)
        records.append(record)
        assert not record.reason, record

    play(Match((a, b), games, "ataxx", Limits(time_s=60), referee=referee), note)
    return Score(records)


def joined(*scores: Score) -> Score:
    """Take several matches as one."""
    return Score([record for score in scores for record in score.records])
