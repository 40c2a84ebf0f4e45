"""What a program may use."""

from __future__ import annotations

import dataclasses


@dataclasses.dataclass(frozen=True, slots=True)
class Limits:
    """What a player may use: seconds for a move; MiB of memory and number of processes of its whole tree; whether it
    may compute while the other is to move; seconds until it reads what it is told first. With a `clock` it has no
    seconds for a move but for a whole game, and some more for each move that it has made.
    """

    time_s: float = 10.0
    memory_mib: float = 1024.0
    processes: int = 256
    ponder: bool = False
    start_s: float = 10.0
    clock: tuple[float, float] | None = None

    @property
    def clock_s(self) -> float | None:
        """Give what is on a clock when a game begins, in seconds; None without one."""
        return self.clock and self.clock[0]

    def time(self) -> str:
        """Write the time for a move, or the clock as command lines have it."""
        return f"{self.time_s:g} s" if self.clock is None else "{:g}+{:g} s".format(*self.clock)

    def shown(self, time: str = "time per move") -> list[tuple[str, str]]:
        """Give them as a reader should know them, as (name, value); `time` says what the time is for."""
        return [
            (time if self.clock is None else "clock of a game", self.time()),
            *([("time to start", f"{self.start_s:g} s")] if self.start_s else []),
            ("memory", f"{self.memory_mib:g} MiB"),
            ("processes", f"{self.processes} at once"),
            *([("pondering", "allowed")] if self.ponder else []),
        ]


USUAL = Limits()
"""Of a game that says nothing else."""
