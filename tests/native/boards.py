"""Positions for the engine's tests: the law's boards as bits, random ones, and variations replayed by the law."""

from __future__ import annotations

import random
from collections.abc import Iterable

from hypothesis import strategies as st

from arbiter.games.othello.law import BLACK, Position

_ONES = {"X": str.maketrans("XO-", "100"), "O": str.maketrans("XO-", "010")}


def bits(squares: Iterable[int]) -> int:
    """Give a set of squares as the engine writes it."""
    return sum(1 << square for square in squares)


def discs(position: Position) -> tuple[int, int]:
    """Give the discs of the side to move and of its opponent."""
    board = position.board[::-1]  # the first character is the lowest bit
    black, white = int(board.translate(_ONES["X"]), 2), int(board.translate(_ONES["O"]), 2)
    return (black, white) if position.mover == BLACK else (white, black)


def margin(position: Position) -> int:
    """Give the discs of the side to move minus the opponent's."""
    black, white = position.score()
    return black - white if position.mover == BLACK else white - black


def empties(position: Position) -> int:
    """Count the empty squares."""
    return position.board.count("-")


def replay(position: Position, moves: Iterable[int]) -> tuple[Position, int]:
    """Play a variation by the law; give its last position and the margin there for the side that moved first."""
    mover = position.mover
    for move in moves:
        position = position.play(move)
    return position, margin(position) if position.mover == mover else -margin(position)


def random_positions(count: int, least: int, most: int, seed: int) -> list[Position]:
    """Give positions of random games with `least` to `most` empty squares in which the game goes on, 3 of each game."""
    rng = random.Random(seed)
    found: list[Position] = []
    while len(found) < count:
        position, met = Position(), []
        while empties(position) >= least and (moves := position.legal_moves()):
            if empties(position) <= most:
                met.append(position)
            position = position.play(rng.choice(moves))
        found += rng.sample(met, min(3, len(met)))
    return found[:count]


def random_boards(count: int, least: int, most: int, seed: int) -> list[Position]:
    """Give boards filled at random, as no game would reach them, with `least` to `most` empty squares."""
    rng = random.Random(seed)
    found: list[Position] = []
    for _ in range(count):
        share, vacant = rng.random(), rng.randint(least, most)
        board = ["-"] * vacant + [("X" if rng.random() < share else "O") for _ in range(64 - vacant)]
        rng.shuffle(board)
        found.append(Position("".join(board), rng.choice("XO")))
    return found


@st.composite
def reachable(draw: st.DrawFn) -> Position:
    """Positions of games, finished ones included."""
    position = Position()
    for _ in range(draw(st.integers(0, 60))):
        moves = position.legal_moves()
        if not moves:
            break
        position = position.play(draw(st.sampled_from(moves)))
    return position


boards = st.builds(Position, st.text("XO-", min_size=64, max_size=64), st.sampled_from("XO"))
"""Any board at all, reachable or not."""
