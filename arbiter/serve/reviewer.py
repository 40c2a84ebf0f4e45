"""Has finished games judged by a process of its own, `arbiter review`, which ends with the server.

What is judged is kept beside the games as it comes (`arbiter.review.shelf`), and not judged again.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

from arbiter.league.store import StoreError
from arbiter.review.result import open_result
from arbiter.serve.plan import PlanError

BEGIN = """\
import sys
from arbiter.host.launch import die_with_parent
die_with_parent(int(sys.argv.pop(1)))
from arbiter.cli import main
sys.exit(main())"""
TELLS_S = 0.5
"""Between two looks at how many games are judged."""


class Reviewer:
    """Judges the games of one place, one run at a time; `say` hears how far it is."""

    def __init__(self, say: Callable[[str], None]) -> None:
        """Begin without a run."""
        self._say = say
        self._task: asyncio.Task[None] | None = None
        self._pid = 0

    def start(self, path: Path) -> None:
        """Judge what has no review yet. Raises PlanError."""
        if self._task is not None and not self._task.done():
            raise PlanError("these games are being judged already")
        self._task = asyncio.create_task(self._run(path))

    def close(self) -> None:
        """End the run; what is judged stays."""
        if self._task is not None and not self._task.done():
            self._task.cancel()
            if self._pid:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(self._pid, signal.SIGTERM)

    async def _run(self, path: Path) -> None:
        words = ("review", str(path), "--jobs", "1", "--format", "csv")
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-c", BEGIN, str(os.getpid()), *words),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
            start_new_session=True,
        )
        self._pid = process.pid
        said = ""
        ended = asyncio.create_task(process.communicate())
        while not ended.done():
            await asyncio.wait({ended}, timeout=TELLS_S)
            if (count := await asyncio.to_thread(judged, path)) and said != (said := f"{told(count)} judged so far."):
                self._say(said)
        self._pid = 0
        _, errors = ended.result()
        why = errors.decode("utf-8", "replace").strip().rpartition("\n")[2]
        count = await asyncio.to_thread(judged, path)
        where = "the page of finished games shows where they were lost."
        self._say(f"{told(count)} judged: {where}" if process.returncode == 0 else why or "Nothing is judged any more.")


def judged(path: Path) -> int:
    """Count the games of a file that have a review."""
    with contextlib.suppress(StoreError), contextlib.closing(open_result(path)) as result:
        return len(result.shelf.marks())
    return 0


def told(count: int) -> str:
    """Say how many games."""
    return f"{count} game is" if count == 1 else f"{count} games are"
