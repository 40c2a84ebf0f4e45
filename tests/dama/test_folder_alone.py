"""A program of the course and its folder, with a player from a script that writes files."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from arbiter.games.dama import law
from arbiter.games.dama.files import Folder
from arbiter.games.players import End, PlayerError
from tests.play.scripted import Scripted

START = law.Position()
FIRST = START.play(law.parse_move("b3-a4"))
SECOND = FIRST.play(law.parse_move("a6-b5"))


def written(position: law.Position) -> str:
    return law.format_board(position.board)


@pytest.fixture
def player() -> Scripted:
    made = Scripted("A", [])

    def write(answer: str) -> None:
        assert made.folder
        for part in answer.split("|"):
            name, _, text = part.partition("=")
            if text == "gone":
                (made.folder / name).unlink()
            elif text == "folder":
                (made.folder / name).mkdir()
            elif name:
                (made.folder / name).write_text(text)

    made.act = write
    return made


@pytest.fixture
def folder(player: Scripted) -> Iterator[Folder]:
    made = Folder(player, 1)
    yield made
    made.abandon()


def test_a_program_is_started_anew_with_its_number_in_a_folder_of_its_own(player: Scripted) -> None:
    folder = Folder(player, 2)
    assert player.log == ["A kill", "A begin 2"]
    assert player.folder == folder.path
    assert list(folder.path.iterdir()) == []
    folder.abandon()
    assert not folder.path.exists()


def test_it_finds_the_boards_so_far_and_writes_the_next(player: Scripted, folder: Folder) -> None:
    player.answers = [f"board_2.txt={written(FIRST)}"]
    assert folder.ask([START.board]) == (law.parse_move("b3-a4"), 1)
    assert (folder.path / "board_1.txt").read_text() == written(START)
    assert folder.known == {"board_1.txt": written(START).encode(), "board_2.txt": written(FIRST).encode()}
    third = SECOND.play(law.parse_move("d3-e4"))
    player.answers = [f"board_4.txt={written(third)}"]
    assert folder.ask([START.board, FIRST.board, SECOND.board]) == (law.parse_move("d3-e4"), 2)
    assert (folder.path / "board_3.txt").read_text() == written(SECOND)
    folder.end()
    assert player.log[-2:] == ["A memory", "A kill"]
    assert not folder.path.exists()


def test_a_board_may_grow_byte_by_byte(player: Scripted, folder: Folder) -> None:
    whole = written(FIRST)
    player.answers = ["", "board_2.txt=", *(f"board_2.txt={whole[:end]}" for end in range(1, len(whole) + 1))]
    assert folder.ask([START.board])[0] == law.parse_move("b3-a4")
    assert player.answers == [] or player.answers == [f"board_2.txt={whole}"]


@pytest.mark.parametrize(
    ("answer", "end", "reason"),
    [
        (f"board_2.txt={written(START)}", End.ILLEGAL, "stored the same board again as board_2.txt"),
        (f"board_2.txt={written(SECOND)}", End.ILLEGAL, "no legal move makes board_2.txt of the board before"),
        ("board_2.txt=folder", End.MALFORMED, "board_2.txt: Is a directory"),
        (f"board_2.txt={written(FIRST)}|notes=x", End.TAMPERED, "wrote a file that is not a board of its own: 'notes'"),
        (f"board_2.txt={written(FIRST)}|board_1.txt=gone", End.TAMPERED, "changed or removed board_1.txt"),
        (f"board_2.txt={written(FIRST)}|board_1.txt={written(FIRST)}", End.TAMPERED, "changed or removed board_1.txt"),
    ],
)
def test_each_offence_has_its_reason(player: Scripted, folder: Folder, answer: str, end: End, reason: str) -> None:
    player.answers = [answer]
    with pytest.raises(PlayerError) as caught:
        folder.ask([START.board])
    assert (caught.value.end, caught.value.reason, caught.value.player) == (end, reason, player)


def test_a_move_of_the_other_is_none_of_its_own(player: Scripted) -> None:
    folder = Folder(player, 2)
    player.answers = [f"board_2.txt={written(FIRST)}"]
    with pytest.raises(PlayerError, match=r"board_2\.txt is a move of the other player") as caught:
        folder.ask([START.board])
    assert caught.value.evidence == written(FIRST).encode()
    folder.abandon()


def test_a_board_of_the_arbiter_that_is_there_already_was_forged(player: Scripted, folder: Folder) -> None:
    player.answers = [f"board_2.txt={written(FIRST)}"]
    folder.ask([START.board])
    (folder.path / "board_3.txt").symlink_to("nowhere")
    with pytest.raises(PlayerError, match=r"wrote board_3\.txt, which is the other player's"):
        folder.ask([START.board, FIRST.board, SECOND.board])


def test_hidden_files_and_a_newline_at_the_end_are_no_offence(player: Scripted, folder: Folder) -> None:
    player.answers = [f".hidden=x|board_2.txt={written(FIRST)}"]
    folder.ask([START.board])
    (folder.path / "board_1.txt").write_text(written(START).removesuffix("\n"))
    folder.end()


def play_on(player: Scripted, folder: Folder, plant: Callable[[Path], object]) -> None:
    """Let the program make its move, plant something in its folder, and be given the next board."""
    player.answers = [f"board_2.txt={written(FIRST)}"]
    folder.ask([START.board])
    plant(folder.path)
    player.answers = [f"board_4.txt={written(SECOND.play(law.parse_move('d3-e4')))}"]
    folder.ask([START.board, FIRST.board, SECOND.board])


FORESEEN = ".arbiter." + 16 * "2a"
"""What a board has for a name until it is whole, if chance is none."""


@pytest.mark.parametrize("name", [".arbiter.tmp", FORESEEN])
@pytest.mark.parametrize("plant", ["link", "pipe", "folder"])
def test_what_a_program_has_put_where_the_arbiter_may_write_is_left_alone(
    player: Scripted, folder: Folder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, plant: str
) -> None:
    victim = tmp_path / "victim"
    victim.write_text("mine")
    ways: dict[str, Callable[[Path], object]] = {
        "link": lambda path: (path / name).symlink_to(victim),
        "pipe": lambda path: os.mkfifo(path / name),
        "folder": lambda path: (path / name).mkdir(),
    }
    if name == FORESEEN:
        monkeypatch.setattr(os, "urandom", lambda size: size * b"\x2a")
        with pytest.raises(PlayerError, match=r"let board_3\.txt not be written into its folder: ") as caught:
            play_on(player, folder, ways[plant])
        assert caught.value.end is End.TAMPERED
    else:
        play_on(player, folder, ways[plant])
        assert (folder.path / "board_3.txt").read_text() == written(SECOND)
    assert victim.read_text() == "mine"


def test_who_takes_its_folder_away_is_told(player: Scripted, folder: Folder) -> None:
    with pytest.raises(PlayerError, match=r"let board_3\.txt not be written into its folder: No such file") as caught:
        play_on(player, folder, shutil.rmtree)
    assert caught.value.end is End.TAMPERED
    folder.known.clear()
    with pytest.raises(PlayerError, match="let its folder not be looked at: No such file"):
        folder.end()


def test_a_full_disk_is_no_offence(player: Scripted) -> None:
    def fails(path: Path, data: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    folder = Folder(player, 1, fails)
    with pytest.raises(OSError, match="No space left"):
        folder.ask([START.board])
    folder.abandon()


def test_a_program_that_cannot_be_started_leaves_no_folder(player: Scripted) -> None:
    player.offends = "begin"
    with pytest.raises(PlayerError):
        Folder(player, 1)
    assert player.folder
    assert not player.folder.exists()
