"""Lines of a file descriptor, however long, in bounded memory."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bots.process import MARK, read

LINE_BYTES = 4096
"""What is kept of a line; no command of the course is that long, but a comment may be."""
READ_BYTES = 1 << 16
_BLANKS = re.compile(rb"[ \t\r\f\v]+")


def read_lines(fd: int, most: int = LINE_BYTES) -> Iterator[tuple[bytes, bool]]:
    """Give each line without its newline, also a last one that has none, but `most` bytes; and whether it was cut.

    Of a line that is longer any number of blanks is one. A byte order mark in front of the first one is left out.
    Raises OSError.
    """
    line, mark = bytearray(), MARK
    while chunk := read(fd, READ_BYTES):
        *ends, rest = chunk.split(b"\n")
        for end in ends:
            _add(line, end, most)
            yield bytes(line[:most]).removeprefix(mark), len(line) > most
            line, mark = bytearray(), b""
        _add(line, rest, most)
    if line:
        yield bytes(line[:most]).removeprefix(mark), len(line) > most


def _add(line: bytearray, more: bytes, most: int) -> None:
    if len(line) <= most:  # else it is cut already
        line += more
        if len(line) > most:
            line[:] = _BLANKS.sub(b" ", line)
            del line[most + 1 :]  # one byte more tells that there were more
