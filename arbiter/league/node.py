"""What runs inside a dask worker: it says whether it can play a league, and plays batches of its games.

Only functions of this module are sent to workers, by their names: a worker has an arbiter of its own.
"""

from __future__ import annotations

import asyncio
import os
import socket
import time
from pathlib import Path
from typing import Any

from distributed import Worker, WorkerPlugin, get_worker

from arbiter.league.batch import Task
from arbiter.league.programs import DiffersError, Kit
from arbiter.league.sidecar import Sidecar

NAME = "arbitro"


class Node(WorkerPlugin):
    """A worker's sidecar, on a core that no other worker of the cluster has here, for as long as the worker lives."""

    def __init__(self, core: int, claim: socket.socket) -> None:
        """Take a core and what makes sure that nobody else has it."""
        self.sidecar, self._claim = Sidecar(core), claim
        self.folders: dict[str, Path] = {}
        self.task: Any = None

    def teardown(self, worker: Worker) -> None:
        """End with the worker."""
        self.sidecar.stop()
        self._claim.close()

    def transition(self, key: Any, start: Any, finish: Any, **kwargs: Any) -> None:
        """End the games of a task that nobody waits for any more."""
        if key == self.task and start == "executing" and finish not in ("memory", "error"):
            self.sidecar.stop()


async def admit(kit: Kit, dask_worker: Worker) -> str:
    """Get a worker ready for a league; give why it refuses, "" if it does not."""
    if kit.version != Kit(()).version:
        return f"it has arbitro {Kit(()).version}, not {kit.version}"
    if dask_worker.state.nthreads != 1:
        return f"it has {dask_worker.state.nthreads} threads for one core; start it with --nthreads 1"
    node = dask_worker.plugins.get(NAME)
    if node is None:
        found = _claim(dask_worker.scheduler.address)
        if found is None:
            cores = len(os.sched_getaffinity(0))
            return f"each of the {cores} cores that it may use has a worker already; start fewer there"
        node = Node(*found)
        await dask_worker.plugin_add(node, NAME)
    assert isinstance(node, Node)
    try:
        node.folders[kit.key] = await asyncio.to_thread(kit.place, Path(dask_worker.local_directory).absolute())
    except (DiffersError, OSError) as error:
        return str(error)
    return ""


def play(key: str, assignments: list[Task]) -> tuple[list[Any], float]:
    """Play games of an admitted league; give them, and the seconds that they took. Raises WorkerError, LaunchError."""
    worker = get_worker()
    node = worker.plugins[NAME]
    assert isinstance(node, Node)
    begin = time.monotonic()
    node.task = worker.get_current_task()
    try:
        return node.sidecar.play(node.folders[key], assignments), time.monotonic() - begin
    finally:
        node.task = None


def _claim(scheduler: str) -> tuple[int, socket.socket] | None:
    """Find a core that no other worker of this cluster has claimed here. A name without a file is free when its owner
    is gone, however it went.
    """
    for core in sorted(os.sched_getaffinity(0)):
        claim = socket.socket(socket.AF_UNIX)
        try:
            claim.bind(f"\0{NAME} {scheduler} core {core}")
        except OSError:
            claim.close()
            continue
        return core, claim
    return None
