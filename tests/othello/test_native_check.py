"""The plain second solver, which judges proofs, is right: by brute force, by known endgames, and on boards of 6x6."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from arbiter.games.othello.law import Position, parse_position
from native.othello.check import Checker
from native.othello.engine import START, Othello
from tests.native.boards import bits, discs, random_boards, random_positions

Judge = Callable[[Sequence[Position]], list[tuple[int, set[int]]]]

ENDGAMES = json.loads((Path(__file__).parent.parent / "data" / "othello_endgames.json").read_text())["positions"]
LAST_NODES = 10_000
"""More than the last ten squares of a game take, which are played out once they are begun."""
SIX_BY_SIX = bits(8 * row + column for row in range(1, 7) for column in range(1, 7))


@pytest.mark.parametrize("fact", ENDGAMES[:4], ids=lambda fact: f"{fact['empties']} empties, {fact['score']:+d}")
def test_it_confirms_known_endgames(fact: dict[str, object]) -> None:
    board = discs(parse_position(f"{fact['board']} {fact['to_move']}"))
    score, checker = int(str(fact["score"])), Checker(16)
    assert checker.gets(*board, score).yes is True
    assert checker.gets(*board, score + 1).yes is False


def test_it_agrees_with_brute_force(brute: Judge) -> None:
    positions = random_positions(1000, 1, 6, seed=71) + random_boards(500, 0, 5, seed=72)
    checker = Checker(1)
    assert [checker.margin(*discs(p)) for p in positions] == [value for value, _ in brute(positions)]


def test_it_agrees_with_the_solver() -> None:
    checker, engine = Checker(8), Othello(8)
    for position in random_positions(60, 14, 17, seed=73):
        board = discs(position)
        assert checker.margin(*board) == engine.solve(*board).score


def test_it_says_so_when_its_nodes_do_not_suffice() -> None:
    checker = Checker(1)
    answer = checker.gets(*START, 30, nodes=1000)
    assert answer.yes is None
    assert 1000 <= answer.nodes <= 1000 + LAST_NODES


def test_nobody_takes_every_disc_of_a_board_that_the_other_fills() -> None:
    assert Checker(1).gets(*START, 64).yes is False
    assert Checker(1).gets(*START, 64).nodes == 0


def test_nobody_loses_every_disc_of_a_board_that_it_fills_itself() -> None:
    for position in random_positions(5, 21, 21, seed=77):
        assert Checker(1).gets(*discs(position), -63) == (True, 0)
    assert any(Checker(1).gets(*discs(position), -63).nodes for position in random_positions(5, 22, 22, seed=77))


def test_black_wins_by_seven_on_a_board_of_six_by_six() -> None:
    checker = Checker(16, SIX_BY_SIX)
    assert checker.gets(*START, 7).yes is True
    assert checker.gets(*START, 8).yes is False


def plain_margin(own: set[int], opp: set[int], squares: set[int]) -> int:
    """Play every line to the end, on whatever squares there are."""
    best = None
    for square in squares - own - opp:
        turned: set[int] = set()
        for step in (1, -1, 8, -8):
            line, at = [], square + step
            while at in opp and (abs(step) == 8 or at // 8 == square // 8):
                line.append(at)
                at += step
            if at in own and (abs(step) == 8 or at // 8 == square // 8):
                turned |= set(line)
        if turned:
            value = -plain_margin(opp - turned, own | turned | {square}, squares)
            best = value if best is None else max(best, value)
    return len(own) - len(opp) if best is None else best


def test_smaller_boards_are_played_by_the_same_rules() -> None:
    rng = random.Random(74)
    for _ in range(300):
        squares = set(rng.sample(range(64), 30))
        filled = rng.sample(sorted(squares), 23)
        half = rng.randint(3, 20)
        own, opp = set(filled[:half]), set(filled[half:])
        assert Checker(1, bits(squares)).margin(bits(own), bits(opp)) == plain_margin(own, opp, squares)


def test_an_answer_depends_on_its_question_alone() -> None:
    checker = Checker(1)
    positions = random_positions(20, 12, 22, seed=74)
    alone = [Checker(1).gets(*discs(position), least) for position in positions for least in (-3, 4)]
    assert [checker.gets(*discs(position), least) for position in positions for least in (-3, 4)] == alone
    assert max(answer.nodes for answer in alone) > 100


def test_a_table_too_small_for_anything_costs_nodes_and_changes_no_answer() -> None:
    small, large = Checker(0), Checker(1)
    nodes = [0, 0]
    for position in random_positions(30, 12, 16, seed=76):
        for least in (-20, -3, 0, 1, 2, 15):
            answers = small.gets(*discs(position), least), large.gets(*discs(position), least)
            assert answers[0].yes is answers[1].yes
            nodes = [before + answer.nodes for before, answer in zip(nodes, answers, strict=True)]
    assert nodes[0] > nodes[1]


@pytest.mark.parametrize(("hash_mib", "nodes"), [(0, 967_921), (1, 66_861)])
def test_a_change_of_its_order_or_its_table_shows_in_its_nodes(hash_mib: int, nodes: int) -> None:
    """If such a change is meant, the numbers are written anew."""
    counted = 0
    for position in random_positions(12, 17, 19, seed=75):
        checker = Checker(hash_mib)
        counted += sum(checker.gets(*discs(position), least).nodes for least in (-20, -3, 2, 15))
    assert counted == nodes
