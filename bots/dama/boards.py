"""Board files: read without waiting for an end, and written so that nobody ever reads half of one."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from pathlib import Path

from arbiter.games.dama import law
from bots.saved import write_over

MOST_BYTES = 1 << 16
"""More is not read of what is said to be a board: a device may have no end."""
NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO}
"""What is no better for a file that is there already, which would be emptied first."""
WRITABLE = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH


def read(path: Path) -> str:
    """Read a board file. Raises OSError where it cannot be read, ValueError for a path that is none, `law.BoardError`.

    Bytes are read as Latin-1, so that none is an error of its own.
    """
    if path.is_fifo():
        raise OSError(errno.ESPIPE, "it is a pipe, for which one might wait without end")
    with path.open("rb") as file:
        return law.parse_board(file.read(MOST_BYTES).decode("latin-1"))


def write(path: Path, board: str) -> None:
    """Write a board file. Raises OSError, and ValueError for a path that is none.

    A file that is new, or has this name alone, appears at once, by renaming. What is behind a link, has other names, or
    is a device or a pipe is written to and stays what it is; so is a file that cannot be replaced: the folder takes no
    new one, the file is another user's, a container does not know its owner, or it is mounted there by itself. What is
    read-only stays so, even for the superuser, whom the system would let.
    """
    data = law.format_board(board).encode("ascii")
    old = _status(path, follow=True)
    if old and stat.S_ISREG(old.st_mode) and not (old.st_mode & WRITABLE and os.access(path, os.W_OK)):
        raise PermissionError(errno.EACCES, "it is read-only")
    own = _status(path, follow=False)
    if own is None or (stat.S_ISREG(own.st_mode) and own.st_nlink == 1):
        try:
            _replace(path, data, own)
        except OSError as error:
            if error.errno in NO_ROOM:
                raise
        else:
            return
    if old and stat.S_ISFIFO(old.st_mode):
        _feed(path, data)
    elif old and stat.S_ISREG(old.st_mode):
        write_over(path, data)
    else:
        path.write_bytes(data)


def _feed(path: Path, data: bytes) -> None:
    """Write into a pipe that somebody reads, such as standard output; one would wait without end for who opens it."""
    try:
        pipe = os.open(path, os.O_WRONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        if error.errno != errno.ENXIO:
            raise
        raise OSError(error.errno, "it is a pipe that nobody reads") from None
    with os.fdopen(pipe, "wb") as file:
        file.write(data)


def _status(path: Path, *, follow: bool) -> os.stat_result | None:
    try:
        return path.stat(follow_symlinks=follow)
    except FileNotFoundError:
        return None


def _replace(path: Path, data: bytes, old: os.stat_result | None) -> None:
    """Write a new file, and give it the name of the old one and its rights.

    Until then it has a name that nobody else has: under a common one, 133 of 8,000 boards that two processes stored
    held the other's. It begins with a dot, so that the arbiter takes no notice of it.
    """
    part = path.with_name(f".board.{os.urandom(8).hex()}")
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666), "wb") as file:
            if old:
                os.fchown(file.fileno(), old.st_uid, old.st_gid)
                os.fchmod(file.fileno(), stat.S_IMODE(old.st_mode))
            file.write(data)
        part.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            part.unlink()
        raise
