"""By the rule `100 plies` so many without an extend draw a game: in the law, in the engine, in records."""

from __future__ import annotations

import dataclasses
import random
import re
from pathlib import Path

import pytest

from arbiter.games.ataxx import law
from arbiter.games.ataxx.game import GAME
from arbiter.games.ataxx.openings import Opening
from arbiter.games.ataxx.referee import AtaxxReferee
from arbiter.games.contract import Settings
from bots.ataxx.game import AtaxxAnalyst, from_engine, is_extend, to_engine
from native.ataxx.engine import WIN, Ataxx, after, legal_moves, perft
from native.common.context import Limits
from tests.ataxx.positions import random_position

HOUSE = Path(__file__).parents[2]
LOCKED = "x------/-------/-------/-------/1------/-------/x-1---o"
"""Nobody can extend: Red jumps between three squares, Blue, who has fewer pieces, passes."""


def position(fen: str, limit: int = law.PLY_LIMIT) -> law.Position:
    return dataclasses.replace(law.parse_fen(fen), limit=limit)


@pytest.mark.parametrize(
    ("fen", "over", "winner", "score"),
    [
        ("x5o/7/7/7/7/7/o5x x 99 1", False, None, (2, 2)),
        ("x5o/7/7/7/7/7/o5x x 100 1", True, None, (0, 0)),
        ("xxo4/7/7/7/7/7/7 o 100 1", True, None, (0, 0)),  # more pieces do not win
        ("xx5/7/7/7/7/7/7 x 100 1", True, law.RED, (2, 0)),  # but to have all does,
        (
            "7/7/7/7/-------/-------/xxxxooo x 100 1",
            True,
            law.RED,
            (4, 3),
        ),  # and so does to have more where nobody can move
        ("x5o/7/7/7/7/7/o5x x 25 1", False, None, (2, 2)),
    ],
)
def test_the_hundredth_ply_draws_what_is_not_over_otherwise(
    fen: str, over: bool, winner: str | None, score: tuple[int, int]
) -> None:
    at = position(fen)
    assert (at.is_over(), at.score()) == (over, score)
    red, blue = at.score()
    assert (red > blue, blue > red) == (winner == law.RED, winner == law.BLUE)
    assert at.winner() == winner or not over


def test_passes_count_as_plies_and_an_extend_begins_anew() -> None:
    at = position(f"{LOCKED} x 98 1")
    at = at.play(law.parse_move("a1-c1"))
    assert (at.jumps, at.is_over()) == (99, False)
    at = at.play(law.PASS)
    assert (at.jumps, at.is_over(), at.score()) == (100, True, (0, 0))
    assert position("x5o/7/7/7/7/7/o5x x 99 1").play(law.parse_move("a7-a6")).jumps == 0
    usual = position(f"{LOCKED} x 23 1", law.JUMP_LIMIT).play(law.parse_move("a1-c1")).play(law.PASS)
    assert (usual.jumps, usual.is_over(), usual.score()) == (24, False, (2, 1))


@pytest.mark.parametrize("seed", range(6))
def test_law_and_engine_agree_near_the_hundredth_ply(seed: int) -> None:
    numbers = random.Random(seed)
    for _ in range(6):
        at = dataclasses.replace(random_position(numbers, numbers.randint(0, 150)), limit=law.PLY_LIMIT)
        at = dataclasses.replace(at, jumps=numbers.choice([0, *range(96, 101)]))
        for depth in (1, 2):
            assert perft(to_engine(at), depth) == at.perft(depth)
        for move in legal_moves(to_engine(at)):
            assert after(to_engine(at), move) == to_engine(at.play(from_engine(move, at)))


def value(at: law.Position, plies: int) -> int:
    """Tell by trying all moves whether the mover wins (1), draws or leaves open (0), or loses (-1)."""
    if at.is_over():
        red, blue = at.score()
        margin = red - blue if at.mover == law.RED else blue - red
        return (margin > 0) - (margin < 0)
    if plies == 0:
        return 0
    return max(-value(at.play(move), plies - 1) for move in at.legal_moves())


