"""Levels do what they say, by the law's count."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter.games.othello import law
from bots.options import FULL_STRENGTH, Options
from bots.othello.game import bitboards
from bots.othello.player import LEVELS, Player
from native.othello.engine import START, squares
from tests.many import each


@st.composite
def positions(draw: st.DrawFn) -> law.Position:
    """Draw a position that random play reaches and in which there is a move."""
    numbers = random.Random(draw(st.integers(0, 2**32)))
    position = law.Position()
    for _ in range(draw(st.integers(0, 50))):
        after = position.play(numbers.choice(position.legal_moves()))
        if after.is_over():
            break
        position = after
    return position


PLAYERS = [Player(Options(level=level, nodes=500, hash_mib=1, seed=1)) for level in range(FULL_STRENGTH + 1)]


@given(position=positions())
def test_bitboards_are_the_board(position: law.Position) -> None:
    own, opp = bitboards(position)
    assert squares(own) == [square for square in range(64) if position.board[square] == position.mover]
    assert squares(opp) == [square for square in range(64) if position.board[square] == law.OPPONENT[position.mover]]


def test_the_start_is_the_engine_s_start() -> None:
    assert bitboards(law.Position()) == START


@given(position=positions())
def test_every_level_chooses_a_legal_move(position: law.Position) -> None:
    for player in PLAYERS:
        assert player.choose(*bitboards(position)).move in position.legal_moves()


@given(position=positions())
def test_greedy_turns_over_as_many_discs_as_a_move_can(position: law.Position) -> None:
    move = PLAYERS[1].choose(*bitboards(position)).move
    assert move is not None
    assert len(position.captures(move)) == max(len(position.captures(square)) for square in position.legal_moves())


@given(position=positions())
def test_random_and_greedy_choose_among_all_their_moves(position: law.Position) -> None:
    gains = {square: len(position.captures(square)) for square in position.legal_moves()}
    best = {square for square in gains if gains[square] == max(gains.values())}
    for level, expected in ((0, set(gains)), (1, best)):
        chosen = {PLAYERS[level].choose(*bitboards(position)).move for _ in range(40 * len(expected))}
        assert chosen == expected


def opening(seed: int) -> law.Position:
    """Give a position after ten random plies: from the start black wins by force, which would hide the levels."""
    numbers, position, plies = random.Random(seed), law.Position(), 0
    while plies < 10 or position.is_over():
        if position.is_over():
            position, plies = law.Position(), 0
        position, plies = position.play(numbers.choice(position.legal_moves())), plies + 1
    return position


def points(mover: Player, other: Player, position: law.Position) -> float:
    """Play a game from `position`: 1, 0.5 or 0 points for the player to move there."""
    first = position.mover
    while not position.is_over():
        player = mover if position.mover == first else other
        move = player.choose(*bitboards(position)).move
        assert move is not None
        position = position.play(move)
    mover.new_game()
    other.new_game()
    black, white = position.score()
    own, opp = (black, white) if first == law.BLACK else (white, black)
    return (1 + (own > opp) - (own < opp)) / 2


@pytest.mark.parametrize("level", each(2, range(2, FULL_STRENGTH)))
def test_each_level_is_stronger_than_the_one_two_below(level: int) -> None:
    low, high = (Player(Options(level=n, seed=n, hash_mib=1)) for n in (level - 2, level))
    openings = [opening(seed) for seed in range(40)]
    scored = sum(points(high, low, start) + 1 - points(low, high, start) for start in openings)
    assert scored / (2 * len(openings)) > 0.5


def test_levels_between_greedy_and_full_strength_look_further_and_further() -> None:
    assert list(LEVELS) == list(range(2, FULL_STRENGTH + 1))
    depths = [level.depth for level in LEVELS.values() if level.depth]
    assert sorted(depths) == depths


def test_the_first_move_needs_no_search() -> None:
    report = PLAYERS[FULL_STRENGTH].choose(*START)
    assert report.nodes == 0
    assert report.move in law.Position().legal_moves()
