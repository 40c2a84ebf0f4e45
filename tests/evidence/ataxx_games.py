"""Ataxx: games of the engine against itself whose every move the law checks, from random openings of 2 to 10 plies, on
boards with and without random blocks, with a few nodes a move so that many positions come up.
"""

from __future__ import annotations

import collections
import random

from bots.ataxx.game import from_engine, to_engine
from native.ataxx.engine import Ataxx
from native.common.context import Limits
from tests.ataxx.positions import random_position
from tests.evidence.findings import Findings, Run, Table, Target


def measure(run: Run) -> Findings:
    """Play; a move that the law forbids is an IllegalMoveError."""
    engine, ends, moves = Ataxx(hash_mib=1), collections.Counter[str](), 0
    games = run.either(10_000, 20)
    for number in run.track(range(games), "games of Ataxx"):
        numbers = random.Random(number)
        position = random_position(numbers, numbers.randint(2, 10))
        engine.clear()
        while not position.is_over():
            move = engine.search(to_engine(position), Limits(nodes=numbers.choice((20, 100, 300)))).move
            assert move is not None
            position = position.play(from_engine(move, position))
            moves += 1
        ends[{"r": "red", "b": "blue", None: "nobody"}[position.winner()]] += 1
    row = (f"{games:,}", f"{moves:,}", *(ends[who] for who in ("red", "blue", "nobody")))
    return Findings(
        [Table(("games", "moves", "won by red", "by blue", "by nobody"), [row])],
        [Target("no illegal move", f"{moves:,} moves, 0 illegal", met=True, portable=True)],
    )
