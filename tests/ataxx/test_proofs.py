"""What the engine calls proved is true, whatever its table remembers, and stays proved however long it goes on."""

from __future__ import annotations

import random

import pytest

from arbiter.games.ataxx import law
from bots.ataxx.game import AtaxxAnalyst, to_engine
from native.ataxx.engine import SURE, WIN, Ataxx, after, legal_moves
from native.ataxx.threads import ThreadedAtaxx
from native.common.context import Limits

NARROW = {
    "-------/-------/-------/-------/---1-o-/---1o--/-1-x--- x 3 1": 31,
    "-1-----/-11----/---x1--/--o----/-------/-11----/------- x 2 1": -30,
    "-------/----1--/1--x---/-11-o--/11-----/-------/------- x 6 1": -26,
    "-------/-------/-------/-------/---1-1-/--xox--/---1xo- x 7 1": 30,
    "-------/----1--/---o---/1-----1/xo-1---/-------/1------ x 0 1": 33,
}
"""In how many plies these are won, or lost (-), by a solver from the rules alone. In so many plies 25 jumps in a row
may end the game: how many there were matters, and few of them are one to the table."""

SHORT = "----o1x/--1-1--/-o-11-1/-------/-------/-------/------- x 5 1"
"""Won in 11 plies; that it is in 13, ten plies with their extensions see."""


@pytest.mark.parametrize("fen", NARROW)
@pytest.mark.parametrize("depth", [26, 30, 60])
def test_no_proof_for_one_number_of_jumps_is_taken_for_one_of_another(fen: str, depth: int) -> None:
    truth, position = NARROW[fen], to_engine(law.parse_fen(fen))
    report = Ataxx(16).search(position, Limits(depth=depth, nodes=100_000))
    assert not report.exact or ((report.score > 0) == (truth > 0) and WIN - abs(report.score) >= abs(truth))


def test_no_proof_of_a_game_so_far_is_taken_for_one_of_a_later_position() -> None:
    engine, rng, proved = Ataxx(1), random.Random(8), 0
    for fen, truth in NARROW.items():
        for _ in range(30):
            before = to_engine(law.parse_fen(fen))
            for _ in range(rng.randrange(1, 6)):  # of another game, on the same blocks
                if moves := legal_moves(before):
                    before = after(before, rng.choice(moves))
            engine.search(before, Limits(nodes=rng.randrange(1000, 20_000)))
            report = engine.search(to_engine(law.parse_fen(fen)), Limits(nodes=rng.randrange(1000, 60_000)))
            if report.exact:
                assert (report.score > 0) == (truth > 0)
                proved += 1
    assert proved


@pytest.mark.parametrize("nodes", [3_000, 5_000, 20_000])
def test_what_is_proved_stays_so_with_more_nodes(nodes: int) -> None:
    report = Ataxx(16).search(to_engine(law.parse_fen(SHORT)), Limits(nodes=nodes))
    assert report.exact
    assert report.score >= WIN - 13


def test_who_asks_for_a_proof_gets_it_once_there_is_one() -> None:
    position = law.parse_fen("-------/-------/xxx----/11-x---/oxx----/x-ox---/111x--- x 0 1")
    report = AtaxxAnalyst(16).solve(position)
    assert report.exact
    assert report.score > SURE


def test_layouts_of_blocks_and_numbers_of_jumps_are_told_apart_by_who_proves_short_wins() -> None:
    """A block on the last row, and twelve jumps, had the same key."""
    before = "11o--xx/1111x11/1111111/111o11x/111o111/x1o1111/x111111 x 0 1"
    won = to_engine(law.parse_fen("11o11xx/1111x11/1111111/111o11x/111o111/x1o1111/x111111 x 12 1"))
    alone, engine = Ataxx(1).search(won, Limits(depth=3)), Ataxx(1)
    assert (alone.exact, alone.score) == (True, WIN - 3)
    engine.search(to_engine(law.parse_fen(before)), Limits(depth=3))
    assert engine.search(won, Limits(depth=3))[:5] == alone[:5]


def test_what_a_helper_proves_is_told_as_proved() -> None:
    engine, rng, proved = ThreadedAtaxx(1, None, 2), random.Random(3), 0
    for _ in range(300):
        position = to_engine(law.parse_fen(rng.choice([SHORT, *NARROW])))
        for _ in range(rng.randrange(4)):
            if moves := legal_moves(position):
                position = after(position, rng.choice(moves))
        if not legal_moves(position):
            continue
        engine.clear()
        report = engine.search(position, Limits(nodes=rng.randrange(1, 8000)))
        assert report.exact == (abs(report.score) >= SURE)
        proved += report.exact
    assert proved > 30
