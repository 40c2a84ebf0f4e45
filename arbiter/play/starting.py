"""How a program starts: by a guard that somebody may kill, and until it reads what it is told first."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from arbiter.games.players import End, PlayerError
from arbiter.host.guards import Guards
from arbiter.host.launch import Guard, GuardError, Program
from arbiter.play.watch import LOOK_S

if TYPE_CHECKING:
    from arbiter.play.player import Player

GUARDS = 3
"""Guards that are tried to start a program, where somebody kills them."""
PIPE_BYTES = 1 << 12
"""A pipe that took only a part of a question holds more than that until it is read."""


def start(player: Player, guards: Guards, folder: Path | None, launch: Callable[[Guard], Program]) -> Program:
    """Start the program of a player; by another guard if one was killed. Raises PlayerError."""
    for _ in range(GUARDS):
        try:
            guard = guards.take(player.limits.memory_mib, folder)
        except GuardError:
            break
        player.expense.protections = guard.protections  # what a program would have, even one that is not there
        try:
            return launch(guard)
        except GuardError:
            guard.close()
        except (OSError, PlayerError):
            guards.give_back(guard)
            raise
    raise unguarded(player, guards, End.NOT_STARTED, b"")


def unguarded(player: Player, guards: Guards, end: End, answer: bytes) -> PlayerError:
    """Say what the death of its guard means for a player: nothing where no program here can have killed it."""
    if guards.out_of_reach:
        return PlayerError(player, End.VOID, "the arbiter's guard of a program was killed from outside", answer)
    told = "the arbiter's guard was killed; this machine cannot tell whether the program did it or somebody else"
    return PlayerError(player, end, told, answer)


def hand_over(
    program: Program, question: bytes, start_s: float, now: Callable[[], float], poll: Callable[[float], Sequence[int]]
) -> tuple[bytes, float | None]:
    """Give a program that has just begun its first question, and wait until it reads, for `start_s` at most.

    `poll` waits for what comes from it. Give what is not written yet; and, if something has come, since when its time
    runs: the last look at which it had not read.
    """
    begun = at = now()
    while at < begun + start_s:
        try:
            question = question[os.write(program.stdin, question) :] if question else b""
        except BlockingIOError:
            pass
        except BrokenPipeError:
            return question, at
        ready = poll(min(LOOK_S, begun + start_s - at))
        if program.stdout in ready or program.control in ready:
            return question, at
        if program.unread() < (PIPE_BYTES if question else 1):
            break
        at = now()
    return question, None
