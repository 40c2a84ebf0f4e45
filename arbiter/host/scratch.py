"""Folders that programs may write: whatever one has put there, they are looked at and removed.

A program can make folders that nobody may read, and nest them deeper than a path is long or Python's stack is deep.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from arbiter.host.paths import entries


def is_empty(folder: Path) -> bool:
    """Tell whether nothing is in a folder; of one that cannot be read nobody knows."""
    try:
        return not any(folder.iterdir())
    except OSError:
        return False


def remove(folder: Path) -> None:
    """Remove a folder with all that is in it, once whoever wrote there is gone; what cannot be removed stays.

    Folders in folders are moved up before these are removed: so no path gets long, and there is no recursion.
    """
    aside, moved = f"{folder}/.{os.urandom(16).hex()}", 0  # a name that nothing has there
    _unlock(str(folder))
    todo = [str(folder)]
    for at in todo:
        for entry in entries(at):
            with contextlib.suppress(OSError):
                if not entry.is_dir(follow_symlinks=False):
                    Path(entry.path).unlink()
                    continue
                _unlock(entry.path)  # to move it is to write in it: it gets another `..`
                moved += 1
                todo.append(str(Path(entry.path).rename(f"{aside}-{moved}")))
    for at in reversed(todo):
        with contextlib.suppress(OSError):
            Path(at).rmdir()


def _unlock(folder: str) -> None:
    with contextlib.suppress(OSError):
        Path(folder).chmod(0o700)
