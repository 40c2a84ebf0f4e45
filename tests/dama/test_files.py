"""Two bots and the verifier complete games through board files, wait without burning a core, and judge strangers."""

from __future__ import annotations

import itertools
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from arbiter.games.dama import law
from bots.dama import files
from bots.dama.chooser import Chooser
from bots.dama.player import Player
from bots.options import Options
from native.common.context import Report
from tests.bots.driver import HANG_S, environment
from tests.dama.test_law import START_TEXT, changed
from tests.host.ordinary import ordinary_user

DAMA = (sys.executable, "-m", "bots.dama")


class Folder:
    """A folder of boards and the processes that play in it; none is left behind."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._running: list[subprocess.Popen[str]] = []

    def start(self, *words: str) -> subprocess.Popen[str]:
        """Start a sub-command of the bot."""
        process = subprocess.Popen(
            [*DAMA, *words],
            cwd=self.path,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            env=environment(),
        )
        self._running.append(process)
        return process

    def end(self, process: subprocess.Popen[str]) -> tuple[int, str, str]:
        """Wait for a process to end by itself."""
        output, errors = process.communicate(timeout=HANG_S)
        assert "Traceback" not in errors
        return process.returncode, output, errors

    def write(self, number: int, text: str) -> None:
        """Put a board there at once."""
        part = self.path / ".part"
        part.write_text(text, encoding="latin-1", newline="")
        part.rename(self.path / f"board_{number}.txt")

    def wait(self, number: int) -> str:
        """Wait for a board."""
        file, end = self.path / f"board_{number}.txt", time.monotonic() + HANG_S
        while not file.exists():
            assert time.monotonic() < end
            time.sleep(0.005)
        return file.read_text(encoding="ascii")

    def kill(self) -> None:
        """Leave no process behind."""
        for process in self._running:
            process.kill()
            process.communicate()


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Folder]:
    found = Folder(tmp_path)
    yield found
    found.kill()


def after(text: str, mover: int, index: int = 0) -> str:
    """Give the board after a legal move of a player."""
    position = law.Position(law.parse_board(text), mover)
    return law.format_board(position.play(position.legal_moves()[index]).board)


@pytest.mark.parametrize(
    ("words", "number"),
    [(["1"], 2), (["--level", "1", "1"], 2), (["--seed=1", "--level", "1", "--verbose", "2"], 3)],
)
def test_a_number_alone_is_enough_to_play(folder: Folder, words: list[str], number: int) -> None:
    folder.write(1, START_TEXT)
    if number == 3:
        folder.write(2, after(START_TEXT, 1))
    folder.start(*words)
    folder.wait(number)


@pytest.mark.parametrize(("one", "two"), [("4", "1"), ("1", "4"), ("1", "1")])
def test_two_bots_and_the_verifier_complete_a_game(folder: Folder, one: str, two: str) -> None:
    levels = (("1", one), ("2", two))
    players = [folder.start("play", number, "--level", level, "--plies", "100") for number, level in levels]
    status, output, errors = folder.end(folder.start("verify"))
    assert (status, errors) == (0, "")
    lines = output.splitlines()
    assert lines[-1] in ("player 1 wins", "player 2 wins", "draw")
    boards = sorted(folder.path.glob("board_*.txt"), key=lambda path: int(path.stem[6:]))
    assert all(path.stat().st_size == 127 for path in boards)
    for number, (before, board) in enumerate(itertools.pairwise(boards), 1):
        found = law.move_between(law.parse_board(before.read_text()), law.parse_board(board.read_text()))
        if found is None:  # only a player who is stuck stores the same board again, at the end
            assert board == boards[-1]
        else:
            assert found[0] == (1 if number % 2 else 2)
            assert lines[number - 1] == f"board_{number + 1}.txt: player {found[0]} {found[1]}"
    for player in players:  # one has seen the end itself, the other waits for a board that will not come
        player.send_signal(signal.SIGTERM)
        player.communicate(timeout=HANG_S)
    assert sorted(path.name for path in folder.path.iterdir()) == sorted(path.name for path in boards)


def test_the_players_know_that_a_game_of_too_many_moves_is_over(folder: Folder) -> None:
    players = [folder.start("play", number, "--level", "2", "--plies", "6", "--seed", "1") for number in "12"]
    status, output, _ = folder.end(folder.start("verify", "--plies", "6"))
    assert (status, output.splitlines()[-2:]) == (0, ["6 moves decide nothing", "draw"])
    for player in players:
        status, _, errors = folder.end(player)
        assert (status, "a draw" in errors) == (0, True)
    assert not (folder.path / "board_8.txt").exists()


def waiting_player(folder: Folder) -> subprocess.Popen[str]:
    """Start a player and let it make a move, after which it waits for the opponent's."""
    player = folder.start("play", "1", "--level", "1")
    folder.write(1, START_TEXT)
    folder.wait(2)
    return player


