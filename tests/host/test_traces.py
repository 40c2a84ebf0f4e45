"""What a program leaves, to the machine and to those after it, and what it learns of others: nothing.

Each test says by a program of its own what it could do. What the kernel does not give is skipped, by name.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest

from arbiter.host.launch import Protection
from tests.play.court import Court

pytestmark = pytest.mark.machine

RUNGS = pytest.mark.parametrize("options", [[], ["--no-namespace"]], ids=["namespaces", "no-namespaces"])


def play(court: Court, folder: Path, script: str, rival: str, *words: str) -> list[dict[str, Any]]:
    """Let a script in Python play in a folder; give the records of its games."""
    (folder / "player.py").write_text(script)
    return court.judge_in(folder, f"{sys.executable} player.py", rival, "--time", "60", *words)[0]


def said(record: dict[str, Any]) -> str:
    """Give what the script wrote to standard error."""
    return str(record["costs"][0]["stderr"])


def granted(record: dict[str, Any], *wanted: Protection) -> None:
    """Skip the rest of a test where the machine gives none of what it looks at."""
    protections = Protection(record["costs"][0]["protections"])
    if not any(bit in protections for bit in wanted):
        pytest.skip(f"this machine gives no {wanted[0].name}")


SPY = """
import os, sys
for pid in filter(str.isdecimal, os.listdir("/proc")):
    for name in "cmdline", "environ":
        try:
            print(pid, name, open(f"/proc/{pid}/{name}", "rb").read(), file=sys.stderr)
        except OSError:
            pass
"""


def test_a_program_reads_no_words_and_no_variables_of_the_arbiter(court: Court, tmp_path: Path, instant: str) -> None:
    court.environment["TOKEN_OF_OURS"] = "guarded"
    (record,) = play(court, tmp_path, SPY, instant, "--environment-b", "TOKEN=guarded")
    granted(record, Protection.OWN_PIDS)
    assert f"cmdline {f'{sys.executable}'.encode()!r}"[:-1] in said(record)  # its own
    assert "guarded" not in said(record)
    assert instant not in said(record)


CHANGES = """
import os, sys
for path in {paths}:
    for change in (
        lambda: os.chmod(path, os.stat(path).st_mode & 0o7777 ^ {bits}),
        lambda: os.utime(path, ns=(os.stat(path).st_atime_ns, os.stat(path).st_mtime_ns ^ {bits})),
        lambda: os.setxattr(path, "user.note", b"of the test"),
    ):
        try:
            change()
        except OSError as error:
            print(path, error.strerror, file=sys.stderr)
with open("/dev/null", "w") as null:
    null.write("still there")
"""


def states(paths: list[str]) -> list[tuple[int, int, int]]:
    """Give what a program could change of files without writing them."""
    return [(seen.st_mode, seen.st_mtime_ns, seen.st_ctime_ns) for seen in map(os.stat, paths)]


@RUNGS
def test_a_program_changes_no_mode_and_no_time_of_a_device(
    court: Court, tmp_path: Path, instant: str, options: list[str]
) -> None:
    devices = [f"/dev/{name}" for name in ("null", "zero", "full", "random", "urandom")]
    before = states(devices)
    (record,) = play(court, tmp_path, CHANGES.format(paths=devices, bits=0), instant, *options)
    assert record["end"] == "CRASH"
    assert "Traceback" not in said(record)
    granted(record, Protection.READ_ONLY_MOUNTS, Protection.FILTER)
    assert states(devices) == before


TRACE = """
import os, sys
for seen in map(os.stat, ("/tmp", "/dev/shm", ".")):
    print(oct(seen.st_mode), seen.st_mtime > 100000, file=sys.stderr)
{change}
"""


@pytest.mark.parametrize(
    ("change", "options"),
    [
        ("os.chmod('/tmp', 0o1700)", []),
        ("os.chmod('.', 0o500)", []),
        ("os.utime('/dev/shm', (1, 1))", []),
        ("os.utime('/tmp', (1, 1))", ["--sandbox", "read-all"]),
    ],
)
def test_no_program_finds_modes_and_times_that_another_left(
    court: Court, tmp_path: Path, instant: str, change: str, options: list[str]
) -> None:
    records = play(court, tmp_path, TRACE.format(change=change), instant, "2", *options)
    granted(records[0], Protection.OWN_FOLDERS)
    first, second = map(said, records)
    assert first.count("True") == 3
    assert first == second


@RUNGS
def test_a_program_takes_and_gives_nobody_rights(
    court: Court, tmp_path: Path, instant: str, options: list[str]
) -> None:
    """Without namespaces it sees the files of others, and runs as the user who owns them."""
    others = tmp_path / "others"
    others.mkdir()
    rival = others / "rival"
    rival.write_bytes(Path(instant).read_bytes())
    rival.chmod(0o755)
    secret = others / "secret"
    secret.write_text("secret")
    secret.chmod(0o600)
    paths = [str(secret), str(rival), str(others)]
    before = states(paths)
    own = tmp_path / "own"
    own.mkdir()
    (record,) = play(court, own, CHANGES.format(paths=paths, bits=0o111), str(rival), *options)
    granted(record, Protection.READ_ONLY_MOUNTS, Protection.FILTER)
    assert (record["end"], record["offender"]) == ("CRASH", 0)
    assert states(paths) == before


COPIES = """
import os, pathlib, shutil, subprocess, sys, tempfile
with tempfile.TemporaryDirectory() as folder:
    pathlib.Path(folder, "one").touch()
    subprocess.run(["touch", folder + "/two"], check=True)
    assert sorted(os.listdir(folder)) == ["one", "two"]
    subprocess.run(["cp", "-p", sys.argv[0], folder], check=True)
    shutil.copy2(sys.argv[0], folder)
    os.chmod(folder, 0o755)
    with tempfile.NamedTemporaryFile(dir=folder) as file:
        os.fchmod(file.fileno(), 0o644)
        shutil.copystat(sys.argv[0], file.name)
    for words in (["cf", "a.tar", "two"], ["xf", "a.tar"]):  # which gives the superuser's files their owners back
        subprocess.run(["tar", *words], cwd=folder, check=True)
print("copied", file=sys.stderr)
"""


@RUNGS
def test_a_program_makes_and_copies_files_of_its_own(
    court: Court, tmp_path: Path, instant: str, options: list[str]
) -> None:
    (record,) = play(court, tmp_path, COPIES, instant, *options)
    assert said(record) == "copied\n"
