"""Ctrl-C as something to wait for, beside whatever else is waited for."""

from __future__ import annotations

import contextlib
import os
import signal
from types import TracebackType


class Interrupt:
    """As long as the `with` block lasts, Ctrl-C raises nothing but is noted: then `fileno()` is readable.

    An exception that comes out of the blue leaves halves behind: a descriptor closed but not noted as closed, a child
    that nobody knows of. So Ctrl-C is heard only where we wait. For the main thread.
    """

    def __enter__(self) -> Interrupt:
        """Begin to note it."""
        self._read, self._write = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
        self._before = signal.signal(signal.SIGINT, self._note)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Give Ctrl-C its former meaning back."""
        signal.signal(signal.SIGINT, self._before)
        os.close(self._read)
        os.close(self._write)

    def fileno(self) -> int:
        """Give a descriptor that is readable once Ctrl-C was pressed."""
        return self._read

    def _note(self, *_: object) -> None:
        with contextlib.suppress(BlockingIOError):  # pressed more often than a pipe holds
            os.write(self._write, b"!")
