"""A player: a program that answers lines with lines, held to its limits.

The clock of a move runs from the moment the question is written to the moment the whole answer has come, over any
number of reads. Everything a program can do wrong becomes a `PlayerError` that names the offender.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from arbiter.games.players import End, Pick, PlayerError, Turn
from arbiter.host.channel import CLOSED, EARLY, GONE, HEARD, LINE, SAID, TAKES, Channel
from arbiter.host.command import from_here, split
from arbiter.host.guards import Guards
from arbiter.host.launch import Program, Protection
from arbiter.host.limits import Limits
from arbiter.host.measure import Usage
from arbiter.host.view import View
from arbiter.play.expense import Expense
from arbiter.play.patience import Span
from arbiter.play.record import Cost
from arbiter.play.watch import GLANCE_S, LOOK_S, Watch

LINE_BYTES = 1024
"""Longest answer; what is longer without a newline is no answer."""
OUTPUT_BYTES = 1 << 20
"""Longest output of a program that gets its whole input at once."""
READ_BYTES = 1 << 16
SOON_S = 0.008
"""How long into a move the looks at who waits follow each other closely. The first wait of a question takes 5 ms, as a
timer that is due sooner costs an instant move a quarter of its time."""
TALK_BYTES = 1 << 20
"""How much a program whose protocol lets it talk may write until it answers a question."""

T = TypeVar("T")


class Player:
    """One of the programs of a match. It is started when a game begins and it does not run, and lives on after it."""

    def __init__(
        self,
        command: str,
        limits: Limits,
        *,
        environment: Mapping[str, str],
        guards: Guards,
        core: int = -1,
        view: View | None = None,
    ) -> None:
        """Take a command line, split as a shell does; `guards`, shared with other players, start the program.

        It sees what its `view` names, without one all that the user may read. Raises ValueError if the command line
        cannot be split or is empty.
        """
        self.command, self.limits = command, limits
        self._argv = split(command)
        self._core, self._guards, self._environment, self._view = core, guards, dict(environment), view
        self._program: Program | None = None
        self._channel: Channel | None = None
        self._fault: PlayerError | None = None
        self.watch = Watch((self,))
        self.expense = Expense()
        self._unread = b""  # written by the program since its last answer, where its protocol lets it talk

    # ---- a game ----------------------------------------------------------------------------------------------------

    def begin(self, arguments: Sequence[str] = (), folder: Path | None = None) -> None:
        """Prepare for a game: start the program if it does not run, and count costs from zero.

        It is started with further `arguments`, in `folder`, where a game wants that. Raises PlayerError (NOT_STARTED).
        """
        self.expense.begin(self._program)
        if self._program is not None or self._fault is not None:
            return  # running, or killed while it was not its turn: `check` will say why
        path = shutil.which(self._argv[0], path=self._environment.get("PATH")) or self._argv[0]
        guard = self._guards.take(self.limits.memory_mib, folder, self._view)
        self.expense.protections = guard.protections  # what a program would have, even one that is not there
        if "/" not in path:
            self._guards.give_back(guard)
            raise PlayerError(self, End.NOT_STARTED, f"{path} is not a program in PATH (one in this folder: ./{path})")
        try:
            argv = [path, *self._argv[1:], *arguments]
            program = Program(guard, from_here(argv) if folder else argv, self._environment, core=self._core)
        except OSError as error:
            self._guards.give_back(guard)
            raise PlayerError(self, End.NOT_STARTED, f"{path}: {error.strerror}{self._unseen(path)}") from error
        self._program, self._channel = program, Channel(program)
        self.expense.started(program)

    def check(self, *, alive: bool = True, pick: Pick | None = None) -> None:
        """Make sure that the player has written nothing since its last answer, kept its limits, and is `alive`.

        With `pick` it may have talked, but not answered a question that was not asked.

        Raises PlayerError (EXTRA_OUTPUT, CRASH, MEMORY, PROCESSES, TIMEOUT if it did not read what it was told).
        """
        channel = self._open()
        self.watch.thaw(self)
        events = channel.hear(0.0)
        if not events and not self._unread:
            return
        if events & SAID:
            self._drain(self._running())
        part = channel.part() if events & (HEARD | LINE) else b""
        self._early(part, pick)
        if alive and (events & GONE or (events & HEARD and not part)):
            raise self._ended(b"")

    def ask(self, question: bytes, pick: Pick | None = None, *, time_s: float | None = None) -> tuple[bytes, float]:
        """Write a question; give the line that answers it, without its newline, and the seconds that it took.

        With `pick` it is the first answer that this finds in a line; other lines are kept with standard error. `time_s`
        replaces the limit of a move. Raises PlayerError: TIMEOUT, MEMORY, PROCESSES, CRASH, EXTRA_OUTPUT, or MALFORMED
        for an endless line or endless talk.
        """
        channel, expense, time_s = self._open(), self.expense, time_s or self.limits.time_s
        state = channel.state
        self.watch.thaw(self)
        if self._unread:
            self._early(b"", pick)
        expense.asking()
        events = channel.ask(question, time_s, self.watch.due)
        if events == LINE and not pick:  # nothing but the answer, and soon: nearly always
            expense.asked_at(state.cpu_asked_s)
            seconds: float = state.elapsed_s
            expense.took(seconds, state.used_s)
            return channel.line(), seconds
        if events & EARLY:
            part = channel.part()
            self._early(part, pick)
            if not part:
                raise self._ended(b"")
            events = channel.ask(question, time_s, self.watch.due, anyway=True)
        expense.asked_at(state.cpu_asked_s)
        try:
            answer = self._answer(channel, events, question, pick, time_s)
        finally:
            seconds = state.elapsed_s
            expense.took(seconds, state.used_s)
        self._glance(state.now_s)
        return answer, seconds

    def wait(self, look: Callable[[], T | None]) -> tuple[T, float]:
        """Wait until `look` sees something of a player that does not answer by its pipe; give that and the seconds.

        What it writes to its standard output is kept with its standard error.

        Raises PlayerError: TIMEOUT, MEMORY, PROCESSES, CRASH, and what `look` raises.
        """
        channel = self._open()
        self.watch.thaw(self)
        asked = self.expense.asked()
        try:
            seen = self._watch_for(look, channel)
        finally:
            seconds = time.monotonic() - asked
            self.expense.took(seconds)
        self._glance(asked + seconds)
        return seen, seconds

    def exchange(self, question: bytes) -> tuple[bytes, float]:
        """Write a whole input and end it; give the whole output and the seconds until it had ended.

        It may write before it has read all. Raises PlayerError: TIMEOUT, MEMORY, PROCESSES, MALFORMED for endless
        output, CRASH for none at all.
        """
        channel = self._open()
        self.watch.thaw(self)
        self.expense.asked()
        try:
            output = self._output(channel, question)
        finally:
            seconds = channel.state.elapsed_s
            self.expense.took(seconds, channel.state.used_s)
        self._glance(channel.state.now_s)
        return output, seconds

    def patience(self) -> Span:
        """Begin to count the seconds that the program can use from now on."""
        return Span(self._running())

    def turn(self, move: str, time_s: float) -> Turn:
        """Give the record of a move that the player has just made, with what it used and wrote for it."""
        return self.expense.turn(move, time_s)

    def tell(self, message: bytes) -> None:
        """Write a message that has no answer. Whether the player still reads will show when it is next asked."""
        if self._program is None:
            return
        try:
            if os.write(self._program.stdin, message) == len(message):
                return
        except BlockingIOError:
            pass
        except BrokenPipeError:
            return
        self._fault = PlayerError(self, End.TIMEOUT, "did not read what it was told")

    def cost(self) -> Cost:
        """Give what the player has used since `begin`."""
        if self._program is not None:
            self._drain(self._program)
        return self.expense.cost()

    def dismiss(self, until: float) -> None:
        """End the program: its input ends, and what still lives at that monotonic time is killed."""
        if self._program is not None:
            self.watch.thaw(self)
            self._program.dismiss(until)
        self.kill()

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

    # ---- waiting ---------------------------------------------------------------------------------------------------

    def _answer(self, channel: Channel, events: int, question: bytes, pick: Pick | None, time_s: float) -> bytes:
        """Give the answer, of which the question has brought the first `events`."""
        if events & CLOSED:
            raise self._ended(b"", "closed its standard input")
        state, answer, talk = channel.state, self._unread, 0
        self._unread, unsent = b"", question[state.sent :]
        while True:
            self._look_around(channel)
            if events & SAID:  # first, so that it stands with the move that it belongs to
                self._drain(self._running())
            part = channel.part() if events & (HEARD | LINE) else b""
            if state.elapsed_s > time_s or state.doubtful:
                self._refuse_late(channel, time_s, answer)
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
                    talk += len(line)
                    answer = rest
                    line, newline, rest = answer.partition(b"\n")
                if talk > TALK_BYTES:
                    raise PlayerError(self, End.MALFORMED, f"more than {TALK_BYTES} bytes without an answer", line)
                if len(line) > LINE_BYTES:
                    raise PlayerError(self, End.MALFORMED, f"a line of more than {LINE_BYTES} bytes", answer)
            elif events & (HEARD | GONE):
                raise self._ended(answer)
            if events & TAKES:
                unsent = self._write(unsent)
            events = channel.hear(self._next_look_s(channel), more=bool(unsent))

    def _watch_for(self, look: Callable[[], T | None], channel: Channel) -> T:
        time_s, state = self.limits.time_s, channel.state
        if (events := channel.ask(b"", time_s, 0.0)) & EARLY:
            self._keep_output(channel)
            events = channel.ask(b"", time_s, 0.0, anyway=True)
        while True:
            if self._fault is not None:
                raise self._fault
            program = self._running()
            self._look_around(channel)
            if events & SAID:
                self._drain(program)
            if events & (HEARD | LINE):
                self._keep_output(channel)
            seen = look()  # before the verdicts: what a program did before it ended counts
            if self._fault is not None:
                raise self._fault
            self.check_memory()
            if seen is not None:
                return seen
            elapsed_s = state.now_s - state.asked_s
            if elapsed_s > time_s and self.expense.is_late(elapsed_s, time_s):
                raise self._too_late(b"", time_s)
            if events & GONE:
                raise self._ended(b"")
            events = channel.hear(state.now_s + LOOK_S)

    def check_memory(self, peak_mib: float | None = None) -> None:
        """Raise PlayerError (MEMORY) if the program has ever been too big, however short the moment.

        `peak_mib` is its peak where that has just been measured.
        """
        peak, limit = peak_mib if peak_mib is not None else self.expense.largest_mib(), self.limits.memory_mib
        if peak > limit:
            raise PlayerError(self, End.MEMORY, f"{peak:.1f} MiB of memory where {limit:g} are allowed")

    def _output(self, channel: Channel, question: bytes) -> bytes:
        program, state, output, time_s = self._running(), channel.state, b"", self.limits.time_s
        if (events := channel.ask(question, time_s, 0.0)) & EARLY:
            output = channel.part()
            if not output:
                return self._whole(output)
            events = channel.ask(question, time_s, 0.0, anyway=True)
        unsent = b"" if events & CLOSED else question[state.sent :]
        while True:
            if not unsent and program.stdin >= 0:
                channel.leave_input()
                program.end_input()
            self._look_around(channel)
            if events & SAID:
                self._drain(program)
            part = channel.part() if events & (HEARD | LINE) else b""
            if state.elapsed_s > time_s or state.doubtful:
                self._refuse_late(channel, time_s, output)
            output += part
            if len(output) > OUTPUT_BYTES:
                raise PlayerError(self, End.MALFORMED, f"more than {OUTPUT_BYTES} bytes of output", output)
            if not part and events & (HEARD | GONE):
                return self._whole(output)
            if events & TAKES:
                with contextlib.suppress(BlockingIOError):
                    try:
                        unsent = unsent[os.write(program.stdin, unsent) :]
                    except BrokenPipeError:
                        unsent = b""  # it has read what it wanted
            due = self._next_look_s(channel) if program.stdin < 0 or unsent else 0.0
            events = channel.hear(due, more=bool(unsent))

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

    def _refuse_late(self, channel: Channel, time_s: float, so_far: bytes) -> None:
        """Raise PlayerError (TIMEOUT) if what the channel has heard, or not heard, came too late.

        What nobody has looked at in time, as all were stopped, is believed, unless the CPU time says otherwise.
        """
        elapsed_s, expense = channel.state.elapsed_s, self.expense
        if (elapsed_s > time_s and expense.is_late(elapsed_s, time_s)) or (
            channel.state.doubtful and expense.used_s() > time_s
        ):
            raise self._too_late(so_far, time_s)

    def _look_around(self, channel: Channel) -> None:
        """Let the watch look at both players when it is time. Raises PlayerError if it found too much of this one."""
        now_s, asked_s = channel.state.now_s, channel.state.asked_s
        if now_s >= asked_s + LOOK_S:
            self.watch.look_at_who_waits(self, now_s)
        if now_s < self.watch.due:
            return
        self.watch.look(now_s)
        self.expense.look()
        if self._fault is not None:
            raise self._fault

    def _next_look_s(self, channel: Channel) -> float:
        """Give the monotonic time of the next look: two follow soon, which tell whether the other one computes."""
        now_s, asked_s = channel.state.now_s, channel.state.asked_s
        return float(min(self.watch.due, now_s + LOOK_S) if now_s < asked_s + SOON_S else self.watch.due)

    def _glance(self, now: float) -> None:
        """Let the watch look at the player after its move, and not again after quick ones. Raises PlayerError."""
        self.watch.glance(self, now)
        self._open().calm(0.0 if self.watch.is_burning(self) else min(self.watch.due, now + GLANCE_S))

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

    def _too_late(self, answer: bytes, limit: float) -> PlayerError:
        return PlayerError(self, End.TIMEOUT, f"no move within {limit:g} s ({self.expense.of_move()})", answer)

    def _too_big(self, mib: float, answer: bytes = b"") -> PlayerError:
        self.expense.peak_mib = max(self.expense.peak_mib, mib)
        reason = f"{mib:.0f} MiB of memory where {self.limits.memory_mib:g} are allowed"
        return PlayerError(self, End.MEMORY, reason, answer)

    def _ended(self, answer: bytes, otherwise: str = "closed its standard output") -> PlayerError:
        """Say why nothing more can come; a program that is just ending gets a moment to be gone."""
        program = self._running()
        ending = program.wait_for_end(0.5)
        if program.was_full():
            return self._too_big(program.held_mib(), answer)
        how = ending.how if ending else f"{otherwise} but did not end"
        return PlayerError(self, End.CRASH, how + self._unseen(self.cost().stderr), answer)

    def _unseen(self, said: str) -> str:
        """Say which file that a program speaks of it may not read, "" if there is none."""
        shut = Protection.OWN_ROOT | Protection.LANDLOCK_READING
        missing = self._view.lacks(said) if self._view and self.expense.protections & shut else ""
        return f"; it may not read {missing}: give it that by `files`, or all by --sandbox read-all" if missing else ""

    # ---- costs -----------------------------------------------------------------------------------------------------

    def program(self) -> Program | None:
        """Give the program if it runs."""
        return self._program

    def note(self, usage: Usage) -> None:
        """Take what the watch has seen; kill the program if it is too much.

        The verdict falls when the player is next asked: should the opponent be thinking, it goes on undisturbed.
        """
        self.expense.see(usage.others_cpu_s)
        self.expense.peak_mib = max(self.expense.peak_mib, usage.memory_mib)
        limits = self.limits
        if usage.processes > limits.processes:
            fault = PlayerError(self, End.PROCESSES, f"more than {limits.processes} processes at once")
        elif usage.memory_mib > limits.memory_mib:
            fault = self._too_big(usage.memory_mib)
        else:
            return
        self.kill()
        self._fault = fault

    def _open(self) -> Channel:
        if self._fault is not None or self._channel is None:
            raise self._fault or RuntimeError("the player does not run")
        return self._channel

    def _running(self) -> Program:
        if self._program is None:
            raise self._fault or RuntimeError("the player does not run")
        return self._program
