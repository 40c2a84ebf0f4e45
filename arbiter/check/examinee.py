"""The program that is examined: a player that may be given its input in any pieces, and whose output is only heard.

Where a `Player` judges, an `Examinee` writes down what happened and when.
"""

from __future__ import annotations

import contextlib
import math
import os
import select
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from arbiter.games.dialogues import Event
from arbiter.host.guards import Guards
from arbiter.host.launch import Program
from arbiter.host.limits import Limits
from arbiter.host.view import View
from arbiter.play.patience import PatientExpense, Span
from arbiter.play.player import Player
from arbiter.play.talk import READ_BYTES
from arbiter.play.watch import LOOK_S, TICK_S

FLOOD_BYTES = 1 << 16
"""More output than that, unread, is no answer; reading stops there."""
EVENT_BYTES = 1000
EVENTS = 400
STDERR_LINES, STDERR_COLUMNS = 5, 200
TOGETHER_S = 0.04
"""Pieces that follow each other faster than that are one event."""
GONE_S = 0.5
"""Time in which the end of a program is told, once its output has ended."""


class Examinee(Player):
    """A process of the program. `begin` starts it, `kill` ends it; both may only happen once.

    All seconds are such that the program can use (`arbiter.play.patience`).
    """

    def __init__(
        self,
        command: str,
        limits: Limits,
        *,
        environment: Mapping[str, str],
        guards: Guards,
        view: View | None = None,
    ) -> None:
        """Take a command line, split as a shell does. Raises ValueError if it cannot be."""
        super().__init__(command, limits, environment=environment, guards=guards, view=view)
        self.expense: PatientExpense = PatientExpense()
        self.events: list[Event] = []
        self.closed = False  # its output
        self.aside = 0
        """Bytes that it has written to standard error."""

    def begin(self, arguments: Sequence[str] = (), folder: Path | None = None) -> None:
        """Start the program. Raises PlayerError (NOT_STARTED)."""
        self._open_stderr = True
        self._began = time.monotonic()
        super().begin(arguments, folder)
        self._last_s, self._since = 0.0, self.patience()  # the last event

    def hear(
        self, message: bytes, enough: Callable[[bytes], bool], time_s: float, since: Span | None = None
    ) -> tuple[bytes, bool]:
        """Write a message; give what comes until that is `enough`, the output ends or the time is up.

        The time runs from now, or `since` another moment. The second value tells whether it is up and nothing has come
        meanwhile. Raises PlayerError (MEMORY, PROCESSES).
        """
        if message:
            self.mark("we sent", message)
        asked = self.expense.asked()
        since = since or self.expense.span or self.patience()
        heard, unsent = b"", message
        while not self.closed and not (not unsent and enough(heard)) and len(heard) < FLOOD_BYTES:
            now = time.monotonic()
            if now >= self.watch.due:
                self.watch.look(now)
            program = self._running()
            is_up = since.is_up(time_s)
            left_s = asked + time_s - now
            ready = self._poll(program, bool(unsent), 0 if is_up else wait_ms(left_s if left_s > 0 else LOOK_S))
            if is_up and not ready & {program.stdout, program.control}:
                return heard, True
            if program.stderr in ready:
                self._hear_stderr(program)
            if unsent and program.stdin in ready:
                unsent = self._send(program, unsent)
            if program.stdout in ready:
                part = os.read(program.stdout, READ_BYTES)
                heard += part
                if part:
                    self.mark("it wrote", part)
                self.closed = not part
            elif program.control in ready:
                self.closed = True
        return heard, False

    def pause(self, seconds: float) -> None:
        """Let it run for so long, whatever it writes."""
        self.hear(b"", lambda data: False, seconds)

    def output(self) -> tuple[bytes, bool]:
        """Give all that it writes until it ends, and whether the time of an answer was up before."""
        return self.hear(b"", lambda data: False, self.limits.time_s)

    def end_input(self) -> None:
        """Close its standard input."""
        self.mark("we ended its input")
        self._running().end_input()

    def how_it_ended(self) -> str:
        """Say in a clause without subject how it ended, "" if it still runs after `GONE_S`."""
        program = self._running()
        span = Span(program)
        while (ending := program.ending()) is None and not span.is_up(GONE_S):
            ready = self._poll(program, False, wait_ms(LOOK_S), output=False)
            if program.stderr in ready:
                self._hear_stderr(program)
        return ending.how if ending else ""

    def said(self) -> str:
        """Give the end of what it has written to standard error."""
        return self.cost().stderr

    def lines_said(self) -> int:
        """Count all lines that it has written to standard error."""
        return self.expense.lines

    def last_words(self) -> str:
        """Give the last lines of that, cut to what can be shown."""
        return "\n".join(line[-STDERR_COLUMNS:] for line in self.said().strip().splitlines()[-STDERR_LINES:])

    def mark(self, what: str, data: bytes = b"") -> None:
        """Write down what happens now; pieces that come one right after the other are one event."""
        at_s = time.monotonic() - self._began
        last = self.events[-1] if self.events else None
        together = at_s - self._last_s < TOGETHER_S or self._since.had_s() < TOGETHER_S
        if data and last and last.what == what and together:
            joined = (last.data + data)[:EVENT_BYTES]
            self.events[-1] = Event(last.at_s, what, joined, last.pieces + 1)
        else:
            self.events.append(Event(at_s, what, data[:EVENT_BYTES]))
            del self.events[:-EVENTS]
        self._last_s = at_s
        if data and (program := self.program()) is not None:
            self._since = Span(program)

    def _poll(self, program: Program, writing: bool, timeout_ms: int, *, output: bool = True) -> set[int]:
        poller = select.poll()
        poller.register(program.control, select.POLLIN)
        if output and not self.closed:
            poller.register(program.stdout, select.POLLIN)
        if self._open_stderr:
            poller.register(program.stderr, select.POLLIN)
        if writing:
            poller.register(program.stdin, select.POLLOUT)
        return {descriptor for descriptor, _ in poller.poll(timeout_ms)}

    def _send(self, program: Program, data: bytes) -> bytes:
        """Write what the pipe takes; give the rest."""
        with contextlib.suppress(BlockingIOError):
            try:
                return data[os.write(program.stdin, data) :]
            except BrokenPipeError:
                self.mark("it had closed its input")
                return b""
        return data

    def _hear_stderr(self, program: Program) -> None:
        part = os.read(program.stderr, READ_BYTES)
        self.expense.keep(part)
        self.aside += len(part)
        self._open_stderr = bool(part)


def wait_ms(left_s: float) -> int:
    """Give how long to wait at once, with so much time left; if that is up, as long as between two looks."""
    return math.ceil(1000 * min(left_s, TICK_S) if left_s > 0 else 1000 * TICK_S)
