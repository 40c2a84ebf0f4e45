"""The class Player does what the assignment says, method by method, and refuses with its history untouched."""

from __future__ import annotations

import copy
import os
import random
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import bots.dama
from arbiter.games.dama import law
from bots.dama.chooser import Chooser
from bots.dama.player import ErrorType, Player, piece, player_exception
from bots.options import Options
from tests.bots.driver import HANG_S
from tests.dama.test_law import EMPTY_TEXT, MALFORMED, START_TEXT, changed

HOUSE = str(Path(__file__).parent.parent.parent)
INDEX, FILE, BOARD = ErrorType.index_out_of_bounds, ErrorType.missing_file, ErrorType.invalid_board

# The first example of the assignment: x takes the man on row 3, column 4.
EXAMPLE_1 = """\
o.o.o.X.
.o.o...o
o.o.o...
...o...o
....o.x.
.x.x...x
x...x.x.
.x.x.x.x"""
EXAMPLE_1_AFTER = """\
o.o.o.X.
.o.o...o
o.o.o...
...o.x.o
......x.
.x.....x
x...x.x.
.x.x.x.x"""
# The second one: the king on row 7 has moved two rows without a capture.
EXAMPLE_2_AFTER = """\
o.o.o...
.o.o...o
o.o.o.X.
...o...o
....o.x.
.x.x...x
x...x.x.
.x.x.x.x"""


def text_of(picture: str) -> str:
    """Write a picture as a board file."""
    return "\n".join(" ".join(line) for line in picture.splitlines()).replace(".", " ")


def loaded(folder: Path, *texts: str, player: Player | None = None) -> Player:
    """Give a player with these boards in its history."""
    player = player or quick()
    for text in texts:
        file = folder / "board"
        file.write_text(text, encoding="latin-1", newline="")
        player.load_board(file)
    return player


def quick(number: int = 1) -> Player:
    """Give a player who does not think long."""
    return Player(number, Chooser(Options(level=1, seed=1, hash_mib=1)))


def history(player: Player) -> list[str]:
    """Give every board that a player remembers, newest first, by the assignment's own means."""
    boards: list[str] = []
    while True:
        try:
            boards.append("".join(player(r, c, len(boards)).value for r in range(8) for c in range(8)))
        except player_exception:
            return boards


def refused(kind: ErrorType, call: Callable[[], object], player: Player) -> None:
    """Expect a refusal that leaves the history as it was."""
    before = history(player)
    with pytest.raises(player_exception) as error:
        call()
    assert error.value.err_type is kind
    assert error.value.msg
    assert str(error.value) == error.value.msg
    assert history(player) == before


def test_the_constructor_takes_players_1_and_2() -> None:
    assert history(Player()) == history(Player(1)) == history(Player(2)) == []
    for number in (0, 3, -1, 100):
        refused(INDEX, partial(Player, number), Player())


def test_cells_are_read_by_row_column_and_offset(tmp_path: Path) -> None:
    player = loaded(tmp_path, START_TEXT, text_of(EXAMPLE_1))
    assert (player(0, 1), player(7, 0), player(0, 0)) == (piece.x, piece.o, piece.e)
    assert (player(7, 6, 0), player(7, 6, 1)) == (piece.X, piece.o)
    for where in ((-1, 0), (8, 0), (0, -1), (0, 8), (0, 0, 2), (0, 0, -1)):
        refused(INDEX, partial(player, *where), player)
    refused(INDEX, lambda: Player()(0, 0), Player())


def test_a_board_with_every_piece_loads_and_stores_to_the_byte(tmp_path: Path) -> None:
    text = text_of(EXAMPLE_1)
    player = loaded(tmp_path, START_TEXT, text)
    player.store_board(tmp_path / "newest")
    player.store_board(str(tmp_path / "older"), 1)
    assert (tmp_path / "newest").read_bytes() == text.encode()
    assert (tmp_path / "older").read_bytes() == START_TEXT.encode()
    assert (tmp_path / "newest").stat().st_size == (tmp_path / "older").stat().st_size == 127
    player.store_board(tmp_path / "newest", 1)
    assert (tmp_path / "newest").read_bytes() == START_TEXT.encode()
    for offset in (2, -1, 100):
        refused(INDEX, partial(player.store_board, tmp_path / "x", offset), player)
    assert not (tmp_path / "x").exists()


def test_the_initial_board_is_written_and_not_remembered(tmp_path: Path) -> None:
    player = Player()
    (tmp_path / "board").write_text("old")
    player.init_board(tmp_path / "board")
    assert (tmp_path / "board").read_bytes() == START_TEXT.encode()
    assert history(player) == []


@pytest.mark.parametrize("kind", MALFORMED)
def test_malformed_boards_are_refused(kind: str, tmp_path: Path) -> None:
    player = loaded(tmp_path, START_TEXT)
    (tmp_path / "bad").write_bytes(MALFORMED[kind].encode("latin-1"))
    refused(BOARD, lambda: player.load_board(tmp_path / "bad"), player)


