"""What is said to be proved of late positions of Dama is what the tablebase says, which knows in how many plies."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from native.dama.engine import START, WIN, Board
from native.dama.tables import DRAW, SHIPPED, Tables, is_lost, plies, read_index
from tests.evidence.dama_endings import random_board
from tests.evidence.dama_late import build, proved

PIECES, LONGEST = 4, 16
NODES = 1_000_000


@pytest.fixture(scope="module")
def prover(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the compiled prover."""
    return build(tmp_path_factory.mktemp("prover"))


@pytest.fixture(scope="module")
def fewer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a tablebase that does not know as many pieces."""
    path = tmp_path_factory.mktemp("tables") / "tables"
    end = min(place.begin for material, place in read_index(SHIPPED).items() if sum(material) == PIECES)
    path.write_bytes(SHIPPED.read_bytes()[:end])
    return path


def test_a_late_position_is_won_if_as_many_plies_are_left_as_the_win_takes(prover: Path, fewer: Path) -> None:
    rng, tables, line, expected = random.Random(1), Tables(), list[tuple[Board, int]](), list[int]()
    tables.add(SHIPPED)
    while len(line) < 1000:
        board = random_board(rng, PIECES)
        value = tables.probe(*board)
        if value != DRAW and 4 <= plies(value) <= LONGEST:
            line += [(board, plies(value)), (board, plies(value) - 1)]
            expected += [(plies(value) - WIN) if is_lost(value) else WIN - plies(value), 0]
    assert proved(prover, fewer, NODES, line) == expected
    assert min(sum(score > 0 for score in expected), sum(score < 0 for score in expected)) >= 50


def test_what_takes_more_nodes_is_not_said_to_be_proved(prover: Path) -> None:
    assert proved(prover, SHIPPED, 10_000, [(START, 4), (START, 30), (START, 4)]) == [0]
