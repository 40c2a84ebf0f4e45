"""Forced wins that an independent solver finds in random games are found by every level that promises to."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from bots.ataxx.game import from_engine, to_engine
from bots.ataxx.player import Player
from bots.options import Options
from tests.ataxx.forced import Solver, Win, is_kept, wins

SOLVER_NODES = 3000
NODES = 40_000
"""Of a move at full strength; by default it has more than three times as many."""


@pytest.fixture(scope="module")
def solver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Solver]:
    with Solver(tmp_path_factory.mktemp("solver"), SOLVER_NODES) as started:
        yield started


def misses(solver: Solver, player: Player, found: list[Win], most: int) -> list[Win]:
    """Give the wins that a player lets go."""
    missed = []
    for win in found:
        player.new_game()
        move = player.choose(to_engine(win.position)).move
        assert move is not None
        if is_kept(solver, win, most, from_engine(move, win.position)) is False:
            missed.append(win)
    return missed


@pytest.mark.parametrize("blocks", [False, True])
def test_full_strength_finds_every_win_within_seven_plies(solver: Solver, blocks: bool) -> None:
    found = list(wins(solver, random.Random(1), 7, 25, blocks=blocks))
    assert len({win.plies for win in found}) >= 2
    player = Player(Options(nodes=NODES, hash_mib=1, seed=1))
    assert misses(solver, player, found, 7) == []


@pytest.mark.parametrize("level", range(4, 10))
def test_from_level_4_on_every_win_within_four_plies_is_found(solver: Solver, level: int) -> None:
    found = list(wins(solver, random.Random(level), 4, 10, blocks=bool(level % 2)))
    assert misses(solver, Player(Options(level=level, hash_mib=1, seed=1)), found, 4) == []
