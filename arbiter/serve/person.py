"""A person at a table: a player (`arbiter.games.players.Player`) whose answers come from a page."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from arbiter.games.players import End, Patience, Pick, PlayerError, Turn
from arbiter.host.guards import Guards
from arbiter.host.launch import Program
from arbiter.host.limits import Left, Limits
from arbiter.host.measure import Usage
from arbiter.play.expense import Expense
from arbiter.play.record import Cost
from arbiter.play.watch import Watch
from arbiter.serve.wire import Wire

WAIT_S = 0.1
"""Longest time between two looks at the program that waits for a person."""

T = TypeVar("T")


class Person:
    """Somebody who has all the time of the world, unless the game has a clock."""

    def __init__(self, seat: int, limits: Limits, wire: Wire, overhear: Callable[[], None]) -> None:
        """Sit down as A (0) or B (1); `overhear` looks, while a person thinks, for what a program says meanwhile."""
        self.seat, self.limits = seat, limits
        self.left: Left | None = None
        self.begins: Callable[[], Left | None] = lambda: limits.begun
        """What is on the clock when a game begins."""
        self.fresh, self.remark = False, ""
        self.expense, self.watch = Expense(), Watch(())
        self._wire, self._overhear, self._used_s = wire, overhear, 0.0
        self.wanted: Sequence[str] = ()
        """The answers that are allowed; none when it is not asked."""
        self.answer: str | None = None

    def begin(self, arguments: Sequence[str] = (), folder: Path | None = None) -> None:
        """Set the clock."""
        self.left, self._used_s = self.begins(), 0.0
        self.wanted, self.answer = (), None

    def ask(self, question: bytes, pick: Pick | None = None, *, time_s: float | None = None) -> tuple[bytes, float]:
        """Show the legal moves, a line each, and wait for one. Raises PlayerError, and what ends the game."""
        return self._wait(question.decode().split("\n"))

    def exchange(self, question: bytes, whole: Callable[[bytes], bool] = bool) -> tuple[bytes, float]:
        """Show a hand, and wait for a row of it. Raises PlayerError."""
        return self._wait(())

    def _wait(self, wanted: Sequence[str]) -> tuple[bytes, float]:
        asked, self.answer, self.wanted = time.monotonic(), None, wanted
        self._wire.tell("asked", seat=self.seat, moves=list(wanted), left_s=self.left and self.left.seconds)
        while self.answer is None:
            now = time.monotonic()
            if self.left is not None and now - asked > self.left.seconds:
                raise PlayerError(self, End.TIMEOUT, f"no move within the {self.left.seconds:.2f} s that were left")
            self.watch.look(now)
            self.watch.look_at_who_waits(self, now)
            self._overhear()
            if self.answer is None:
                self._wire.listen(WAIT_S)
        seconds, answer, self.wanted = time.monotonic() - asked, self.answer, ()
        self._used_s += seconds
        if self.left is not None and self.limits.clock is not None:
            self.left = self.limits.clock.after(self.left, seconds)
        return answer.encode(), seconds

    def turn(self, move: str, time_s: float) -> Turn:
        """Give the record of a move."""
        return Turn(move, time_s)

    def reply(self, question: bytes) -> Turn:
        """Give the record of an answer."""
        line, seconds = self.ask(question)
        return self.turn(line.decode(), seconds)

    def resign(self) -> PlayerError:
        """Give what ends the game."""
        return PlayerError(self, End.RESIGNED, "")

    def cost(self) -> Cost:
        """Give the time that it took."""
        return Cost(wall_s=self._used_s)

    # ---- what is asked of programs only ----------------------------------------------------------------------------

    def program(self) -> Program | None:
        """Give none."""
        return None

    def note(self, usage: Usage) -> None:
        """Take no note."""

    def check(self, *, alive: bool = True, pick: Pick | None = None) -> None:
        """Find nothing."""

    def check_memory(self, peak_mib: float | None = None) -> None:
        """Find nothing."""

    def tell(self, message: bytes) -> None:
        """Say nothing: a person sees the board."""

    def wait(self, look: Callable[[], T | None], age_s: Callable[[], float] = lambda: 0.0) -> tuple[T, float]:
        """Refuse: no person writes files."""
        raise NotImplementedError

    def patience(self) -> Patience:
        """Refuse, for the same reason."""
        raise NotImplementedError

    def kill(self) -> None:
        """Let a person live."""

    def dismiss(self, until: float) -> None:
        """Let a person go."""


class Armchair:
    """Where a person sits (`arbiter.play.table.Place`)."""

    def __init__(self, name: str, make: Callable[[], Person]) -> None:
        """Take the name that records have, and what makes the person."""
        self.name, self._make = name, make

    def player(self, core: int, guards: Guards) -> Person:
        """Make the person."""
        return self._make()
