"""What a player uses: seconds, CPU, memory, cores and pages it waited for, and what it writes to standard error."""

from __future__ import annotations

import time
from pathlib import Path

from arbiter.games.players import Turn
from arbiter.host.launch import Program, Protection
from arbiter.host.measure import others_cpu_s
from arbiter.host.steal import Steal
from arbiter.host.threads import Fetches
from arbiter.play.record import Cost

STDERR_BYTES = 4096
"""How much of the end of a player's standard error is kept for each game."""
STDERR_TURN_BYTES = 1024
"""And for each move."""
BUSY_LIMITS = 9
"""How many times the limit a program is given again at most, when the machine is busy."""
STEAL_S = 0.05
"""So often steal time is looked at, as that takes 20 us: what was stolen so shortly before a move counts, too."""
BRIEF_S = 0.005
"""On the clock of a game nobody looks what was stolen from a shorter move: an instant one would take twice as long."""


class Expense:
    """The account of one game, and within it of the move that is being asked for. All times are seconds."""

    def __init__(self) -> None:
        """Begin with nothing, of a program that does not run."""
        self.program: Program | None = None
        self.peak_mib = 0.0
        self.protections = Protection(0)
        self.processes = 0  # when the last program ended or was killed
        self.others_cpu_s = 0.0  # of all its descendants, as far as somebody has looked
        self._steal = Steal()  # since the last look
        self._fetches = Fetches(0.0)  # of this move
        self._stderr = bytearray()
        self.lines = 0  # that were kept, in all
        self._said = bytearray()  # the same, of this move
        self.begin(None)

    def begin(self, program: Program | None) -> None:
        """Count from zero; a program that runs has used CPU before, for other games."""
        self.program = program
        self._wall_s = self.peak_mib = 0.0
        self._cpu_before_s = self._cpu_now_s = self._used_s = self.idle_cpu_s = 0.0
        self.cpu_asked_s = self._others_asked_s = 0.0  # used until the move was asked for, by all and by descendants
        self.cpu_answered_s: float | None = None  # since then it is not on move; None until its first answer
        self.answered = 0.0  # the time of that
        self._lag_before_s = self._lag_now_s = 0.0
        self._lag_asked_s: float | None = None  # of a move that takes so long that it matters
        self._ready: dict[Path, float] | None = None  # who wanted a core when its time was up
        self._stderr.clear()
        self._said.clear()
        if program is not None:
            program.reset_peak()
            self._cpu_before_s, self._lag_before_s = self._cpu_s(), program.waited_s()

    def started(self, program: Program) -> None:
        """Go on with a program that has just begun."""
        self.program, self.others_cpu_s = program, 0.0

    def ended(self, program: Program) -> None:
        """Kill the program with every descendant, and take what it has used until then."""
        self.peak_mib = max(self.peak_mib, program.peak_mib())
        self._lag_now_s = max(self._lag_now_s, program.waited_s())
        ending = program.kill()
        self.program = None
        self.processes, self._cpu_now_s = ending.processes, max(self._cpu_now_s, ending.cpu_s)

    # ---- a move ----------------------------------------------------------------------------------------------------

    def asking(self) -> None:
        """Begin the account of a move, of which the channel tells the times."""
        self._lag_asked_s = self._ready = None
        self._fetches.seconds = 0.0
        self._others_asked_s = self._others_now_s() if self.others_cpu_s else 0.0

    def look(self, now_s: float) -> None:
        """Look at steal time before a move is asked for: what is stolen counts from now on, unless it does already."""
        if now_s >= self._steal.began_s + STEAL_S:
            self._steal = Steal()

    def look_for_pages(self, now_s: float, asked_s: float) -> None:
        """Look whether the program waits for a page of its memory, in a move that it was asked for then."""
        if self.program is not None:
            self._fetches.look(self.program.fetches(), now_s, asked_s)

    def asked_at(self, own_cpu_s: float, waited_s: float | None = None) -> None:
        """Go on with the CPU time that the program itself had used when the move was asked for, and how long it had
        waited for a core, where that matters.
        """
        self._lag_asked_s = waited_s
        self.cpu_asked_s = own_cpu_s + self._others_asked_s
        self.waited(self.cpu_asked_s)

    def asked(self) -> float:
        """Begin the account of a move; give the monotonic time."""
        self.look(time.monotonic())
        self.asking()
        if self.program is not None:
            self.asked_at(self.program.cpu_s(), self.program.waited_s())
        return time.monotonic()

    def waited(self, cpu_s: float) -> None:
        """End the account of the other's turn, at that CPU time."""
        if self.cpu_answered_s is not None:
            self.idle_cpu_s += max(0.0, cpu_s - self.cpu_answered_s)
            self.cpu_answered_s = None

    def took(self, seconds: float, used_s: float | None = None) -> None:
        """End the account of a move that took so long, for which the program itself used `used_s` of CPU, if known."""
        self._wall_s += seconds
        others_s = self._others_now_s() - self._others_asked_s if self.others_cpu_s else 0.0
        self._used_s = self.used_s() if used_s is None else used_s + others_s
        if self._lag_asked_s is not None and self.program is not None:  # it may be gone before the game is
            self._lag_now_s = max(self._lag_now_s, self.program.waited_s())

    def moved(self, time_s: float, used_s: float, asked_s: float, cpu_s: float, now_s: float, line: bytes) -> Turn:
        """Give the record of a move that was asked for and made in one call, by a program without descendants; keep the
        account: what `asked_at`, `took` and `turn` do. `asked_s` and `cpu_s` are its CPU time before and after.
        """
        answered_s = self.cpu_answered_s
        if answered_s is not None and asked_s > answered_s:
            self.idle_cpu_s += asked_s - answered_s
        self._wall_s += time_s
        self.cpu_asked_s, self._used_s, self.cpu_answered_s, self.answered = asked_s, used_s, cpu_s, now_s
        if self._said:
            return self.turn(line.decode("latin-1"), time_s)
        return tuple.__new__(Turn, (line.decode("latin-1"), time_s, used_s, ""))  # half the time of `Turn(...)`

    def keep(self, part: bytes) -> None:
        """Keep the end of what the program writes beside its answers."""
        self._stderr += part
        self.lines += part.count(b"\n")
        del self._stderr[:-STDERR_BYTES]
        self._said += part
        del self._said[:-STDERR_TURN_BYTES]

    def turn(self, move: str, time_s: float) -> Turn:
        """Give the record of a move that the player has just made, with what it used and wrote for it."""
        used_s = self._used_s
        self.cpu_answered_s, self.answered = self.cpu_asked_s + used_s, time.monotonic()
        cpu_s = used_s if used_s > 0.0 else 0.0  # less than nothing if it has ended meanwhile
        said = bytes(self._said).decode("utf-8", "replace")
        self._said.clear()
        return Turn(move, time_s, cpu_s, said)

    def used_s(self) -> float:
        """Give the CPU time of this move."""
        return self._cpu_s() - self.cpu_asked_s

    def lag_s(self) -> float:
        """Give the time of this move for which the machine kept the program: it was ready to run and had no core, or
        its core had none, or it waited for a page.
        """
        return self._waited_s() + (0.0 if self._lag_asked_s is None else self._steal.seconds() + self._fetches.seconds)

    def _waited_s(self) -> float:
        if self._lag_asked_s is None:
            return 0.0
        waited_s = self.program.waited_s() if self.program is not None else self._lag_now_s
        return max(0.0, waited_s - self._lag_asked_s)

    def of_move(self) -> str:
        """Tell what this move has used so far."""
        lag_s = self.lag_s()
        busy = f"; {lag_s:.2f} s of waiting for a busy machine were considered" if lag_s >= 0.01 else ""
        return f"CPU time it used for it: {self.used_s():.2f} s{busy}"

    def is_late(self, elapsed_s: float, time_s: float, *, silent: bool = False) -> bool:
        """Tell whether a move whose time is up is late. What the machine kept from the program is given again.

        That is at most the time that neither it nor its descendants used: they may be what kept it from its core. Of
        who is `silent` the kernel has not counted the wait that is not over yet.
        """
        most_s = BUSY_LIMITS * time_s
        if self.program is None or elapsed_s > time_s + most_s:
            return True
        lag_s = min(self.lag_s(), most_s)
        if elapsed_s > time_s + lag_s:
            if not silent or not self._is_kept():
                return True
            lag_s = most_s
        self.see(others_cpu_s(self.program))
        return elapsed_s > time_s + max(0.0, min(lag_s, elapsed_s - self.used_s()))

    def _is_kept(self) -> bool:
        """Tell whether anything of the program has wanted a core, and had none, since this was last asked."""
        assert self.program is not None
        before, self._ready = self._ready, self.program.ready()
        return any(before is None or before.get(thread) == cpu_s for thread, cpu_s in self._ready.items())

    def charged(self, elapsed_s: float) -> float:
        """Give the seconds of a move that count on the clock of a game: what the machine kept is given again."""
        lag_s = self.lag_s() if elapsed_s > BRIEF_S else self._waited_s()
        if self.program is None or not lag_s:
            return elapsed_s
        self.see(others_cpu_s(self.program))
        return elapsed_s - max(0.0, min(lag_s, elapsed_s - self.used_s()))

    # ---- a game ----------------------------------------------------------------------------------------------------

    def cost(self) -> Cost:
        """Give what the player has used since `begin`."""
        if self.program is not None:
            self.peak_mib = max(self.peak_mib, self.program.peak_mib())
            self.peak_mib = max(self.peak_mib, self.program.held_mib(self.peak_mib))
            self.see(others_cpu_s(self.program))
            self._cpu_now_s = max(self._cpu_now_s, self._cpu_s())
            if self.cpu_answered_s is not None:
                self.idle_cpu_s += max(0.0, self._cpu_now_s - self.cpu_answered_s)
                self.cpu_answered_s = self._cpu_now_s
            self._lag_now_s = max(self._lag_now_s, self.program.waited_s())
        text = bytes(self._stderr).decode("utf-8", "replace")
        cpu_s, lag_s = self._cpu_now_s - self._cpu_before_s, self._lag_now_s - self._lag_before_s
        shut_in = self.protections.value
        return Cost(self._wall_s, max(0.0, cpu_s), self.peak_mib, text, max(0.0, lag_s), shut_in, self.idle_cpu_s)

    def largest_mib(self) -> float:
        """Give the largest that the program has been in this game, however short the moment."""
        return max(self.peak_mib, self.program.peak_mib() if self.program else 0.0)

    def see(self, others_s: float) -> None:
        """Take note of the CPU seconds of all descendants. Some that are gone are not told of later."""
        self.others_cpu_s = max(self.others_cpu_s, others_s)

    def refreshed_s(self) -> float:
        """Give the CPU seconds of the program and, if it ever had any, of its descendants until now."""
        if self.others_cpu_s:
            self._others_now_s()
        return self._cpu_s()

    def _others_now_s(self) -> float:
        if self.program is not None:
            self.see(others_cpu_s(self.program))
        return self.others_cpu_s

    def _cpu_s(self) -> float:
        return (self.program.cpu_s() if self.program else 0.0) + self.others_cpu_s
