"""The bot as a process: unbuffered output, and signals as C programs have them."""

from __future__ import annotations

import contextlib
import os
import signal
import termios
import threading
from typing import Any

INTERRUPTED = 128 + signal.SIGINT
STDIN, STDERR = 0, 2


def write(fd: int, text: str) -> None:
    """Write all of `text` at once; raises OSError."""
    data = text.encode()
    while data:
        data = data[os.write(fd, data) :]


def note(line: str) -> None:
    """Write a line to standard error, if there is one: `print` would turn to standard output where there is none."""
    with contextlib.suppress(OSError):
        write(STDERR, f"{line}\n")


def set_up_signals() -> None:
    """Make Ctrl-C end the process with status 130, and a closed output end it as it ends any program, by SIGPIPE.

    Python runs its own handlers only between bytecodes, so that a search in C would hold them up; a thread that waits
    for the signal is not held up. Everything that a bot writes is unbuffered: nothing is lost.
    """
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # not where the parent has it ignored
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        terminal = termios.tcgetattr(STDIN) if os.isatty(STDIN) else None
        threading.Thread(target=_leave_on_interrupt, args=(terminal,), name="interrupt", daemon=True).start()


def _leave_on_interrupt(terminal: list[Any] | None) -> None:
    """Wait for Ctrl-C and leave, the terminal as it was: who edits lines sees every key, and echoes none by itself."""
    signal.sigwait({signal.SIGINT})
    if terminal is not None:
        with contextlib.suppress(termios.error):
            termios.tcsetattr(STDIN, termios.TCSANOW, terminal)
    if os.isatty(STDERR):
        note("")  # the shell's prompt belongs on a line of its own
    os._exit(INTERRUPTED)
