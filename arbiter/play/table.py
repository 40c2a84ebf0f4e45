"""A table: two programs and their referee on one core, game after game."""

from __future__ import annotations

import dataclasses
import gc
import os
import time
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from arbiter.games import players as games
from arbiter.games.contract import Referee
from arbiter.games.players import End, Offence, PlayerError, Turn
from arbiter.host.channel import notice_stops
from arbiter.host.environment import Variables, plain
from arbiter.host.guards import Guards
from arbiter.host.launch import current_core
from arbiter.host.limits import USUAL, Left, Limits
from arbiter.host.view import Rivals, View, view
from arbiter.play.adjudication import Adjudication, Adjudicator
from arbiter.play.player import Player
from arbiter.play.record import Cost, GameRecord
from arbiter.play.watch import Watch, Watched

GRACE_S = 0.5
"""Time that programs get after the last game to end by themselves, once their input has ended."""

REPLAYS = 2
"""How often a game is played again that somebody from outside has spoiled; then it is void."""
GARBAGE = 50_000
"""Objects made until Python looks for cycles among them: after every 700, as it does by default, is a tenth of a quick
move, and there are next to none."""


@dataclasses.dataclass(frozen=True, slots=True)
class Seat:
    """Who sits there: the name that records have, the command line, its limits, and its ARBITER_SEED if it gets one.

    It may read what its command line names, its `files`, and nothing of its `rivals`, nor `secrets`; without `rivals`
    (None) all that the user may read. `environment` are further variables.
    """

    name: str
    command: str
    limits: Limits = USUAL
    seed: int | None = None
    files: tuple[str, ...] = ()
    environment: Variables = ()
    rivals: Rivals | None = None
    secrets: tuple[str, ...] = ()

    def sees(self) -> View | None:
        """Give what the player may see here, None for all that the user may."""
        return None if self.rivals is None else view(self.command, self.files, self.rivals, self.secrets)

    def player(self, core: int, guards: Guards) -> Player:
        """Make the player, who is started by the first game."""
        environment = plain() | dict(self.environment)
        if self.seed is not None:
            environment["ARBITER_SEED"] = str(self.seed)
        return Player(self.command, self.limits, core=core, guards=guards, environment=environment, view=self.sees())


class Sitter(Watched, games.Player, Protocol):
    """A player at a table."""

    left: Left | None
    begins: Callable[[], Left | None]
    watch: Watch
    remark: str

    def cost(self) -> Cost:
        """Give what the player has used since its game began."""

    def check_memory(self, peak_mib: float | None = None) -> None:
        """Raise PlayerError (MEMORY) if it has ever been too big."""

    def dismiss(self, until: float) -> None:
        """End the program, by that monotonic time."""


class Place(Protocol):
    """Where somebody sits: a `Seat`, which is a program's, or that of a person."""

    @property
    def name(self) -> str:
        """Give the name that records have."""

    def player(self, core: int, guards: Guards, /) -> Sitter:
        """Make the player."""


