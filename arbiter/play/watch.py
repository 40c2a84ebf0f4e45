"""What both players use, looked at while either of them is waited for; and who computes when it is not its turn."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Sequence
from typing import Protocol

from arbiter.host.launch import Program
from arbiter.host.limits import Limits
from arbiter.host.measure import Usage, glance, measure
from arbiter.play.expense import Expense
from arbiter.play.patience import computes, settle

TICK_S = 0.02
"""Longest time between two looks while a program is waited for."""
LOOK_S = 0.002
"""Seconds between two looks for what a player does without its pipe, and until the first one at who waits."""
GLANCE_S = 0.001
"""A player that moves more often than that is not measured after each move: in a millisecond nobody grows by more than
10 MiB or so, and the two looks at /proc would take a seventh of the time of a quick move."""
SCAN_SHARE = 0.1
"""Share of the time that searching /proc for descendants may take in CPU time, which matters on machines with thousands
of processes; the peak of the programs themselves is looked at in every tick."""
BURNS = 0.1
"""Share of the time between two looks from which on a player that waits takes it from the other."""
CLEANING_S = 0.05
"""CPU seconds of a game that a player may use while it waits, in pieces too short to be seen."""
GIVEN_BACK_S = 0.1
"""How much of the time for which a program was stopped it gets at most, before it is asked, to do what it had begun."""


class Watched(Protocol):
    """A player, as the watch sees it."""

    limits: Limits
    expense: Expense

    def program(self) -> Program | None:
        """Give the program if it runs."""

    def note(self, usage: Usage) -> None:
        """Take what the watch has seen."""


class Watch:
    """Looks at memory and processes of the players of one game; `due` is the monotonic time of the next look.

    Who computes while it waits is frozen, at once after each of its moves from then on, and thawed before it is asked.
    """

    def __init__(self, players: Sequence[Watched]) -> None:
        """Watch these players; the first look is due as all others are."""
        self._players = players
        self.due, self._scan_due = time.monotonic() + TICK_S, 0.0
        self._glances: dict[Watched, float] = {}
        self._seen: dict[Watched, tuple[float, float, float]] = {}  # CPU at the answer, time of the look, CPU then
        self._burning: dict[Watched, Program] = {}
        self.frozen: dict[Watched, float] = {}
        """Who is stopped, since when: `thaw` has something to do for them, and for who uses more than `CLEANING_S`."""

    def look(self, now: float) -> None:
        """Measure every player and let it take note."""
        self.due = now + TICK_S
        running = [(player, program) for player in self._players if (program := player.program()) is not None]
        if now >= self._scan_due:
            smallest = min((player.limits.memory_mib for player, _ in running), default=0.0)
            began_s = time.thread_time()
            usages = measure([program for _, program in running], smallest)
            self._scan_due = now + (time.thread_time() - began_s) / SCAN_SHARE
        else:
            usages = [Usage(1, 0.0, player.expense.others_cpu_s) for player, _ in running]
        for (player, program), usage in zip(running, usages, strict=True):
            player.note(dataclasses.replace(usage, memory_mib=max(usage.memory_mib, program.peak_mib())))

    def glance(self, player: Watched, now: float) -> None:
        """Measure a player after its move, which it made `now`, if it has descendants, and not again within `GLANCE_S`;
        look closely if it seems too much.
        """
        if player in self._burning:
            self._freeze(player, now)
        if now < self._glances.get(player, 0.0):
            return
        self._glances[player] = now + GLANCE_S
        program = player.program()
        if program is None or not program.has_descendants():
            return
        usage = glance(program)
        if usage.memory_mib > player.limits.memory_mib or usage.processes > player.limits.processes:
            self._scan_due = 0.0
            self.look(time.monotonic())
        else:
            player.note(usage)

    # ---- who waits -------------------------------------------------------------------------------------------------

    def look_at_who_waits(self, asked: Watched, now: float) -> None:
        """Freeze who computes although another player has been asked: it has since its answer and does now, or has from
        one look to the next; and again if some of it has let the rest go on. Nobody is frozen before its first answer:
        it starts up.
        """
        for player in self._players:
            program, answered_s = player.program(), player.expense.cpu_answered_s
            if player is asked or program is None:
                continue
            if player in self._burning and player not in self.frozen:
                self._freeze(player, now)
                continue
            if answered_s is None:
                continue
            before = self._seen.get(player)
            if first := before is None or before[0] != answered_s:
                before = answered_s, player.expense.answered, answered_s
            if now < before[1] + LOOK_S:
                continue
            if program.has_descendants():
                player.note(glance(program))
            cpu_s = player.expense.refreshed_s()
            self._seen[player] = answered_s, now, cpu_s
            if cpu_s - before[2] > BURNS * (now - before[1]) and (not first or computes(program)):
                self._burning[player] = program
                self._freeze(player, now)

    def is_burning(self, player: Watched) -> bool:
        """Tell whether a player is to be frozen after each of its moves."""
        return player in self._burning

    def thaw(self, player: Watched) -> None:
        """Let a player go on that is to be asked, and do what it would have done by now: it may have begun to write."""
        since = self.frozen.pop(player, None)
        program = player.program()
        if since is not None and program is not None:
            player.expense.waited(player.expense.refreshed_s())
            program.freeze(stop=False)
            settle(program, min(time.monotonic() - since, GIVEN_BACK_S))
        if player.expense.idle_cpu_s > CLEANING_S and program is not None:
            self._burning[player] = program

    def _freeze(self, player: Watched, now: float) -> None:
        program = player.program()
        if program is not self._burning[player] or program is None:
            del self._burning[player]  # another one was started
        elif not player.limits.ponder:
            program.freeze()
            self.frozen.setdefault(player, now)
