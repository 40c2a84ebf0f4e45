"""What a proof has found out is lost neither by a file that is damaged or in the way nor by a name that is wrong."""

from __future__ import annotations

import gzip
import resource
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pexpect
import pytest

from bots.othello.proof import certificate
from tests.othello.test_proof import HANG_S, LATE, SHIPPED, bot, run, solve, solve_command

SMALL = ("--nodes", "1000", "--nodes-per-move", "0", "--nodes-per-margin", "0", "--certify", "500", "--jobs", "1")


def test_what_is_known_already_is_written_wherever_it_is_asked_for(tmp_path: Path) -> None:
    whole = solve(tmp_path, LATE)
    made = {path.name: path.read_bytes() for path in tmp_path.glob("*.txt.gz")}
    assert sorted(made) == ["black.txt.gz", "white.txt.gz"]
    (tmp_path / "black.txt.gz").unlink()
    for words, folder in ((("--output", str(tmp_path / "new")), tmp_path / "new"), ((), tmp_path)):
        again = solve(tmp_path, LATE, *words)
        assert {path.name: path.read_bytes() for path in folder.glob("*.txt.gz")} == made
        assert again.splitlines()[-2:] == whole.splitlines()[-2:]  # the same margin, and no more work


def test_a_certificate_of_another_search_stays_though_it_says_what_this_one_has_said(tmp_path: Path) -> None:
    """Searches of one position say the same on their way, byte by byte; what comes then is not for the other's file."""
    out = tmp_path / "out"
    for name in "ab":
        (tmp_path / name).mkdir()
    solve(tmp_path / "a", LATE, "--output", str(out), "--alpha", "-64")
    theirs = (out / "black.txt.gz").read_bytes()
    told = solve(tmp_path / "b", LATE, "--output", str(out)).splitlines()
    assert told[0] == f"black gets at least -63\t{out / 'black.txt.gz'}"
    assert (out / "black.txt.gz").read_bytes() == theirs
    assert sorted(path.name for path in out.iterdir()) == ["black.2.txt.gz", "black.txt.gz", "white.txt.gz"]
    assert run("verify-proof", out / "black.2.txt.gz").returncode == 0
    solve(tmp_path / "b", LATE, "--output", str(out))
    assert len(list(out.iterdir())) == 3


@pytest.mark.parametrize("command", ["solve", "solve-openings"])
def test_a_file_that_is_damaged_in_the_middle_is_told_in_one_line(tmp_path: Path, command: str) -> None:
    solve(tmp_path, LATE)
    path = tmp_path / "proof.sqlite"
    data = path.read_bytes()
    path.write_bytes(data[:4096] + bytes(byte ^ 255 for byte in data[4096:]))
    done = run(command, "--file", path, "--output", tmp_path / "out", *(SMALL if command != "solve" else ()))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert f"{path}: database disk image is malformed" in done.stderr


@pytest.mark.parametrize("command", ["solve", "solve-openings"])
@pytest.mark.parametrize("thing", ["table people (name TEXT)", "table answers (name TEXT)", "view people AS SELECT 1"])
def test_a_database_of_somebody_else_is_told_in_one_line_and_stays_as_it_is(
    tmp_path: Path, command: str, thing: str
) -> None:
    path = tmp_path / "addresses.sqlite"
    with closing(sqlite3.connect(path)) as file, file:
        file.execute(f"CREATE {thing}")
    before = path.read_bytes()
    little = SMALL if command != "solve" else ("--alpha", "0", "--nodes", "1000", "--nodes-per-leaf", "1000")
    done = run(command, "--file", path, "--output", tmp_path, *little)
    told = f"it has a {' '.join(thing.split()[:2])} of somebody else"
    assert done.stderr.endswith(f"{path}: not the file of a proof search ({told})\n")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert [one.name for one in tmp_path.iterdir()] == [path.name]
    assert path.read_bytes() == before


def test_a_file_that_sqlite_has_looked_through_is_still_that_of_the_search(tmp_path: Path) -> None:
    whole = solve(tmp_path, LATE)
    with closing(sqlite3.connect(tmp_path / "proof.sqlite")) as file, file:
        file.execute("ANALYZE")
    assert solve(tmp_path, LATE).splitlines()[-2:] == whole.splitlines()[-2:]


def test_a_plan_that_is_damaged_is_told_in_one_line(tmp_path: Path) -> None:
    """SQLite has no checksums: what it finds in order may be none."""
    solve(tmp_path, LATE)
    path = tmp_path / "proof.sqlite"
    with closing(sqlite3.connect(path)) as file, file:
        assert file.execute("UPDATE plans SET plan = x'00ff00'").rowcount
    done = subprocess.run(solve_command(tmp_path, LATE), capture_output=True, text=True, timeout=HANG_S, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert done.stderr.endswith(f"{path}: a plan or a part of an answer in it is damaged\n")


def test_a_disk_that_is_full_is_told_in_one_line(tmp_path: Path) -> None:
    done = subprocess.run(
        solve_command(tmp_path, LATE),
        capture_output=True,
        text=True,
        timeout=HANG_S,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (60 * 1024, 60 * 1024)),
    )
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert f"{tmp_path / 'proof.sqlite'}: " in done.stderr


