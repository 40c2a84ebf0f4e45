"""The engine plays by the law, counts what is known, and finds what is forced."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter.games.ataxx import law
from bots.ataxx.game import destination, from_engine, is_extend, to_engine
from bots.ataxx.player import DEFAULT_TIME_S, GAME_TIME_S, Budget, Player
from bots.options import Options
from native.ataxx.engine import PASS, SURE, WIN, Ataxx, Position, after, legal_moves, perft
from native.common.context import Limits
from tests.ataxx.positions import PERFT, PUZZLES, named, of_puzzle, positions, random_position
from tests.many import each, many


@pytest.mark.parametrize("name", PERFT)
def test_the_engine_counts_the_known_numbers(name: str) -> None:
    position, table = to_engine(named(name)), PERFT[name]
    for depth in range(1, len(table["from_to"]) + 1):
        assert perft(position, depth) == table["from_to"][depth - 1]
        assert perft(position, depth, by_destination=True) == table["by_destination"][depth - 1]
    assert perft(position, 0) == 1


@given(position=positions())
def test_law_and_engine_count_alike_everywhere(position: law.Position) -> None:
    for by_destination in (False, True):
        for depth in (1, 2):
            expected = position.perft(depth, by_destination=by_destination)
            assert perft(to_engine(position), depth, by_destination=by_destination) == expected


@pytest.mark.parametrize("jumps", each(3, [22, 23, 24]))
@pytest.mark.parametrize("seed", range(4))
def test_law_and_engine_count_alike_where_jumps_run_out(jumps: int, seed: int) -> None:
    board = random_position(random.Random(seed), 6)
    position = law.Position(board.board, board.mover, jumps)
    for by_destination in (False, True):
        expected = position.perft(3, by_destination=by_destination)
        assert perft(to_engine(position), 3, by_destination=by_destination) == expected


def law_moves(position: law.Position) -> set[tuple[int, int] | int]:
    """Give the law's moves as the engine tells them apart: extends by destination."""
    return {move if move == law.PASS or law.distance(*move) == 2 else move[1] for move in position.legal_moves()}


def engine_moves(position: Position) -> set[tuple[int, int] | int]:
    found: set[tuple[int, int] | int] = set()
    for move in legal_moves(position):
        jump = destination(move >> 6), destination(move)
        found.add(law.PASS if move == PASS else destination(move) if is_extend(move) else jump)
    return found


@given(position=positions(), seed=st.integers(0, 2**32))
def test_law_and_engine_agree_on_moves_and_what_they_do(position: law.Position, seed: int) -> None:
    numbers = random.Random(seed)
    for _ in range(10):
        assert engine_moves(to_engine(position)) == law_moves(position)
        if position.is_over():
            return
        move = numbers.choice(legal_moves(to_engine(position)))
        following = position.play(from_engine(move, position))
        assert after(to_engine(position), move) == to_engine(following)
        position = following


def test_the_start_is_the_engine_s_start() -> None:
    assert to_engine(law.Position()) == Position()


@pytest.fixture(scope="module")
def engine() -> Ataxx:
    return Ataxx(hash_mib=1)


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_every_forced_win_is_found_and_proved(engine: Ataxx, puzzle: dict[str, Any]) -> None:
    report = engine.search(to_engine(of_puzzle(puzzle)), Limits(nodes=40_000))
    assert report.move is not None
    assert law.SQUARES[destination(report.move)] == puzzle["winning_destination"]
    assert (report.exact, report.score) == (True, 30000 - puzzle["plies"])


@pytest.mark.parametrize("puzzle", [puzzle for puzzle in PUZZLES if puzzle["plies"] <= 4])
@pytest.mark.parametrize("level", range(4, 11))
def test_from_level_4_on_every_win_within_four_plies_is_found(level: int, puzzle: dict[str, Any]) -> None:
    report = Player(Options(level=level, hash_mib=1, seed=1)).choose(to_engine(of_puzzle(puzzle)))
    assert report.move is not None
    assert law.SQUARES[destination(report.move)] == puzzle["winning_destination"]


