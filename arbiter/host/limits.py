"""What a program may use."""

from __future__ import annotations

import dataclasses


@dataclasses.dataclass(frozen=True, slots=True)
class Limits:
    """What a player may use: seconds for a move; MiB of resident memory and number of processes of its whole tree."""

    time_s: float = 10.0
    memory_mib: float = 1024.0
    processes: int = 256


USUAL = Limits()
"""Of a game that says nothing else."""
