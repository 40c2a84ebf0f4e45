"""Ctrl-C, and SIGTERM, as something to wait for, beside whatever else is waited for."""

from __future__ import annotations

import contextlib
import os
import select
import signal
from types import TracebackType


class Interrupt:
    """As long as the `with` block lasts, Ctrl-C and SIGTERM end nothing but are noted: then `fileno()` is readable.

    An exception that comes out of the blue leaves halves behind: a descriptor closed but not noted as closed, a child
    that nobody knows of. So Ctrl-C is heard only where we wait. For the main thread.
    """

    def __enter__(self) -> Interrupt:
        """Begin to note it."""
        self._read, self._write = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
        self.number = 0
        self._before = {number: signal.signal(number, self._note) for number in (signal.SIGINT, signal.SIGTERM)}
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Give both their former meaning back."""
        for number, before in self._before.items():
            signal.signal(number, before)
        os.close(self._read)
        os.close(self._write)

    def fileno(self) -> int:
        """Give a descriptor that is readable once a signal has come; `number` is then the first one's."""
        return self._read

    def is_noted(self, within_s: float) -> bool:
        """Tell whether one has come, or comes now: what is sent to a group of processes does not reach all at once."""
        poller = select.poll()
        poller.register(self._read, select.POLLIN)
        return bool(poller.poll(1000 * within_s))

    def _note(self, number: int, _: object) -> None:
        self.number = self.number or number
        with contextlib.suppress(BlockingIOError):  # pressed more often than a pipe holds
            os.write(self._write, b"!")
