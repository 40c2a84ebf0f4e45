"""How a program starts: by a guard that somebody may kill."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from arbiter.games.players import End, PlayerError
from arbiter.host.guards import Guards
from arbiter.host.launch import Guard, GuardError, LaunchError, Program

if TYPE_CHECKING:
    from arbiter.play.talk import Talk

GUARDS = 3
"""Guards that are tried to start a program, where somebody kills them."""


def start(player: Talk, guards: Guards, take: Callable[[], Guard], launch: Callable[[Guard], Program]) -> Program:
    """Start the program of a player; by another guard if one was killed. Raises PlayerError, LaunchError."""
    for _ in range(GUARDS):
        try:
            guard = take()
        except GuardError:
            break
        player.expense.protections = guard.protections  # what a program would have, even one that is not there
        try:
            return launch(guard)
        except GuardError:
            guard.close()
        except (OSError, LaunchError, PlayerError):
            guards.give_back(guard)
            raise
    raise unguarded(player, guards, End.NOT_STARTED, b"")


def unguarded(player: Talk, guards: Guards, end: End, answer: bytes) -> PlayerError:
    """Say what the death of its guard means for a player: nothing where no program here can have killed it."""
    if guards.out_of_reach:
        return PlayerError(player, End.VOID, "the arbiter's guard of a program was killed from outside", answer)
    told = "the arbiter's guard was killed; this machine cannot tell whether the program did it or somebody else"
    return PlayerError(player, end, told, answer)
