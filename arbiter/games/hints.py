"""Guesses at what is wrong with a line that should be a move."""

from __future__ import annotations

import re
from collections.abc import Callable


def explain(line: bytes, rest: bytes, candidates: str, is_move: Callable[[str], bool]) -> str:
    """Say what is wrong with a line that is no answer, and what may follow it.

    `candidates` is a pattern of what looks like a move; `is_move` tells whether a text could be played here.
    """
    text = line.decode("latin-1")

    def found(where: bytes) -> str | None:
        words = re.findall(candidates, where.decode("latin-1"))
        return next((word for word in words if is_move(" ".join(re.findall("[^ ,;:]+", word)))), None)

    if text.endswith("\r") and is_move(text[:-1]):
        return "the line ends with CR LF, `\\r\\n`, where one newline, `\\n`, is expected"
    if not text.strip() and found(rest) is not None:
        return "an empty line stands before the move"
    if is_move(text.strip()):
        return "there are blanks around the move"
    if (move := found(line)) is not None:
        return f"there is other text around the move `{move}`; only the move belongs on standard output"
    if (move := found(rest)) is not None:
        return f"other text stands before the move `{move}`; only moves belong on standard output"
    return "that is not written as a move"
