"""Command lines of players."""

from __future__ import annotations

import functools
import os
import shlex
import sys
from pathlib import Path

from arbiter.host.paths import absolute


@functools.lru_cache(1024)
def split(command: str) -> tuple[str, ...]:
    """Split a command line as a shell does.

    Raises ValueError if it cannot be split, is empty, or holds what no program can be given: a zero byte, which ends a
    word wherever it stands, or a character that the encoding of this system's names does not have.
    """
    if "\0" in command:
        raise ValueError(f"the command line {command!r} holds a zero byte, which no program can be given")
    try:
        os.fsencode(command)
    except UnicodeEncodeError as error:
        what = f"{command[error.start]!r}, which names have not here ({sys.getfilesystemencoding()})"
        raise ValueError(f"the command line {command!r} holds {what}") from None
    try:
        argv = shlex.split(command)
    except ValueError as error:
        raise ValueError(f"the command line {command!r} cannot be split: {str(error).lower()}") from error
    if not argv or not argv[0]:
        raise ValueError("a player is a command line such as ./bot, not an empty text")
    return tuple(argv)


def from_here(argv: list[str]) -> list[str]:
    """Give the command line with the files of this folder as a program needs them that runs in another one."""
    return [absolute(word) if Path(word).is_file() else word for word in argv]
