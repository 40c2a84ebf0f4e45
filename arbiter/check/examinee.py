"""The program that is examined: a player that may be given its input in any pieces, and whose output is only heard.

Where a `Player` judges, an `Examinee` writes down what happened and when.
"""

from __future__ import annotations

import contextlib
import os
import select
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from arbiter.games.dialogues import Event
from arbiter.host.launch import Ending, Program
from arbiter.play.player import READ_BYTES, Player
from arbiter.play.watch import wait_ms

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
    """A process of the program. `begin` starts it, `kill` ends it; both may only happen once."""

    events: list[Event]

    def begin(self, arguments: Sequence[str] = (), folder: Path | None = None) -> None:
        """Start the program. Raises PlayerError (NOT_STARTED)."""
        self.events = []
        self.closed = False  # its output
        self._open_stderr = True
        self._last_s = 0.0
        self._began = time.monotonic()
        super().begin(arguments, folder)

    def hear(
        self, message: bytes, enough: Callable[[bytes], bool], time_s: float, *, patient: bool = False
    ) -> tuple[bytes, bool]:
        """Write a message; give what comes until that is `enough`, the output ends or the time is up.

        The second value tells whether the time is up; who is `patient` gives again what a busy machine has taken.
        Raises PlayerError (MEMORY, PROCESSES).
        """
        if message:
            self.mark("we sent", message)
        asked = self.expense.asked()
        heard, unsent = b"", message
        while not self.closed and not (not unsent and enough(heard)) and len(heard) < FLOOD_BYTES:
            now = time.monotonic()
            if now >= self.watch.due:
                self.watch.look(now)
                self.expense.look()
            program = self._alive()
            left = asked + time_s - now
            if left <= 0 and (not patient or self.expense.is_late(now - asked, time_s)):
                return heard, True
            ready = self._poll(program, bool(unsent), wait_ms(left))
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

    def end_input(self) -> None:
        """Close its standard input."""
        self.mark("we ended its input")
        self._alive().end_input()

    def ending(self, time_s: float) -> Ending | None:
        """Tell how the program ended, None if it still runs after so many seconds."""
        program = self._alive()
        until = time.monotonic() + time_s
        while (ending := program.ending()) is None and (left := until - time.monotonic()) > 0:
            ready = self._poll(program, False, wait_ms(left), output=False)
            if program.stderr in ready:
                self._hear_stderr(program)
        return ending

    def last_words(self) -> str:
        """Give the last lines that it wrote to standard error."""
        return "\n".join(line[-STDERR_COLUMNS:] for line in self.cost().stderr.strip().splitlines()[-STDERR_LINES:])

    def mark(self, what: str, data: bytes = b"") -> None:
        """Write down what happens now."""
        now = time.monotonic() - self._began
        last = self.events[-1] if self.events else None
        if data and last and last.what == what and now - self._last_s < TOGETHER_S:
            joined = (last.data + data)[:EVENT_BYTES]
            self.events[-1] = Event(last.at_s, what, joined, last.pieces + 1)
        else:
            self.events.append(Event(now, what, data[:EVENT_BYTES]))
            del self.events[:-EVENTS]
        self._last_s = now

    def _alive(self) -> Program:
        """Give the program, if the watch has not had to kill it."""
        program = self.program()
        if program is None:
            self.check()  # raises what the watch has found
            raise RuntimeError("the program does not run")
        return program

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
        self._open_stderr = bool(part)
