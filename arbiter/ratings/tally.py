"""Games counted: won, drawn and lost."""

from __future__ import annotations

import dataclasses


@dataclasses.dataclass(slots=True, kw_only=True)
class Tally:
    """Results of one player."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    def count(self, share: float) -> None:
        """Count a game: 1 won, 1/2 drawn, 0 lost."""
        self.wins += share == 1
        self.draws += share == 0.5
        self.losses += share == 0

    @property
    def games(self) -> int:
        """Number of games counted."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """A win counts one and a draw half."""
        return self.wins + self.draws / 2