def wins_within(position: law.Position, plies: int) -> bool:
    """Tell by brute force whether the side to move can force a win."""
    if position.is_over():
        return False
    for move in position.legal_moves():
        child = position.play(move)
        if child.is_over():
            if child.winner() == position.mover:
                return True
        elif plies > 2 and all(
            ((grandchild := child.play(answer)).is_over() and grandchild.winner() == position.mover)
            or wins_within(grandchild, plies - 2)
            for answer in child.legal_moves()
        ):
            return True
    return False


@pytest.mark.parametrize("seed", each(3, range(60)))
def test_proofs_are_those_of_brute_force_near_the_end(engine: Ataxx, seed: int) -> None:
    numbers = random.Random(seed)
    position = random_position(numbers, 400)
    while position.board.count(law.EMPTY) > 3 or position.is_over():
        position = random_position(numbers, numbers.randint(60, 200))
    report = engine.search(to_engine(position), Limits(nodes=40_000))
    proved = report.exact and report.score >= SURE and report.score >= 30000 - 3
    assert proved == wins_within(position, 3)


def test_the_move_whose_number_is_0_is_searched_as_deeply_as_any_other() -> None:
    position = to_engine(law.parse_fen("o------/1------/-------/-------/-------/x------/1------ x 0 1"))
    assert legal_moves(position) == [0]
    report = Ataxx(1).search(position, Limits(depth=6))
    assert (report.move, report.depth) == (0, 6)


@pytest.mark.parametrize("level", range(11))
@settings(max_examples=many(1000, 10))
@given(position=positions(), seed=st.integers(0, 2**32))
def test_every_level_chooses_a_legal_move(level: int, position: law.Position, seed: int) -> None:
    if position.is_over():
        return
    report = Player(Options(level=level, nodes=300, hash_mib=1, seed=seed)).choose(to_engine(position))
    assert report.move in legal_moves(to_engine(position))


def test_a_search_with_a_limit_of_nodes_or_depth_always_finds_the_same() -> None:
    for limits in (Limits(nodes=30_000), Limits(depth=6)):
        first, second = (Ataxx(hash_mib=4).search(Position(), limits) for _ in range(2))
        assert (first.move, first.score, first.nodes, first.pv) == (second.move, second.score, second.nodes, second.pv)


def test_weights_of_another_size_are_refused() -> None:
    with pytest.raises(ValueError, match="bytes"):
        Ataxx(hash_mib=1, weights=b"1234")


def test_the_budget_of_a_game_never_runs_out_and_is_never_exceeded() -> None:
    budget, used = Budget(DEFAULT_TIME_S, GAME_TIME_S), 0.0
    for move in range(3000):
        share = budget.next()
        assert share > 0 or move > 1000
        assert share <= DEFAULT_TIME_S
        budget.use(share)
        used += share
    assert used <= GAME_TIME_S + 1e-6  # a sum of floating-point numbers


def test_no_iteration_begins_when_a_move_is_ready() -> None:
    engine = Ataxx(1)
    assert [engine.search(Position(), Limits(depth=6, ready_s=ready)).depth for ready in (1e-9, 3600.0)] == [1, 6]


def test_the_only_move_is_not_thought_about_on_a_clock() -> None:
    shut_in = Position(1, 1 << 54, 0x07_0706, 0)  # a1, around it blocks as far as a piece jumps
    assert legal_moves(shut_in) == [PASS]
    assert Ataxx(1).search(shut_in, Limits(depth=6, ready_s=3600.0)).depth == 1
    assert Ataxx(1).search(shut_in, Limits(depth=6)).depth == 6


def test_a_proved_win_is_told_of_as_an_iteration() -> None:
    engine, hunter = Ataxx(1), Position(0x0000_0000_0007_0700, 1, 0)  # one piece in the corner, six beside it
    report = engine.search(hunter, Limits(depth=6))
    assert report.exact
    assert report.score == WIN - report.depth
    assert engine.published() == 1
    assert engine.iteration(0).pv == report.pv
