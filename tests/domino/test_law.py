"""The law says what the rules say: their examples, and a reason for everything else."""

from __future__ import annotations

import pytest

from arbiter.games.domino.law import MIRROR, RAISE, WILD, Options, Tile, judge
from arbiter.games.domino.plane import judge as judge_plane

EARLY = Options(early_stop=True)

ROWS = [
    ([(1, 2), (5, 6), WILD], "S 1 2 R 0 0 R 5 6", 14),
    ([(1, 6), (3, 6), RAISE], "S 1 6 R 6 3 R 11 11", 16),
    ([(1, 2), (2, 3), MIRROR], "S 1 2 R 2 3 R 12 21", 13),
    ([(6, 6), RAISE], "S 6 6 L 11 11", 4),
    ([WILD, RAISE], "S 0 0 R 11 11 ", 4),
    ([WILD, MIRROR, (3, 4)], "S 0 0 L 12 21 L 4 3", 7),
    ([], "", 0),
    ([RAISE, MIRROR], "\n", 0),
]


@pytest.mark.parametrize(("hand", "line", "score"), ROWS)
def test_rows(hand: list[Tile], line: str, score: int) -> None:
    verdict = judge(hand, line)
    assert (verdict.reason, verdict.score) == ("", score)


def test_zeros_may_stay() -> None:
    assert judge([WILD, RAISE], "S 0 0 R 11 11", Options(zero_stays=True)).score == 0


WRONG = [
    ("S 1 2 R 3 4", 2, "'R 3 4': 3 does not match the 2 at that end"),
    ("S 1 2 S 2 3", 2, "the first move, and no other, is S"),
    ("R 1 2", 1, "the first move, and no other, is S"),
    ("S 1 2 X 2 3", 2, "'X' is not S, L or R"),
    ("S 1 2 R 2 2", 2, "that tile is not in the hand"),
    ("S 1 2 R 2 1", 2, "that tile is not in the hand, or not so often"),
    ("S 1 2 R 2 9", 2, "there is no tile 2 9"),
    ("S 11 11", 1, "cannot be the first"),
    ("S 1 2 R 21 12", 2, "a special tile is written 12 21"),
    ("S 1 2 R 2", 2, "'R 2' is cut off; expected a letter and two numbers"),
    ("S 1 2 R two 3", 2, "'R two 3' is not a letter and two numbers"),
    ("S 1 2\nR 2 3", 1, "not one line"),
    ("S 1 2", 2, "the line ends although 'R 2 3' can still be played"),
    ("", 1, "the line ends although 'S 1 2' can still be played"),
]


@pytest.mark.parametrize(("line", "at", "reason"), WRONG)
def test_a_wrong_row_has_a_place_and_a_reason(line: str, at: int, reason: str) -> None:
    verdict = judge([(1, 2), (2, 3), (3, 4), RAISE, MIRROR], line)
    assert verdict.at == at
    assert reason in verdict.reason


def test_stopping_early_is_an_option() -> None:
    assert judge([(1, 2), (2, 3)], "S 1 2", EARLY).reason == ""


# The pictures of the assignment, in their compact form; the moves are ours.
FIRST = "S 5 1 H 0 2 1 6 H 0 4 6 2 V 0 6 2 3"
LAST = (
    "S 5 1 H 0 2 1 6 H 0 4 6 2 V 0 6 2 3 H 0 7 2 2 H 0 9 2 4 H 0 11 4 1 V 0 13 1 5 H 1 7 3 5 V 1 9 5 1 "
    "H 1 14 5 2 V 1 16 2 6 H 1 4 1 3 V 2 10 1 6 H 2 14 1 6 H 2 17 6 2"
)


def tiles_of(line: str) -> list[Tile]:
    numbers = [word for word in line.split() if word.isdigit()]
    hand, at = [], 0
    for letter in (word for word in line.split() if word.isalpha()):
        at += 0 if letter == "S" else 2
        hand.append((int(numbers[at]), int(numbers[at + 1])))
        at += 2
    return hand


