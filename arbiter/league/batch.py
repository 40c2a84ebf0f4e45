"""Games as data in, records as data out: all that a process on any core, or any machine, needs to play a game.

Other tasks go the same ways (`arbiter.review.work`).
"""

from __future__ import annotations

import contextlib
import dataclasses
import datetime
import os
import random
import socket
from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any, Protocol, TypeVar

from arbiter.games.contract import Referee
from arbiter.host.guards import Guards
from arbiter.league.config import League
from arbiter.league.schedule import ScheduledGame
from arbiter.play.adjudication import Adjudication
from arbiter.play.live import Reporter
from arbiter.play.pool import Messages
from arbiter.play.record import GameRecord
from arbiter.play.table import GRACE_S, Seat, Table

T = TypeVar("T")


class Tools:
    """What a process keeps from one task to the next, by a key of the maker's own."""

    def __init__(self) -> None:
        """Begin with none."""
        self._ends: list[Callable[[], None]] = []
        self._kept: dict[Hashable, Any] = {}

    def get(self, key: Hashable, make: Callable[[], T], end: Callable[[T], None]) -> T:
        """Give what has this key, made if it is not there; `end` ends it when all is done, what was made last first."""
        if key not in self._kept:
            made = self._kept[key] = make()
            self._ends.append(lambda: end(made))
        found: T = self._kept[key]
        return found

    def guards(self, *, namespaces: bool, sandbox: bool) -> Guards:
        """Give guards of a kind."""
        kind = Guards, namespaces, sandbox
        return self.get(kind, lambda: Guards(namespaces=namespaces, sandbox=sandbox), Guards.close)

    def close(self) -> None:
        """End all."""
        while self._ends:
            self._ends.pop()()


class Task(Protocol):
    """What is to be done with a game, on any core of any machine."""

    @property
    def number(self) -> int:
        """Give the number of the game."""

    def run(self, core: int, tools: Tools) -> Any:
        """Do it; give the answer."""


@dataclasses.dataclass(frozen=True, slots=True)
class Assignment:
    """One game to play: where it starts, between whom, and who moves first; `live` is the folder in which its turns
    are told while they are made, "" if nobody shall hear of them.
    """

    number: int
    referee: Referee
    seats: tuple[Seat, Seat]
    first: int
    start: str
    namespaces: bool = True
    sandbox: bool = True
    adjudication: Adjudication | None = None
    live: str = ""

    def run(self, core: int, tools: Tools) -> Played:
        """Play it with fresh processes, so that it does not depend on the game before."""
        guards = tools.guards(namespaces=self.namespaces, sandbox=self.sandbox)
        started = datetime.datetime.now(datetime.UTC).isoformat(timespec="milliseconds")
        reporter, table = self._seated(core, tools, guards)
        try:
            record = table.play(self.number, self.first, self.start)
            if reporter:
                reporter.over(record)
            table.close(GRACE_S)
        finally:
            table.close()
        a, b = self.seats
        return Played(record, started, socket.gethostname(), core, (a.seed, b.seed))

    def _seated(self, core: int, tools: Tools, guards: Guards) -> tuple[Reporter | None, Table]:
        if not self.live:
            return None, Table(self.referee, self.seats, core, guards, self.adjudication)
        reporter, (a, b) = (
            tools.get((Reporter, self.live), lambda: Reporter(self.live, core), Reporter.close),
            self.seats,
        )
        reporter.begin(self.referee.name, self.number, (a.name, b.name), self.first, self.start)
        watch, sheet = reporter.watch, reporter.sheet
        return reporter, Table(self.referee, self.seats, core, guards, self.adjudication, watch=watch, sheet=sheet)


@dataclasses.dataclass(frozen=True, slots=True)
class Played:
    """A finished game: its record, when it started (ISO 8601, UTC), where, and the seeds of both players."""

    record: GameRecord
    started: str
    host: str
    core: int
    seeds: tuple[int | None, int | None]


def assign(league: League, game: ScheduledGame, secrets: tuple[str, ...] = (), live: str = "") -> Assignment:
    """Say all that is needed to play a game of a league, whose players must not see the `secrets`; it is told of in
    the folder `live`, if there is one.

    Both get a seed that no other game has.
    """
    a, b = game.players
    referee = league.referee(a, b)
    seats = [
        Seat(
            name=league.entrants[player].name,
            command=league.entrants[player].command,
            limits=league.entrants[player].limits,
            seed=random.Random(f"{league.seed} {game.number} {seat}").getrandbits(31),
            files=league.entrants[player].files,
            environment=league.entrants[player].environment,
            rivals=league.rivals(player),
            secrets=secrets,
        )
        for seat, player in enumerate(game.players)
    ]
    # Referees give the same start for numbers 2k - 1 and 2k, but for games in which both programs are given the same.
    start = referee.start(2 * game.opening - 1 + game.first)
    return Assignment(
        game.number,
        referee,
        (seats[0], seats[1]),
        game.first,
        start,
        league.namespaces,
        league.sandbox,
        league.adjudication(),
        live,
    )


def run_batch(tasks: Iterable[Task], core: int) -> Iterator[Any]:
    """Do tasks one after the other on a core; give the answers, a `Played` for each `Assignment`."""
    with contextlib.closing(Tools()) as tools:
        for task in tasks:
            yield task.run(core, tools)


def work(stream: int, core: int, link: Messages) -> None:
    """Do the tasks that come over the link; see `arbiter.play.pool.Work`."""
    os.sched_setaffinity(0, {core})
    for played in run_batch(iter(link.recv, None), core):
        link.send(played)
