"""What is heard of a running program: the loops that wait for it, and the verdicts on what it does wrong."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable
from typing import TypeVar

from arbiter.games.players import End, Pick, PlayerError
from arbiter.host.channel import CLOSED, GONE, HEARD, SAID, TAKES, Channel
from arbiter.host.guards import Guards
from arbiter.host.launch import Program, Protection
from arbiter.host.limits import Left, Limits
from arbiter.host.measure import Usage
from arbiter.host.view import View
from arbiter.play.expense import BUSY_LIMITS, Expense
from arbiter.play.record import Cost
from arbiter.play.starting import unguarded
from arbiter.play.watch import CLEANING_S, GLANCE_S, LOOK_S, Watch

LINE_BYTES = 1024
"""Longest answer; what is longer without a newline is no answer."""
OUTPUT_BYTES = 1 << 20
"""Longest output of a program that gets its whole input at once."""
TALK_LINE_BYTES = 1 << 16
"""And longest line of who may talk: a principal variation of 300 plies has 1,500 bytes."""
READ_BYTES = 1 << 16
TALK_BYTES = 1 << 20
"""How much a program whose protocol lets it talk may write until it answers a question."""
PIPE_BYTES = 1 << 12
"""A pipe that took only a part of a question holds more than that until it is read."""
SOON_S = 0.008
"""How long into a move the looks at who waits follow each other closely. The first wait of a question takes 5 ms, as a
timer that is due sooner costs an instant move a quarter of its time."""
TICK_S = 0.01
"""The kernel's clock of files goes by steps of at most that: less than so long ago is now."""

T = TypeVar("T")