@pytest.mark.parametrize("line", [FIRST, f"{FIRST} H 1 7 3 5", f"{FIRST} H 0 7 2 2 H 1 7 3 5", LAST])
def test_the_pictures_of_the_assignment_are_legal(line: str) -> None:
    hand = tiles_of(line)
    verdict = judge_plane(hand, line)
    assert (verdict.reason, verdict.score) == ("", sum(a + b for a, b in hand))


PLANES = [
    ([(1, 2), RAISE], "S 1 2 V 0 2 11 11", 2 + 3 + 3 + 3),
    ([(1, 2), MIRROR], "S 1 2 V 0 2 12 21", 6),
    ([(1, 2), (2, 3), MIRROR], "S 1 2 V 0 2 2 3 H 1 0 12 21", 3 + 5 + 5),
    # a bridge: [3|3] hangs between [1|3] and, two columns on, what stands on the lower row
    ([(1, 2), (2, 3), (1, 1), (1, 4), (3, 4)], "S 1 2 V 0 2 2 3 V 0 -1 1 4 H 1 0 4 3", 3 + 5 + 5 + 7),
]


@pytest.mark.parametrize(("hand", "line", "score"), PLANES)
def test_planes(hand: list[Tile], line: str, score: int) -> None:
    verdict = judge_plane(hand, line, EARLY)
    assert (verdict.reason, verdict.score) == ("", score)


WRONG_PLANES = [
    ("S 1 2 H 0 3 2 3", 2, "the tile touches nothing in its row"),
    ("S 1 2 H 1 0 2 3", 2, "the tile touches nothing in its row"),
    ("S 1 2 H 0 1 2 3", 2, "row 0, column 1 is taken"),
    ("S 1 2 H 0 2 3 2", 2, "3 does not match the 2 at row 0, column 1"),
    ("S 1 2 V 0 3 2 3", 2, "the upper half of a vertical tile must have exactly one neighbour"),
    ("S 1 2 V -1 2 2 3", 2, "the upper half of a vertical tile must have exactly one neighbour"),
    ("S 1 2 H 0 2 2 3 <", 2, "only a tile that takes after a neighbour has a mark"),
    ("S 1 2 H 0 2 11 11 >", 2, "there is no neighbour at the side of the mark '>'"),
    ("S 1 2 H 0 2 2", 2, "'H 0 2 2' is cut off; expected a letter, row, column and two numbers"),
    ("S 1 2 R 2 3", 2, "expected a letter, row, column and two numbers"),
    ("S 1 2 V 0 2 2 3 V 0 3 2 2", 3, "2 does not match the 3 at row 1, column 2"),
]


@pytest.mark.parametrize(("line", "at", "reason"), WRONG_PLANES)
def test_a_wrong_plane_has_a_place_and_a_reason(line: str, at: int, reason: str) -> None:
    verdict = judge_plane([(1, 2), (2, 2), (2, 3), RAISE], line, EARLY)
    assert verdict.at == at
    assert reason in verdict.reason


def test_a_bridge_takes_after_the_neighbour_that_it_names() -> None:
    """[12|21] between the 4 of one hanging tile and the 3 of another: it can only touch both if they match."""
    hand = [(1, 2), (2, 3), (1, 4), MIRROR, RAISE]
    above = "S 1 2 V 0 2 2 3 V 0 -1 1 4"
    assert "does not match" in judge_plane(hand, f"{above} H 1 0 12 21", EARLY).reason
    wild = [(1, 2), (2, 3), WILD, MIRROR]
    left = judge_plane(wild, "S 1 2 V 0 2 2 3 V 0 -1 0 0 H 1 0 12 21 <", EARLY)
    right = judge_plane(wild, "S 1 2 V 0 2 2 3 V 0 -1 0 0 H 1 0 12 21 >", EARLY)
    assert (left.reason, right.reason) == ("", "")
    assert (left.score, right.score) == (8, 13)
