"""Time as a program can use it: seconds in which there was a core for whoever had something to do.

A program is late, or silent, only by such seconds, so that a busy machine is never taken for a slow program. What is
given again is what the kernel says (`schedstat` in /proc) that threads of the program and of its descendants, the guard
that tells of its end, and the arbiter itself have waited for a core, and what was stolen from the cores of a virtual
machine, and how long the program waited for pages of its memory, as far as somebody looked, but no time that it
computed. The kernel counts a wait when it is over; who waits at this moment is therefore waited for.
"""

from __future__ import annotations

import select
import time
from pathlib import Path

from arbiter.host.launch import Program
from arbiter.host.steal import Steal
from arbiter.host.threads import (
    RUNNING,
    STOPPED,
    WANTING,
    Fetches,
    calling,
    first_of,
    is_kept,
    sleeps,
    use,
    uses,
    wants,
)
from arbiter.play.expense import BUSY_LIMITS, Expense

MOST_S = 20.0
"""No program is given again more than that, or than `BUSY_LIMITS` times what it has, whichever is longer."""
LOOKS_S = 0.002
"""Time between two looks for who waits for a page, as somebody may ask at every line of a flood."""
SETTLE_S = 0.005
"""What all of a program gets to do what it would have done while it was stopped."""


class Span:
    """Seconds since now, as a program can use them."""

    def __init__(self, program: Program) -> None:
        """Begin."""
        self._program, self._guard, self._began = program, program.guard.pid, time.monotonic()
        self._fetches = Fetches(self._began)
        self._own_s, self._steal = use(calling()).waited_s, Steal()
        self._first = self._last = dict(uses(self._guard))
        self._wanting: dict[Path, float] | None = None  # CPU seconds of who had something to do when last asked

    def had_s(self) -> float:
        """Give the seconds."""
        self._look_for_pages()
        self._last = {**self._last, **dict(uses(self._guard))}  # who is gone has used what it had
        elapsed_s = time.monotonic() - self._began
        cpu_s, waited_s = (
            sum(used[which] - self._first.get(thread, (0.0, 0.0))[which] for thread, used in self._last.items())
            for which in (0, 1)
        )
        waited_s += use(calling()).waited_s - self._own_s + self._steal.seconds() + self._fetches.seconds
        return max(elapsed_s - waited_s, min(elapsed_s, cpu_s))

    def is_up(self, seconds: float) -> bool:
        """Tell whether so many are over, and nobody is kept from what it has to do.

        Who waits for a page is seen if this is asked again and again meanwhile.
        """
        self._look_for_pages()
        elapsed_s = time.monotonic() - self._began
        if elapsed_s < seconds:
            return False
        if elapsed_s > seconds + max(MOST_S, BUSY_LIMITS * seconds):
            return True
        had_s, before = self.had_s(), self._wanting
        self._wanting = {thread: used.cpu_s for thread, used in self._last.items() if is_kept(thread)}
        stuck = any(before is None or before.get(thread, cpu_s) == cpu_s for thread, cpu_s in self._wanting.items())
        return had_s >= seconds and not stuck

    def _look_for_pages(self) -> None:
        now = time.monotonic()
        if now >= self._fetches.looked_s + LOOKS_S:
            self._fetches.look(self._program.fetches(), now)


class PatientExpense(Expense):
    """The account of a program that is examined: it is late by time that it could use."""

    span: Span | None = None
    """Of the move that is being asked for."""

    def asking(self) -> None:
        """Begin the account of a move."""
        super().asking()
        self.span = Span(self.program) if self.program is not None else None

    def is_late(self, elapsed_s: float, time_s: float, *, silent: bool = False) -> bool:
        """Tell whether a move whose time is up is late."""
        return self.span is None or self.span.is_up(time_s)


def settle(program: Program, seconds: float) -> None:
    """Let a program that goes on after a stop do what it would have done meanwhile, until it has written something, all
    of it waits for others, or it had so many seconds; `SETTLE_S` where only others than its first thread have something
    to do. What a busy machine keeps from it, and from the guard that lets it go on, is given again.
    """
    began, poller = time.monotonic(), select.poll()
    first, guard, ourselves = first_of(program.pid), first_of(program.guard.pid), calling()
    for descriptor in (program.stdout, program.control):
        poller.register(descriptor, select.POLLIN)
    own, waited_s = use(first), sum(use(thread).waited_s for thread in (first, guard, ourselves))
    idle = False
    while not poller.poll(1) and (passed_s := time.monotonic() - began) < (1 + BUSY_LIMITS) * seconds:
        if wants(guard) or wants(first):
            had_s = use(first).cpu_s - own.cpu_s
        else:
            had_s = passed_s - (sum(use(thread).waited_s for thread in (first, guard, ourselves)) - waited_s)
        threads = [first] if had_s >= SETTLE_S else [thread for thread, _ in uses(program.guard.pid)]
        # Who was stopped just after its answer has not slept yet. Who sleeps now may wake before the next line, and who
        # goes on with a sleep that is over looks, for a moment between two lines, like one that waits: seen so twice.
        was_idle = idle
        idle = not sleeps(first) and not any(wants(thread, WANTING + STOPPED) for thread in threads)
        if had_s >= seconds or (was_idle and idle):
            break


def computes(program: Program) -> bool:
    """Tell whether a thread of the program or of a descendant has, or wants, a core right now."""
    return any(wants(thread, RUNNING) for thread, _ in uses(program.guard.pid))