class Talk:
    """The talk with one program, which runs or does not; everything that it does wrong becomes a `PlayerError`."""

    def __init__(self, limits: Limits, guards: Guards, view: View | None) -> None:
        """Begin without a program, which `guards` will start; it will see what its `view` names."""
        self.limits = limits
        self.left: Left | None = None  # on the clock of the game
        self._guards, self._view = guards, view
        self._program: Program | None = None
        self._channel: Channel | None = None
        self._fault: PlayerError | None = None
        self.watch = Watch((self,))
        self.expense = Expense()
        self._unread = b""  # written by the program since its last answer, where its protocol lets it talk
        self._sought = "move"  # what it is asked for
        self.remark = ""  # what a reader should know of its game, a clause without subject

    # ---- waiting ---------------------------------------------------------------------------------------------------

    def _start_up(self, channel: Channel, events: int, unsent: bytes, time_s: float) -> tuple[int, bytes]:
        """Wait until a program that has just begun reads its first question, or its time to start is over.

        From then on it has `time_s`; if it has answered by then, from the last look at which it had not read. What a
        busy machine kept from it so far is given again. Gives what has happened, and what is not written yet.
        """
        state, program, start_s = channel.state, self._running(), self.limits.start_s
        begun_s = state.asked_s
        while not events & (HEARD | GONE | CLOSED):
            self._look_around(channel)
            if events & SAID:
                self._drain(program)
            if events & TAKES:
                unsent = self._write(unsent)
            state.cpu_asked_s, state.waited_asked_s = program.cpu_s(), program.waited_s()
            over_s = begun_s + start_s + min(state.waited_asked_s, BUSY_LIMITS * start_s)
            if state.now_s >= over_s or program.unread() < (PIPE_BYTES if unsent else 1):
                since_s = min(state.now_s, over_s)
                self.expense.look(state.now_s)
                self.expense.asking()
                channel.time_from(since_s, time_s)
                break
            since_s = state.now_s
            channel.time_from(since_s, time_s)  # at which the guard looks, should we be stopped
            events = channel.hear(min(since_s + LOOK_S, over_s), more=bool(unsent))  # which dates what it has heard
        self.expense.asked_at(state.cpu_asked_s, state.waited_asked_s)
        return events, unsent

    def _answer(self, channel: Channel, events: int, unsent: bytes, pick: Pick | None, time_s: float) -> bytes:
        """Give the answer to a question of which so much is `unsent`, and which has brought the first `events`."""
        if events & CLOSED:
            raise self._ended(b"", "closed its standard input")
        state, answer, talk = channel.state, self._unread, 0
        self._unread = b""
        while True:
            self._look_around(channel)
            if events & SAID:  # first, so that it stands with the move that it belongs to
                self._drain(self._running())
            part = channel.part() if events & HEARD else b""
            if state.elapsed_s > time_s or state.doubtful:
                self._refuse_late(channel, time_s, answer, part)
            if part:
                answer += part
                line, newline, rest = answer.partition(b"\n")
                if newline and not pick:
                    self._refuse_extra(rest)
                    return line
                while newline and pick:
                    picked = pick(line)
                    if picked is not None:
                        self._unread = rest
                        return picked
                    self.expense.keep(line + b"\n")
                    talk += len(line) + 1
                    answer = rest
                    line, newline, rest = answer.partition(b"\n")
                if talk > TALK_BYTES:
                    raise PlayerError(self, End.MALFORMED, f"more than {TALK_BYTES} bytes without an answer", line)
                longest = TALK_LINE_BYTES if pick else LINE_BYTES
                if len(line) > longest:
                    raise PlayerError(self, End.MALFORMED, f"a line of more than {longest} bytes", answer)
            elif events & (HEARD | GONE):
                raise self._ended(answer)
            if events & TAKES:
                unsent = self._write(unsent)
            events = channel.hear(self._next_look_s(channel), more=bool(unsent))

    def _watch_for(
        self, look: Callable[[], T | None], age_s: Callable[[], float], channel: Channel, events: int, time_s: float
    ) -> tuple[T, float]:
        state = channel.state
        while True:
            if self._fault is not None:
                raise self._fault
            program = self._running()
            self._look_around(channel)  # raises what it is killed for, after which its pipes are closed
            if events & SAID:
                self._drain(program)
            if events & HEARD:
                self._keep_output(channel)
            seen = look()  # before the verdicts: what a program did before it ended counts
            if self._fault is not None:
                raise self._fault
            self.check_memory()
            elapsed_s = time.monotonic() - state.asked_s
            if seen is not None:
                elapsed_s = max(0.0, elapsed_s - max(0.0, age_s() - TICK_S))
            if elapsed_s > time_s and self.expense.is_late(elapsed_s, time_s, silent=seen is None):
                raise self._too_late(b"", time_s)
            if seen is not None:
                return seen, elapsed_s
            if events & GONE:
                raise self._ended(b"")
            events = channel.hear(state.now_s + LOOK_S)

    def _output(
        self, channel: Channel, events: int, unsent: bytes, output: bytes, time_s: float, whole: Callable[[bytes], bool]
    ) -> bytes:
        program, state = self._running(), channel.state
        while True:
            if not unsent and program.stdin >= 0:
                channel.leave_input()
                program.end_input()
            self._look_around(channel)
            if events & SAID:
                self._drain(program)
            part = channel.part() if events & HEARD else b""
            if state.elapsed_s > time_s or state.doubtful:
                try:
                    self._refuse_late(channel, time_s, output, part)
                except PlayerError:
                    if not whole(output):
                        raise
                    self.remark = f"had written all within {time_s:g} s, but not ended"
                    return output
            output += part
            if len(output) > OUTPUT_BYTES:
                raise PlayerError(self, End.MALFORMED, f"more than {OUTPUT_BYTES} bytes of output", output)
            if not part and events & (HEARD | GONE):
                return self._whole(output)
            if unsent and events & TAKES:  # else the input is closed
                with contextlib.suppress(BlockingIOError):
                    try:
                        unsent = unsent[os.write(program.stdin, unsent) :]
                    except BrokenPipeError:
                        unsent = b""  # it has read what it wanted
            due_s = self._next_look_s(channel) if program.stdin < 0 or unsent else 0.0
            events = channel.hear(due_s, more=bool(unsent))

    def _whole(self, output: bytes) -> bytes:
        """Give an output that has ended. Raises PlayerError if there is none."""
        if not output:
            raise self._ended(b"")
        return output

    def _early(self, part: bytes, pick: Pick | None) -> None:
        """Take what was written before the question, which with `pick` may be talk."""
        if not pick:
            self._refuse_extra(part)
            return
        *lines, self._unread = (self._unread + part).split(b"\n")
        for line in lines:
            self._refuse_extra(pick(line) or b"")
            self.expense.keep(line + b"\n")

    def _keep_output(self, channel: Channel) -> None:
        """Keep with standard error what is no answer."""
        part = channel.part()
        self.expense.keep(part)
        if not part:
            channel.leave_output()

    def _look_around(self, channel: Channel) -> None:
        """Let the watch look at both players when it is time. Raises PlayerError if it found too much of this one."""
        now_s, asked_s = channel.state.now_s, channel.state.asked_s
        if now_s >= asked_s + LOOK_S:
            self.watch.look_at_who_waits(self, now_s)
        if now_s < self.watch.due:
            return
        self.expense.look_for_pages(now_s, asked_s)
        self.watch.look(now_s)
        if self._fault is not None:
            raise self._fault

    def _next_look_s(self, channel: Channel) -> float:
        """Give the monotonic time of the next look: two follow soon, which tell whether the other one computes."""
        now_s, asked_s = channel.state.now_s, channel.state.asked_s
        return float(min(self.watch.due, now_s + LOOK_S) if now_s < asked_s + SOON_S else self.watch.due)

    def _glance(self, now: float) -> None:
        """Let the watch look at the player after its move, and not again after quick ones. Raises PlayerError."""
        self.watch.glance(self, now)
        self.expense.look(now)
        by_halves = self._unread or self.left is not None or self.expense.others_cpu_s
        looked_at = self.watch.is_burning(self) or self.expense.idle_cpu_s > CLEANING_S
        if by_halves or looked_at:
            self._open().stir()
        else:
            self._open().calm(min(self.watch.due, now + GLANCE_S), self.limits.time_s)

    def _write(self, data: bytes) -> bytes:
        """Write what the pipe takes; give the rest."""
        try:
            return data[os.write(self._running().stdin, data) :]
        except BlockingIOError:
            return data
        except BrokenPipeError:
            raise self._ended(b"", "closed its standard input") from None

    def _drain(self, program: Program) -> None:
        """Take what stands in the pipe of standard error, at most `READ_BYTES`, so that no flood holds us up."""
        try:
            part = os.read(program.stderr, READ_BYTES)
        except BlockingIOError:
            return
        if part:
            self.expense.keep(part)
        elif program is self._program and self._channel is not None:
            self._channel.leave_error()

    # ---- verdicts --------------------------------------------------------------------------------------------------

    def _refuse_extra(self, data: bytes) -> None:
        if data:
            raise PlayerError(self, End.EXTRA_OUTPUT, "wrote when it was not asked for a move", data)

    def _refuse_late(self, channel: Channel, time_s: float, so_far: bytes, part: bytes) -> None:
        """Raise PlayerError (TIMEOUT) if the `part` that the channel has heard, or not heard, came too late.

        What nobody has looked at in time, as all were stopped, is believed, unless the CPU time says otherwise.
        """
        elapsed_s, expense = channel.state.elapsed_s, self.expense
        if (elapsed_s > time_s and expense.is_late(elapsed_s, time_s, silent=not part)) or (
            channel.state.doubtful and expense.used_s() > time_s
        ):
            raise self._too_late(so_far, time_s)

    def _too_late(self, answer: bytes, limit: float) -> PlayerError:
        timed = self.left is not None and self._sought == "move"
        of_game = timed and f"the {limit:.2f} s that were left on its clock of {self.limits.time()}"
        within, used = of_game or f"{limit:g} s", self.expense.of_move()
        return PlayerError(self, End.TIMEOUT, f"no {self._sought} within {within} ({used})", answer)

    def check_memory(self, peak_mib: float | None = None) -> None:
        """Raise PlayerError (MEMORY) if the program has ever been too big, however short the moment.

        `peak_mib` is its peak where that has just been measured.
        """
        peak, limit = peak_mib if peak_mib is not None else self.expense.largest_mib(), self.limits.memory_mib
        if peak > limit:
            raise PlayerError(self, End.MEMORY, f"{peak:.1f} MiB of memory where {limit:g} are allowed")

    def _too_much(self, processes: int, mib: float, answer: bytes = b"") -> PlayerError:
        """Say what a program had too much of: processes, if both, as they need memory too."""
        self.expense.peak_mib = max(self.expense.peak_mib, mib)
        if processes > self.limits.processes:
            return PlayerError(self, End.PROCESSES, f"more than {self.limits.processes} processes at once", answer)
        reason = f"{mib:.0f} MiB of memory where {self.limits.memory_mib:g} are allowed"
        return PlayerError(self, End.MEMORY, reason, answer)

    def _ended(self, answer: bytes, otherwise: str = "closed its standard output") -> PlayerError:
        """Say why nothing more can come; a program that is just ending gets a moment to be gone."""
        program = self._running()
        ending = program.wait_for_end(0.5)
        if program.was_full():
            return self._too_much(ending.processes if ending else 0, program.held_mib(), answer)
        if ending and not ending.guarded:
            return unguarded(self, self._guards, End.CRASH, answer)
        how = ending.how if ending else f"{otherwise} but did not end"
        return PlayerError(self, End.CRASH, how + self._unseen(self.cost().stderr), answer)

    def _unseen(self, said: str) -> str:
        """Say which file that a program speaks of it may not read, "" if there is none."""
        shut = Protection.OWN_ROOT | Protection.LANDLOCK_READING
        missing = self._view.lacks(said) if self._view and self.expense.protections & shut else ""
        return f"; it may not read {missing}: give it that by `files`, or all by --sandbox read-all" if missing else ""

    # ---- the program -----------------------------------------------------------------------------------------------

    def program(self) -> Program | None:
        """Give the program if it runs."""
        return self._program

    def cost(self) -> Cost:
        """Give what the player has used since its game began."""
        if self._program is not None:
            self._drain(self._program)
        cost = self.expense.cost()
        self._stir_a_family()
        return cost

    def note(self, usage: Usage) -> None:
        """Take what the watch has seen; kill the program if it is too much.

        The verdict falls when the player is next asked: should the opponent be thinking, it goes on undisturbed.
        """
        self.expense.see(usage.others_cpu_s)
        self._stir_a_family()
        self.expense.peak_mib = max(self.expense.peak_mib, usage.memory_mib)
        if usage.processes > self.limits.processes or usage.memory_mib > self.limits.memory_mib:
            self.kill()
            self._fault = self._too_much(max(usage.processes, self.expense.processes), usage.memory_mib)

    def _stir_a_family(self) -> None:
        """Let no question be quick to a program with descendants, whose account is another."""
        if self.expense.others_cpu_s and self._channel is not None:
            self._channel.stir()

    def kill(self) -> None:
        """Kill the program with every descendant; the next game starts it again."""
        self._fault, self._unread = None, b""
        program, self._program, self._channel = self._program, None, None
        if program is None:
            return
        self.expense.ended(program)
        self._drain(program)
        program.close()
        self._guards.give_back(program.guard)

    def _open(self) -> Channel:
        if self._fault is not None or self._channel is None:
            raise self._fault or RuntimeError("the player does not run")
        return self._channel

    def _running(self) -> Program:
        if self._program is None:
            raise self._fault or RuntimeError("the player does not run")
        return self._program