def test_lawful_boards_load_whatever_move_made_them(tmp_path: Path) -> None:
    unpromoted = changed(EMPTY_TEXT, 7, 0, "x")
    player = loaded(tmp_path, START_TEXT, EMPTY_TEXT, unpromoted, START_TEXT + "\n", changed(EMPTY_TEXT, 0, 1, "O"))
    assert len(history(player)) == 5
    assert history(player)[1] == law.START
    player.store_board(tmp_path / "stored", 1)
    assert (tmp_path / "stored").read_bytes() == START_TEXT.encode()  # the tolerated newline is never written


def test_the_examples_of_the_assignment(tmp_path: Path) -> None:
    before = text_of(EXAMPLE_1)
    assert loaded(tmp_path, before, text_of(EXAMPLE_1_AFTER)).valid_move()
    assert loaded(tmp_path, before, text_of(EXAMPLE_1_AFTER), player=quick(2)).valid_move()
    assert not loaded(tmp_path, before, text_of(EXAMPLE_2_AFTER)).valid_move()
    assert not loaded(tmp_path, before, before).valid_move()


def test_every_legal_move_is_valid_and_nothing_else(tmp_path: Path) -> None:
    rng = random.Random(5)
    position = law.Position()
    for _ in range(30):
        moves = position.legal_moves()
        if not moves:
            break
        children = {position.play(move).board for move in moves}
        others = {position.board}
        for board in children:
            changed_at = rng.randrange(64)
            others.add(board[:changed_at] + rng.choice(".xXoO") + board[changed_at + 1 :])
        if position.board != law.START:
            # The board alone does not tell whose turn it is: moves of the other player are valid too.
            others -= {
                law.Position(position.board, law.OPPONENT[position.mover]).play(m).board
                for m in law.Position(position.board, law.OPPONENT[position.mover]).legal_moves()
            }
        for board in children | others:
            try:
                law.check_board(board)
            except law.BoardError:
                continue
            player = loaded(tmp_path, law.format_board(position.board), law.format_board(board))
            assert player.valid_move() == (board in children)
        position = position.play(rng.choice(moves))


def test_from_the_initial_board_only_player_1_moves(tmp_path: Path) -> None:
    for mover, valid in ((1, True), (2, False)):
        position = law.Position(law.START, mover)
        after = position.play(position.legal_moves()[0]).board
        assert loaded(tmp_path, START_TEXT, law.format_board(after)).valid_move() == valid


def test_a_man_must_be_promoted(tmp_path: Path) -> None:
    before = changed(changed(EMPTY_TEXT, 6, 1, "x"), 3, 2, "o")
    for kind, valid in (("X", True), ("x", False), ("O", False)):
        after = changed(changed(EMPTY_TEXT, 7, 0, kind), 3, 2, "o")
        assert loaded(tmp_path, before, after).valid_move() == valid
    stays = changed(changed(EMPTY_TEXT, 7, 0, "x"), 3, 2, "o")
    moved = changed(changed(EMPTY_TEXT, 7, 0, "x"), 2, 1, "o")
    assert not loaded(tmp_path, stays, stays).valid_move()
    assert not loaded(tmp_path, moved, stays).valid_move()


def test_no_move_is_valid_beside_a_man_that_was_not_promoted(tmp_path: Path) -> None:
    for man, row, column in (("x", 7, 0), ("o", 0, 7)):
        beside = changed(EMPTY_TEXT, row, column, man)
        before = changed(changed(beside, 3, 2, "X"), 5, 6, "O")
        for after, valid in ((changed(changed(before, 3, 2, " "), 4, 3, "X"), False), (before, False)):
            assert loaded(tmp_path, before, after).valid_move() == valid
        moved = changed(changed(changed(before, row, column, " "), 3, 2, " "), 4, 3, "X")
        assert loaded(tmp_path, changed(before, row, column, " "), moved).valid_move()


def test_valid_move_needs_two_boards(tmp_path: Path) -> None:
    refused(INDEX, Player().valid_move, Player())
    player = loaded(tmp_path, START_TEXT)
    refused(INDEX, player.valid_move, player)


@pytest.mark.parametrize("number", [1, 2])
def test_move_appends_one_valid_board_and_changes_no_other(number: int, tmp_path: Path) -> None:
    player = loaded(tmp_path, text_of(EXAMPLE_1), player=quick(number))
    for _ in range(5):
        before = history(player)
        player.move()
        assert history(player)[1:] == before
        assert player.valid_move()
        found = law.move_between(before[0], history(player)[0])
        assert found is not None
        assert found[0] == number


def test_a_player_who_is_stuck_stores_the_same_board(tmp_path: Path) -> None:
    stuck = changed(changed(changed(EMPTY_TEXT, 5, 0, "x"), 6, 1, "o"), 7, 2, "o")
    player = loaded(tmp_path, stuck, EMPTY_TEXT)
    player.move()
    assert history(player)[0] == history(player)[1]
    player = loaded(tmp_path, stuck)
    player.move()
    assert history(player) == [law.parse_board(stuck)] * 2
    assert not player.valid_move()


