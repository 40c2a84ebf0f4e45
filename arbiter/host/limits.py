"""What a program may use."""

from __future__ import annotations

import dataclasses


@dataclasses.dataclass(frozen=True, slots=True)
class Limits:
    """What a player may use: seconds for a move; MiB of memory and number of processes of its whole tree; and whether
    it may compute while the other is to move.
    """

    time_s: float = 10.0
    memory_mib: float = 1024.0
    processes: int = 256
    ponder: bool = False

    def shown(self, clock: str = "time per move") -> list[tuple[str, str]]:
        """Give them as a reader should know them, as (name, value); `clock` says what the time is for."""
        return [
            (clock, f"{self.time_s:g} s"),
            ("memory", f"{self.memory_mib:g} MiB"),
            ("processes", f"{self.processes} at once"),
            *([("pondering", "allowed")] if self.ponder else []),
        ]


USUAL = Limits()
"""Of a game that says nothing else."""
