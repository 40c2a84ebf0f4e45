"""What both players use, looked at while either of them is waited for."""

from __future__ import annotations

import dataclasses
import math
import time
from collections.abc import Sequence
from typing import Protocol

from arbiter.host.launch import Program, Usage, glance, measure
from arbiter.host.limits import Limits
from arbiter.play.expense import Expense

TICK_S = 0.02
"""Longest time between two looks while a program is waited for."""
LOOK_S = 0.002
"""Seconds between two looks for what a player does without its pipe."""
GLANCE_S = 0.001
"""A player that moves more often than that is not measured after each move: in a millisecond nobody grows by more than
10 MiB or so, and the two looks at /proc would take a seventh of the time of a quick move."""
SCAN_SHARE = 0.1
"""Share of the time that searching /proc for descendants may take, which matters on machines with thousands of
processes; the peak of the programs themselves is looked at in every tick."""


class Watched(Protocol):
    """A player, as the watch sees it."""

    limits: Limits
    expense: Expense

    def program(self) -> Program | None:
        """Give the program if it runs."""

    def note(self, usage: Usage) -> None:
        """Take what the watch has seen."""


class Watch:
    """Looks at memory and processes of the players of one game; `due` is the monotonic time of the next look."""

    def __init__(self, players: Sequence[Watched]) -> None:
        """Watch these players; the first look is due as all others are."""
        self._players = players
        self.due, self._scan_due = time.monotonic() + TICK_S, 0.0
        self._glances: dict[Watched, float] = {}

    def look(self, now: float) -> None:
        """Measure every player and let it take note."""
        self.due = now + TICK_S
        running = [(player, program) for player in self._players if (program := player.program()) is not None]
        if now >= self._scan_due:
            smallest = min((player.limits.memory_mib for player, _ in running), default=0.0)
            usages = measure([program for _, program in running], smallest)
            self._scan_due = now + (time.monotonic() - now) / SCAN_SHARE
        else:
            usages = [Usage(1, 0.0, player.expense.dead_cpu_s) for player, _ in running]
        for (player, program), usage in zip(running, usages, strict=True):
            player.note(dataclasses.replace(usage, resident_mib=max(usage.resident_mib, program.peak_mib())))

    def glance(self, player: Watched, now: float) -> None:
        """Measure a player after its move, which it made `now`, if it has descendants, and not again within `GLANCE_S`;
        look closely if it seems too much.
        """
        if now < self._glances.get(player, 0.0):
            return
        self._glances[player] = now + GLANCE_S
        program = player.program()
        if program is None or not program.has_descendants():
            return
        usage = glance(program)
        if usage.resident_mib > player.limits.memory_mib or usage.processes > player.limits.processes:
            self._scan_due = 0.0
            self.look(time.monotonic())
        else:
            player.note(dataclasses.replace(usage, dead_cpu_s=player.expense.dead_cpu_s))


def wait_ms(left_s: float) -> int:
    """Give how long to wait at once, with so much time left; if that is up, as long as between two looks."""
    return math.ceil(1000 * min(left_s, TICK_S) if left_s > 0 else 1000 * TICK_S)