def test_a_waiting_player_burns_no_core(folder: Folder) -> None:
    player = waiting_player(folder)
    begin, clock = cpu_s(player.pid), time.monotonic()
    time.sleep(2.0)
    assert cpu_s(player.pid) - begin < 0.05 * (time.monotonic() - clock)


def cpu_s(pid: int) -> float:
    """Give the CPU seconds that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_waiting_player_ends_when_told_to(folder: Folder, number: signal.Signals) -> None:
    player = waiting_player(folder)
    player.send_signal(number)
    _, errors = player.communicate(timeout=HANG_S)
    assert player.returncode == (130 if number is signal.SIGINT else -signal.SIGTERM)
    assert errors == ""


def test_a_waiting_player_gives_up_after_the_idle_limit(folder: Folder) -> None:
    status, _, errors = folder.end(folder.start("play", "1", "--idle", "0.3"))
    assert (status, errors) == (1, "dama-bot: no board_1.txt within 0.3 s\n")


def test_a_board_that_grows_byte_by_byte_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Clock:
        """Time passes only where somebody sleeps, and a piece of the board comes just before the patience ends."""

        now = 0.0

        def monotonic(self) -> float:
            return self.now

        def sleep(self, seconds: float) -> None:
            self.now += max(seconds, 0.9 * files.SETTLE_S)
            with (tmp_path / "board_1.txt").open("a", newline="") as file:
                file.write(next(pieces))

    pieces = iter(START_TEXT[at : at + 8] for at in range(0, len(START_TEXT), 8))
    monkeypatch.setattr(files, "time", Clock())
    player = Player()
    files.wait_for_board(player, tmp_path / "board_1.txt", 30.0)
    player.store_board(tmp_path / "read")
    assert (tmp_path / "read").read_text() == START_TEXT


BAD = {
    "malformed": "x" * 127,
    "cut": START_TEXT[:100],
    "empty": "",
}


@pytest.mark.parametrize("kind", BAD)
def test_a_player_refuses_a_board_that_stays_malformed(folder: Folder, kind: str) -> None:
    folder.write(1, BAD[kind])
    status, _, errors = folder.end(folder.start("play", "1"))
    assert status == 1
    assert errors.startswith("dama-bot: ")
    assert errors.count("\n") == 1


def test_a_player_notices_an_illegal_move(folder: Folder) -> None:
    player = folder.start("play", "1", "--level", "1")
    folder.write(1, START_TEXT)
    second = folder.wait(2)
    folder.write(3, changed(second, 7, 0, " "))
    status, _, errors = folder.end(player)
    assert (status, errors) == (1, "dama-bot: board_3.txt: not a legal move of player 2\n")


def test_a_player_that_begins_again_goes_on_with_the_boards_that_are_there(folder: Folder) -> None:
    first = law.Position()
    moves = first.legal_moves()
    texts = [START_TEXT, after(START_TEXT, 1, len(moves) - 1)]
    texts.append(after(texts[1], 2))
    for number, text in enumerate(texts, 1):
        folder.write(number, text)
    player = folder.start("play", "1", "--level", "0", "--seed", "3")
    folder.wait(4)
    player.send_signal(signal.SIGTERM)
    folder.end(player)
    assert [folder.wait(number) for number in (1, 2, 3)] == texts
    assert sorted(path.name for path in folder.path.glob("*.txt")) == [f"board_{n}.txt" for n in (1, 2, 3, 4)]


@pytest.mark.parametrize("plies", [0, 2])
def test_a_player_refuses_to_go_on_with_a_board_that_is_no_move_of_its_own(folder: Folder, plies: int) -> None:
    folder.write(1, START_TEXT)
    other = after(after(START_TEXT, 1), 2) if plies else START_TEXT  # the same board again is none while it can move
    folder.write(2, other)
    status, _, errors = folder.end(folder.start("play", "1"))
    assert (status, folder.wait(2)) == (1, other)
    assert errors == "dama-bot: board_2.txt is there, and not a legal move of player 1: of another game\n"


def test_a_player_leaves_when_the_opponent_has_not_moved(folder: Folder) -> None:
    player = folder.start("play", "1", "--level", "1")
    folder.write(1, START_TEXT)
    folder.write(3, folder.wait(2))
    assert folder.end(player)[0] == 0


VERDICTS = {
    "takes too long": (None, "player 1 took too long: no board_2.txt within 0.5 s"),
    "has not moved": (START_TEXT, "player 1 has not moved"),
    "writes nonsense": ("nonsense", "player 1 wrote a malformed board"),
    "moves the other's piece": (after(START_TEXT, 2), "not a legal move of player 1"),
    "removes a piece": (changed(START_TEXT, 5, 0, " "), "not a legal move of player 1"),
}


@pytest.mark.parametrize("kind", VERDICTS)
def test_the_verifier_says_who_has_done_what(folder: Folder, kind: str) -> None:
    board, reason = VERDICTS[kind]
    judge = folder.start("verify", "--time", "0.5" if board is None else "30")
    assert folder.wait(1) == START_TEXT
    if board is not None:
        folder.write(2, board)
    status, output, errors = folder.end(judge)
    assert (status, errors) == (0, "")
    assert output.splitlines()[0].startswith(f"board_2.txt: {reason}")
    assert output.splitlines()[1:] == ["player 2 wins"]


def test_the_verifier_refuses_a_folder_with_boards(folder: Folder) -> None:
    folder.write(2, START_TEXT)
    status, output, errors = folder.end(folder.start("verify"))
    assert (status, output) == (1, "")
    assert "board_2.txt" in errors
    assert errors.count("\n") == 1


def test_the_verifier_sees_the_last_capture(folder: Folder) -> None:
    judge = folder.start("verify")
    text = folder.wait(1)
    position, number = law.Position(law.parse_board(text)), 1
    # Both capture whatever they can: this row of moves ends before the limit with a side that has no piece or no move.
    while position.winner() is None and number <= law.PLIES:
        moves = position.legal_moves()
        captures = [move for move in moves if move.captured is not None]
        position = position.play((captures or moves)[-1])
        number += 1
        folder.write(number, law.format_board(position.board))
    if position.winner() and all(position.pieces()):
        folder.write(number + 1, law.format_board(position.board))
    _, output, _ = folder.end(judge)
    winner = position.winner()
    assert output.splitlines()[-1] == (f"player {winner} wins" if winner else "draw")


TO_AND_FRO = {1: 8, 8: 1, 62: 55, 55: 62}
"""A king of each player in its corner, which never meet."""
CORNERS = "".join({1: "X", 62: "O"}.get(square, ".") for square in range(64))


class Patient(Chooser):
    """A chooser who moves to and fro, and hears how many plies are left."""

    def __init__(self) -> None:
        super().__init__(Options(level=1, hash_mib=1))
        self.left: list[int] = []

    def choose(self, position: law.Position, left: int) -> Report:
        """Choose the one move."""
        self.left.append(left)
        origin = position.board.index("X")
        return Report(64 * origin + TO_AND_FRO[origin], 0, False, 0, (), 0, 0.0)


@pytest.mark.parametrize("plies", [None, 0, 50, 100])
def test_a_player_goes_on_beyond_the_usual_limit_and_ends_at_one_that_is_named(
    plies: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    last = 151

    def answer(player: Player, path: Path, _: float) -> None:
        number, board = int(path.stem.removeprefix("board_")), CORNERS
        if number > last:
            raise files.GoneError
        if number > 1:
            before = law.parse_board((tmp_path / files.board_name(number - 1)).read_text())
            origin = before.index("O")
            board = law.Position(before, 2).play(law.Move(origin, TO_AND_FRO[origin])).board
        path.write_text(law.format_board(board))
        player.load_board(path)

    monkeypatch.setattr(files, "wait_for_board", answer)
    chooser = Patient()
    if plies:
        assert files.play(chooser, 1, tmp_path, plies, 1.0) is files.End.LIMIT
        assert chooser.left == list(range(plies, 0, -2))
    else:
        with pytest.raises(files.GoneError):
            files.play(chooser, 1, tmp_path, plies, 1.0)
        assert (tmp_path / files.board_name(last + 1)).exists()
        assert chooser.left == [*([-1] * 50 if plies == 0 else range(100, 0, -2)), *[-1] * 26]


UNREADABLE: dict[str, tuple[Callable[[Path], None], str]] = {
    "a folder": (Path.mkdir, "is a folder, not a board"),
    "a pipe": (os.mkfifo, "is no ordinary file, not a board"),
    "a link to itself": (lambda path: path.symlink_to(path), "Too many levels of symbolic links"),
}


@pytest.mark.parametrize("kind", UNREADABLE)
def test_what_cannot_be_read_in_place_of_a_board_is_said_at_once(folder: Folder, kind: str) -> None:
    make, why = UNREADABLE[kind]
    make(folder.path / "board_1.txt")
    status, output, errors = folder.end(folder.start("play", "1", "--idle", "1000"))
    assert (status, output) == (1, "")
    assert errors.startswith("dama-bot: ")
    assert why in errors
    assert errors.count("\n") == 1


def test_who_makes_a_folder_in_place_of_a_board_has_lost(folder: Folder) -> None:
    judge = folder.start("verify", "--time", "1000")
    folder.wait(1)
    (folder.path / "board_2.txt").mkdir()
    status, output, _ = folder.end(judge)
    assert (status, output.splitlines()[-1]) == (0, "player 2 wins")
    assert output.startswith("board_2.txt: player 1 wrote what cannot be read: ")


def test_another_user_plays_without_a_home_and_is_told_at_once_of_a_board_that_may_not_be_read() -> None:
    user = ordinary_user()
    with tempfile.TemporaryDirectory() as name:  # pytest's folders are closed to other users
        folder, home = Path(name), Path(name) / "home"
        folder.chmod(0o755)
        home.mkdir()
        (folder / "board_1.txt").write_text(START_TEXT)
        for path in (folder / "board_1.txt", home):
            path.chmod(0)
        done = subprocess.run(
            [*user, "-m", "bots.dama", "play", "1", "--idle", "1000"],
            cwd=folder,
            capture_output=True,
            text=True,
            timeout=HANG_S,
            check=False,
            env=environment(HOME=str(home), XDG_DATA_HOME=""),
        )
        home.chmod(0o755)
    tables = home / ".local" / "share" / "arbitro" / "dama.tables"
    assert done.stderr.splitlines() == [
        f"dama-bot: {tables} is not used: Permission denied",
        "dama-bot: cannot read 'board_1.txt': Permission denied",
    ]
    assert done.returncode == 1
