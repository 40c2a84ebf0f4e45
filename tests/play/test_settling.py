"""Who was stopped gets to do what it would have done meanwhile, before it is asked: also where its core is taken."""

from __future__ import annotations

import contextlib
import os
import select
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from arbiter.host.launch import Program
from arbiter.host.limits import Limits
from arbiter.host.threads import Use, first_of, sleeps
from arbiter.play.patience import settle
from tests.play.court import HANG_S
from tests.play.shells import shells

pytestmark = pytest.mark.machine

SAYS_TWICE = "import time; input(); print('a', flush=True); time.sleep(0.2); print('b', flush=True); time.sleep(60)"
GIVEN_S, TAKEN_S = 0.1, 0.3
FIRST = Path("1")
"""The first thread of a program that is none."""
COMPUTES = f"import os, time; os.write(1, b'x'); end = time.monotonic() + {TAKEN_S}\nwhile time.monotonic() < end: pass"


@contextlib.contextmanager
def taken(core: int) -> Iterator[None]:
    """Have a core computed on before all others, for longer than a program is given by the clock."""
    words = ["taskset", "--cpu-list", str(core), "chrt", "--fifo", "50", sys.executable, "-I", "-S", "-c", COMPUTES]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as burner:
        assert burner.stdout is not None
        if not burner.stdout.read(1):
            pytest.skip("this machine gives nobody a core before all others")
        yield


class Waking:
    """A program of one thread, which sleeps, wakes at the `wakes`-th look at it, and writes at the fifth look then.

    At one look in between, `blinks` after it woke, it seems to wait for nothing and nobody.
    """

    def __init__(self, wakes: int, blinks: int, output: int) -> None:
        self._output, self._wakes, self._looks = output, wakes, 0
        self._blinks = wakes + blinks

    def sleeps(self, thread: Path) -> bool:
        return self._look() < self._wakes

    def wants(self, thread: Path, states: bytes = b"") -> bool:
        return thread == FIRST and (look := self._look()) >= self._wakes and look != self._blinks

    def _look(self) -> int:
        self._looks += 1
        if self._looks == self._wakes + 5:
            os.write(self._output, b"b")
        return self._looks


@pytest.mark.parametrize("blinks", range(5))
@pytest.mark.parametrize("wakes", range(2, 12))
def test_who_wakes_between_two_looks_is_not_taken_for_one_that_waits(
    monkeypatch: pytest.MonkeyPatch, wakes: int, blinks: int
) -> None:
    (output, theirs), (control, guards) = os.pipe(), os.pipe()
    waking = Waking(wakes, blinks, theirs)
    for name, instead in {"sleeps": waking.sleeps, "wants": waking.wants, "use": lambda thread: Use(0.0, 0.0)}.items():
        monkeypatch.setattr(f"arbiter.play.patience.{name}", instead)
    monkeypatch.setattr("arbiter.play.patience.uses", lambda pid: [(FIRST, Use(0.0, 0.0))])
    monkeypatch.setattr("arbiter.play.patience.first_of", lambda pid: Path(str(pid)))
    settle(
        cast("Program", SimpleNamespace(stdout=output, control=control, pid=1, guard=SimpleNamespace(pid=2))), HANG_S
    )
    assert select.select([output], [], [], 0.0)[0]
    for descriptor in (output, theirs, control, guards):
        os.close(descriptor)


def test_what_a_busy_machine_keeps_from_a_program_that_goes_on_is_given_again() -> None:
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) < 2:
        pytest.skip("needs a core beside the one that is taken")
    with shells(Limits(time_s=60.0)) as make:
        try:
            os.sched_setaffinity(0, cores[1:2])  # which the program and its guard inherit
            player = make(shlex.join(["exec", sys.executable, "-I", "-S", "-c", SAYS_TWICE]))
            player.begin()
            os.sched_setaffinity(0, cores[:1])
            assert player.ask(b"\n")[0] == b"a"
            program = player.program()
            assert program is not None
            until = time.monotonic() + HANG_S
            while not sleeps(first_of(program.pid)) and time.monotonic() < until:
                time.sleep(0.001)  # stopped before it sleeps, it would sleep only when it goes on
            program.freeze()
            time.sleep(0.21)
            with taken(cores[1]):
                program.freeze(stop=False)
                settle(program, GIVEN_S)
                assert select.select([program.stdout], [], [], 0.0)[0]
        finally:
            os.sched_setaffinity(0, cores)
