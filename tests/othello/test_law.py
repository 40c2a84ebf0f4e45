"""The law of Othello: counts, examples and properties that a reader of the rules expects."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given

from arbiter.games.othello.law import (
    START,
    IllegalMoveError,
    MalformedMoveError,
    Position,
    format_position,
    parse_move,
    parse_position,
)
from tests.native.boards import reachable

PERFT = json.loads((Path(__file__).parent.parent / "data" / "perft_othello.json").read_text())["nodes"]


def after(*moves: str) -> Position:
    position = Position()
    for move in moves:
        position = position.play(parse_move(move))
    return position


@pytest.mark.parametrize("depth", range(1, 8))
def test_perft(depth: int) -> None:
    assert Position().perft(depth) == PERFT[str(depth)]


def test_the_start_has_white_on_the_main_diagonal_and_black_to_move() -> None:
    assert START == "-" * 24 + "---OX---" + "---XO---" + "-" * 24
    assert format_position(Position()) == f"{START} black"


def test_the_known_opening() -> None:
    board = (
        "--------"
        "--------"
        "---X----"
        "---XX---"
        "--OXO---"
        "---X----"
        "--------"
        "--------"
    )  # fmt: skip
    assert format_position(after("2 3", "4 2", "5 3")) == f"{board} white"


def test_a_game_ends_as_soon_as_the_mover_is_stuck_even_if_the_other_is_not() -> None:
    end = after("2 3", "4 2", "5 3", "2 4", "3 5", "2 2", "1 3")
    assert end.is_over()
    assert end.legal_moves() == []
    assert Position(end.board, "X").legal_moves() != []
    assert end.score() == (7, 4)


def test_one_move_captures_in_all_four_directions() -> None:
    board = (
        "---X----"
        "---O----"
        "---O----"
        "XOO-OX--"
        "---O----"
        "---X----"
        "--------"
        "--------"
    )  # fmt: skip
    assert sorted(Position(board).captures(27)) == [11, 19, 25, 26, 28, 35]


def test_diagonals_capture_nothing_and_lines_do_not_wrap() -> None:
    assert Position("X-------" + "-O------" + "-" * 48).captures(18) == []
    assert Position("------XO" + "--------" * 7).captures(8) == []
    assert Position("------XO" + "--------" * 7).is_over()
    assert Position("--------" * 6 + "X-------" + "O-------").is_over()


@pytest.mark.parametrize("text", ["3 3", "0 0", "8 0", "0 8", "-1 -1", "2 30", "7 7"])
def test_illegal_moves_are_called_illegal(text: str) -> None:
    with pytest.raises(IllegalMoveError):
        Position().play(parse_move(text))


@pytest.mark.parametrize("text", ["8 0", "0 8", "8 8", "7 8", "-1 0", "0 -1", "10 10"])
def test_there_is_no_square_off_the_board(text: str) -> None:
    with pytest.raises(IllegalMoveError, match="is not on the board"):
        parse_move(text)


@pytest.mark.parametrize(
    "text",
    ["", " ", "2", "2 3 ", " 2 3", "2  3", "2\t3", "2,3", "02 3", "+2 3", "2 3\r", "2 3x", "-0 0", "\u0662 3", "a b"],
)
def test_texts_that_printf_would_not_write_are_called_malformed(text: str) -> None:
    with pytest.raises(MalformedMoveError):
        parse_move(text)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (START, "expected two words, `BOARD black` or `BOARD white`, found 1"),
        (f"{START[1:]} black", "a board has 64 characters, this one 63"),
        (f"{START[:-1]}x white", "character 64 of the board is 'x', not X, O or -"),
        (f"{START} red", "the side to move is `black` or `white`, not 'red'"),
    ],
)
def test_bad_positions_are_refused_with_the_reason(text: str, complaint: str) -> None:
    with pytest.raises(ValueError, match="^" + complaint.replace("(", r"\(") + "$"):
        parse_position(text)


@given(reachable())
def test_a_position_survives_being_written_and_read(position: Position) -> None:
    assert parse_position(format_position(position)) == position


@given(reachable())
def test_a_game_is_over_exactly_if_there_is_no_legal_move(position: Position) -> None:
    assert position.is_over() == (not position.legal_moves())
    # and if every player's chance is looked for, not only that of the one to move
    other = Position(position.board, "O" if position.mover == "X" else "X")
    assert other.is_over() == (not other.legal_moves())


@given(reachable())
def test_a_move_adds_one_disc_and_turns_over_what_it_captures(position: Position) -> None:
    for square in position.legal_moves():
        turned, after_it = position.captures(square), position.play(square)
        assert turned
        changed = [at for at in range(64) if position.board[at] != after_it.board[at]]
        assert changed == sorted([*turned, square])
        assert {after_it.board[at] for at in changed} == {position.mover}
        assert sum(after_it.score()) == sum(position.score()) + 1
