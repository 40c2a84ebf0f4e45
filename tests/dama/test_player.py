"""The class Player does what the assignment says, method by method, and refuses with its history untouched."""

from __future__ import annotations

import copy
import itertools
import random
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from arbiter.games.dama import law
from bots.dama.chooser import Chooser
from bots.dama.player import ErrorType, Player, piece, player_exception
from bots.options import Options
from tests.bots.driver import HANG_S
from tests.dama.test_law import EMPTY_TEXT, MALFORMED, START_TEXT, changed

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


def test_storing_where_nothing_can_be_stored_is_refused(tmp_path: Path) -> None:
    player = loaded(tmp_path, START_TEXT)
    for path in (tmp_path / "no" / "folder", tmp_path):
        refused(FILE, partial(player.store_board, path), player)
        refused(FILE, partial(player.init_board, path), player)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["board"]


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


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    player = loaded(tmp_path, START_TEXT)
    for data in (b"\xff" * 127, bytes(127), START_TEXT.encode("utf-16"), START_TEXT.encode() * 9):
        (tmp_path / "bad").write_bytes(data)
        refused(BOARD, lambda: player.load_board(tmp_path / "bad"), player)


def test_missing_files_are_refused(tmp_path: Path) -> None:
    player = loaded(tmp_path, START_TEXT)
    for path in (tmp_path / "nothing", tmp_path, Path("a\0b")):
        refused(FILE, partial(player.load_board, path), player)


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


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
def test_a_copy_is_independent(copied: Callable[[Player], Player], tmp_path: Path) -> None:
    player = loaded(tmp_path, START_TEXT, text_of(EXAMPLE_1), player=quick(2))
    other = copied(player)
    assert history(other) == history(player)
    other.move()
    player.pop()
    assert (len(history(player)), len(history(other))) == (1, 3)
    found = law.move_between(*reversed(history(other)[:2]))
    assert found is not None
    assert found[0] == 2  # it plays for the same side


def test_a_reader_never_sees_half_a_file(tmp_path: Path) -> None:
    """Store different boards as fast as possible while another thread reads: every read is a whole board."""
    player = loaded(tmp_path, START_TEXT, EMPTY_TEXT, text_of(EXAMPLE_1))
    file = tmp_path / "raced"
    player.store_board(file)
    stop, seen, wrong = threading.Event(), set[bytes](), list[bytes]()
    wanted = {START_TEXT.encode(), EMPTY_TEXT.encode(), text_of(EXAMPLE_1).encode()}

    def read() -> None:
        while not stop.is_set():
            data = file.read_bytes()
            (seen.add if data in wanted else wrong.append)(data)

    reader = threading.Thread(target=read)
    reader.start()
    give_up = time.monotonic() + HANG_S
    for turn in itertools.count():
        player.store_board(file, turn % 3)
        if (turn >= 1000 and seen == wanted) or time.monotonic() > give_up:
            break
    stop.set()
    reader.join()
    assert wrong == []
    assert seen == wanted
