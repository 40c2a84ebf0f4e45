"""The bot as a process: unbuffered output, and signals as C programs have them.

What Python has in itself is imported and no more: `threading`, `signal`, `typing` and `contextlib` take three times as
long as all that stands here, and every bot begins with it.
"""

from __future__ import annotations

import _thread
import codecs
import errno
import io
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal
    from typing import Any, NoReturn

    from _typeshed import ReadableBuffer
else:
    signal = __import__("_signal")

INTERRUPTED = 128 + signal.SIGINT
NOT_WRITTEN = 1
STDIN, STDOUT, STDERR = 0, 1, 2
MARK = codecs.BOM_UTF8
"""What editors, those of Windows above all, put in front of a text (byte order mark)."""
AS_FAR_AS_IT_CAN = "bots.as_far_as_it_can"
"""How what is printed deals with what its encoding has no bytes for; a name that `codecs` knows."""


class OutputError(OSError):
    """Standard output cannot be written to, for its disk is full perhaps."""

    def __str__(self) -> str:
        """Say so for people."""
        return f"cannot write to standard output: {self.strerror}"


class InputError(OSError):
    """Standard input cannot be read, for it is closed perhaps."""

    def __str__(self) -> str:
        """Say so for people."""
        return f"cannot read standard input: {self.strerror}"


class _Output(io.FileIO):
    """Standard output of a bot that ends where it cannot be written to.

    There and then, for `argparse` takes no notice of errors, others would take them for those of a file that they
    read, and what is left in buffers would fail once more when Python ends.
    """

    def __init__(self, name: str) -> None:
        super().__init__(STDOUT, "w", closefd=False)
        self._program = name

    def write(self, data: ReadableBuffer) -> int:
        try:
            return super().write(data)
        except BlockingIOError:
            raise
        except OSError as error:
            give_up(self._program, OutputError(error.errno, error.strerror))


class _NoInput(io.RawIOBase):
    """Standard input where it is closed: whoever reads it hears why there is nothing."""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> NoReturn:
        raise InputError(errno.EBADF, os.strerror(errno.EBADF))


def set_up_streams(name: str) -> None:
    """Make bot `name` end with one line and status 1 when what is printed cannot be written.

    Standard streams that are closed get their numbers back, or the next file that is opened would have them, and be
    written to. Reading and writing them fails as before, but for standard error, where nobody listens.
    """
    for fd, mode in enumerate((os.O_WRONLY, os.O_RDONLY, os.O_WRONLY)):
        try:
            os.fstat(fd)
        except OSError:
            os.set_inheritable(os.open(os.devnull, mode), True)  # it gets the lowest number that is free: fd
    sys.stdin = sys.stdin or io.TextIOWrapper(io.BufferedReader(_NoInput()))
    sys.stderr = sys.stderr or os.fdopen(STDERR, "w", errors="backslashreplace", closefd=False)
    old = sys.stdout
    codecs.register_error(AS_FAR_AS_IT_CAN, _as_far_as_it_can)
    sys.stdout = io.TextIOWrapper(io.BufferedWriter(_Output(name)), errors=AS_FAR_AS_IT_CAN)
    if isinstance(old, io.TextIOWrapper):  # else it is closed, and what is printed is to fail
        sys.stdout.reconfigure(
            encoding=old.encoding,
            errors=AS_FAR_AS_IT_CAN,  # or it is strict, with the encoding
            line_buffering=old.line_buffering,
            write_through=old.write_through,
        )


def _as_far_as_it_can(error: UnicodeError) -> tuple[str | bytes, int]:
    r"""Print names of files as they are, whatever their bytes, and what the encoding cannot say as `\xef`.

    Python itself can do one or the other, and stops where a word of a person's language meets an output of ASCII.
    """
    if not isinstance(error, UnicodeEncodeError):
        raise error
    code = ord(error.object[error.start])
    if 0xDC80 <= code <= 0xDCFF:  # how Python carries a byte that is no text
        return bytes([code - 0xDC00]), error.start + 1
    return ascii(chr(code))[1:-1], error.start + 1


def give_up(name: str, error: OutputError) -> NoReturn:
    """End the process, in whatever thread, with a line that says why."""
    note(f"{name}: {error}")
    os._exit(NOT_WRITTEN)


def read(fd: int, size: int) -> bytes:
    """Read what is there, at most `size` bytes, none at the end; raises OSError, at standard input an InputError."""
    try:
        return os.read(fd, size)
    except OSError as error:
        if fd != STDIN:
            raise
        raise InputError(error.errno, error.strerror) from None


def unmarked(line: str) -> str:
    """Give a line without a byte order mark in front of it, by whatever encoding standard input has read that."""
    for encoding in ("utf-8", "ascii", "latin-1"):
        line = line.removeprefix(MARK.decode(encoding, "surrogateescape"))
    return line


def write(fd: int, text: str) -> None:
    """Write all of `text` at once, names of files as they are; raises OSError, at standard output an OutputError."""
    write_bytes(fd, text.encode(errors="surrogateescape"))


def write_bytes(fd: int, data: bytes) -> None:
    """Write all of `data` as `write` does."""
    try:
        while data:
            data = data[os.write(fd, data) :]
    except OSError as error:
        if fd != STDOUT:
            raise
        raise OutputError(error.errno, error.strerror) from None


def note(line: str | bytes) -> None:
    """Write a line to standard error, if there is one: `print` would turn to standard output where there is none."""
    try:
        write_bytes(STDERR, (line.encode(errors="backslashreplace") if isinstance(line, str) else line) + b"\n")
    except OSError:
        return


def set_up_signals() -> None:
    """Make Ctrl-C end the process with status 130, and a closed output end it as it ends any program, by SIGPIPE.

    Python runs its own handlers only between bytecodes, so that a search in C would hold them up; a thread that waits
    for the signal is not held up. Everything that a bot writes is unbuffered: nothing is lost.
    """
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:  # else the parent has it ignored
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        signal.signal(signal.SIGINT, signal.default_int_handler)  # for whoever lets it through again
        terminal = __import__("termios").tcgetattr(STDIN) if os.isatty(STDIN) else None
        _thread.start_new_thread(_leave_on_interrupt, (terminal,))


def _leave_on_interrupt(terminal: list[Any] | None) -> None:
    """Wait for Ctrl-C and leave, the terminal as it was: who edits lines sees every key, and echoes none by itself."""
    signal.sigwait({signal.SIGINT})
    if terminal is not None:
        termios = __import__("termios")
        try:
            termios.tcsetattr(STDIN, termios.TCSANOW, terminal)
        except termios.error:
            terminal = None
    if os.isatty(STDERR):
        note("")  # the shell's prompt belongs on a line of its own
    os._exit(INTERRUPTED)
