"""The files of the class Player: what is loaded and stored, by whom, and onto what."""

from __future__ import annotations

import errno
import itertools
import os
import resource
import subprocess
import sys
import threading
import time
from functools import partial
from pathlib import Path

import pytest

from bots.dama.player import Player
from tests.bots.driver import HANG_S, environment
from tests.dama.test_law import EMPTY_TEXT, START_TEXT, changed
from tests.dama.test_player import BOARD, EXAMPLE_1, FILE, HOUSE, loaded, refused, text_of


def test_storing_where_nothing_can_be_stored_is_refused(tmp_path: Path) -> None:
    player = loaded(tmp_path, START_TEXT)
    unread = _pipe(tmp_path)
    for path in (tmp_path / "no" / "folder", tmp_path, Path("a\0b"), Path("/dev/full"), unread):
        refused(FILE, partial(player.store_board, path), player)
        refused(FILE, partial(player.init_board, path), player)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["board", "pipe"]
    assert unread.is_fifo()
    assert Path("/dev/full").is_char_device()


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    player = loaded(tmp_path, START_TEXT)
    for data in (b"\xff" * 127, bytes(127), START_TEXT.encode("utf-16"), START_TEXT.encode() * 9):
        (tmp_path / "bad").write_bytes(data)
        refused(BOARD, lambda: player.load_board(tmp_path / "bad"), player)


def test_missing_files_are_refused(tmp_path: Path) -> None:
    player = loaded(tmp_path, START_TEXT)
    for path in (tmp_path / "nothing", tmp_path, Path("a\0b")):
        refused(FILE, partial(player.load_board, path), player)


@pytest.mark.parametrize("name", ["", "new/", "board/", "board/.", "board//"])
def test_a_name_of_a_folder_is_none_of_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    player = loaded(tmp_path, START_TEXT)
    for call in (player.load_board, player.store_board, player.init_board):
        refused(FILE, partial(call, name), player)
    assert [path.name for path in tmp_path.iterdir()] == ["board"]


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


def test_a_store_onto_a_link_or_a_device_writes_to_it(tmp_path: Path) -> None:
    player = loaded(tmp_path, EMPTY_TEXT, START_TEXT)
    target, link, dangling, hard = (tmp_path / name for name in ("target", "link", "dangling", "hard"))
    target.write_text("old and much longer than a board, so that something of it could be left" * 9)
    link.symlink_to(target.name)
    player.store_board(link)
    assert link.is_symlink()
    assert target.read_text() == START_TEXT
    dangling.symlink_to("made")
    player.store_board(dangling)
    assert dangling.is_symlink()
    assert (tmp_path / "made").read_text() == START_TEXT
    os.link(target, hard)
    player.store_board(hard, 1)
    assert target.read_text() == EMPTY_TEXT
    player.store_board("/dev/null")
    assert Path("/dev/null").is_char_device()
    reader = os.open(_pipe(tmp_path), os.O_RDONLY | os.O_NONBLOCK)
    player.store_board(tmp_path / "pipe")
    assert os.read(reader, 1000).decode() == START_TEXT
    os.close(reader)
    assert not list(tmp_path.glob(".*"))


def _pipe(folder: Path) -> Path:
    os.mkfifo(folder / "pipe")
    return folder / "pipe"


def test_what_is_read_only_stays_so_and_other_rights_stay_as_they_are(tmp_path: Path) -> None:
    player, file = loaded(tmp_path, START_TEXT), tmp_path / "stored"
    old = os.umask(0o027)
    try:
        player.store_board(file)
    finally:
        os.umask(old)
    assert file.stat().st_mode & 0o777 == 0o640
    file.chmod(0o604)
    player.store_board(file)
    assert file.stat().st_mode & 0o777 == 0o604
    file.write_text("old")
    file.chmod(0o444)
    (tmp_path / "link").symlink_to(file)
    for path in (file, tmp_path / "link"):
        refused(FILE, partial(player.store_board, path), player)
        refused(FILE, partial(player.init_board, path), player)
    assert (file.read_text(), file.stat().st_mode & 0o777) == ("old", 0o444)


def refuse(code: int, *_: object) -> None:
    """Stand for a call of the system that it refuses."""
    raise OSError(code, os.strerror(code))