class Table:
    """Two players and their referee, on one core."""

    def __init__(
        self,
        referee: Referee,
        seats: tuple[Place, Place],
        core: int,
        guards: Guards,
        adjudication: Adjudication | None = None,
        *,
        watch: Callable[[Sequence[Watched]], Watch] = Watch,
        sheet: Callable[[], list[Turn]] = list,
    ) -> None:
        """Pin the calling process to `core` and seat the players; they are started by the first game, by `guards`.

        They are looked at by a `watch`, and the turns of each game are written on a `sheet` of its own, by which others
        may hear of them.
        """
        os.sched_setaffinity(0, {core})  # waking a program on another core takes ten times as long
        notice_stops()
        gc.set_threshold(GARBAGE)
        self.referee, self._names = referee, (seats[0].name, seats[1].name)
        a, b = (seat.player(core, guards) for seat in seats)
        self.players = a, b
        a.watch = b.watch = watch((a, b))
        self._sheet = sheet
        self._adjudicator: Adjudicator | None = None
        if adjudication:
            self._adjudicator = Adjudicator(adjudication, referee.name, guards, core)
            self._adjudicator.watch(a, b)

    def play(self, number: int, first: int, start: str) -> GameRecord:
        """Play a game from `start`, in the game's notation; player `first` (0 or 1) moves first."""
        for _ in range(REPLAYS):
            if (record := self._play_once(number, first, start)).end is not End.VOID:
                return record
        return self._play_once(number, first, start)

    def _play_once(self, number: int, first: int, start: str) -> GameRecord:
        players = self.players
        if self._adjudicator:
            self._adjudicator.begin()
        turns = self._sheet()
        found: dict[str, Any] = {}
        try:
            failures = [error for seat in (first, 1 - first) if (error := self._begin(seat, first=seat == first))]
            if failures:
                failures[0].also = failures[-1] if len(failures) > 1 else None
                raise failures[0]
            found["scores"] = self._play(first, turns, start)
            costs = players[0].cost(), players[1].cost()
            for player, cost in zip(players, costs, strict=True):
                player.check_memory(cost.peak_mib)  # which the kernel has kept, and the last look may have missed
            if self._adjudicator and self._adjudicator.verdict:
                found |= {"end": End.ADJUDICATED, "reason": self._adjudicator.verdict}
        except PlayerError as error:
            found = {"scores": (0, 0), **self._forfeited(error)}
            costs = players[0].cost(), players[1].cost()
        notes = [f"player {'AB'[seat]} {player.remark}" for seat, player in enumerate(players) if player.remark]
        if self._adjudicator and self._adjudicator.warning:
            notes.append(self._adjudicator.warning)
        if notes:
            found["reason"] = "; ".join(filter(None, [found.get("reason"), *notes]))
        name = self.referee.name
        return GameRecord(name, number, self._names, first, tuple(turns), costs=costs, start=start, **found)

    def _forfeited(self, error: PlayerError) -> dict[str, Any]:
        """Give what a record says of a game that an offence has ended, or somebody from outside; end who has to do with
        it.
        """
        errors = [error, *([error.also] if error.also else [])]
        if void := next((one for one in errors if one.end is End.VOID), None):
            for player in self.players:
                player.kill()  # it may be played again, from the beginning
            return {"end": End.VOID, "reason": void.reason}
        for one in errors:
            one.player.kill()
        offender, also = int(error.player is self.players[1]), error.also
        lost, won = self.referee.forfeit
        won = lost if also else won
        return {
            "scores": error.scores or ((won, lost) if offender else (lost, won)),
            "end": error.end,
            "offender": offender,
            "reason": error.reason,
            "evidence": error.evidence,
            "also": Offence(also.end, also.reason, also.evidence) if also else None,
        }

    def _play(self, first: int, turns: list[Turn], start: str) -> tuple[int, int]:
        adjudicator = self._adjudicator
        if adjudicator is None:
            return self.referee.play(self.players, first, turns, start)

        def adjudicate(position: object, left: int | None) -> tuple[int, int] | None:
            return adjudicator.look(position, len(turns), left)

        return self.referee.play(self.players, first, turns, start, adjudicate)

    def _begin(self, seat: int, *, first: bool) -> PlayerError | None:
        try:
            self.referee.begin(self.players[seat], seat, first=first)
        except PlayerError as error:
            return error
        return None

    def close(self, grace_s: float = 0.0) -> None:
        """End both programs: close their input, and kill after `grace_s` seconds what has not ended by itself."""
        until = time.monotonic() + grace_s
        for player in self.players:
            player.dismiss(until)
        if self._adjudicator:
            self._adjudicator.dismiss(until)


def cores() -> list[int]:
    """Give the cores that we may use, beginning with the one on which the scheduler has put us."""
    allowed = sorted(os.sched_getaffinity(0))
    here = current_core()
    start = allowed.index(here) if here in allowed else 0
    return allowed[start:] + allowed[:start]
