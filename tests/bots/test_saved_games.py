"""A game on a terminal is written down, and goes on from there: from what was saved, from a position, from moves."""

from __future__ import annotations

import re
import resource
import sys
from pathlib import Path

import pytest

from bots.saved import read_saved
from tests.bots.driver import ATAXX, OTHELLO, run
from tests.bots.terminal import COLOUR, answer, session

PLAY = {
    "othello": ([*OTHELLO, "play", "--level", "0", "--seed", "1"], "2 3"),
    "dama": ([sys.executable, "-m", "bots.dama", "terminal", "--level", "0", "--seed", "1"], "2 1 3 0"),
}
START = "---------------------------OX------XO--------------------------- black"


def plain(text: str) -> str:
    return COLOUR.sub("", text).replace("\r", "")


def board(text: str) -> list[str]:
    return [line.rstrip() for line in plain(text).splitlines() if re.match(r"[0-9] ", line)][-8:]


@pytest.mark.parametrize("game", PLAY)
def test_what_was_saved_goes_on_where_it_was(game: str, tmp_path: Path) -> None:
    command, move = PLAY[game]
    path = tmp_path / "Saved Game"
    with session(command) as child:
        shown = board(answer(child, move))
        assert f"Saved to {path}." in plain(answer(child, f"save {path}")).replace("\n", "")
        assert board(answer(child, "new")) != shown
        assert board(answer(child, f"load {path}")) == shown
    lines = path.read_text().splitlines()
    assert len(lines) == 3
    with session([*command, "--load", str(path)]) as child:
        assert board(str(child.before)) == shown
        answer(child, "undo")
        assert "Saved to" in answer(child, f"save {path.with_name('other')}")
    assert path.with_name("other").read_text().splitlines() == lines[:1]


@pytest.mark.parametrize("game", PLAY)
def test_a_file_is_not_written_over(game: str, tmp_path: Path) -> None:
    path = tmp_path / "there"
    path.write_text("mine")
    with session(PLAY[game][0]) as child:
        assert "Not saved: " in answer(child, f"save {path}")
    assert path.read_text() == "mine"


