"""What a player gave away in its games: sums over reviewed moves, proofs and estimates apart."""

from __future__ import annotations

import dataclasses

from arbiter.review.losses import PHASES, GameReview, ReviewedMove


@dataclasses.dataclass(slots=True)
class Given:
    """Moves with their losses added up: those that are proved, and those of which there is only an estimate."""

    proved: int = 0
    proved_loss: float = 0.0
    best: int = 0
    estimated: int = 0
    estimated_loss: float = 0.0

    def add(self, move: ReviewedMove) -> None:
        """Count a move."""
        if move.proved:
            self.proved += 1
            self.proved_loss += move.least
            self.best += move.least == 0
        elif move.estimate is not None:
            self.estimated += 1
            self.estimated_loss += move.loss

    @property
    def mean(self) -> float | None:
        """Mean of the proved losses."""
        return self.proved_loss / self.proved if self.proved else None

    @property
    def estimated_mean(self) -> float | None:
        """Mean of the estimated losses."""
        return self.estimated_loss / self.estimated if self.estimated else None

    @property
    def best_share(self) -> float | None:
        """Share of the moves with proved loss that lost nothing."""
        return self.best / self.proved if self.proved else None


@dataclasses.dataclass(slots=True)
class Account:
    """One player in all reviewed games: moves in which there was a choice, in all, by phase and by side.

    `blunders` are proved, `guessed` are those by estimate.
    """

    games: int = 0
    blunders: int = 0
    guessed: int = 0
    decisive: int = 0
    lost_from_start: int = 0
    total: Given = dataclasses.field(default_factory=Given)
    phases: tuple[Given, ...] = dataclasses.field(default_factory=lambda: tuple(Given() for _ in PHASES))
    sides: tuple[Given, Given] = dataclasses.field(default_factory=lambda: (Given(), Given()))

    def add(self, review: GameReview, seat: int) -> None:
        """Count a game in which the player had a seat."""
        self.games += 1
        for move in review.moves:
            if move.seat == seat and move.free:
                self.blunders += move.blunder and move.certain
                self.guessed += move.blunder and not move.certain
                for given in (self.total, self.phases[move.phase], self.sides[move.side]):
                    given.add(move)
        decision = review.decisions.get(seat)
        self.decisive += decision is not None and decision.move is not None
        self.lost_from_start += decision is not None and decision.move is None
