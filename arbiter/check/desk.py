"""The desk at which a program is examined: it starts processes of it, and ends them all when an examination is over."""

from __future__ import annotations

import dataclasses
import random
import shlex
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from arbiter.check import terminal
from arbiter.check.dialogue import Dialogue
from arbiter.check.examinee import Examinee
from arbiter.check.report import Result, Status
from arbiter.games.demands import LIMITS, START
from arbiter.games.dialogues import PLAIN, Examination, FaultError, Layout, Manners, NotReachedError
from arbiter.games.players import PlayerError
from arbiter.host.command import split
from arbiter.host.environment import plain
from arbiter.host.guards import Guards
from arbiter.host.launch import Protection
from arbiter.host.limits import Limits
from arbiter.host.view import view

RELAY_MIB = 64
"""Memory for who stands between a program and its terminal."""
RELAY_S = 5.0
"""Time for both to start, at least: on a busy machine it is not known which of them had to wait."""


class Desk:
    """Where one program is examined; all that chance decides follows from `seed`."""

    def __init__(
        self,
        command: str,
        limits: Limits,
        seed: int,
        *,
        namespaces: bool = True,
        sandbox: bool = True,
        read_all: bool = False,
        files: tuple[str, ...] = (),
    ) -> None:
        """Take the command line. Raises ValueError if it cannot be split."""
        relay = terminal.__file__, sys.executable, sys.prefix, sys.base_prefix
        self._view = None if read_all else view(command, files)
        self._view_of_relays = None if read_all else view(command, (*files, *relay))
        self.command, self.limits, self.seed = command, limits, seed
        self._guards = Guards(namespaces=namespaces, sandbox=sandbox)
        self._guards_of_relays = Guards(namespaces=namespaces, sandbox=sandbox)  # apart: these have seen a terminal
        self._open: list[Examinee] = []
        self._environment = plain() | {"ARBITER_SEED": str(seed)}

    def chance(self, *what: object) -> random.Random:
        """Give the random numbers of one purpose."""
        return random.Random(" ".join(map(str, (self.seed, *what))))

    def open(
        self,
        manners: Manners,
        *,
        layout: Layout = PLAIN,
        arguments: Sequence[str] = (),
        folder: Path | None = None,
        on_terminal: bool = False,
    ) -> Dialogue:
        """Start a process and a dialogue with it. Raises FaultError."""
        examinee = self.seat(on_terminal=on_terminal)
        dialogue = Dialogue(examinee, manners, layout, None if on_terminal else self._answers_on_a_terminal(arguments))
        try:
            examinee.begin(arguments, folder)
        except PlayerError as error:
            raise FaultError(f"It could not be started: {error.reason}.", START) from None
        return dialogue

    def seat(self, *, on_terminal: bool = False) -> Examinee:
        """Give a process that is not yet started, with a terminal as its output or a pipe."""
        command, limits, guards, seen = self.command, self.limits, self._guards, self._view
        if on_terminal:
            command = shlex.join([sys.executable, "-I", terminal.__file__, *split(command)])
            limits = dataclasses.replace(
                limits, memory_mib=limits.memory_mib + RELAY_MIB, processes=limits.processes + 1
            )
            guards, seen = self._guards_of_relays, self._view_of_relays
        examinee = Examinee(command, limits, guards=guards, environment=self._environment, view=seen)
        self._open.append(examinee)
        return examinee

    def close(self) -> None:
        """End every process."""
        while self._open:
            self._open.pop().kill()
        self._guards.close()
        self._guards_of_relays.close()

    def examine(self, examinations: Sequence[Examination]) -> Iterator[Result]:
        """Examine the program; give each result as it comes."""
        lacking: dict[str, int] = {}
        for number, examination in enumerate(examinations, 1):
            name = examination.name
            missing = next((lacking[need] for need in examination.needs if need in lacking), None)
            if missing is not None:
                lacking[name] = missing
                yield Result(name, Status.NOT_REACHED, why=f"needs {missing}")
                continue
            lacking[name] = number
            try:
                remark = self._run(examination)
            except FaultError as fault:
                yield Result(name, Status.FAILED, fault.finding())
            except NotReachedError as reason:
                yield Result(name, Status.NOT_REACHED, why=str(reason))
            else:
                del lacking[name]
                yield Result(name, Status.PASSED, why=remark)
            finally:
                self.close()

    def _run(self, examination: Examination) -> str:
        """Examine; give a remark, "" if there is none."""
        try:
            return examination.run(self) or ""
        except PlayerError as error:
            fault = FaultError(f"It {error.end.value}: {error.reason}.", LIMITS)
            self.note_dialogue(fault)
            raise fault from None
        except FaultError as fault:
            self.note_dialogue(fault)
            raise

    def note_dialogue(self, fault: FaultError) -> None:
        """Add what the fault's dialogue was, the last one that was opened, unless that is there already."""
        if fault.events or not self._open or fault.demand is START:
            return
        examinee = self._open[-1]
        fault.events = tuple(examinee.events)
        fault.stderr = examinee.last_words()

    def _answers_on_a_terminal(self, arguments: Sequence[str]) -> Answers:
        return Answers(self, arguments)


class Answers:
    """Says whether the program, told the same as in another dialogue, gives so many answers to a terminal.

    None if there is no terminal for it: without namespaces a sandbox has none.
    """

    def __init__(self, desk: Desk, arguments: Sequence[str]) -> None:
        """Take the desk, and what the program is started with."""
        self._desk, self._arguments = desk, arguments

    def __call__(self, dialogue: Dialogue, lines: int) -> bool | None:
        """Tell it."""
        try:
            other = self._desk.open(dialogue.manners, arguments=self._arguments, on_terminal=True)
            shut = other.examinee.expense.protections
            if Protection.LANDLOCK_FILES in shut and Protection.OWN_DEVICES not in shut:
                return None
            time_s = max(self._desk.limits.time_s, RELAY_S)
            heard, _ = other.examinee.hear(dialogue.sent, lambda data: dialogue.answers(data) >= lines, time_s)
        except (FaultError, PlayerError):
            return False
        return dialogue.answers(heard) >= lines
