"""The law says what the rules say: their examples, and a reason for everything else."""

from __future__ import annotations

import contextlib

import pytest

from arbiter.games.domino.law import (
    MIRROR,
    RAISE,
    WILD,
    EarlyEndError,
    HandError,
    Move,
    MoveError,
    Options,
    Row,
    Tile,
    judge,
    read_hand,
)
from arbiter.games.domino.plane import Plane, PlaneMove
from arbiter.games.domino.plane import judge as judge_plane
from arbiter.games.domino.plane import read_moves as read_plane_moves

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


def test_a_hand_is_read_as_scanf_does() -> None:
    tiles = [(1, 2), (5, 6), WILD, RAISE, MIRROR, (3, 3), (1, 6)]
    numbers = "7 2 1\n5 6 0 0\t11 11 12 21 +3 3 6 1"
    assert read_hand(numbers) == tiles
    assert read_hand(f"  {numbers} and the rest") == tiles
    assert read_hand("0 1 2") == []
    assert read_hand(f"{'0' * 5000}1 -0 +0") == [WILD]


@pytest.mark.parametrize(
    ("text", "error", "reason"),
    [
        ("", EarlyEndError, "the number of tiles: the input ends here"),
        ("x", HandError, "the number of tiles: 'x' is not an integer"),
        ("-1", HandError, "the number of tiles is -1; expected 0 or more"),
        ("2 1 2 3", EarlyEndError, "tile 2 of 2: the input ends here"),
        ("3 1 2 3 4", EarlyEndError, "tile 3 of 3: the input ends here"),
        ("2 1 2 3 x", HandError, "tile 2 of 2: 'x' is not an integer"),
        ("2 1 2 3 7", HandError, "tile 2 of 2: there is no tile 3 7"),
        ("1 0 1", HandError, "tile 1 of 1: there is no tile 0 1"),
        ("-+5", HandError, "the number of tiles: '-\\+5' is not an integer"),
        ("1 -+5 5", HandError, "tile 1 of 1: '-\\+5' is not an integer"),
        ("1 + 5", HandError, "tile 1 of 1: '\\+' is not an integer"),
        ("2147483647 1 1", EarlyEndError, "tile 2 of 2147483647: the input ends here"),
        ("2147483648 1 1", HandError, "the number of tiles: '2147483648' is not an integer below 2147483648"),
        ("99999999999999999999 1 1", HandError, "the number of tiles: '99999999999999999999' is not an integer below"),
        ("1 -2147483648 1", HandError, "tile 1 of 1: '-2147483648' is not an integer below"),
        (f"1 1 {'9' * 5000}", HandError, f"tile 1 of 1: '{'9' * 20}' is not an integer below"),
    ],
)
def test_what_is_no_hand_is_refused_with_the_tile(text: str, error: type[ValueError], reason: str) -> None:
    with pytest.raises(error, match=reason):
        read_hand(text)


def test_a_legal_line_has_no_place_where_it_is_wrong() -> None:
    verdict = judge([(1, 2), (2, 3)], "S 1 2 R 2 3")
    assert (verdict.at, verdict.reason, len(verdict.moves), verdict.score) == (0, "", 2, 8)
    assert str(verdict.moves[1]) == "R 2 3"
    wrong = judge([(1, 2), (2, 3)], "S 1 2 R 2 3 R 3 3")
    assert (wrong.at, len(wrong.moves), wrong.score) == (3, 2, 8)


def test_every_move_of_a_row_is_listed_once_for_each_way_a_tile_can_lie() -> None:
    hand = [(2, 3), (3, 3), WILD, RAISE, MIRROR]
    row = Row()
    assert [str(move) for move in row.moves(hand)] == ["S 2 3", "S 3 3", "S 0 0"]
    row.place(Move("S", 2, 3))
    found = [str(move) for move in row.moves(hand)]
    assert found == [
        *("L 3 2", "R 3 2", "R 3 3"),
        *(f"{letter} {code}" for code in ("0 0", "11 11", "12 21") for letter in "LR"),
    ]
    other = row.fork()
    other.place(Move("L", 3, 2))
    assert (row.score, other.score) == (5, 10)
    assert list(row.codes) == [(2, 3)]
    assert list(other.codes) == [(2, 3), (2, 3)]


@pytest.mark.parametrize(
    ("line", "marked"),
    [
        # Marks are listed only where they choose: of [12|21], between the upper halves of the two vertical tiles.
        ("S 1 2 V 0 2 2 3 V 0 -1 1 3 H 1 0 0 0", ["V 0 -2 12 21 >"]),
        ("S 1 2 V 0 2 2 3", []),
    ],
)
def test_every_move_of_a_plane_is_one_that_may_be_placed_and_no_other_is(line: str, marked: list[str]) -> None:
    hand = [(1, 2), (2, 3), WILD, RAISE, MIRROR]
    plane = Plane()
    for move in read_plane_moves(line):
        plane.place(move)
    listed = set(plane.moves(hand))
    assert len(listed) == len(list(plane.moves(hand)))
    allowed = set()
    for a, b in hand:
        for x, y in {(a, b), (b, a)} if (a, b) in ((1, 2), (2, 3)) else {(a, b)}:
            for letter in "SHV":
                for row in range(-3, 5):
                    for column in range(-6, 8):
                        move = PlaneMove(letter, row, column, x, y)
                        with contextlib.suppress(MoveError):
                            plane.fork().place(move)
                            allowed.add(move)
    assert {move for move in listed if not move.mark} == allowed
    assert [str(move) for move in plane.moves(hand) if move.mark] == marked
    assert [str(move) for move in Plane().moves(hand)] == ["S 1 2", "S 2 3", "S 0 0"]


@pytest.mark.parametrize(
    ("line", "at", "reason"),
    [
        ("S 1 2 S 2 3", 2, "the first move, and no other, is S"),
        ("H 0 0 1 2", 1, "the first move, and no other, is S"),
        ("S 11 11", 1, "cannot be the first"),
        ("S 12 21", 1, "cannot be the first"),
        ("S 1 2 H 0 2 21 12", 2, "a special tile is written 12 21"),
    ],
)
def test_the_first_tile_and_the_special_ones_have_rules_of_their_own(line: str, at: int, reason: str) -> None:
    verdict = judge_plane([(1, 2), (2, 3), RAISE, MIRROR], line, EARLY)
    assert verdict.at == at
    assert reason in verdict.reason
    assert (verdict.at, judge_plane([(1, 2)], "S 1 2", EARLY).at) == (at, 0)
