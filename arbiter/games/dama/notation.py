"""How engines write Dama, and what their proved values mean."""

from __future__ import annotations

import math

from arbiter.games.dama import law
from arbiter.games.symmetry import sign

WIN = 31000
"""A proved value is this less the plies to the end."""
PROVED = 30000
"""And beyond this, or 0."""
RESULTS = {1: (2, 0), 0: (1, 1), -1: (0, 2)}


def points(value: int) -> float:
    """Give what a value that is not proved means in points, more than a draw is worth: from -1 to 1."""
    return math.tanh(value / 200)  # 2 p - 1, where the value is 100 log (p / (1 - p))


class DamaNotation:
    """See `arbiter.games.contract.Notation`."""

    unit, within, plies = "hundredths of log odds", 20, 8
    margin = False
    by_result = RESULTS

    def position_text(self, position: law.Position) -> str:
        """Write a position."""
        return law.format_position(position)

    def key(self, position: law.Position) -> str:
        """Give the position: turning the board round exchanges the players, and a mirror has other squares."""
        return law.format_position(position)

    def proved(self, value: int, left: int | None) -> int | None:
        """Give the result that a proved value means; a win that comes after the limit of moves is none."""
        if value == 0:
            return 0
        plies = WIN - abs(value)
        if abs(value) < PROVED or (left is not None and plies > left):
            return None
        return sign(value)
