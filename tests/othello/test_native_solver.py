"""What the solver proves is true: by brute force, by known endgames, by its own children, by symmetry."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from arbiter.games.othello.law import Position, parse_position
from bots.othello.proof.certificate import SYMMETRIES
from native.common.context import Limits, Report
from native.othello.check import Checker
from native.othello.engine import Othello, after, canonical
from tests.many import each
from tests.native.boards import discs, margin, random_boards, random_positions, replay

Judge = Callable[[Sequence[Position]], list[tuple[int, set[int]]]]
Judged = list[tuple[Position, int, set[int]]]

NO_LIMITS = Limits()
ENDGAMES = json.loads((Path(__file__).parent.parent / "data" / "othello_endgames.json").read_text())["positions"]


@pytest.fixture(scope="module")
def engine() -> Othello:
    """Give one engine to all: what it remembers of one position must not harm the next."""
    return Othello(16)


def check_variation(position: Position, report: Report) -> None:
    """Replay a proved principal variation by the law: it must end the game with the value."""
    assert report.exact
    assert report.move == (report.pv[0] if report.pv else None)
    last, reached = replay(position, report.pv)
    assert last.is_over()
    assert reached == report.score


def check_window(report: Report, value: int, alpha: int, beta: int) -> None:
    """Exact inside the window; outside a bound that is no better than the truth and answers the question."""
    assert report.exact
    if alpha < value < beta:
        assert report.score == value
    elif value <= alpha:
        assert value <= report.score <= alpha
    else:
        assert beta <= report.score <= value


@pytest.mark.parametrize("fact", each(2, ENDGAMES), ids=lambda fact: f"{fact['empties']} empties, {fact['score']:+d}")
def test_known_endgames(engine: Othello, fact: dict[str, object]) -> None:
    position = parse_position(f"{fact['board']} {fact['to_move']}")
    report = engine.solve(*discs(position))
    assert report.score == fact["score"]
    check_variation(position, report)


@pytest.fixture(scope="module")
def judged(brute: Judge) -> Judged:
    """Give positions of games and boards filled at random, each with its value and its best moves by brute force."""
    positions = random_positions(600, 1, 6, seed=1) + random_positions(300, 7, 9, seed=2)
    positions += random_boards(700, 0, 7, seed=3) + random_boards(50, 8, 9, seed=4)
    return [(position, *truth) for position, truth in zip(positions, brute(positions), strict=True)]


def test_the_solver_agrees_with_brute_force(engine: Othello, judged: Judged) -> None:
    for position, value, best in judged:
        report = engine.solve(*discs(position))
        assert report.score == value, position
        assert report.move in best or (report.move is None and not best), position
        check_variation(position, report)


def test_a_search_to_the_end_agrees_with_brute_force(engine: Othello, judged: Judged) -> None:
    for position, value, best in judged[::4]:
        report = engine.search(*discs(position), NO_LIMITS)
        assert report.exact
        assert report.score == value, position
        assert report.move in best or (report.move is None and not best), position


@pytest.mark.parametrize("limits", [Limits(depth=64), Limits(nodes=100), Limits(nodes=2_000), Limits(nodes=50_000)])
def test_whatever_a_search_calls_exact_is_true(engine: Othello, judged: Judged, limits: Limits) -> None:
    claims = 0
    for position, value, best in judged[::3]:
        report = engine.search(*discs(position), limits)
        if report.exact:
            claims += 1
            assert report.score == value, position
            assert report.move in best or (report.move is None and not best), position
    assert claims > 100


def test_any_window_gives_the_value_inside_and_a_true_bound_outside(engine: Othello, judged: Judged) -> None:
    rng = random.Random(5)
    for position, value, _ in judged:
        windows = [(value - 1, value), (value, value + 1), (value - 1, value + 1)]
        for _ in range(4):
            alpha = rng.randint(-64, 63)
            windows.append((alpha, rng.choice([alpha + 1, rng.randint(alpha + 1, 64)])))
        for alpha, beta in windows:
            if alpha >= -64 and beta <= 64:
                check_window(engine.solve(*discs(position), alpha, beta), value, alpha, beta)


def test_what_a_search_calls_exact_the_solver_confirms(engine: Othello) -> None:
    searcher, claims = Othello(2), 0
    for position in random_positions(300, 8, 14, seed=99):
        value = engine.solve(*discs(position)).score
        for nodes in (3_000, 30_000, 59_000):
            searcher.clear()
            report = searcher.search(*discs(position), Limits(nodes=nodes))
            if report.exact:
                claims += 1
                assert report.score == value, position
    assert claims > 500


def chance(engine: Othello, position: Position, depth: int, ours: bool) -> float:
    """Work out by the law what `Othello.chance` promises, above the horizon."""
    moves = position.legal_moves()
    if not moves or depth == 0:
        own, opp = discs(position)
        odds_there = engine.chance(own, opp, 0).score / 1024
        return odds_there if not ours else 1 - odds_there
    odds = {s: chance(engine, position.play(s), depth - 1, not ours) for s in moves}
    if ours:
        return max(odds.values())
    turned = {s: position.play(s).board.count(position.mover) for s in moves}
    greedy = [odds[s] for s in moves if turned[s] == max(turned.values())]
    return (min(odds.values()) + sum(greedy) / len(greedy) + sum(odds.values()) / len(odds)) / 3


def test_a_chance_weighs_the_best_the_greedy_and_all_replies_alike(engine: Othello) -> None:
    for position in random_positions(40, 2, 56, seed=61):
        for depth in range(4):
            # the engine counts in 1/1024 and rounds down at every ply
            assert engine.chance(*discs(position), depth).score / 1024 == pytest.approx(
                chance(engine, position, depth, False), abs=(depth + 1) / 256
            )


def test_a_value_is_the_best_of_its_childrens(engine: Othello) -> None:
    rng = random.Random(7)
    for position in random_positions(60, 10, 19, seed=7):
        report = engine.solve(*discs(position))
        check_variation(position, report)
        children = [position.play(square) for square in position.legal_moves()]
        values = [-engine.solve(*discs(child)).score for child in children]
        assert report.score == max(values)
        for child, value in zip(children, values, strict=True):
            alpha = rng.randint(-64, 63)
            beta = rng.choice([alpha + 1, rng.randint(alpha + 1, 64)])
            check_window(engine.solve(*discs(child), alpha, beta), -value, alpha, beta)


def test_a_position_turned_or_mirrored_has_the_same_value(engine: Othello) -> None:
    for position in random_positions(25, 14, 20, seed=8):
        rows = [position.board[8 * row : 8 * row + 8] for row in range(8)]
        scores = set()
        for _ in range(4):
            rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]  # a quarter turn
            for board in ("".join(rows), "".join(row[::-1] for row in rows)):
                scores.add(engine.solve(*discs(Position(board, position.mover))).score)
        assert len(scores) == 1, position


def test_what_is_answered_of_one_of_several_copies_is_answered_of_all_with_the_same_work() -> None:
    """Down to 40 empty squares symmetric positions are one; with just as many, an answer has a move all the same."""
    engine, answered = Othello(1), 0
    for position in random_positions(60, 40, 41, seed=9):
        reports, reached = set(), set()
        for symmetry in SYMMETRIES:
            copy = discs(Position("".join(position.board[square] for square in symmetry), position.mover))
            engine.clear()
            report = engine.solve(*copy, 0, 1, Limits(nodes=30_000))
            reports.add((report.exact, report.score))
            if report.exact and report.score > 0:
                assert report.move is not None
                reached.add(canonical(*after(*copy, report.move)))
        assert len(reports) == 1, position
        assert len(reached) <= 1, position
        answered += len(reached)
    assert answered > 15


@pytest.mark.parametrize("limits", [Limits(depth=1), Limits(depth=2), Limits(nodes=300)])
def test_no_estimate_is_more_than_a_game_can_end_with(engine: Othello, limits: Limits) -> None:
    """The first board was estimated at +76 by two plies, the second at +67 by one."""
    for board in (
        "--------------------XX-----OXOO----OXOO----OXXO------OO---------",
        "----------O-------OXO---XXOXO---XXXXO-----OOO-----O------------",
    ):
        assert -64 <= engine.search(*discs(Position(board.ljust(64, "-"), "X")), limits).score <= 64


def test_symmetric_moves_are_searched_as_one_near_the_start() -> None:
    """The four first moves are the same; to try each of them took up to four times as many nodes."""
    engine, start = Othello(16), Position()
    answers = [engine.solve(*discs(start), 4, 5)]
    for square in start.legal_moves():
        engine.clear()
        answers.append(engine.solve(*discs(start.play(square)), -5, -4))
    assert [report.score for report in answers] == [5] + [-5] * 4
    assert [report.nodes for report in answers] == [answers[1].nodes + 1] + [answers[1].nodes] * 4


def test_boards_that_differ_in_the_colours_of_half_their_discs_are_told_apart() -> None:
    """Their keys were the same: a product of two factors that had changed places."""
    same, rng, engine = 0x4F82338BAED89116, random.Random(6), Othello(1)
    for _ in range(60):
        other = [square for square in range(64) if not same >> square & 1]
        left = set(rng.sample(other, 13))
        board = ["-" if square in left else rng.choice("XO") for square in range(64)]
        turned = ["XO-"["OX-".index(disc)] if square in other else disc for square, disc in enumerate(board)]
        for squares in (board, turned):
            position = Position("".join(squares))
            assert engine.solve(*discs(position)).score == Othello(1).solve(*discs(position)).score, position


def test_an_ended_game_is_worth_its_discs(engine: Othello) -> None:
    full = Position("X" * 40 + "O" * 24)
    alone = Position("X" + "-" * 63)
    stuck = Position("X-O" + "-" * 61)
    for position in (full, alone, stuck, Position("-" * 64), Position("O" * 64)):
        report = engine.solve(*discs(position))
        assert (report.score, report.move, report.pv, report.exact) == (margin(position), None, (), True)


@pytest.mark.parametrize("hash_mib", [0, 1])
def test_a_tiny_table_makes_the_solver_slower_but_not_wrong(hash_mib: int) -> None:
    engine = Othello(hash_mib)
    for fact in ENDGAMES[:10]:
        position = parse_position(f"{fact['board']} {fact['to_move']}")
        report = engine.solve(*discs(position))
        assert report.score == fact["score"]
        check_variation(position, report)


@pytest.mark.parametrize(
    ("own", "opp", "alpha", "nodes", "value"),
    [
        (0x22CA02B324441324, 0x4414BD4848232452, 50, 1500, 50),
        (0x187A7A10100000, 0x404042C683800, 60, 60_000, 59),
    ],
)
def test_a_question_that_is_asked_again_and_again_is_answered_rightly_or_not_at_all(
    own: int, opp: int, alpha: int, nodes: int, value: int
) -> None:
    """Numbers of much work, which the table keeps by their first digits, are not taken for those of a proof."""
    engine = Othello(4)
    answers = [engine.solve(own, opp, alpha, alpha + 1, Limits(nodes=nodes)) for _ in range(12)]
    assert {report.score for report in answers if report.exact} == {value}
    assert Othello(16).solve(own, opp, alpha, alpha + 1).score == value
    assert Checker(16).gets(own, opp, alpha + 1).yes is False
