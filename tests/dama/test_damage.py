"""What is no tablebase, is damaged, or finds no room, costs nobody a file, a wrong value or a wait without end."""

from __future__ import annotations

import itertools
import os
import resource
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from bots.dama.tables import open_tables
from native.dama.tables import HEADER, SHIPPED, Tables, read_index
from tests.bots.driver import HANG_S, environment
from tests.dama.test_tables import tablebase

FOREIGN = (b"a thesis\n", b"\0", b"DAMN", b"DAMA, as played in Italy", b"DAMO\0\3\0\4")


@pytest.mark.parametrize("text", FOREIGN)
def test_a_file_that_is_no_tablebase_is_not_built_over(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "tables"
    path.write_bytes(text)
    done = tablebase("build", "--pieces", "2", "--file", str(path), "--jobs", "1")
    assert (done.returncode, path.read_bytes()) == (2, text)
    assert f"{path} is there, and no tablebase of Dama" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("left", [b"", b"DA", b"DAMA\0\1"])
def test_a_slice_that_was_hardly_begun_is_built_over(tmp_path: Path, left: bytes) -> None:
    path = tmp_path / "tables"
    path.write_bytes(left)
    assert tablebase("build", "--pieces", "2", "--file", str(path), "--jobs", "1").returncode == 0
    assert Tables().add(path) == path.stat().st_size > len(left)


def test_a_folder_with_somebody_elses_files_is_not_emptied(tmp_path: Path) -> None:
    folder = tmp_path / "tables.unfinished"
    folder.mkdir()
    for name in ("1-0-1-0", "notes"):
        (folder / name).write_text("kept", encoding="utf-8")
    done = tablebase("build", "--pieces", "2", "--file", str(tmp_path / "tables"), "--jobs", "1")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert f"{folder / 'notes'} is there" in done.stderr
    assert sorted(file.name for file in folder.iterdir()) == ["1-0-1-0", "notes"]
    assert list(tmp_path.iterdir()) == [folder]


def test_each_byte_of_a_header_is_noticed_whatever_it_has_become(tmp_path: Path) -> None:
    """0x0E makes a slice that says when one that does not, and the other way round."""
    path, damaged = tmp_path / "tables", tmp_path / "damaged"
    assert tablebase("build", "--pieces", "3", "--distances", "2", "--file", str(path), "--jobs", "1").returncode == 0
    places, whole = sorted(read_index(path).values()), path.read_bytes()
    assert len(places) == 16
    for place, byte, flip in itertools.product(places, range(struct.calcsize(HEADER)), (1, 0x0E, 0x80)):
        data = bytearray(whole[: place.end])
        data[place.begin + byte] ^= flip
        damaged.write_bytes(data)
        assert max((found.end for found in read_index(damaged).values()), default=0) == place.begin, (place, byte)


@pytest.mark.parametrize("how", ["one bit", "one bit of a header", "the end is missing"])
def test_what_comes_after_damage_is_not_used_and_that_is_said(tmp_path: Path, how: str) -> None:
    places = sorted(read_index(SHIPPED).values())
    place, data = places[-3], bytearray(SHIPPED.read_bytes())
    if how == "one bit":
        data[(place.begin + place.end) // 2] ^= 64
    elif how == "one bit of a header":
        data[place.begin + 5] ^= 4
    else:
        del data[place.end - 1 :]
    path = tmp_path / "tables"
    path.write_bytes(data)
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "bots.dama",
            "tablebase",
            "probe",
            "--file",
            path,
            f"{'.' * 63}X 1".replace(".", "o", 1),
        ],
        env=environment(),
        capture_output=True,
        text=True,
        timeout=HANG_S,
        check=False,
    )
    assert done.stderr == f"dama-bot: {path} is not used after {place.begin} bytes: it is damaged, or not whole\n"
    assert open_tables(path).pieces == 3
    assert Tables().add(path) > place.begin or how != "one bit"  # or the checksum would not be needed


