"""A player: a program that answers lines with lines, held to its limits.

The clock of a move runs from the moment the question is written to the moment the whole answer has come, over any
number of reads. Everything a program can do wrong becomes a `PlayerError` that names the offender.
"""

from __future__ import annotations

import errno
import os
import shutil
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from arbiter.games.players import End, Pick, PlayerError, Turn
from arbiter.host.channel import CLOSED, EARLY, GONE, HEARD, LINE, SAID, STIRRED, Channel
from arbiter.host.command import from_here, split
from arbiter.host.guards import Guards
from arbiter.host.installation import missing
from arbiter.host.launch import LACKING, Guard, LaunchError, Program
from arbiter.host.limits import Left, Limits
from arbiter.host.view import View
from arbiter.play.patience import Span
from arbiter.play.starting import start, unguarded
from arbiter.play.talk import Talk
from arbiter.play.watch import CLEANING_S

LEAST_S = 0.001
"""Of a clock that a busy machine has let run out."""

T = TypeVar("T")


class Player(Talk):
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
        super().__init__(limits, guards, view)
        self.command, self._argv = command, split(command)
        self._core, self._environment = core, dict(environment)
        self._starting = False  # a program that has not been asked anything
        self.begins: Callable[[], Left | None] = lambda: limits.begun
        """What is on its clock when a game begins."""

    @property
    def fresh(self) -> bool:
        """Tell whether the program has just been started, and was asked nothing yet."""
        return self._starting

    # ---- a game ----------------------------------------------------------------------------------------------------

    def begin(self, arguments: Sequence[str] = (), folder: Path | None = None) -> None:
        """Prepare for a game: start the program if it does not run, and count costs from zero.

        It is started with further `arguments`, in `folder`, where a game wants that. Raises PlayerError (NOT_STARTED),
        and LaunchError where the machine has no room for another program, whichever it is.
        """
        self.expense.begin(self._program)
        self.remark = ""
        self.left = self.begins()
        if self._program is not None or self._fault is not None:
            return  # running, or killed while it was not its turn: `check` will say why
        path = shutil.which(self._argv[0], path=self._environment.get("PATH")) or self._argv[0]
        argv = [path, *self._argv[1:], *arguments]
        if folder:
            argv = from_here(argv)

        def take() -> Guard:
            return self._guards.take(self.limits.memory_mib, folder, self._view)

        self._program = start(self, self._guards, take, lambda guard: self._launch(guard, argv))
        self._channel, self._starting = Channel(self._program), True
        self.expense.started(self._program)

    def _launch(self, guard: Guard, argv: Sequence[str]) -> Program:
        path = argv[0]
        if "/" not in path:
            raise PlayerError(self, End.NOT_STARTED, f"{path} is not a program in PATH (one in this folder: ./{path})")
        try:
            return Program(guard, argv, self._environment, core=self._core)
        except OSError as error:
            if error.errno in LACKING:
                raise LaunchError(f"no program can be started: {error.strerror}") from None
            why = missing(path) if error.errno == errno.ENOENT else ""
            raise PlayerError(self, End.NOT_STARTED, f"{path}: {error.strerror}{why}{self._unseen(path)}") from error

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
        part = channel.part() if events & HEARD else b""
        self._early(part, pick)
        if alive and (events & GONE or (events & HEARD and not part)):
            raise self._ended(b"")

    def ask(self, question: bytes, pick: Pick | None = None, *, time_s: float | None = None) -> tuple[bytes, float]:
        """Write a question; give the line that answers it, without its newline, and the seconds that it took.

        With `pick` it is the first answer that this finds in a line; other lines are kept with standard error. `time_s`
        replaces the limit of a move, for what is none. Raises PlayerError: TIMEOUT, MEMORY, PROCESSES, CRASH,
        EXTRA_OUTPUT, or MALFORMED for an endless line or endless talk.
        """
        channel, expense, watch = self._channel, self.expense, self.watch
        if channel is None or self._fault is not None:
            channel = self._open()
        if watch.frozen or expense.idle_cpu_s > CLEANING_S:
            watch.thaw(self)
        if self._unread:
            self._early(b"", pick)
        limit_s = self._move_s() if time_s is None else time_s
        self._sought = "move" if time_s is None else f"answer to {question.splitlines()[-1].decode('latin-1')!r}"
        expense.look(time.monotonic())
        expense.asking()
        events = channel.ask(question, limit_s, watch.due)
        starting, self._starting = self._starting and time_s is None, False
        answer = self._hear_out(channel, question, events, pick, limit_s, starting=starting)
        self._sought = "move"
        seconds = float(channel.state.elapsed_s)
        if self.left is not None and time_s is None:
            self._spend(seconds)
        return answer, seconds

    def reply(self, question: bytes) -> Turn:
        """Do what `ask` and `turn` do, with the line as it was written: quickly, where a program answers at once."""
        channel = self._channel
        events = STIRRED if channel is None else channel.quick(question, len(question))
        if channel is None or events == STIRRED:
            line, seconds = self.ask(question)
        elif events == LINE:  # nothing but the answer, and soon: nearly always
            return self.expense.moved(*channel.answer())
        elif events & LINE:
            turn = self.expense.moved(*channel.answer())
            self._look_around(channel)
            self._glance(channel.state.now_s)
            return turn
        else:
            self.expense.asking()
            line = self._hear_out(channel, question, events, None, self.limits.time_s, starting=False)
            seconds = channel.state.elapsed_s
        return self.expense.turn(line.decode("latin-1"), seconds)

    def _hear_out(
        self, channel: Channel, question: bytes, events: int, pick: Pick | None, limit_s: float, *, starting: bool
    ) -> bytes:
        """Give the answer to a question that has brought the first `events`, and account for it."""
        state = channel.state
        if events & EARLY:
            part = channel.part()
            self._early(part, pick)
            if not part:
                raise self._ended(b"")
            events = channel.ask(question, limit_s, self.watch.due, anyway=True)
        self.expense.asked_at(state.cpu_asked_s, state.waited_asked_s)
        try:
            unsent = question[state.sent :]
            if starting:
                events, unsent = self._start_up(channel, events, unsent, limit_s)
            answer = self._answer(channel, events, unsent, pick, limit_s)
        finally:
            self.expense.took(state.elapsed_s, state.used_s)
        self._glance(state.now_s)
        return answer

    def wait(self, look: Callable[[], T | None], age_s: Callable[[], float] = lambda: 0.0) -> tuple[T, float]:
        """Wait until `look` sees something of a player that does not answer by its pipe; give that and the seconds.

        `age_s` gives how many seconds ago that was done, should we have been stopped meanwhile. What it writes
        to its standard output is kept with its standard error.

        Raises PlayerError: TIMEOUT, MEMORY, PROCESSES, CRASH, and what `look` raises.
        """
        channel = self._open()
        self.watch.thaw(self)
        start_s, self._starting = self.limits.start_s if self._starting else 0.0, False
        limit_s = self._move_s() + start_s
        asked = self.expense.asked()
        if (events := channel.ask(b"", limit_s, 0.0)) & EARLY:
            self._keep_output(channel)
            events = channel.ask(b"", limit_s, 0.0, anyway=True)
        seconds = None
        try:
            seen, seconds = self._watch_for(look, age_s, channel, events, limit_s)
        finally:
            self.expense.took(time.monotonic() - asked if seconds is None else seconds)
        self._glance(time.monotonic())
        self._spend(max(0.0, seconds - start_s))  # nobody sees when such a program has read what it was given
        return seen, seconds

    def exchange(self, question: bytes, whole: Callable[[bytes], bool] = lambda _: False) -> tuple[bytes, float]:
        """Write a whole input and end it; give the whole output and the seconds until it had ended.

        It may write before it has read all. Where its time is up and the output is `whole` without its end, that is
        given, and remarked. Raises PlayerError: TIMEOUT, MEMORY, PROCESSES, MALFORMED for endless
        output, CRASH for none at all.
        """
        channel, state, time_s = self._open(), self._open().state, self.limits.time_s
        self.watch.thaw(self)
        starting, self._starting = self._starting, False
        self.expense.asked()
        output = b""
        if (events := channel.ask(question, time_s, 0.0)) & EARLY:
            output = channel.part()
            if not output:
                raise self._ended(b"")
            events = channel.ask(question, time_s, 0.0, anyway=True)
        try:
            unsent = b"" if events & CLOSED else question[state.sent :]
            if starting:
                events, unsent = self._start_up(channel, events, unsent, time_s)
            output = self._output(channel, events, unsent, output, time_s, whole)
        finally:
            seconds = state.elapsed_s
            self.expense.took(seconds, state.used_s)
        ending = self._running().ending()
        if ending and not ending.guarded:
            raise unguarded(self, self._guards, End.CRASH, output)
        self._glance(state.now_s)
        return output, seconds

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
        self._open().stir()
        self._fault = PlayerError(self, End.TIMEOUT, "did not read what it was told")

    def dismiss(self, until: float) -> None:
        """End the program: its input ends, and what still lives at that monotonic time is killed."""
        if self._program is not None:
            self.watch.thaw(self)
            self._program.dismiss(until)
        self.kill()

    # ---- what it uses ----------------------------------------------------------------------------------------------

    def patience(self) -> Span:
        """Begin to count the seconds that the program can use from now on."""
        return Span(self._running())

    def turn(self, move: str, time_s: float) -> Turn:
        """Give the record of a move that the player has just made, with what it used and wrote for it."""
        return self.expense.turn(move, time_s)

    def _move_s(self) -> float:
        """Give the seconds that a move may take."""
        return self.limits.time_s if self.left is None else max(self.left.seconds, LEAST_S)

    def _spend(self, seconds: float) -> None:
        """Let the clock of the game run on by a move."""
        if self.left is not None and self.limits.clock is not None:
            self.left = self.limits.clock.after(self.left, self.expense.charged(seconds))
