"""The endgame tablebase agrees with a slow solver, with itself and with the known numbers, and can be built again."""

from __future__ import annotations

import fcntl
import itertools
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bots.dama import cli
from bots.dama.tables import built_path, open_tables
from native.dama.tables import DRAW, SHIPPED, UNKNOWN, Tables, is_lost, materials, mirror, pack, plies, read_index
from tests.bots.driver import HANG_S, environment
from tests.dama import plain_dama
from tests.many import each

COUNTS = {2: 6_976, 3: 399_040, 4: 12_817_672}
"""Positions with at most so many pieces, counting either player to move."""
LONGEST = {2: 13, 3: 52, 4: 77}


@pytest.fixture(scope="module")
def shipped() -> Tables:
    tables = Tables()
    tables.add(SHIPPED)
    return tables


def bits(board: plain_dama.Board, pieces: str) -> int:
    return sum(1 << 8 * row + column for (row, column), piece in board if piece in pieces)


@pytest.mark.parametrize("pieces", each(2, [2, 3]))
def test_every_value_is_that_of_a_slow_solver(shipped: Tables, pieces: int) -> None:
    known = plain_dama.solve(pieces)
    compared = 0
    for board, distance in known.items():
        own, opp, kings = bits(board, "xX"), bits(board, "oO"), bits(board, "XO")
        if own and opp:
            value = shipped.probe(own, opp, kings)
            assert value == (DRAW if distance is None else distance + 1), board
            compared += 1
    assert 2 * compared == COUNTS[pieces]


def test_king_against_king(shipped: Tables) -> None:
    wrong, histogram = shipped.check((0, 1, 0, 1))
    lost = sum(n for value, n in enumerate(histogram) if is_lost(value))
    assert (wrong, sum(histogram) - histogram[DRAW] - lost, histogram[DRAW], lost) == (0, 230, 654, 108)


@pytest.mark.long
def test_each_value_follows_from_its_successors_and_counts_are_known(shipped: Tables) -> None:
    assert shipped.pieces == 4
    total = longest = 0
    for pieces in (2, 3, 4):
        for material in materials(pieces):
            for side in {material, mirror(material)}:
                wrong, histogram = shipped.check(side)
                assert wrong == 0
                total += 2 * sum(histogram)  # turning the board lets the other player move
                longest = max([longest, *(plies(value) for value, n in enumerate(histogram) if n and value)])
        assert (total, longest) == (COUNTS[pieces], LONGEST[pieces])


def test_a_wrong_value_is_found(tmp_path: Path) -> None:
    """The check must be able to fail: king against king with one value changed in the file that is checked."""
    tables, path = Tables(), tmp_path / "wrong"
    tables.add(SHIPPED)
    with (tmp_path / "values").open("w+b") as values, path.open("w+b") as file:
        tables.solve((0, 1, 0, 1), values, values)
        values.seek(values.read().index(DRAW))
        values.write(b"\2")
        pack((0, 1, 0, 1), values, file)
    tables.add(path)
    assert tables.check((0, 1, 0, 1))[0] > 0


def test_a_disk_that_is_full_is_an_error_of_the_system() -> None:
    tables = Tables()
    tables.add(SHIPPED)
    with Path("/dev/full").open("r+b", buffering=0) as full, pytest.raises(OSError, match=r"Invalid argument|No space"):
        tables.solve((0, 1, 0, 1), full, full)


def test_boards_beyond_the_tables_are_unknown(shipped: Tables) -> None:
    assert shipped.probe(0b1010, 0b1010 << 56, 0) != UNKNOWN
    assert shipped.probe(0b101010, 0b1010 << 56, 0) == UNKNOWN
    assert shipped.probe(0b10, 0, 0) == UNKNOWN


def tablebase(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "bots.dama", "tablebase", *words],
        capture_output=True,
        encoding="utf-8",
        timeout=HANG_S,
        check=False,
        env=environment(),
    )


@pytest.mark.long
def test_what_is_shipped_is_what_the_command_builds(tmp_path: Path) -> None:
    file = tmp_path / "folder" / "tables"
    done = tablebase("build", "--pieces", "4", "--file", str(file), "--jobs", "2")
    assert (done.returncode, done.stderr) == (0, "")
    assert file.read_bytes() == SHIPPED.read_bytes()


