"""Positions of Ataxx for tests: known ones from the data files, random ones from play."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from arbiter.games.ataxx import law

DATA = Path(__file__).parent.parent / "data"
PERFT: dict[str, dict[str, list[int]]] = json.loads((DATA / "perft_ataxx.json").read_text("utf-8"))["positions"]
PUZZLES: list[dict[str, Any]] = json.loads((DATA / "ataxx_forced_wins.json").read_text("utf-8"))["puzzles"]


def with_blocks(*names: str) -> law.Position:
    """Give the start with blocks."""
    position = law.Position()
    for name in names:
        position = position.block(law.SQUARE[name])
    return position


def named(name: str) -> law.Position:
    """Give a position of the perft table: `start`, or `block b2 c3 c4`."""
    return with_blocks(*name.split()[1:])


def of_puzzle(puzzle: dict[str, Any]) -> law.Position:
    """Give the position in which a puzzle's side to move wins."""
    position = with_blocks(*puzzle["blocks"])
    for text in puzzle["moves"]:
        position = position.play(law.parse_move(text))
    return position


def random_start(numbers: random.Random) -> law.Position:
    """Give the start with up to six random blocks."""
    position = law.Position()
    for square in numbers.sample(range(49), numbers.choice((0, 0, 1, 2, 4, 6))):
        if all(position.board[other] == law.EMPTY for other in law.reflections(square)):
            position = position.block(square)
    return position


def random_position(numbers: random.Random, plies: int) -> law.Position:
    """Give what random play reaches within `plies`; jumps are preferred in some games, so that the limit is met."""
    position, jumpy = random_start(numbers), numbers.random() < 0.3
    for _ in range(plies):
        moves = position.legal_moves()
        jumps = [move for move in moves if move != law.PASS and law.distance(*move) == 2]
        if not moves:
            break
        position = position.play(numbers.choice(jumps if jumps and jumpy else moves))
    return position


@st.composite
def positions(draw: st.DrawFn) -> law.Position:
    """Draw a position that random play reaches, finished ones included."""
    numbers = random.Random(draw(st.integers(0, 2**32)))
    return random_position(numbers, draw(st.integers(0, 150)))
