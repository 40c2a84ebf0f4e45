"""Ataxx in several threads: one searches as it would alone, the others help it by what they put into its table.

Nobody waits for anybody: each goes through all depths by itself, and finds what another one has found before ("lazy
SMP"). When the time is up, the answer is that of whoever has finished most plies. With one thread nothing of this is
there, and a limit of nodes or plies finds the same each time.
"""

from __future__ import annotations

import threading

from native.ataxx.engine import Ataxx, Position
from native.common.context import Limits, Report

LOOKS = 3
"""For how many looks an answer within a time waits for helpers: one that had no core took 50 ms to stop on a machine
with seven busy processes. It stops by its own clock, too, and is waited for before the next search."""
LOOK_S = 0.001
"""How often a helper is told to stop until it does: it may be about to begin, and then forgets what it was told."""


class ThreadedAtaxx(Ataxx):
    """An Ataxx search in `threads` threads; where the system grants fewer, in those."""

    def __init__(self, hash_mib: int = 32, weights: bytes | None = None, threads: int = 1) -> None:
        super().__init__(hash_mib, weights)
        self._helpers = [Ataxx(partner=self) for _ in range(threads - 1)]
        self._at_work: list[tuple[Ataxx, threading.Thread]] = []

    def clear(self) -> None:
        """See `Engine`."""
        self._wait()
        super().clear()
        for helper in self._helpers:
            helper.clear()

    def stop(self) -> None:
        """See `Engine`."""
        super().stop()
        for helper in self._helpers:
            helper.stop()

    def search(self, position: Position, limits: Limits) -> Report:
        """Find the best move within `limits`, of which that of nodes is shared out; the report counts those of all."""
        self._wait()
        parts = len(self._helpers) + 1
        if limits.nodes:
            limits = limits._replace(nodes=-(-limits.nodes // parts))
        reports: list[Report] = []

        def help_by(helper: Ataxx) -> None:
            reports.append(helper.search(position, limits._replace(ready_s=None, depth=None)))

        try:
            for helper in self._helpers:
                thread = threading.Thread(target=help_by, args=(helper,), name="helper", daemon=True)
                thread.start()
                self._at_work.append((helper, thread))
        except RuntimeError:  # no more threads
            pass
        try:
            report = super().search(position, limits)
        finally:
            self._wait(LOOKS if limits.time_s else None)
        best = max([report, *reports], key=lambda one: (one.exact, one.depth))  # the first one's, if others are as good
        if not report.exact and not limits.depth and best.move is not None:
            report = best._replace(nodes=report.nodes, time_s=report.time_s)
        return report._replace(
            nodes=report.nodes + sum(other.nodes for other in reports),
            time_s=max(report.time_s, *(other.time_s for other in reports)) if reports else report.time_s,
        )

    def _wait(self, looks: int | None = None) -> None:
        """Make the helpers stop, and wait until they have, or for so many looks."""
        left = looks
        for helper, thread in self._at_work:
            while thread.is_alive() and left != 0:
                helper.stop()
                thread.join(LOOK_S)
                left = None if left is None else left - 1
            helper.stop()
        self._at_work = [(helper, thread) for helper, thread in self._at_work if thread.is_alive()]