@pytest.mark.parametrize(
    ("name", "code"),
    [("fchown", errno.EINVAL), ("fchown", errno.EPERM), ("replace", errno.EBUSY), ("open", errno.EROFS)],
)
def test_a_file_that_a_container_lets_nobody_replace_is_written_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, code: int
) -> None:
    """Its owner may have no number there (EINVAL), or it is mounted by itself (EBUSY), its folder read-only (EROFS)."""
    player, file = loaded(tmp_path, START_TEXT), tmp_path / "stored"
    file.write_text("old")

    with monkeypatch.context() as patch:
        patch.setattr(os, name, partial(refuse, code))
        player.store_board(file)
    assert file.read_text() == START_TEXT
    assert not list(tmp_path.glob(".*"))


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EDQUOT])
def test_a_file_is_not_emptied_where_there_is_no_room_for_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    player, file = loaded(tmp_path, START_TEXT), tmp_path / "stored"
    file.write_text("old")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", partial(refuse, code))
        refused(FILE, partial(player.store_board, file), player)
    assert file.read_text() == "old"
    assert not list(tmp_path.glob(".*"))


@pytest.mark.parametrize("name", ["link", "hard"])
def test_a_file_that_keeps_its_place_holds_its_old_board_where_the_new_one_cannot_be_written(
    tmp_path: Path, name: str
) -> None:
    player, file = loaded(tmp_path, START_TEXT), tmp_path / "stored"
    (tmp_path / "link").symlink_to(file)
    for old in (EMPTY_TEXT, "short", EMPTY_TEXT * 9):
        file.write_text(old)
        if name == "hard" and not (tmp_path / name).exists():
            os.link(file, tmp_path / name)
        _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (60, most))
        try:
            refused(FILE, partial(player.store_board, tmp_path / name), player)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
        assert file.read_text() == old
    player.store_board(tmp_path / name)
    assert file.read_text() == START_TEXT


def test_two_who_store_at_once_in_a_folder_never_hold_the_others_board(tmp_path: Path) -> None:
    """Each stores its own board under a name of its own; a temporary name that both use would mix them up."""
    texts = {name: changed(START_TEXT, 2, 1, " ") if name == "a" else START_TEXT for name in "ab"}
    code = (
        "import sys; from bots.dama import Player; p = Player(); p.load_board(sys.argv[1])\n"
        "for turn in range(300): p.store_board(f'{sys.argv[1]}.{turn}')"
    )
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    running = [
        subprocess.Popen([sys.executable, "-c", code, name], cwd=tmp_path, env=environment(PYTHONPATH=HOUSE))
        for name in texts
    ]
    assert [process.wait(HANG_S) for process in running] == [0, 0]
    for name, text in texts.items():
        stored = {path.read_text() for path in tmp_path.glob(f"{name}.*")}
        assert (stored, len(list(tmp_path.glob(f"{name}.*")))) == ({text}, 300)
    assert not list(tmp_path.glob(".*"))


def test_a_board_in_the_making_has_a_name_that_nobody_else_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names: list[str] = []
    rename = Path.replace

    def seen(self: Path, target: Path) -> Path:
        names.append(self.name)
        return rename(self, target)

    monkeypatch.setattr(Path, "replace", seen)
    player = loaded(tmp_path, START_TEXT)
    for _ in range(3):
        player.store_board(tmp_path / "stored")
    assert len(set(names)) == 3
    assert all(name.startswith(".board.") for name in names)


def test_a_device_without_an_end_is_no_board() -> None:
    refused(BOARD, partial(Player().load_board, "/dev/zero"), Player())


def test_a_pipe_is_no_board_and_nobody_waits_for_it(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.txt"
    os.mkfifo(pipe)
    player = loaded(tmp_path, START_TEXT)
    refused(FILE, partial(player.load_board, pipe), player)
    analyse = [sys.executable, "-m", "bots.dama", "analyse", "--depth", "1"]
    done = subprocess.run(
        analyse, input=f"{pipe} 1\n", capture_output=True, text=True, timeout=HANG_S, env=environment(), check=False
    )
    assert done.returncode != 0
    assert "it is a pipe, for which one might wait without end" in done.stderr
    assert done.stderr.count("\n") == 1