@pytest.mark.parametrize("game", PLAY)
def test_what_could_not_be_saved_leaves_no_file_that_the_next_save_stops_at(game: str, tmp_path: Path) -> None:
    """A limit of the file's size stands for a disk that is full, and has room again."""
    command, path = PLAY[game][0], tmp_path / "game"
    with session(command) as child:
        assert child.pid
        _, most = resource.prlimit(child.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(child.pid, resource.RLIMIT_FSIZE, (10, most))
        assert "Not saved: " in answer(child, f"save {path}")
        assert not path.exists()
        resource.prlimit(child.pid, resource.RLIMIT_FSIZE, (most, most))
        assert "Saved to" in answer(child, f"save {path}")
    assert path.exists()


@pytest.mark.parametrize("game", PLAY)
def test_a_game_that_was_saved_stays_where_it_cannot_be_saved_again(game: str, tmp_path: Path) -> None:
    command, move = PLAY[game]
    path = tmp_path / "game"
    with session(command) as child:
        assert child.pid
        answer(child, f"save {path}")
        saved = path.read_text()
        answer(child, move)
        _, most = resource.prlimit(child.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(child.pid, resource.RLIMIT_FSIZE, (10, most))
        assert "Not saved: " in answer(child, f"save {path}")
        assert path.read_text() == saved
        resource.prlimit(child.pid, resource.RLIMIT_FSIZE, (most, most))
        assert "Saved to" in answer(child, f"save {path}")
        longer = path.read_text()
        assert longer != saved
        answer(child, "new")
        answer(child, f"save {path}")
    assert len(path.read_text()) < len(longer)


@pytest.mark.parametrize("game", PLAY)
def test_a_name_that_no_file_can_have_ends_no_game(game: str) -> None:
    command, move = PLAY[game]
    done = run(*command[1:], program=tuple(command[:1]), text=f"save a\0b\nload a\0b\n{move}\nmoves\n".encode())
    assert done.returncode == 0
    said = done.stdout.decode()
    assert "Not saved: embedded null byte." in said
    assert said.rindex("The bot plays") > said.index("Not saved")


@pytest.mark.parametrize(
    ("text", "turn"),
    [("2 3, 2 4, 2 5", 3), ("2 3\n2 4\n\n2 5\n", 3), (START + "\n2 3,2 4\n2 5", 3), ("", 0)],
)
def test_a_game_begins_after_moves_or_at_a_position(text: str, turn: int, tmp_path: Path) -> None:
    (tmp_path / "game").write_text(text)
    command = [*PLAY["othello"][0], "--colour", "white" if turn else "black", "--load", str(tmp_path / "game")]
    done = run(*command[1:], program=tuple(command[:1]), text=b"save after\n", cwd=tmp_path)
    assert done.returncode == 0
    assert (tmp_path / "after").read_text().splitlines()[1 : 1 + turn] == ["2 3", "2 4", "2 5"][:turn]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("2 3, 0 0", "game: move 2, '0 0': square 0 0 "),
        ("2 3\nx", "game: move 2, 'x': Expected a row and a column"),
        ("nonsense", "game: move 1, 'nonsense': neither a position ("),
        (None, "game: No such file or directory"),
    ],
)
def test_what_cannot_be_read_is_one_line_and_changes_nothing(text: str | None, said: str, tmp_path: Path) -> None:
    if text is not None:
        (tmp_path / "game").write_text(text)
    command, move = PLAY["othello"]
    done = run(*command[1:], "--load", "game", program=tuple(command[:1]), cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode().startswith(f"othello-bot play: --load: {said}")
    assert done.stderr.count(b"\n") == 1
    typed = f"{move}\nsave one\nload game\nsave one\n".encode()
    assert run(*command[1:], program=tuple(command[:1]), text=typed, cwd=tmp_path).returncode == 0
    assert len((tmp_path / "one").read_text().splitlines()) == 3


def test_ataxx_goes_on_from_its_own_commands_which_also_replay_it(tmp_path: Path) -> None:
    path = tmp_path / "Game"
    with session(ATAXX, prompt="red:") as child:
        for text in (
            "level 0",
            "block d4",
            "block b3",
            "a7-b7",
            "moves",
            f"save {path}",
            "new",
            f"load {path}",
            "dump",
        ):
            child.sendline(text)
            child.expect("===\r\n.*===" if text == "dump" else "(?s)\r\n.*red:")
        shown = plain(str(child.after))
    lines = path.read_text().splitlines()
    assert lines[:5] == ["manual red", "manual blue", "block b3", "block d4", "a7-b7"]
    done = run(program=ATAXX, text=(path.read_text() + "dump\n").encode())
    assert "".join(shown.split()) in "".join(done.stdout.decode().split())


def test_ataxx_says_which_line_it_cannot_read(tmp_path: Path) -> None:
    (tmp_path / "bad").write_text("a7-b7\na1-b2\nd4-d5\n")
    with session(ATAXX, prompt="red:") as child:
        child.sendline(f"load {tmp_path / 'bad'}")
        child.expect("line 3: there is no red piece on d4")
        child.expect("red:")
        child.sendline("moves")
        child.expect("moves: ")


@pytest.mark.parametrize(
    ("command", "prompt"), [*((command, "\r\n> ") for command, _ in PLAY.values()), (ATAXX, "red:")]
)
def test_what_is_too_long_for_a_game_is_not_read_to_its_end(command: list[str], prompt: str, tmp_path: Path) -> None:
    """Such as a device that has none; of a file, the last byte makes the difference."""
    path = tmp_path / "long"
    with session(command, prompt=prompt.strip()) as child:
        for more in (1, 0):
            path.write_bytes(b"\n" * ((1 << 20) + more))
            child.sendline(f"load {path}")
            child.expect(prompt)
            shown = plain(str(child.before)).replace("\n", "")
            assert ("more than 1,048,576 bytes; expected a game" in shown) == bool(more)


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"", []),
        (b"a\r\nb", ["a", "b"]),
        (b"a\n\nb\n", ["a", "", "b"]),
        ("# one\u2028two\x0cthree\x85four\rfive\n".encode(), ["# one\u2028two\x0cthree\x85four\rfive"]),
    ],
)
def test_a_line_that_is_saved_ends_where_one_of_a_protocol_does(tmp_path: Path, data: bytes, lines: list[str]) -> None:
    (tmp_path / "game").write_bytes(data)
    assert read_saved(tmp_path / "game") == lines
