"""The engine plays by the rules: it counts what is known, and agrees with the law, which was written without it."""

from __future__ import annotations

import functools
import json
import random
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given, settings

from arbiter.games.othello.law import Position
from native.othello import engine
from tests.many import many
from tests.native.boards import bits, boards, discs, margin, reachable

PERFT = json.loads((Path(__file__).parent.parent / "data" / "perft_othello.json").read_text())["nodes"]


@pytest.mark.parametrize(("depth", "nodes"), [(int(depth), nodes) for depth, nodes in PERFT.items()])
def test_perft(depth: int, nodes: int) -> None:
    assert engine.perft(*engine.START, depth) == nodes


def test_both_begin_with_the_same_position() -> None:
    assert discs(Position()) == engine.START


@functools.lru_cache(1 << 16)  # random games begin alike
def captures_of(position: Position) -> dict[int, list[int]]:
    """Give every legal move with the discs that it turns over, by the law."""
    return {square: turned for square in range(64) if (turned := position.captures(square))}


def compare_games(games: int, seed: int) -> int:
    """Play random games by law and engine at once; give the number of positions."""
    rng = random.Random(seed)
    positions = 0
    for _ in range(games):
        position, (own, opp) = Position(), engine.START
        while True:
            positions += 1
            captures = captures_of(position)
            assert engine.legal_moves(own, opp) == bits(captures), position
            if not captures:
                break
            for square, turned in captures.items():
                assert engine.flips(own, opp, square) == bits(turned), (position, square)
            square = rng.choice(list(captures))
            flips = engine.flips(own, opp, square)
            own, opp = opp & ~flips, own | flips | 1 << square
            position = position.play(square)
            assert discs(position) == (own, opp), position
        assert position.is_over(), position
        assert margin(position) == own.bit_count() - opp.bit_count(), position
    return positions


def test_law_and_engine_agree_on_random_games() -> None:
    """Same moves, same discs turned over, same position after each move, same end, same score."""
    agree_on_games(200)


@pytest.mark.long
def test_law_and_engine_agree_on_many_random_games() -> None:
    agree_on_games(many(10_000, 500))


def agree_on_games(games: int) -> None:
    with ProcessPoolExecutor() as pool:
        positions = sum(pool.map(compare_games, [games // 20] * 20, range(20)))
    assert positions > 30 * games  # or the games were no games


def agree(position: Position) -> None:
    own, opp = discs(position)
    assert engine.legal_moves(own, opp) == bits(position.legal_moves())
    for square in range(64):
        assert engine.flips(own, opp, square) == bits(position.captures(square))


@settings(deadline=None, max_examples=300)
@given(reachable())
def test_law_and_engine_agree_on_every_square_of_any_reachable_position(position: Position) -> None:
    agree(position)


@settings(deadline=None, max_examples=300)
@given(boards)
def test_law_and_engine_agree_on_boards_that_no_game_reaches(position: Position) -> None:
    agree(position)


@pytest.mark.parametrize("square", [-(2**31), -1, 64, 65, 2**31 - 1])
def test_a_square_off_the_board_turns_nothing_over(square: int) -> None:
    assert engine.flips(*engine.START, square) == 0


def test_perft_of_a_finished_game_is_nothing_and_of_no_plies_one() -> None:
    assert engine.perft(1, 0, 3) == 0
    assert engine.perft(1, 0, 0) == 1
    assert engine.perft(*engine.START, 0) == 1
