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

import pytest

from arbiter.host.limits import Limits
from arbiter.play.patience import settle
from tests.play.shells import shells

pytestmark = pytest.mark.machine

SAYS_TWICE = "import time; input(); print('a', flush=True); time.sleep(0.05); print('b', flush=True); time.sleep(60)"
GIVEN_S, TAKEN_S = 0.1, 0.3
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
            program.freeze()
            time.sleep(0.06)
            with taken(cores[1]):
                program.freeze(stop=False)
                settle(program, GIVEN_S)
                assert select.select([program.stdout], [], [], 0.0)[0]
        finally:
            os.sched_setaffinity(0, cores)
