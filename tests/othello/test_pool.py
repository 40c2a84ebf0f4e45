"""What no white can have of the programs of a course, as black wins by force in seven plies."""

from __future__ import annotations

from pathlib import Path

import pytest

from bots.options import Options
from bots.othello.player import Player
from tests.othello import pool
from tests.othello.pool import Program


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return pool.build(tmp_path_factory.mktemp("pool"))


@pytest.fixture(scope="module")
def ceilings(program: Path) -> dict[Program, float]:
    return {one: pool.ceiling(program, one) for one in pool.SECOND}


def test_no_white_takes_a_point_from_who_counts_moves_or_looks_five_plies_ahead(ceilings: dict[Program, float]) -> None:
    nothing = [one for one in pool.SECOND if ceilings[one] == 0]
    kinds = ("mobility", "mix", "frontier", "stages")
    assert nothing == [one for one in pool.SECOND if one.kind in kinds or one.depth == 5]


def test_no_white_can_have_twice_the_points_that_it_has(ceilings: dict[Program, float]) -> None:
    """19 % of the points against the second half (python -m tests.evidence traps)."""
    assert sum(ceilings.values()) / len(ceilings) == pytest.approx(0.272, abs=0.001)


def test_the_halves_have_no_program_in_common() -> None:
    assert len({*pool.FIRST, *pool.SECOND}) == 30
    assert not {"frontier", "stages"} & {one.kind for one in pool.FIRST}


@pytest.mark.parametrize("one", [Program("playouts", 100), Program("weights", 1)])
def test_white_wins_most_games_against_who_can_be_beaten(one: Program, program: Path) -> None:
    assert pool.points(pool.margins(program, one, Player(Options(nodes=10_000)), 10)) >= 6
