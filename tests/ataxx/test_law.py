"""The law of Ataxx: known counts, and the same game as plain loops play."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter.games.ataxx import law
from tests.ataxx import plain_ataxx as plain
from tests.ataxx.positions import PERFT, named, positions, with_blocks


@pytest.mark.parametrize("name", PERFT)
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_the_law_counts_the_known_numbers(name: str, depth: int) -> None:
    position, table = named(name), PERFT[name]
    assert position.perft(depth) == table["from_to"][depth - 1]
    assert position.perft(depth, by_destination=True) == table["by_destination"][depth - 1]


def to_plain(position: law.Position) -> plain.Board:
    owners = {"r": "red", "b": "blue", "X": "block"}
    return {(at % 7, at // 7): owners[piece] for at, piece in enumerate(position.board) if piece in owners}


@given(seed=st.integers(0, 2**32), position=positions())
def test_law_and_plain_loops_play_the_same_game(seed: int, position: law.Position) -> None:
    numbers, board, jumps = random.Random(seed), to_plain(position), position.jumps
    for _ in range(12):
        assert position.is_over() == plain.is_over(board, jumps)
        assert to_plain(position) == board
        if position.is_over():
            assert position.legal_moves() == []
            return
        colour = law.NAME[position.mover]
        expected = {plain.write_step(step) for step in plain.steps(board, colour)} or {"-"}
        legal = {law.format_move(move) for move in position.legal_moves()}
        assert legal == expected
        text = numbers.choice(sorted(legal))
        jumps = plain.play(board, colour, plain.read_step(text), jumps)
        position = position.play(law.parse_move(text))


@given(position=positions())
def test_every_other_move_is_refused(position: law.Position) -> None:
    legal = set(position.legal_moves())
    for move in [law.PASS, *((a, b) for a in range(0, 49, 3) for b in range(49))]:
        if move not in legal:
            with pytest.raises(law.IllegalMoveError):
                position.play(move)


@given(position=positions())
def test_a_fen_is_read_back(position: law.Position) -> None:
    assert law.parse_fen(law.format_fen(position)) == position


def test_the_fen_of_the_start_is_the_usual_one() -> None:
    assert law.format_fen(law.Position()) == "x5o/7/7/7/7/7/o5x x 0 1"


@pytest.mark.parametrize(
    "text",
    ["", "x5o/7/7/7/7/7/o5x", "x5o/7/7/7/7/o5x x", "x6o/7/7/7/7/7/o5x x", "x5o/8/7/7/7/7/o5x x", "x5o/7/7/7/7/7/o5x r",
     "x5o/7/7/7/7/7/o5x x -1 1", "x5o/7/7/7/7/7/o5x x 0 1 1"],
)  # fmt: skip
def test_what_is_no_fen_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"expected|row|side"):
        law.parse_fen(text)


@pytest.mark.parametrize("fen", ["{}", "{} x", "x5o/7/7/7/7/7/o5x {}", "x5o/7/7/7/7/7/o5x x {}", "{0} x 0 1 {0} x"])
def test_what_is_no_fen_is_quoted_in_a_line_that_can_be_read_however_long_it_is(fen: str) -> None:
    with pytest.raises(ValueError, match=r"expected|row|side|rule") as caught:
        law.parse_fen(fen.format(100_000 * "z"))
    assert len(str(caught.value)) < 250


def test_a_block_stands_on_all_its_reflections() -> None:
    assert law.format_fen(with_blocks("b2")) == "x5o/1-3-1/7/7/7/1-3-1/o5x x 0 1"
    assert with_blocks("d4").board.count("X") == 1
    assert with_blocks("d1").board.count("X") == 2
    for name in ("a1", "g7", "a7"):
        with pytest.raises(law.BlockError):
            with_blocks(name)
    with pytest.raises(law.BlockError):
        with_blocks("c3", "e5")


def test_the_25th_jump_in_a_row_ends_the_game() -> None:
    position = law.parse_fen("x5o/7/7/7/7/7/o5x x 24 1")
    assert not position.is_over()
    assert position.play(law.parse_move("a7-c7")).is_over()
    assert not position.play(law.parse_move("a7-b7")).is_over()


def test_a_pass_is_no_jump_and_does_not_reset_them() -> None:
    stuck = law.parse_fen("xxxxooo/xxxxooo/-------/-------/7/7/6o x 7 1")
    assert stuck.legal_moves() == [law.PASS]
    after = stuck.play(law.PASS)
    assert (after.jumps, after.mover) == (7, law.BLUE)


def test_whoever_has_no_piece_has_lost() -> None:
    position = law.parse_fen("7/7/7/3xo2/7/7/7 x 0 1").play(law.parse_move("d4-e5"))
    assert position.is_over()
    assert position.winner() == law.RED
