"""The arbiter as a process: its standard streams, and when Ctrl-C raises."""

from __future__ import annotations

import io
import os
import signal
import sys
from types import TracebackType


def set_up_streams() -> bool:
    r"""Put /dev/null in the place of standard streams that are closed; tell whether standard output is open.

    Else the next file or pipe would get the number of a closed one, and what is meant for people would go there, or, as
    `print` does without a standard error, to standard output, which is for pages.

    What the encoding of standard output has no bytes for is written as `\xef`, as Python does at standard error: names
    of players are of all languages, and an output that says no more than ASCII is no reason to stop.
    """
    has_output = sys.stdout is not None
    for fd in range(3):
        try:
            os.fstat(fd)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)  # it gets the lowest number that is free: fd
    sys.stdin = sys.stdin or os.fdopen(0, "r", closefd=False)
    sys.stdout = sys.stdout or os.fdopen(1, "w", closefd=False)
    sys.stderr = sys.stderr or os.fdopen(2, "w", closefd=False)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    return has_output


class Interruptible:
    """As long as the `with` block lasts, Ctrl-C raises KeyboardInterrupt; before and after, it means what it meant."""

    def __enter__(self) -> None:
        """Let it raise, unless the parent has it ignored."""
        self._before = signal.getsignal(signal.SIGINT)
        if self._before is not signal.SIG_IGN:
            signal.signal(signal.SIGINT, signal.default_int_handler)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Give Ctrl-C its former meaning back."""
        signal.signal(signal.SIGINT, self._before)
