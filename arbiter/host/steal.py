"""Steal time: for how long the machine beneath gave the cores of this virtual one to somebody else (proc_stat(5))."""

from __future__ import annotations

import os
import time
from pathlib import Path

STAT = Path("/proc/stat")
SHARE = 0.05
"""Of the time; less is stolen from most virtual machines all the time, 1 to 2 % of what sleeps, and keeps nobody."""
_STEAL = 8
"""Where it stands behind the name of a core."""


class Steal:
    """What is stolen from now on."""

    def __init__(self) -> None:
        """Begin, at `began_s` of the monotonic clock."""
        self.began_s, self._before = time.monotonic(), _stolen()

    def seconds(self) -> float:
        """Give what the core of ours that lost most has lost, in hundredths; 0 if it is less than `SHARE`."""
        now, before = _stolen(), self._before
        ours = os.sched_getaffinity(0) & now.keys() & before.keys()
        lost_s = max((now[core] - before[core] for core in ours), default=0.0)
        return lost_s if lost_s >= SHARE * (time.monotonic() - self.began_s) else 0.0


def _stolen() -> dict[int, float]:
    """Give the seconds that each core has lost so far; nothing where nobody counts them."""
    try:
        lines = STAT.read_bytes().splitlines()
    except OSError:
        return {}
    cores = [words for line in lines if (words := line.split()) and words[0][:3] == b"cpu" and len(words) > _STEAL]
    numbers = [(words[0][3:], words[_STEAL]) for words in cores]
    tick_s = 1 / os.sysconf("SC_CLK_TCK")
    return {int(core): int(ticks) * tick_s for core, ticks in numbers if core.isdigit() and ticks.isdigit()}
