"""What the threads of processes have used, and whether they want a core: what /proc says of each."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

WANTING = b"RD"
"""States of a thread that has something to do: it wants a core, or waits for a disk."""
STOPPED, RUNNING, FETCHING = b"T", b"R", b"D"
SPAWNING = (b"56", b"58", b"435") if os.uname().machine == "x86_64" else (b"220", b"435")
"""The calls clone, vfork and clone3, whose callers may wait for their child."""


class Use(NamedTuple):
    """What a thread has used: CPU seconds, and seconds in which it waited for a core."""

    cpu_s: float
    waited_s: float


def uses(pid: int) -> Iterator[tuple[Path, Use]]:
    """Give each thread of a process and of its descendants, as its folder in /proc, with what it has used."""
    todo = [pid]  # no recursion: a chain of processes may be longer than Python's stack is deep
    while todo:
        with contextlib.suppress(OSError):  # it is gone
            for thread in Path(f"/proc/{todo.pop()}/task").iterdir():
                yield thread, use(thread)
                todo += map(int, (thread / "children").read_text().split())


def use(thread: Path) -> Use:
    """Give what a thread has used; nothing if it is gone."""
    try:
        cpu_ns, waited_ns, _ = map(int, (thread / "schedstat").read_bytes().split())
    except (OSError, ValueError):
        return Use(0.0, 0.0)
    return Use(cpu_ns / 1e9, waited_ns / 1e9)


def wants(thread: Path, states: bytes = WANTING) -> bool:
    """Tell whether a thread is in one of these states."""
    try:
        return (thread / "stat").read_bytes().rpartition(b")")[2].split()[0] in states
    except (OSError, IndexError):
        return False


def fetches(thread: Path) -> bool:
    """Tell whether a thread waits for a page of its memory, such as one of its code, which the system had put away.

    It waits for a disk then, and in no call of the system, which the kernel shows as call -1: in some calls a program
    can wait as long as it likes.
    """
    try:
        return wants(thread, FETCHING) and (thread / "syscall").read_bytes().startswith(b"-1 ")
    except OSError:
        return False


class Fetches:
    """The seconds in which a thread waited for pages, as far as somebody looked; the kernel counts them for nobody."""

    def __init__(self, began_s: float) -> None:
        """Begin at a monotonic time."""
        self.seconds, self.looked_s = 0.0, began_s

    def look(self, fetching: bool, now_s: float, since_s: float = 0.0) -> None:
        """Look again: who waits for a page now has waited since the last look, or since a later moment."""
        if fetching:
            self.seconds += now_s - max(since_s, self.looked_s)
        self.looked_s = now_s


def is_kept(thread: Path) -> bool:
    """Tell whether the machine keeps a thread that has something to do: it wants a core, or waits for a disk.

    Who waits for a child by vfork, as long as that likes, looks like who waits for a disk, but for the call.
    """
    if not wants(thread, FETCHING):
        return wants(thread, RUNNING)
    try:
        return (thread / "syscall").read_bytes().partition(b" ")[0] not in SPAWNING
    except OSError:  # the kernel does not tell
        return True


def sleeps(thread: Path) -> bool:
    """Tell whether a thread waits for a time."""
    try:
        return b"nanosleep" in (thread / "wchan").read_bytes()
    except OSError:
        return False


def first_of(pid: int) -> Path:
    """Give the first thread of a process."""
    return Path(f"/proc/{pid}/task/{pid}")


def calling() -> Path:
    """Give the thread that asks."""
    return Path("/proc/thread-self")
