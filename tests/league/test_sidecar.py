"""A process that plays a cluster's games dies with its worker, however early that is killed."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest

from tests.league.dask_cluster import sidecars
from tests.many import each
from tests.play.court import HANG_S, Court
from tests.play.test_end_of_the_arbiter import MOMENTS, wait_until

pytestmark = pytest.mark.machine

WORKER = """import os, sys
from pathlib import Path
from arbiter.host.limits import Limits
from arbiter.league.batch import Assignment
from arbiter.league.sidecar import Sidecar
from arbiter.play.match import usual_referee
from arbiter.play.table import Seat
referee, seat = usual_referee("othello"), Seat("sleepy", f"sleep {sys.argv[1]}", Limits(time_s=600))
core = min(os.sched_getaffinity(0))
Sidecar(core).play(Path.cwd(), [Assignment(1, referee, (seat, seat), 0, referee.start(1))])
"""
"""What a dask worker does with a game that takes longer than the test waits."""


@pytest.mark.parametrize("after_s", each(4, MOMENTS))
def test_killing_a_worker_at_its_start_leaves_nobody(court: Court, after_s: float) -> None:
    command = [sys.executable, "-P", "-c", WORKER, str(3 * HANG_S)]
    with subprocess.Popen(command, env=court.environment, stdin=subprocess.DEVNULL) as worker:
        wait_until(lambda: bool(sidecars(court)))
        time.sleep(after_s)
        worker.kill()
    court.wait_until_nothing_is_left()
