"""The law counts what two independent programs counted, and tells why a move or a board is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from arbiter.games.dama import law

PERFT: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent.parent / "data" / "perft_dama.json").read_text(encoding="utf-8")
)["positions"]
DEPTH = 5


def position(rows: list[str], mover: int = 1) -> law.Position:
    """Read rows as a person writes them, row 7 first."""
    return law.parse_position(f"{''.join(rows)} {mover}")


@pytest.mark.parametrize("entry", PERFT, ids=lambda entry: entry["name"])
def test_perft_to_depth_5(entry: dict[str, Any]) -> None:
    start = position(entry["rows"], entry["to_move"])
    expected = [row["nodes"] for row in entry["table"] if row["depth"] <= DEPTH]
    assert [start.perft(depth) for depth in range(1, DEPTH + 1)] == expected


@pytest.mark.parametrize("entry", PERFT, ids=lambda entry: entry["name"])
def test_captures_and_promotions_to_depth_3(entry: dict[str, Any]) -> None:
    level = [position(entry["rows"], entry["to_move"])]
    for row in entry["table"][:3]:
        moves = [(p, move) for p in level for move in p.legal_moves()]
        assert sum(move.captured is not None for _, move in moves) == row["captures"]
        promoted = (p.board[m.origin] in "xo" and m.target // 8 == law.LAST_ROW[p.mover] for p, m in moves)
        assert sum(promoted) == row["promotions"]
        level = [p.play(move) for p, move in moves]


def test_the_start_is_the_first_of_the_tables() -> None:
    assert position(PERFT[0]["rows"]) == law.Position()
    assert law.format_position(law.Position()) == f"{''.join(PERFT[0]['rows'])} 1"


def test_two_boards_fix_mover_and_move() -> None:
    for entry in PERFT:
        start = position(entry["rows"], entry["to_move"])
        for move in start.legal_moves():
            assert law.move_between(start.board, start.play(move).board) == (start.mover, move)
        assert law.move_between(start.board, start.board) is None


EMPTY_ROWS = ["........"] * 8

REFUSED = {
    "a4-b5": "there is no piece on a4",
    "c6-d5": "the piece on c6 is the opponent's",
    "a2-b3": "b3 is not empty",
    "b3-a2": "a2 is not empty",
    "b3-c2": "the man on b3 cannot move there: a man moves forwards only",
    "b3-d5": "the man on b3 cannot move there: men capture men only, not kings",
    "h3-f5": "the man on h3 cannot move there: the piece on g4 is the same player's",
    "b3-d1": "the man on b3 cannot move there: a man moves forwards only",
    "a2-a4": "the man on a2 cannot move there: a move goes to the next square diagonally, or to the second, "
    "over a piece that it captures",
    "h1-f3": "the king on h1 cannot move there: there is nothing to capture on g2",
}


@pytest.mark.parametrize("text", REFUSED)
def test_an_illegal_move_is_told_why(text: str) -> None:
    rows = [*EMPTY_ROWS[:2], "..o.....", "........", "..O...X.", ".x.....x", "x.......", ".......X"]
    with pytest.raises(law.IllegalMoveError) as error:
        position(rows).play(law.parse_move(text))
    assert str(error.value) == f"{text}: {REFUSED[text]}"


@pytest.mark.parametrize("text", ["", "c3", "c3d4", "c3 d4", "C3-D4", "c3-i4", "c3-d9", "c0-d1", "b3-c4 ", "b3-c4\n"])
def test_a_malformed_move_is_not_taken_for_an_illegal_one(text: str) -> None:
    with pytest.raises(law.MalformedMoveError):
        law.parse_move(text)


def test_every_square_reads_back() -> None:
    for origin in range(64):
        for target in range(64):
            move = law.Move(origin, target)
            assert law.parse_move(str(move)) == move


def test_a_board_file_has_127_bytes_and_reads_back() -> None:
    for entry in PERFT:
        board = position(entry["rows"]).board
        text = law.format_board(board)
        assert len(text) == 127
        assert text.split("\n")[0][::2] == entry["rows"][0].replace(".", " ")
        assert law.parse_board(text) == law.parse_board(f"{text}\n") == board


START_TEXT = law.format_board(law.START)
EMPTY_TEXT = law.format_board(law.EMPTY * 64)


def changed(text: str, row: int, column: int, piece: str) -> str:
    """Give the text with another character in a cell."""
    at = 16 * (7 - row) + 2 * column
    return text[:at] + piece + text[at + 1 :]


MALFORMED = {
    "nothing": "",
    "two newlines at the end": START_TEXT + "\n\n",
    "carriage returns": START_TEXT.replace("\n", "\r\n"),
    "stripped blanks": "\n".join(line.rstrip() for line in START_TEXT.split("\n")),
    "seven rows": START_TEXT[16:],
    "nine rows": " " * 15 + "\n" + START_TEXT,
    "a row too short": START_TEXT[:-1],
    "a row too long": START_TEXT + " ",
    "a strange character": changed(START_TEXT, 3, 2, "z"),
    "a dot": changed(START_TEXT, 3, 2, "."),
    "a tab between the cells": START_TEXT[:1] + "\t" + START_TEXT[2:],
    "a piece between the cells": START_TEXT[:1] + "x" + START_TEXT[2:],
    "NUL": changed(START_TEXT, 3, 2, "\0"),
    "a piece on a light square": changed(EMPTY_TEXT, 0, 0, "x"),
    "thirteen pieces": changed(START_TEXT, 3, 2, "X"),
    "thirteen pieces of player 2": changed(START_TEXT, 3, 2, "o"),
}


@pytest.mark.parametrize("kind", MALFORMED)
def test_a_malformed_board_is_refused(kind: str) -> None:
    with pytest.raises(law.BoardError):
        law.parse_board(MALFORMED[kind])


def test_strange_but_lawful_boards_are_taken() -> None:
    for text in (EMPTY_TEXT, changed(EMPTY_TEXT, 0, 1, "o"), changed(EMPTY_TEXT, 7, 0, "x")):
        assert law.format_board(law.parse_board(text)) == text


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "not 0 words"),
        (f"{'.' * 63} 1", "64 characters, this one 63"),
        (f"{'.' * 64} 3", "`1` or `2`, not '3'"),
        (f"{'.' * 63}- 1", "character 64 of the board is '-'"),
        (f"x{'.' * 63} 1", ""),
        (f".x{'.' * 62} 1", "row 7, column 1: 'x' on a square that is not playable"),
    ],
)
def test_a_wrong_position_is_told_what_is_wrong(text: str, why: str) -> None:
    if not why:
        law.parse_position(text)  # a man on its promotion row is a board, though no move leads to it
        return
    with pytest.raises(ValueError, match=why):
        law.parse_position(text)