@pytest.fixture
def three(tmp_path: Path) -> Path:
    file = tmp_path / "tables"
    assert tablebase("build", "--pieces", "3", "--file", str(file), "--jobs", "1").returncode == 0
    return file


@pytest.mark.parametrize("keep", each(2, [0, 10, 1000, 20000]))
def test_a_build_that_was_stopped_goes_on(three: Path, keep: int) -> None:
    whole = three.read_bytes()
    os.truncate(three, keep)
    assert tablebase("build", "--pieces", "3", "--file", str(three), "--jobs", "1").returncode == 0
    assert three.read_bytes() == whole


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_a_build_without_a_word(three: Path, jobs: str) -> None:
    three.unlink()
    words = [sys.executable, "-m", "bots.dama", "tablebase", "build", "--pieces", "5", "--file", str(three)]
    with subprocess.Popen(
        [*words, "--jobs", jobs], env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as build:
        until = time.monotonic() + HANG_S
        while build.poll() is None and (not three.exists() or not three.stat().st_size):
            assert time.monotonic() < until
            time.sleep(0.001)
        build.send_signal(signal.SIGINT)
        assert build.communicate(timeout=HANG_S) == (b"", b"")
    assert build.returncode == 130


@pytest.mark.parametrize("jobs", each(2, ["1", "2"]))
def test_a_build_that_was_killed_goes_on(three: Path, jobs: str) -> None:
    whole = three.read_bytes()
    three.unlink()
    # Four pieces take seconds longer than three: it is still at work when it is killed.
    words = [sys.executable, "-m", "bots.dama", "tablebase", "build", "--pieces", "4", "--file", str(three)]
    for size in (1, 20_000):
        with subprocess.Popen([*words, "--jobs", jobs], env=environment(), start_new_session=True) as build:
            until = time.monotonic() + HANG_S
            while build.poll() is None and (not three.exists() or three.stat().st_size < size):
                assert time.monotonic() < until
                time.sleep(0.001)
            os.killpg(build.pid, signal.SIGKILL)
        assert build.returncode == -signal.SIGKILL
    assert tablebase("build", "--pieces", "3", "--file", str(three), "--jobs", jobs).returncode == 0
    assert three.read_bytes().startswith(whole)
    assert sorted(path.name for path in three.parent.iterdir()) == [three.name]


def test_two_builds_of_one_file_do_not_meet(three: Path) -> None:
    with three.open("ab") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        refused = tablebase("build", "--pieces", "3", "--file", str(three), "--jobs", "1")
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
    assert "another build is at work" in refused.stderr


def test_a_damaged_slice_is_built_again(three: Path) -> None:
    whole = three.read_bytes()
    damaged = bytearray(whole)
    damaged[len(whole) // 2] ^= 1
    three.write_bytes(damaged)
    refused = tablebase("check", "--file", str(three), "--jobs", "1")
    assert refused.returncode == 2
    assert "is damaged" in refused.stderr
    assert refused.stderr.count("\n") == 1
    assert tablebase("build", "--pieces", "3", "--file", str(three), "--jobs", "1").returncode == 0
    assert three.read_bytes() == whole


@pytest.mark.parametrize(
    ("kept", "why"),
    [
        (slice(1, None), "is damaged, or not whole, after 0 bytes"),
        (slice(0, 1), "is not whole: not even all tables of two pieces are there"),
    ],
)
def test_check_calls_no_file_fine_that_lacks_the_tables_of_two_pieces(
    three: Path, tmp_path: Path, kept: slice, why: str
) -> None:
    ends = sorted(place.end for place in read_index(three).values())
    whole, part = three.read_bytes(), tmp_path / "part"
    slices = [whole[begin:end] for begin, end in itertools.pairwise([0, *ends])]
    part.write_bytes(b"".join(slices[kept]))
    done = tablebase("check", "--file", str(part), "--jobs", "1")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"dama-bot tablebase check: {part} {why}\n"


def test_check_prints_the_known_numbers(three: Path) -> None:
    done = tablebase("check", "--file", str(three), "--jobs", "1")
    assert done.returncode == 0
    rows = [[int(cell) for cell in line.split("\t")] for line in done.stdout.splitlines()]
    assert [row[0] for row in rows] == [2, 3]
    assert [sum(row[2:5]) for row in rows] == [row[1] for row in rows] == [COUNTS[2], COUNTS[3] - COUNTS[2]]
    assert max(row[5] for row in rows) == LONGEST[3]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["build", "--pieces", "7"], "whole number from 2 to 6"),
        (["check", "--file", "/nonexistent/x"], "No such file"),
        (["build", "--file", "/proc/x"], "/proc/x"),
        ([], "COMMAND"),
    ],
)
def test_wrong_words_get_one_line(words: list[str], why: str) -> None:
    done = tablebase(*words)
    assert done.returncode == 2
    assert why in done.stderr
    assert done.stderr.count("\n") == 1