@pytest.mark.parametrize("name", ["openings.txt.gz", "openings.black+1.txt.gz"])
def test_openings_are_not_written_over_those_of_another_work(tmp_path: Path, name: str) -> None:
    out = tmp_path / "out"
    out.mkdir()
    shutil.copy(SHIPPED / name, out)
    done = run("solve-openings", "--file", tmp_path / "work", "--output", out, *SMALL)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert f"{out / name} is there, and not from {tmp_path / 'work'}" in done.stderr
    assert [path.read_bytes() for path in out.iterdir()] == [(SHIPPED / name).read_bytes()]


def test_openings_are_written_over_what_the_same_work_wrote_before(tmp_path: Path) -> None:
    words = ("solve-openings", "--file", tmp_path / "work", "--output", tmp_path / "out")
    first = run(*words, *SMALL)
    made = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert (first.returncode, first.stderr) == (1, "")
    again = run(*words, *SMALL[:-3], "2000", *SMALL[-2:])
    assert (again.returncode, again.stderr) == (1, "")
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == made


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("", "''"),
        ("black", "'black'"),
        ("black gets at least +1", "'black gets at least +1'"),
        (f"{'-' * 63} black 0 0", f"'{'-' * 63} black 0 0'"),
        (f"{'-' * 64} nobody 0 0", f"'{'-' * 64} nobody 0 0'"),
        ("X" * 20_000, f"'{'X' * 80}'"),
    ],
)
def test_a_line_of_a_certificate_that_is_none_is_shown(tmp_path: Path, line: str, found: str) -> None:
    first = gzip.decompress((SHIPPED / "openings.black+4.txt.gz").read_bytes()).splitlines()[0]
    path = tmp_path / "certificate"
    path.write_bytes(gzip.compress(first + b"\n" + line.encode() + b"\n"))
    done = run("verify-proof", path)
    expected = f"othello-bot verify-proof: {path}, line 2: expected `BOARD MOVER MOVE`, found {found}\n"
    assert (done.returncode, done.stderr) == (2, expected)


def test_a_picture_does_not_take_the_place_of_its_certificate(tmp_path: Path) -> None:
    path, link = tmp_path / "certificate", tmp_path / "link"
    path.write_bytes((SHIPPED / "openings.black+4.txt.gz").read_bytes())
    link.symlink_to(path)
    done = run("verify-proof", path, "--picture", link)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"othello-bot verify-proof: --picture: {link} is the certificate; expected another file\n"
    assert path.read_bytes() == (SHIPPED / "openings.black+4.txt.gz").read_bytes()


@pytest.mark.parametrize(
    "data", [b"", gzip.compress(b""), gzip.compress(b"\n")], ids=["no byte", "nothing in it", "an empty line"]
)  # names that processes share: gzip writes the time, too
def test_an_empty_certificate_is_told_as_that(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "certificate"
    path.write_bytes(data)
    done = run("verify-proof", path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"othello-bot verify-proof: {path}")
    assert "expected `SIDE gets at least MARGIN: BOARD MOVER`, found ''" in done.stderr


def test_a_picture_that_cannot_be_written_costs_no_work(tmp_path: Path) -> None:
    done = run(
        "verify-proof", "--picture", tmp_path / "no" / "x.svg", "--nodes-per-leaf", "1", SHIPPED / "black.txt.gz"
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"othello-bot verify-proof: {tmp_path / 'no' / 'x.svg'}: No such file or directory\n"


def test_ctrl_c_leaves_a_terminal_with_its_cursor(tmp_path: Path) -> None:
    command = bot("solve", "--file", tmp_path / "proof.sqlite", "--jobs", "1")
    with pexpect.spawn(sys.executable, command[1:], encoding="utf-8", timeout=HANG_S, env={"TERM": "xterm"}) as solving:
        solving.expect("more than")
        before = str(solving.before)
        solving.sendintr()
        solving.expect(pexpect.EOF)
        shown = before + str(solving.before)
    assert solving.exitstatus == 130
    assert shown.rfind("\x1b[?25l") < shown.rfind("\x1b[?25h")


@pytest.mark.parametrize("name", ["MOST_BYTES", "MOST_TEXT"])
def test_what_is_too_long_for_a_certificate_is_none(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "certificate"
    path.write_bytes(gzip.compress(4 * 1024 * 1024 * b"x", 0))
    monkeypatch.setattr(certificate, name, 2 << 20)
    with pytest.raises(ValueError, match=r"not a certificate, which is a text compressed by gzip \(more than 2 MiB"):
        certificate.read(path)


def test_what_cannot_be_read_is_told_by_its_name() -> None:
    done = run("verify-proof", "/proc/self/mem")
    expected = "othello-bot verify-proof: /proc/self/mem: Input/output error\n"
    assert (done.returncode, done.stderr) == (2, expected)


def test_a_device_without_end_is_no_certificate() -> None:
    done = run("verify-proof", "/dev/zero")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "/dev/zero: not a certificate, which is a text compressed by gzip (more than 64 MiB)" in done.stderr
