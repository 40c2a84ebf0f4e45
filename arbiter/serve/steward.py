"""Starts leagues as processes of their own, which go on when the server ends, and stops those that are played."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import tempfile
from typing import IO, Any

from arbiter.play.table import cores
from arbiter.serve.contest import Contest
from arbiter.serve.plan import PlanError
from arbiter.serve.reviewer import Reviewer
from arbiter.serve.sources import OfLeague

SAID = 1000
"""Characters of the end of what an arbiter has said that a page shows."""
ENDS_S = 0.05
"""Between two looks at whether an arbiter has ended."""


class Steward:
    """The leagues that were started here."""

    def __init__(self) -> None:
        """Begin with none."""
        self._played: dict[int, tuple[subprocess.Popen[bytes], IO[bytes]]] = {}
        self._reviewers: dict[int, Reviewer] = {}
        self._stopping: set[int] = set()
        self._resuming: dict[int, asyncio.Task[None]] = {}

    def can(self, contest: Contest) -> bool:
        """Tell whether it can be started and stopped: there is a file that names its players."""
        return isinstance(contest.source, OfLeague) and contest.source.file is not None

    def order(self, contest: Contest, wish: dict[str, Any]) -> None:
        """Start a league, or go on with it, or stop it. Raises PlanError."""
        do, jobs = wish.get("do"), wish.get("jobs", 1)
        source = contest.source
        if do == "review":
            self._review(contest)
            return
        if not isinstance(source, OfLeague) or source.file is None:
            raise PlanError("this can neither be started nor stopped here: there is no file that names the players")
        if do == "stop":
            self._stop(contest)
            return
        if do != "start":
            raise PlanError("expected start, stop or review")
        if isinstance(jobs, bool) or not isinstance(jobs, int) or not 1 <= jobs <= len(cores()):
            raise PlanError(f"games at once: expected 1 to {len(cores())}, each needs a core of its own")
        if self._is_played(contest) and contest.number in self._stopping and contest.number not in self._resuming:
            self._resuming[contest.number] = asyncio.create_task(self._resume(contest, source, jobs))
            return
        if contest.running or self._is_played(contest):
            raise PlanError("this league is played already")
        self._start(contest, source, jobs)

    async def _resume(self, contest: Contest, source: OfLeague, jobs: int) -> None:
        """Start it as soon as the arbiter that was told to stop has ended, which the page may show before it is so."""
        while contest.running or self._is_played(contest):
            await asyncio.sleep(ENDS_S)
        del self._resuming[contest.number]
        self._start(contest, source, jobs)

    def _start(self, contest: Contest, source: OfLeague, jobs: int) -> None:
        words = ["league", str(source.file), "--db", str(source.place), "--jobs", str(jobs), "--stream"]
        with contextlib.suppress(LookupError):  # the arbiter says what is wrong with a journal
            words += source.begun()
        with contextlib.ExitStack() as failed:
            said = failed.enter_context(tempfile.TemporaryFile())  # without a name: nothing is left
            process = subprocess.Popen(
                [sys.executable, "-P", "-m", "arbiter", *words],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=said,  # a pipe would end with the server
                start_new_session=True,
            )
            failed.pop_all()
        self._played[contest.number] = process, said
        contest.say("")

    def look(self, contest: Contest) -> None:
        """Say what an arbiter has said that was started here and has ended."""
        found = self._played.get(contest.number)
        if found is None or found[0].poll() is None:
            return
        process, said = self._played.pop(contest.number)
        self._stopping.discard(contest.number)
        with said:
            said.seek(0)
            text = said.read().decode("utf-8", "replace").strip()[-SAID:]
        contest.say(text or ("" if process.returncode == 0 else "The arbiter was killed; the same command goes on."))

    def _review(self, contest: Contest) -> None:
        """Have the finished games judged."""
        source = contest.source
        if not isinstance(source, OfLeague) or not source.place.exists():
            raise PlanError("only games of a journal can be judged here")
        self._reviewers.setdefault(contest.number, Reviewer(contest.say)).start(source.place)

    def close(self) -> None:
        """End what judges games; leagues go on."""
        for task in self._resuming.values():
            task.cancel()
        for reviewer in self._reviewers.values():
            reviewer.close()

    def _is_played(self, contest: Contest) -> bool:
        self.look(contest)
        return contest.number in self._played

    def _stop(self, contest: Contest) -> None:
        """End it as Ctrl-C does: finished games stay."""
        pid = contest.running
        if self._is_played(contest):
            pid = self._played[contest.number][0].pid
            self._stopping.add(contest.number)
        if not pid:
            raise PlanError("no arbiter plays this league that tells of it (--live, --stream)")
        with contextlib.suppress(OSError):
            os.kill(pid, signal.SIGTERM)
