"""A time forfeit is the program's own fault: what other processes took of its core is given again."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from arbiter.games.players import PlayerError
from arbiter.host import steal
from arbiter.host.guards import Guards
from arbiter.host.limits import Limits
from arbiter.host.threads import first_of, wants
from arbiter.play.patience import Span
from arbiter.play.player import Player
from tests.play.asking import waited
from tests.play.court import Court, python
from tests.play.shells import shells

pytestmark = pytest.mark.machine

CPU_S, LIMIT_S, HOGS = 0.5, 1.0, 3
"""With three others on its core the move takes some 2 s, of which 0.5 are the program's: half a second is left for what
the arbiter, on the same core, does not see because it waits itself."""


@contextlib.contextmanager
def hogs(count: int) -> Iterator[None]:
    """Keep this process's core busy, on which an arbiter started from here stays.

    Each is a session of its own, as a program under the arbiter is: where the scheduler shares cores out among
    sessions, all of them together would weigh no more than that program.
    """
    core = min(os.sched_getaffinity(0))
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"], start_new_session=True) for _ in range(count)]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()
        os.sched_setaffinity(0, before)


@pytest.mark.long
def test_a_busy_machine_costs_nobody_the_game(court: Court, instant: str) -> None:
    busy = python("busy.py", str(CPU_S))
    with hogs(HOGS):
        outcome = court.judge(instant, busy, "1", "--time", str(LIMIT_S))
    (game,) = outcome.games
    assert (game["end"], game["reason"]) == ("FINISHED", "")
    assert max(turn["time_s"] for turn in game["turns"]) > LIMIT_S
    assert game["costs"][1]["lag_s"] > LIMIT_S - CPU_S


def test_its_own_work_is_no_excuse(court: Court, instant: str) -> None:
    with hogs(1):
        outcome = court.judge(instant, python("busy.py", "60"), "1", "--time", "0.5")
    (game,) = outcome.games
    assert (game["end"], game["offender"]) == ("TIMEOUT", 1)
    assert "s of waiting for a busy machine were considered" in game["reason"]


def test_its_own_descendants_are_no_excuse(court: Court, instant: str) -> None:
    outcome = court.judge(instant, python("busy.py", "0.6", "5"), "1", "--time", "0.8")
    (game,) = outcome.games
    assert (game["end"], game["offender"]) == ("TIMEOUT", 1)


WAITS_THEN_SLEEPS = f"""
import sys, time
sys.stdin.readline()
while time.process_time() < {CPU_S}:
    pass
print("a", flush=True)
sys.stdin.readline()
time.sleep({1.2 * LIMIT_S})
print("a", flush=True)
"""


def test_what_a_program_waited_before_it_was_asked_is_no_excuse(tmp_path: Path) -> None:
    file = tmp_path / "waits.py"
    file.write_text(WAITS_THEN_SLEEPS)
    guards = Guards()
    limits = Limits(time_s=LIMIT_S, start_s=0.0)
    player = Player(f"{sys.executable} {file}", limits, environment=os.environ, guards=guards)
    try:
        with hogs(1):
            player.begin()
            program = player.program()
            assert program is not None
            os.sched_setaffinity(program.pid, os.sched_getaffinity(0))
            player.ask(b"\n")
        before_s = waited(program.pid)
        assert before_s > 0.2 * LIMIT_S
        verdict = "answered"
        try:
            player.ask(b"\n")
        except PlayerError as error:
            verdict = error.end.name
        assert verdict == "TIMEOUT" or waited(program.pid) - before_s > 0.05 * LIMIT_S  # else it was busy after all
    finally:
        player.kill()
        guards.close()


WAITS_FOR_A_CHILD = """
import os, tempfile
fifo = tempfile.mkdtemp() + "/fifo"
os.mkfifo(fifo)
print("ready", flush=True)
os.posix_spawn("/bin/true", ["true"], {}, file_actions=[(os.POSIX_SPAWN_OPEN, 0, fifo, os.O_RDONLY, 0)])
"""
"""The child begins its program when somebody writes, until when its parent waits in a state that is that of a disk."""
LOOKS = 100


def is_seen(look: Callable[[], bool]) -> bool:
    """Look again where it was not so, a little later, as the machine may have been busy just then."""
    for _ in range(LOOKS):
        if look():
            return True
        time.sleep(0.05)
    return False


def test_a_child_that_is_waited_for_is_no_excuse(tmp_path: Path) -> None:
    file = tmp_path / "waits.py"
    file.write_text(WAITS_FOR_A_CHILD)
    with shells(Limits(time_s=60.0)) as make:
        player = make(f"exec {sys.executable} {file}")
        player.begin()
        assert player.ask(b"")[0] == b"ready"
        program = player.program()
        assert program is not None
        while not wants(first_of(program.pid), b"D"):
            time.sleep(0.01)
        player.expense.asked()
        assert is_seen(lambda: player.expense.is_late(8.0, 1.0, silent=True))
        assert is_seen(lambda: Span(program).is_up(0.0))


class Stolen:
    """A table of a virtual machine whose cores have had none since it was made."""

    def __init__(self) -> None:
        self._began = time.monotonic()

    def read_bytes(self) -> bytes:
        ticks = int((time.monotonic() - self._began) * os.sysconf("SC_CLK_TCK"))
        return b"".join(b"cpu%d 1 2 3 4 5 6 7 %d 9 10\n" % (core, ticks) for core in os.sched_getaffinity(0))


def test_what_is_stolen_from_the_machine_is_given_again(monkeypatch: pytest.MonkeyPatch) -> None:
    with shells(Limits(time_s=60.0)) as make:
        player = make("while read x; do sleep 0.3; echo a; done")
        player.begin()
        with pytest.raises(PlayerError, match="no answer"):
            player.ask(b"\n", time_s=0.1)
        monkeypatch.setattr(steal, "STAT", Stolen())
        player.kill()
        player.begin()
        assert player.ask(b"\n", time_s=0.1)[0] == b"a"
        program = player.program()
        assert program is not None
        span = Span(program)
        time.sleep(0.2)
        assert span.had_s() < 0.1


def test_what_a_program_waits_for_its_pages_is_given_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who does, tests/host/test_pages.py says; here the sleep of a shell is said to be that."""
    with shells(Limits(time_s=60.0)) as make:
        player = make("while read x; do sleep 0.3; echo a; done")
        player.begin()
        with pytest.raises(PlayerError, match="no answer"):
            player.ask(b"\n", time_s=0.1)
        monkeypatch.setattr("arbiter.host.launch.fetches", lambda thread: True)
        player.kill()
        player.begin()
        assert player.ask(b"\n", time_s=0.1)[0] == b"a"
        program = player.program()
        assert program is not None
        span = Span(program)
        for _ in range(20):
            time.sleep(0.01)
            assert not span.is_up(0.1)
        assert span.had_s() < 0.1
        with pytest.raises(PlayerError, match="s of waiting for a busy machine were considered"):
            player.ask(b"\n", time_s=0.02)  # more than nine limits
