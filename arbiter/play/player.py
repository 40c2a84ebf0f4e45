"""A player: a program that answers lines with lines, held to its limits.

The clock of a move runs from the moment the question is written to the moment the whole answer is read, over any number
of reads. Everything a program can do wrong becomes a `PlayerError` that names the offender.
"""

from __future__ import annotations

import contextlib
import os
import select
import shutil
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from arbiter.games.players import End, Pick, PlayerError, Turn
from arbiter.host.command import from_here, split
from arbiter.host.guards import Guards
from arbiter.host.launch import Program
from arbiter.host.limits import Limits
from arbiter.host.measure import Usage
from arbiter.play.expense import Expense
from arbiter.play.patience import Span
from arbiter.play.record import Cost
from arbiter.play.watch import LOOK_S, Watch, wait_ms

LINE_BYTES = 1024
"""Longest answer; what is longer without a newline is no answer."""
OUTPUT_BYTES = 1 << 20
"""Longest output of a program that gets its whole input at once."""
READ_BYTES = 1 << 16
TALK_BYTES = 1 << 20
"""How much a program whose protocol lets it talk may write until it answers a question."""

T = TypeVar("T")


class Player:
    """One of the programs of a match. It is started when a game begins and it does not run, and lives on after it."""

    def __init__(
        self, command: str, limits: Limits, *, environment: Mapping[str, str], guards: Guards, core: int = -1
    ) -> None:
        """Take a command line, split as a shell does; `guards`, shared with other players, start the program.

        Raises ValueError if it cannot be split or is empty.
        """
        self.command, self.limits = command, limits
        self._argv = split(command)
        self._core, self._guards, self._environment = core, guards, dict(environment)
        self._program: Program | None = None
        self._fault: PlayerError | None = None
        self.watch = Watch((self,))
        self._poller = select.poll()
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
        guard = self._guards.take(self.limits.memory_mib, folder)
        self.expense.protections = guard.protections  # what a program would have, even one that is not there
        if "/" not in path:
            self._guards.give_back(guard)
            raise PlayerError(self, End.NOT_STARTED, f"{path} is not a program in PATH (one in this folder: ./{path})")
        try:
            argv = [path, *self._argv[1:], *arguments]
            program = Program(guard, from_here(argv) if folder else argv, self._environment, core=self._core)
        except OSError as error:
            self._guards.give_back(guard)
            raise PlayerError(self, End.NOT_STARTED, f"{path}: {error.strerror}") from error
        self._program = program
        self.expense.started(program)
        self._poller = select.poll()
        for descriptor in (program.stdout, program.stderr, program.control):
            self._poller.register(descriptor, select.POLLIN)

    def check(self, *, alive: bool = True, pick: Pick | None = None) -> None:
        """Make sure that the player has written nothing since its last answer, kept its limits, and is `alive`.

        With `pick` it may have talked, but not answered a question that was not asked.

        Raises PlayerError (EXTRA_OUTPUT, CRASH, MEMORY, PROCESSES, TIMEOUT if it did not read what it was told).
        """
        if self._fault is not None:
            raise self._fault
        program = self._running()
        self.watch.thaw(self)
        events = self._poller.poll(0)
        if not events and not self._unread:
            return
        ready = [descriptor for descriptor, _ in events]
        if program.stderr in ready:
            self._drain(program)
        closed = False
        if program.stdout in ready:
            data = os.read(program.stdout, READ_BYTES)
            closed = not data
            if pick:
                self._unread += data
            else:
                self._refuse_extra(data)
        if self._unread and pick:
            *lines, self._unread = self._unread.split(b"\n")
            for line in lines:
                self._refuse_extra(pick(line) or b"")
                self.expense.keep(line + b"\n")
        if alive and (closed or program.control in ready):
            raise self._ended(b"")

    def ask(self, question: bytes, pick: Pick | None = None, *, time_s: float | None = None) -> tuple[bytes, float]:
        """Write a question; give the line that answers it, without its newline, and the seconds that it took.

        With `pick` it is the first answer that this finds in a line; other lines are kept with standard error. `time_s`
        replaces the limit of a move. Raises PlayerError: TIMEOUT, MEMORY, PROCESSES, CRASH, EXTRA_OUTPUT, or MALFORMED
        for an endless line or endless talk.
        """
        self.check(pick=pick)
        return self._timed(lambda asked: self._answer(question, asked, pick, time_s or self.limits.time_s))

    def wait(self, look: Callable[[], T | None]) -> tuple[T, float]:
        """Wait until `look` sees something of a player that does not answer by its pipe; give that and the seconds.

        What it writes to its standard output is kept with its standard error.

        Raises PlayerError: TIMEOUT, MEMORY, PROCESSES, CRASH, and what `look` raises.
        """
        return self._timed(lambda asked: self._watch_for(look, asked))

    def exchange(self, question: bytes) -> tuple[bytes, float]:
        """Write a whole input and end it; give the whole output and the seconds until it had ended.

        It may write before it has read all. Raises PlayerError: TIMEOUT, MEMORY, PROCESSES, MALFORMED for endless
        output, CRASH for none at all.
        """
        if self._fault is not None:
            raise self._fault
        return self._timed(lambda asked: self._output(question, asked))

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
        program, self._program = self._program, None
        if program is None:
            return
        self.expense.ended(program)
        self._drain(program)
        program.close()
        self._guards.give_back(program.guard)

    # ---- waiting ---------------------------------------------------------------------------------------------------

    def _timed(self, work: Callable[[float], T]) -> tuple[T, float]:
        self.watch.thaw(self)
        asked = self.expense.asked()
        try:
            result = work(asked)
        finally:
            seconds = self.expense.took(asked)
        self.watch.glance(self, asked + seconds)
        if self._fault is not None:
            raise self._fault
        return result, seconds

    def _answer(self, question: bytes, asked: float, pick: Pick | None, time_s: float) -> bytes:
        program, answer, talk = self._running(), self._unread, 0
        self._unread = b""
        unsent = self._write(question)
        if unsent:  # its pipe is full
            self._poller.register(program.stdin, select.POLLOUT)
        now = asked
        while True:
            ready = [descriptor for descriptor, _ in self._poller.poll(wait_ms(asked + time_s - now, now - asked))]
            now = self._now(asked, time_s, answer)
            if program.stderr in ready:  # first, so that it stands with the move that it belongs to
                self._drain(program)
            if program.stdout in ready:
                part = os.read(program.stdout, READ_BYTES)
                if not part:
                    raise self._ended(answer)
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
            elif program.control in ready:
                raise self._ended(answer)
            if program.stdin in ready:
                unsent = self._write(unsent)
                if not unsent:
                    self._poller.unregister(program.stdin)

    def _watch_for(self, look: Callable[[], T | None], asked: float) -> T:
        time_s = self.limits.time_s
        while True:
            if self._fault is not None:
                raise self._fault
            program = self._running()
            ready = [descriptor for descriptor, _ in self._poller.poll(1000 * LOOK_S)]
            now = time.monotonic()
            if now >= self.watch.due:
                self._look(now)
            self.watch.look_at_who_waits(self, now)
            if self._fault is not None:
                ready = []  # it was killed just now, its pipes are closed
            if program.stderr in ready:
                self._drain(program)
            if program.stdout in ready:
                part = os.read(program.stdout, READ_BYTES)
                self.expense.keep(part)
                if not part:
                    self._poller.unregister(program.stdout)
            seen = look()  # before the verdicts: what a program did before it ended counts
            if self._fault is not None:
                raise self._fault
            self.check_memory()
            if seen is not None:
                return seen
            if now > asked + time_s and self.expense.is_late(now - asked, time_s):
                raise self._too_late(b"", time_s)
            if program.control in ready:
                raise self._ended(b"")

    def check_memory(self) -> None:
        """Raise PlayerError (MEMORY) if the program has ever been too big, however short the moment."""
        peak, limit = self.expense.largest_mib(), self.limits.memory_mib
        if peak > limit:
            raise PlayerError(self, End.MEMORY, f"{peak:.1f} MiB of memory where {limit:g} are allowed")

    def _output(self, question: bytes, asked: float) -> bytes:
        program, output, unsent = self._running(), b"", question
        time_s = self.limits.time_s
        self._poller.register(program.stdin, select.POLLOUT)
        while True:
            now = self._now(asked, time_s, output)
            ready = [descriptor for descriptor, _ in self._poller.poll(wait_ms(asked + time_s - now))]
            if program.stdin >= 0 and program.stdin in ready:
                with contextlib.suppress(BlockingIOError):
                    try:
                        unsent = unsent[os.write(program.stdin, unsent) :]
                    except BrokenPipeError:
                        unsent = b""  # it has read what it wanted
                if not unsent:
                    self._poller.unregister(program.stdin)
                    program.end_input()
            if program.stderr in ready:
                self._drain(program)
            if program.stdout in ready:
                part = os.read(program.stdout, READ_BYTES)
                if not part:
                    if not output:
                        raise self._ended(b"")
                    return output
                output += part
                if len(output) > OUTPUT_BYTES:
                    raise PlayerError(self, End.MALFORMED, f"more than {OUTPUT_BYTES} bytes of output", output)
            elif program.control in ready:
                if not output:
                    raise self._ended(b"")
                return output

    def _now(self, asked: float, time_s: float, so_far: bytes) -> float:
        """Give the monotonic time, unless the player has by now used too much, time included."""
        now = time.monotonic()
        if now >= self.watch.due:
            self._look(now)
            if self._fault is not None:
                raise self._fault
        if now >= asked + LOOK_S:
            self.watch.look_at_who_waits(self, now)
        if now > asked + time_s and self.expense.is_late(now - asked, time_s):
            raise self._too_late(so_far, time_s)
        return now

    def _look(self, now: float) -> None:
        """Let the watch look at both players."""
        self.watch.look(now)
        self.expense.look()

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
        elif program is self._program:
            with contextlib.suppress(KeyError):  # closed, and seen before
                self._poller.unregister(program.stderr)

    # ---- verdicts --------------------------------------------------------------------------------------------------

    def _refuse_extra(self, data: bytes) -> None:
        if data:
            raise PlayerError(self, End.EXTRA_OUTPUT, "wrote when it was not asked for a move", data)

    def _too_late(self, answer: bytes, limit: float) -> PlayerError:
        return PlayerError(self, End.TIMEOUT, f"no move within {limit:g} s ({self.expense.of_move()})", answer)

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
        return PlayerError(self, End.CRASH, ending.how if ending else f"{otherwise} but did not end", answer)

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
        if usage.processes > self.limits.processes or usage.memory_mib > self.limits.memory_mib:
            self.kill()
            self._fault = self._too_much(max(usage.processes, self.expense.processes), usage.memory_mib)

    def _running(self) -> Program:
        if self._program is None:
            raise self._fault or RuntimeError("the player does not run")
        return self._program