def test_a_file_that_is_none_costs_nobody_a_move_however_it_is_called(tmp_path: Path) -> None:
    home = tmp_path / os.fsdecode(b"\xff")
    (home / "arbitro").mkdir(parents=True)
    (home / "arbitro" / "dama.tables").write_text("junk")
    done = subprocess.run(
        [sys.executable, "-m", "bots.dama"],
        input="1 100\n",
        env={**environment(), "XDG_DATA_HOME": str(home)},
        capture_output=True,
        text=True,
        timeout=HANG_S,
        check=False,
    )
    assert len(done.stdout.splitlines()) == 1
    assert done.returncode == 0
    name = f"{tmp_path}/\\udcff/arbitro/dama.tables"
    assert done.stderr == f"dama-bot: {name} is not used: it holds no tablebase of Dama\n"


def test_who_wins_alone_does_not_take_the_place_of_plies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert tablebase("build", "--pieces", "3", "--jobs", "1", "--distances", "2").returncode == 0
    built = open_tables(tmp_path / "arbitro" / "dama.tables")
    assert (built.pieces, built.outcomes) == (2, 3)
    assert (open_tables().pieces, open_tables().outcomes) == (4, 4)
    again = tablebase("build", "--pieces", "3", "--jobs", "1")
    assert again.returncode == 2
    assert "does not say when, with 3 pieces: build that into another file" in again.stderr


def test_more_threads_than_there_is_room_for_are_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "tables"
    path.write_bytes(SHIPPED.read_bytes())
    limits = {resource.RLIMIT_AS: 300 << 20, resource.RLIMIT_STACK: 64 << 20}  # each thread has such a stack
    done = limited(limits, "check", path, "1000")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "dama-bot tablebase check: --jobs: can't start new thread; expected fewer\n"


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize(("what", "most"), [("build", 20_000), ("check", 2_000)])
def test_a_job_that_fails_is_told_in_one_line(tmp_path: Path, what: str, most: int, jobs: str) -> None:
    path = tmp_path / "tables"
    if what == "check":  # which solves slices that say only who wins once more, into files of its own
        tablebase("build", "--pieces", "3", "--distances", "2", "--file", str(path), "--jobs", "1")
    done = limited({resource.RLIMIT_FSIZE: most}, what, path, jobs)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"dama-bot tablebase {what}: {path}: File too large\n"


def limited(limits: dict[int, int], what: str, path: Path, jobs: str) -> subprocess.CompletedProcess[str]:
    """Build or check where the system grants no more than that."""

    def limit() -> None:
        for kind, most in limits.items():
            resource.setrlimit(kind, (most, most))

    return subprocess.run(
        [sys.executable, "-m", "bots.dama", "tablebase", what, "--file", str(path), "--jobs", jobs],
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
        timeout=HANG_S,
        preexec_fn=limit,
    )


@pytest.mark.parametrize("words", [("build", "--pieces", "3"), ("check",), ("probe", "1", "0" * 64)], ids="-".join)
def test_nobody_is_waited_for_at_the_end_of_a_pipe(words: tuple[str, ...], tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "tables")
    done = tablebase(*words, "--file", str(tmp_path / "tables"))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith(f": argument --file: {tmp_path / 'tables'} is a pipe; expected a file\n")


@pytest.mark.parametrize("words", [("build", "--pieces", "3"), ("check",)], ids="-".join)
def test_nobody_is_waited_for_at_the_end_of_a_pipe_where_bots_look_for_tables(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    path = tmp_path / "arbitro" / "dama.tables"
    path.parent.mkdir()
    os.mkfifo(path)
    done = tablebase(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith(f": argument --file: {path} is a pipe; expected a file\n")


@pytest.mark.parametrize("name", ["tables.unfinished", "tables.unfinished/tmp1/left"])
def test_what_is_in_the_way_of_a_build_is_named(name: str, tmp_path: Path) -> None:
    way = tmp_path / name
    way.parent.mkdir(parents=True, exist_ok=True)
    way.write_text("mine")
    done = tablebase("build", "--pieces", "2", "--file", str(tmp_path / "tables"))
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith(f"dama-bot tablebase build: {tmp_path / 'tables.unfinished'}")
    assert way.read_text() == "mine"
