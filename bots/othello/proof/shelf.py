"""Where certificates are written: never over one that is there, unless the same search wrote it and shows more now."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import itertools
import os
from collections.abc import Iterator
from pathlib import Path

from arbiter.games.othello import law
from bots.othello.proof import certificate
from bots.othello.proof.store import Store


class Shelf:
    """A folder, made if it is not there, for the certificates of one position."""

    def __init__(self, folder: Path, store: Store, position: law.Position) -> None:
        """Make the folder. Raises OSError where nothing can be written, before hours of work are lost."""
        self._folder, self._store, self._root = folder, store, law.format_position(position)
        folder.mkdir(parents=True, exist_ok=True)
        part = self._part()
        part.touch(exist_ok=False)
        part.unlink()

    def write(self, made: certificate.Certificate) -> Path:
        """Write a certificate, all or nothing; give its path, or that of a stronger one that this search, killed since,
        has left, or of the same one of another search, which stays the other's. Raises OSError.
        """
        data, side = certificate.packed(made), certificate.NAMES[made.side]
        part = self._part()
        try:
            part.write_bytes(data)
            with self._alone():
                for number in itertools.count(1):
                    path = self._folder / f"{side}{'' if number == 1 else f'.{number}'}.txt.gz"
                    if not os.path.lexists(path):
                        break
                    there = _bytes_of(path)
                    known = None if there is None else self._store.written(digest(there), self._root, side)
                    if (known is None and there == data) or (known is not None and known > made.margin):
                        return path
                    if known is not None:
                        break
                self._store.keep_written(digest(data), self._root, side, made.margin)
                part.replace(path)
        finally:
            part.unlink(missing_ok=True)
        return path

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep other searches from writing between a look and a replacement."""
        folder = os.open(self._folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            fcntl.flock(folder, fcntl.LOCK_EX)
            yield
        finally:
            os.close(folder)

    def _part(self) -> Path:
        return self._folder / f".certificate.{os.urandom(8).hex()}"


def _bytes_of(path: Path) -> bytes | None:
    """Give what may be a certificate of this search; None for what cannot be one."""
    if path.is_symlink() or not path.is_file():
        return None
    try:
        return path.read_bytes()
    except PermissionError:
        return None


def digest(data: bytes) -> bytes:
    """Give what a store knows a file by."""
    return hashlib.sha256(data).digest()
