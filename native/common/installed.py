"""The files that an installation has beside its programs: weights, levels, books and what is proved."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ANY_HEADER = zlib.MAX_WBITS | 32
"""Both zlib's own header and that of gzip."""


class InstallationError(Exception):
    """A file of the installation that is not there, or not as it was; it ends a program (`bots.run`)."""


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Let whatever keeps a file from being understood name the file. Raises InstallationError."""
    try:
        yield
    except (OSError, ValueError, zlib.error) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise InstallationError(f"{path} is broken, install arbitro again: {reason}") from error


def unpacked(path: Path) -> bytes:
    """Read a compressed file of an installation. Raises InstallationError."""
    with reading(path):
        unpack = zlib.decompressobj(ANY_HEADER)
        data = unpack.decompress(path.read_bytes())
        if not (data and unpack.eof) or unpack.unused_data:
            raise ValueError("it ends too late" if unpack.unused_data else "it ends too early")
    return data
