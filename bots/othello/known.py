"""What is proved of a position while a move is chosen, and what that leaves of the limits of the move."""

from __future__ import annotations

from typing import NamedTuple

from native.common.context import Limits, Report

WIN, DRAW = 1, 0
"""The margins that are worth more than the estimate of a larger one."""


class Known(NamedTuple):
    """What is proved of a position: the side to move gets at least `least`, by `move`, and less than `below`.

    `bleak` says that it looked like less than a draw before. `nodes` and `time_s` are what it took.
    """

    least: int | None = None
    below: int | None = None
    move: int | None = None
    bleak: bool = False
    nodes: int = 0
    time_s: float = 0.0

    @property
    def lost(self) -> bool:
        """Tell whether there is not even a draw."""
        return self.below is not None and self.below <= DRAW

    @property
    def aim(self) -> int:
        """Give the margin that shall not be given away: what is proved, else what may still be had."""
        if self.least is not None:
            return self.least
        return DRAW if self.bleak or self.below == WIN else WIN

    def answers(self, margin: int) -> bool:
        """Tell whether it is proved that there is, or is not, so much."""
        return (self.least is not None and margin <= self.least) or (self.below is not None and margin >= self.below)

    def after(self, used: Report | Known) -> Known:
        """Give the same, with what a search has used."""
        return self._replace(nodes=self.nodes + used.nodes, time_s=self.time_s + used.time_s)

    def answered(self, margin: int, proof: Report) -> Known:
        """Give what is known after the solver was asked whether there is so much; it may have left that open."""
        known = self.after(proof)
        if not proof.exact:
            return known
        return known._replace(below=margin) if proof.score < margin else known._replace(least=margin, move=proof.move)

    def told_by(self, best: Report) -> Report:
        """Give a report of a move that keeps what is proved, its score within that, with all that was used."""
        score = best.score if self.below is None else min(best.score, self.below - 1)
        if self.least is None or score > self.least:
            return best._replace(score=score, lost=self.lost, nodes=self.nodes, time_s=self.time_s)
        exact = best.exact or self.below == self.least + 1
        return best._replace(score=self.least, bound=True, exact=exact, nodes=self.nodes, time_s=self.time_s)


def share(limits: Limits, part: float) -> Limits:
    """Give a part of the time and nodes of `limits`."""
    return Limits(limits.time_s and limits.time_s * part, limits.nodes and max(int(limits.nodes * part), 1))


def less(limits: Limits, used: Report | Known) -> Limits:
    """Give what is left of `limits`, a little at least."""
    return Limits(
        limits.time_s and max(limits.time_s - used.time_s, limits.time_s / 10),
        limits.nodes and max(limits.nodes - used.nodes, limits.nodes // 10, 1),
    )
