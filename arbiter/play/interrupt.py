"""Ctrl-C, SIGTERM, and a terminal that goes, as something to wait for, beside whatever else is waited for."""

from __future__ import annotations

import atexit
import contextlib
import os
import select
import signal
import stat
import time
from collections.abc import Callable
from types import FrameType, TracebackType
from typing import Any

Handler = Callable[[int, FrameType | None], Any] | int | None


NUMBERS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""Of the signals that are noted."""
REPEAT_S = 1.0
"""Within which a second signal says what the first one said: a manager of services may send one to a process and one to
its group. Only a later one ends what is being written."""


class Interrupt:
    """As long as the `with` block lasts, signals of NUMBERS end nothing but are noted: then `fileno()` is readable.

    An exception that comes out of the blue leaves halves behind: a descriptor closed but not noted as closed, a child
    that nobody knows of. So Ctrl-C is heard only where we wait. What was ignored before, as SIGHUP is by `nohup`, still
    is. For the main thread.
    """

    number = 0
    """The first signal that was noted, 0 if there is none."""

    def __enter__(self) -> Interrupt:
        """Begin to note it."""
        self._read, self._write = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
        self.number, self._noted_s, self._finishing = 0, 0.0, False
        self._before: dict[int, Handler] = {
            number: signal.signal(number, self._note)
            for number in NUMBERS
            if signal.getsignal(number) is not signal.SIG_IGN
        }
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Give all their former meaning back; if one has been noted, not before `REPEAT_S`."""
        for number, before in self._before.items():
            signal.signal(number, self._repeated(before) if self.number else before)
            if self.number:  # Python's last steps give a handler of ours up for the default, which kills
                atexit.register(signal.signal, number, signal.SIG_IGN)
        os.close(self._read)
        os.close(self._write)

    def fileno(self) -> int:
        """Give a descriptor that is readable once a signal has come; `number` is then the first one's."""
        return self._read

    @property
    def status(self) -> int:
        """Give the exit status of a program that is ended by the first signal; by Ctrl-C, if none was noted."""
        return 128 + (self.number or signal.SIGINT)

    def finish(self) -> None:
        """Take it that nobody waits for signals any more, as all is written now: the first is noted as before, but one
        that comes `REPEAT_S` later has its former meaning.
        """
        self._finishing = True

    def is_noted(self, within_s: float) -> bool:
        """Tell whether one has come, or comes now: what is sent to a group of processes does not reach all at once."""
        poller = select.poll()
        poller.register(self._read, select.POLLIN)
        return bool(poller.poll(1000 * within_s))

    def _note(self, number: int, frame: FrameType | None) -> None:
        if not self.number:
            self.number, self._noted_s = number, time.monotonic()
        elif self._finishing:
            self._repeated(self._before[number])(number, frame)
        with contextlib.suppress(BlockingIOError):  # pressed more often than a pipe holds
            os.write(self._write, b"!")

    def _repeated(self, before: Handler) -> Callable[[int, FrameType | None], None]:
        until_s = self._noted_s + REPEAT_S

        def heard(number: int, frame: FrameType | None) -> None:
            if time.monotonic() < until_s:
                return
            signal.signal(number, before)
            signal.raise_signal(number)

        return heard


def let_terminals_go() -> None:
    """Let what a terminal that is gone would be told go nowhere: to write there is an error, with games at stake."""
    poller = select.poll()
    with contextlib.suppress(OSError):  # a stream may be closed, and no descriptor left
        for stream in (1, 2):
            if stat.S_ISCHR(os.fstat(stream).st_mode):
                poller.register(stream, 0)
        for stream, _ in poller.poll(0):
            nowhere = os.open(os.devnull, os.O_WRONLY | os.O_CLOEXEC)
            os.dup2(nowhere, stream)
            os.close(nowhere)
