"""Balanced openings: random moves by the law, kept if an engine finds the position after them near even."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from arbiter.games.board import BoardGame
from arbiter.games.contract import Notation
from arbiter.play.analysis import Engine

FRUITLESS = 3000
"""Tries in a row without a new opening after which there are taken to be no more."""


class BalancedOpening(NamedTuple):
    """An opening as records have it, and the engine's value for the side to move."""

    text: str
    value: int


def make(
    board: BoardGame[Any, Any], notation: Notation, engine: Engine, plies: int, within: int, seed: int
) -> Iterator[BalancedOpening | None]:
    """Give balanced openings, None for each try that was none, until `FRUITLESS` tries in a row find nothing new.

    No two lead to the same position, not even up to symmetry. Each is worth at most `within` to either side, and not
    proved to be anything, in the judgement of the engine. Raises EngineError.
    """
    rng = random.Random(seed)
    seen: set[str] = set()
    fruitless = 0
    while fruitless < FRUITLESS:
        moves, position = board.random_opening(plies, rng)
        key = notation.key(position)
        fruitless += 1
        if key in seen or len(moves) < plies or position.is_over():
            yield None
            continue
        seen.add(key)
        found = engine.ask(notation.position_text(position))
        if found.exact or found.winner or abs(found.value) > within:
            yield None
            continue
        fruitless = 0
        yield BalancedOpening(board.opening_text(moves), found.value)
