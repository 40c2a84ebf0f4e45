"""What a program may use."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import NamedTuple


class Left(NamedTuple):
    """What is left on a clock: seconds; and how many moves have been made on it."""

    seconds: float
    made: int = 0


class Clock(NamedTuple):
    """The clock of a game: seconds when it begins, and more for each move. Unless `moves` is 0 those of the beginning
    come again after each so many moves.
    """

    start_s: float
    more_s: float = 0.0
    moves: int = 0

    def after(self, left: Left, spent_s: float) -> Left:
        """Give what is left after one more move, which took `spent_s`."""
        made = left.made + 1
        again_s = self.start_s if self.moves and made % self.moves == 0 else 0.0
        return Left(left.seconds + self.more_s + again_s - spent_s, made)

    def to_go(self, left: Left) -> int:
        """Give the moves that are left to make until there are seconds again, 0 if there never are."""
        return self.moves - left.made % self.moves if self.moves else 0

    def written(self, number: Callable[[float], str]) -> str:
        """Write it as command lines have it, seconds as `number` writes them."""
        return (f"{self.moves}/" if self.moves else "") + f"{number(self.start_s)}+{number(self.more_s)}"

    def __str__(self) -> str:
        """Write it for people."""
        return self.written("{:g}".format)


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
    clock: Clock | None = None

    @property
    def begun(self) -> Left | None:
        """Give what is on a clock when a game begins; None without one."""
        return self.clock and Left(self.clock.start_s)

    def time(self) -> str:
        """Write the time for a move, or the clock as command lines have it."""
        return f"{self.time_s:g} s" if self.clock is None else f"{self.clock} s"

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
