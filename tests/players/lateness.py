"""Late by so much of a program's own time, for players that must be late, however busy the machine is."""

import contextlib
import time
from pathlib import Path


def waited_s() -> float:
    """Give the seconds in which we wanted a core and had none, 0 if the kernel does not tell."""
    with contextlib.suppress(OSError, IndexError):
        return int(Path("/proc/self/schedstat").read_text().split()[1]) / 1e9
    return 0.0


def sleep(seconds: float) -> None:
    """Sleep, and longer by what the machine kept us waiting meanwhile, which an arbiter gives again."""
    until = time.monotonic() + seconds - waited_s()
    while (left_s := until + waited_s() - time.monotonic()) > 0:
        time.sleep(left_s)
