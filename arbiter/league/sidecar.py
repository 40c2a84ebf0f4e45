"""A process beside a dask worker in which its games are played, so that the worker's threads disturb no launch and no
clock: `python -P -m arbiter.league.sidecar DESCRIPTOR CORE PARENT`.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from arbiter.host.launch import LaunchError, die_with_parent
from arbiter.league.batch import Task, run_batch
from arbiter.play.pool import Link, WorkerError, run

IDLE_S = 60.0
"""Seconds without a game after which the process ends: its arbiter may have been killed, and nobody told us."""


class Sidecar:
    """The process, as the dask worker sees it: started when there is a game, ended by `stop` from any thread."""

    def __init__(self, core: int) -> None:
        """Play on this core."""
        self.core = core
        self._process: subprocess.Popen[bytes] | None = None
        self._link: Link | None = None
        self._folder: Path | None = None

    def play(self, folder: Path, assignments: list[Task]) -> list[Any]:
        """Play games one after the other, in a folder. Raises WorkerError if the process is killed, LaunchError."""
        if self._process is None or self._link is None or self._process.poll() is not None or folder != self._folder:
            self._link, self._folder = self._start(folder), folder
        played = []
        try:
            for assignment in assignments:
                self._link.send(assignment)
                answer = self._link.recv()
                if answer is None:
                    raise EOFError  # it had been idle for too long just then
                if isinstance(answer, LaunchError):
                    raise answer
                played.append(answer)
        except (EOFError, ConnectionError):
            raise WorkerError("the process that played a game was killed") from None
        return played

    def stop(self) -> None:
        """Kill the process, and with it all programs."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def _start(self, folder: Path) -> Link:
        self.stop()
        ours, theirs = Pipe()
        with theirs:
            command = [sys.executable, "-P", "-m", "arbiter.league.sidecar"]
            command += map(str, (theirs.fileno(), self.core, os.getpid()))
            self._process = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, pass_fds=[theirs.fileno()])
        return Link(ours)


def _work(stream: int, core: int, link: Link) -> None:
    os.sched_setaffinity(0, {core})
    for played in run_batch(_games(link), core):
        link.send(played)


def _games(link: Link) -> Iterator[Task]:
    while link.poll(IDLE_S):
        yield link.recv()


def main() -> None:
    """Play what comes over the link until it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # ending us is the worker's business
    descriptor, core, parent = map(int, sys.argv[1:])
    die_with_parent(parent)
    with Connection(descriptor) as theirs:
        run(_work, 0, core, Link(theirs))


if __name__ == "__main__":
    main()