@pytest.mark.parametrize("limit", [law.JUMP_LIMIT, law.PLY_LIMIT])
def test_wins_near_the_limit_are_those_of_the_rule(limit: int) -> None:
    engine, numbers, seen = Ataxx(1), random.Random(3), set()
    for _ in range(60):
        board = random_position(numbers, numbers.randint(150, 400)).board
        at = law.Position(board, law.RED, numbers.randint(limit - 3, limit - 1), limit)
        if at.is_over():
            continue
        engine.clear()
        expected = value(at, 2)
        report = engine.search(to_engine(at), Limits(depth=2))
        assert (report.score > WIN - 100) == (expected > 0), law.format_fen(at)
        assert (report.score < 100 - WIN) == (expected < 0), law.format_fen(at)
        seen.add(expected)
    assert seen >= ({0, 1} if limit == law.JUMP_LIMIT else {0})


def test_a_position_is_told_to_engines_with_its_rule_and_read_back() -> None:
    at = position(f"{LOCKED} x 98 1")
    text = GAME.notation.position_text(at)
    assert text == f"{LOCKED} x 98 1 100 plies"
    assert law.parse_fen(text) == AtaxxAnalyst(1).parse(text) == at
    assert law.parse_fen(text.replace("100 plies", "50 moves")) == at
    assert law.format_fen(at) == f"{LOCKED} x 98 1"  # as engines elsewhere read it
    with pytest.raises(ValueError, match="a rule is one of 25 jumps, 100 plies, 50 moves, not '60 plies'"):
        law.parse_fen(text.replace("100 plies", "60 plies"))


@pytest.mark.parametrize(
    "text", ["rule 100 plies", "rule 100 plies, block d4, a7-b7, g7-g6", f"rule 100 plies, {LOCKED} x 3 1"]
)
def test_the_start_of_a_record_says_the_rule(text: str) -> None:
    opening = Opening.parse(text)
    assert opening.text() == text
    assert opening.position().limit == law.PLY_LIMIT
    assert GAME.read_start(text) == text


def test_a_start_that_says_its_rule_behind_the_position_has_that_rule() -> None:
    text = f"{LOCKED} x 60 1"
    assert GAME.read_start(f"{text} 100 plies") == f"{text} 100 plies"
    assert Opening.parse(f"{text} 100 plies") == Opening.parse(f"rule 100 plies, {text}")
    with pytest.raises(ValueError, match="a rule stands before the position or behind it, not both"):
        Opening.parse(f"rule 100 plies, {text} 100 plies")


@pytest.mark.parametrize("count", [25, 60, 99])
def test_whether_a_start_is_over_is_a_question_of_the_rule_in_force(count: int) -> None:
    start = GAME.read_start(f"{LOCKED} x {count} 1")
    assert referee(start, rule="100 plies").start(1) == f"rule 100 plies, {LOCKED} x {count} 1"
    with pytest.raises(ValueError, match=f"--openings: {LOCKED} x {count} 1: the game is over there"):
        referee(start)
    with pytest.raises(ValueError, match="the game is over there"):
        GAME.read_start(f"{LOCKED} x 100 1")


def test_openings_by_two_rules_are_refused_as_an_engine_is_told_one() -> None:
    starts = "a7-b7, g7-g6", f"rule 100 plies, {LOCKED} x 0 1"
    with pytest.raises(ValueError, match="these begin by two"):
        referee(*starts)
    assert [referee(*starts, rule="100 plies").start(number).startswith("rule 100") for number in (1, 3)] == [
        True,
        True,
    ]


def referee(*starts: str, rule: str = "25 jumps") -> AtaxxReferee:
    """Give the referee of engines for a set of openings."""
    options = GAME.options().parse_args(["--rule", rule])
    made = GAME.referee(Settings(("uai", "uai"), 1, 0, starts, options))
    assert isinstance(made, AtaxxReferee)
    return made


def test_an_extend_is_one_move_whatever_the_rule() -> None:
    moves = legal_moves(to_engine(position("x5o/7/7/7/7/7/o5x x 99 1")))
    assert len(moves) == 16
    assert sum(map(is_extend, moves)) == 6


def test_no_figure_of_the_document_of_the_engine_is_invented() -> None:
    names = "docs/evidence.md", "bots/ataxx/train.py", "tests/tuning/ataxx.toml", "tests/tuning/dama.toml"
    sources = "".join((HOUSE / name).read_text("utf-8") for name in (*names, "docs/ataxx-engine.md"))
    document = (HOUSE / "docs/ataxx-engine.md").read_text("utf-8")
    known = sources.removesuffix(document)
    figures = re.findall(r"[+-]\d+ \([+-]\d+ to [+-]\d+\)", document)
    assert len(figures) > 10
    assert [figure for figure in figures if figure not in " ".join(known.split())] == []