def test_move_needs_a_board() -> None:
    player = Player()
    refused(INDEX, player.move, player)


def test_pop_removes_the_newest_board(tmp_path: Path) -> None:
    player = loaded(tmp_path, START_TEXT, EMPTY_TEXT)
    player.pop()
    assert history(player) == [law.START]
    player.pop()
    refused(INDEX, player.pop, player)


def test_winning_and_losing_is_having_no_pieces(tmp_path: Path) -> None:
    only_x, only_o = changed(EMPTY_TEXT, 0, 1, "x"), changed(EMPTY_TEXT, 0, 1, "O")
    for number in (1, 2):
        player = loaded(tmp_path, only_x, player=quick(number))
        assert (player.wins(1), player.wins(2), player.loses(1), player.loses(2)) == (True, False, False, True)
        assert (player.wins(), player.loses()) == (number == 1, number == 2)
        loaded(tmp_path, only_o, player=player)
        assert (player.wins(1), player.wins(2), player.loses(1), player.loses(2)) == (False, True, True, False)
        loaded(tmp_path, START_TEXT, player=player)
        assert not any((player.wins(), player.loses(), player.wins(2), player.loses(2)))
        for wrong in (0, 3, -1):
            refused(INDEX, partial(player.wins, wrong), player)
            refused(INDEX, partial(player.loses, wrong), player)
    empty = Player()
    for call in (empty.wins, empty.loses, lambda: empty.wins(1), lambda: empty.loses(2)):
        refused(INDEX, call, empty)


def test_recurrence_counts_the_newest_board(tmp_path: Path) -> None:
    boards = {name: changed(EMPTY_TEXT, 0, 2 * at + 1, "X") for at, name in enumerate("ABCD")}
    boards["E"] = EMPTY_TEXT
    player = Player()
    counts = []
    for name in "ABCBDBEB":
        loaded(tmp_path, boards[name], player=player)
        counts.append(player.recurrence())
    assert counts == [1, 1, 1, 2, 1, 3, 1, 4]
    refused(INDEX, Player().recurrence, Player())


def test_what_the_class_has_in_cpp_it_has_here() -> None:
    for name in "xoXOe":
        assert getattr(piece, name) is getattr(Player, name) is getattr(Player(), name) is getattr(Player.piece, name)
    assert bots.dama.Player is Player
    assert bots.dama.piece is piece
    assert bots.dama.player_exception is player_exception
    with pytest.raises(player_exception) as error:
        Player(3)
    assert error.value.t is error.value.err_type is player_exception.index_out_of_bounds is INDEX
    assert (player_exception.missing_file, player_exception.invalid_board) == (FILE, BOARD)
    assert player_exception.err_type.missing_file is FILE
    twin = copy.copy(error.value)
    assert (type(twin), twin.t, twin.msg) == (player_exception, INDEX, error.value.msg)


def test_the_package_imports_nothing_until_it_is_asked() -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys, bots.dama; print('bots.dama.player' in sys.modules, bots.dama.Player.__name__)",
        ],
        capture_output=True,
        text=True,
        check=False,
        timeout=HANG_S,
    )
    assert (done.stdout, done.stderr) == ("False Player\n", "")
    assert not hasattr(bots.dama, "player_number")


def test_wrong_types_are_refused_as_every_other_mistake(tmp_path: Path) -> None:
    player, there = loaded(tmp_path, START_TEXT), tmp_path / "board"
    wrong: Any
    call: Any
    for wrong in ("1", 1.0, b"1", [1], object()):
        for call in (player.wins, player.loses, Player, partial(Player, 1, None)):
            refused(INDEX, partial(call, wrong), player)
        for call in (
            partial(player, 0),
            partial(player, c=0),
            partial(player, 0, 1),
            partial(player.store_board, there),
        ):
            refused(INDEX, partial(call, wrong), player)
    for wrong in (10**5000, -(10**5000)):  # of which Python writes no digits
        for call in (player.wins, Player, partial(player, 0), partial(player.store_board, there)):
            refused(INDEX, partial(call, wrong), player)
        Player(1, None, wrong)
    refused(INDEX, partial(bots.dama.Player, None), player)
    for wrong in (5, "x", object()):
        refused(INDEX, partial(Player, 1, wrong), player)
    for wrong in ([10**5000], {10**5000}):
        for call in (player.wins, Player, partial(Player, 1), partial(player, 0)):
            refused(INDEX, partial(call, wrong), player)
    for wrong in (None, 5, 1.0, [there], 10**5000):
        for call in (player.load_board, player.store_board, player.init_board):
            refused(FILE, partial(call, wrong), player)
    wrong = os.fsencode(tmp_path / "bytes")
    player.store_board(wrong)
    assert (tmp_path / "bytes").read_text() == START_TEXT
