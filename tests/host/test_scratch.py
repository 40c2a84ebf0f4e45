"""What a program leaves in the folder that it may write goes with it: shut, or nested deeper than a path is long.

As an ordinary user sees it: the superuser may read and remove everything.
"""

from __future__ import annotations

import contextlib
import os
import signal
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from arbiter.host.guards import Guards
from arbiter.host.launch import Program
from arbiter.host.scratch import is_empty, remove
from tests.host.ordinary import as_ordinary_user, succeeds
from tests.play.court import HANG_S

pytestmark = pytest.mark.machine


@pytest.fixture
def place() -> Iterator[Path]:
    """Give a folder that every user may write, in memory if there is one: a disk takes ten seconds for a thousand."""
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="arbiter-test-", dir=memory) as name:
        Path(name).chmod(0o777)
        yield Path(name)


def shut(folder: Path) -> None:
    (folder / "file").touch()
    folder.chmod(0)


def shut_below(folder: Path) -> None:
    (folder / "open" / "shut").mkdir(parents=True)
    (folder / "open" / "shut" / "file").touch()
    (folder / "open" / "shut").chmod(0)
    (folder / "open").chmod(0o500)


def nested(folder: Path, name: str, count: int) -> None:
    os.chdir(folder)
    for _ in range(count):
        Path("file").touch()
        Path(name).mkdir()
        os.chdir(name)
    shut(Path())
    os.chdir("/")


def links(folder: Path) -> None:
    (folder / "link").symlink_to(folder.parent / "kept")
    (folder / "loop").symlink_to(folder)
    os.mkfifo(folder / "pipe")


MADE = {
    "shut": shut,
    "shut below": shut_below,
    "as deep as the stack": lambda folder: nested(folder, "d", 1200),
    "deeper than paths": lambda folder: nested(folder, "d" * 250, 40),
    "links": links,
}


@pytest.mark.parametrize("made", MADE.values(), ids=MADE)
def test_whatever_a_program_has_made_is_removed_and_nothing_else(place: Path, made: Callable[[Path], None]) -> None:
    (place / "kept").mkdir()
    (place / "kept" / "file").touch()
    folder = place / "scratch"

    def does() -> None:
        folder.mkdir()
        made(folder)
        assert not is_empty(folder)
        remove(folder)

    assert succeeds(as_ordinary_user(does))
    assert [path.name for path in place.rglob("*")] == ["kept", "file"]


def test_a_folder_with_nothing_in_it_is_empty_and_one_that_is_gone_is_not(tmp_path: Path) -> None:
    assert is_empty(tmp_path)
    assert not is_empty(tmp_path / "gone")
    remove(tmp_path / "gone")


SHUTS = 'mkdir -p "$TMPDIR/open/shut/below" && chmod 0 "$TMPDIR/open/shut" && chmod 0 "$TMPDIR" && echo done'


def start(guards: Guards, script: str) -> Program:
    """Start a script that says one line."""
    environment = {"PATH": os.environ["PATH"]}
    program = Program(guards.take(100.0), ["/bin/sh", "-c", script], environment, core=-1)
    os.set_blocking(program.stdout, True)
    assert os.read(program.stdout, 5) == b"done\n"
    return program


def has_scratch() -> None:
    """Go on only where programs get a folder of their own, on the machine's own disk."""
    with contextlib.closing(Guards(namespaces=False)) as guards:
        guard = guards.take(100.0)
        scratch = guard.scratch
        guards.give_back(guard)
    if scratch is None:
        pytest.skip("this machine has no Landlock, so that programs write where they like")


def test_a_guard_whose_program_has_shut_its_folder_is_not_used_again_and_the_folder_goes() -> None:
    has_scratch()

    def does() -> None:
        with contextlib.closing(Guards(namespaces=False)) as guards:
            program = start(guards, SHUTS)
            scratch = program.guard.scratch
            assert scratch is not None
            assert scratch.exists()
            program.kill()
            program.close()
            guards.give_back(program.guard)
            assert not scratch.exists()
            another = guards.take(100.0)
            assert another.scratch != scratch
            guards.give_back(another)

    assert succeeds(as_ordinary_user(does))


def test_the_folder_goes_too_when_the_arbiter_is_killed() -> None:
    has_scratch()
    ours, theirs = os.pipe()

    def does() -> None:
        program = start(Guards(namespaces=False), f"{SHUTS}; sleep 60")
        os.write(theirs, os.fsencode(program.guard.scratch or ""))
        time.sleep(HANG_S)

    child = as_ordinary_user(does)
    os.close(theirs)
    scratch = Path(os.fsdecode(os.read(ours, 4096)))
    os.close(ours)
    assert scratch.is_dir()
    os.kill(child, signal.SIGKILL)
    assert not succeeds(child)
    end = time.monotonic() + HANG_S
    while scratch.exists():
        assert time.monotonic() < end, scratch
        time.sleep(0.01)
