"""Read integers from a file descriptor as C's unbuffered `scanf("%d")` does, to the byte.

White space is skipped; an optional sign and decimal digits follow; the first byte that cannot continue the number ends
it and stays in the input. Nothing more than that byte is waited for. What C leaves undefined, numbers beyond `int`, is
read as glibc does on 64-bit machines: clamped to `long`, then cut to 32 bits.
"""

from __future__ import annotations

from bots.process import MARK, read

WHITESPACE = frozenset(b" \t\n\v\f\r")
DIGITS = frozenset(b"0123456789")
SIGNS = frozenset(b"+-")
END = -1
LONG_MAX = 2**63 - 1


class IntReader:
    """Integers of the file descriptor `fd`. Its `OSError`s pass through."""

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._chunk = b""
        self._at = 0
        self._before = 0
        self._ended = False

    @property
    def consumed(self) -> int:
        """Bytes of the input taken so far, without the one that ended a number."""
        return self._before + self._at

    def read(self) -> int:
        """Give the next integer; EOFError if the input ends before it, ValueError if something else is there."""
        while self._peek() in WHITESPACE:
            self._at += 1
        first = self._peek()
        if first == END:
            raise EOFError
        if first in SIGNS:
            self._at += 1
        if self._peek() not in DIGITS:
            raise ValueError(f"expected an integer after {self.consumed} bytes of input, found {self._found()}")
        return self._number(-1 if first == ord("-") else 1)

    def _number(self, sign: int) -> int:
        value = 0
        while (byte := self._peek()) in DIGITS:
            value = min(10 * value + byte - ord("0"), LONG_MAX + 1)  # clamped at each digit, for there may be millions
            self._at += 1
        value = min(sign * value, LONG_MAX)
        return (value + 2**31) % 2**32 - 2**31

    def _peek(self) -> int:
        """Give the next byte without taking it. As in C, the end of the input is final."""
        if self._at == len(self._chunk) and not self._ended:
            self._before += self._at
            self._at = 0
            self._chunk = read(self._fd, 4096)
            self._ended = not self._chunk
        return END if self._ended else self._chunk[self._at]

    def _found(self) -> str:
        byte = self._peek()
        if self.consumed == 0 and self._chunk.startswith(MARK):
            return "a byte order mark, EF BB BF, which an editor has put in front of them"
        return "its end" if byte == END else repr(bytes([byte]))[1:]