def test_tables_that_are_cut_or_garbled_are_not_believed(tmp_path: Path) -> None:
    data = bytearray(SHIPPED.read_bytes()[:60000])
    for at in range(0, len(data), 97):
        data[at] ^= 0x5A
    path = tmp_path / "garbled"
    path.write_bytes(data)
    tables = Tables(1)
    tables.add(path)
    assert tables.pieces == 1


def analysed(**variables: str) -> subprocess.CompletedProcess[str]:
    """Analyse an ending that the shipped tables know, with these variables in the environment."""
    return subprocess.run(
        [sys.executable, "-m", "bots.dama", "analyse"],
        input="." * 11 + "X" + "." * 17 + "O" + "." * 24 + "X" + "." * 9 + " 1\n",
        capture_output=True,
        encoding="utf-8",
        timeout=HANG_S,
        check=False,
        env=environment(**variables),
    )


def test_built_tables_that_cannot_be_read_are_done_without_and_that_is_said_once(tmp_path: Path) -> None:
    """So it is wherever the file would lie: the folder cannot be looked at, it is no file, it holds something else."""
    place = tmp_path / "arbitro" / "dama.tables"
    place.parent.mkdir()
    for make, why in (
        (None, None),
        (place.touch, None),
        (lambda: place.write_text("something else"), "it holds no tablebase of Dama"),
        (place.mkdir, "it is no file"),
        (lambda: os.mkfifo(place), "it is no file"),
        (lambda: place.symlink_to(place), "Too many levels of symbolic links"),
    ):
        if make:
            make()
        done = analysed(XDG_DATA_HOME=str(tmp_path))
        assert (done.returncode, done.stdout.split("\t")[2]) == (0, "exact")
        assert done.stderr == (f"dama-bot: {place} is not used: {why}\n" if why else "")
        if make:
            place.rmdir() if place.is_dir() else place.unlink()
    far = f"/{'x' * 300}"
    assert (
        analysed(XDG_DATA_HOME=far).stderr == f"dama-bot: {far}/arbitro/dama.tables is not used: File name too long\n"
    )


def test_without_a_home_the_shipped_tables_do(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def unknown(_: int) -> None:
        raise KeyError

    monkeypatch.delenv("HOME", raising=False)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setattr("pwd.getpwuid", unknown)
    assert built_path() is None
    assert open_tables().pieces == 4
    assert capfd.readouterr() == ("", "")
    monkeypatch.setattr(sys, "argv", ["dama-bot", "tablebase", "build"])
    with pytest.raises(SystemExit):
        cli.main()
    assert "the following arguments are required: --file" in capfd.readouterr().err


@pytest.mark.parametrize("home", ["", "relative", "./x"])
def test_a_home_that_is_no_path_from_the_root_is_none(home: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", home)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    assert built_path() is None
    monkeypatch.setenv("HOME", "/somewhere")
    assert built_path() == Path("/somewhere/.local/share/arbitro/dama.tables")


def test_the_line_about_tables_that_cannot_be_read_comes_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    (tmp_path / "arbitro").symlink_to(tmp_path / "arbitro")
    for _ in "123":
        assert open_tables().pieces == 4
    assert capfd.readouterr().err.count("\n") == 1


def test_a_name_of_any_bytes_is_told_as_it_is(tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/caf\xea"
    done = subprocess.run(
        [sys.executable, "-m", "bots.dama", "tablebase", "build", "--pieces", "2", "--file", path],
        env=environment(PYTHONIOENCODING="utf-8:strict"),
        capture_output=True,
        check=False,
    )
    size = Path(os.fsdecode(path)).stat().st_size
    assert (done.returncode, done.stdout) == (0, path + f"\t2 pieces\t{size} bytes\n".encode()), done.stderr
