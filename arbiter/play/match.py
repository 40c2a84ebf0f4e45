"""A match: N games between two programs, alternating who moves first, on one core for each stream of games."""

from __future__ import annotations

import contextlib
import dataclasses
import functools
from collections.abc import Callable

from arbiter.games import catalogue
from arbiter.games.contract import Referee
from arbiter.host import protection
from arbiter.host.environment import Variables
from arbiter.host.guards import Guards
from arbiter.host.launch import LaunchError
from arbiter.host.limits import USUAL, Limits
from arbiter.play.adjudication import Adjudication
from arbiter.play.interrupt import Interrupt
from arbiter.play.live import Reporter
from arbiter.play.pool import MOST, Messages, WorkerError, hand_out
from arbiter.play.record import GameRecord, MatchRecord
from arbiter.play.table import GRACE_S, Seat, Table, cores


@dataclasses.dataclass(frozen=True, slots=True)
class Match:
    """What is to be played.

    `jobs` games are played at once, each stream of games by its own pair of programs on its own core. With a `seed`,
    the programs find ARBITER_SEED in their environment: seed + 2 * stream for A, one more for B (stream 0, 1, ...).
    `namespaces` and `sandbox` are as for `arbiter.host.guards.Guards`. Each player may read its `files` beside those
    that its command line names, or with `read_all` all that the user may, and has its variables of `environments`.
    `referee` is the game's, with settings of its own; None is the usual one. `adjudication` says who may end games
    early. Turns are told while they are made in the folder `live`, unless it is "".
    """

    commands: tuple[str, str]
    games: int = 1
    game: str = catalogue.USUAL
    limits: Limits = USUAL
    jobs: int = 1
    seed: int | None = None
    namespaces: bool = True
    sandbox: bool = True
    read_all: bool = False
    files: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    environments: tuple[Variables, Variables] = ((), ())
    referee: Referee | None = None
    adjudication: Adjudication | None = None
    live: str = ""

    def seat(self, seat: int, seed: int | None = None) -> Seat:
        """Give who sits there."""
        command, other = self.commands[seat], 1 - seat
        rivals = None if self.read_all else ((self.commands[other], self.files[other]),)
        secrets = (self.live,) if self.live else ()
        return Seat(command, command, self.limits, seed, self.files[seat], self.environments[seat], rivals, secrets)

    def options(self) -> tuple[tuple[str, str], ...]:
        """Give limits and settings as a reader should know them."""
        shown = [*self.limits.shown(), ("games at once", str(self.jobs))]
        if self.seed is not None:
            shown.append(("seed", str(self.seed)))
        if self.referee is not None:
            shown += self.referee.options()
        if self.adjudication is not None:
            shown += self.adjudication.options()
        return tuple(shown)


def usual_referee(game: str) -> Referee:
    """Give the referee of a game with its usual settings."""
    found = catalogue.game(game)
    return found.referee(found.settings())


class Stream:
    """The games of one pair of programs, which live from the first to the last."""

    def __init__(self, match: Match, stream: int, core: int) -> None:
        """Pin the calling process to `core` and seat the players; they are started by the first game."""
        self._referee = match.referee or usual_referee(match.game)
        first_seed = None if match.seed is None else match.seed + 2 * stream
        a, b = (match.seat(seat, None if first_seed is None else first_seed + seat) for seat in (0, 1))
        self._guards = Guards(namespaces=match.namespaces, sandbox=match.sandbox)
        self._reporter = Reporter(match.live, core) if match.live else None
        self._names = a.name, b.name
        if self._reporter:
            watch, sheet = self._reporter.watch, self._reporter.sheet
            self._table = Table(self._referee, (a, b), core, self._guards, match.adjudication, watch=watch, sheet=sheet)
        else:
            self._table = Table(self._referee, (a, b), core, self._guards, match.adjudication)

    def play(self, number: int) -> GameRecord:
        """Play game `number`, counted from 1: A moves first in the odd ones."""
        first, start, reporter = (number - 1) % 2, self._referee.start(number), self._reporter
        if reporter is None:
            return self._table.play(number, first, start)
        reporter.begin(self._referee.name, number, self._names, first, start)
        record = self._table.play(number, first, start)
        reporter.over(record)
        return record

    def close(self, grace_s: float = 0.0) -> None:
        """End both programs, as `Table.close` does."""
        self._table.close(grace_s)
        self._guards.close()


def play(
    match: Match, on_game: Callable[[GameRecord], None] = lambda record: None, interrupt: Interrupt | None = None
) -> MatchRecord:
    """Play a match; `on_game` hears of each finished game. Ctrl-C, SIGTERM or SIGHUP end it early: those of an
    `interrupt`, or those that come until it returns.

    Games that are finished are kept when the arbiter fails. Raises WorkerError, LaunchError if there are none.
    """
    if interrupt is None:
        with Interrupt() as until_the_end:
            return play(match, on_game, until_the_end)
    records: list[GameRecord] = []
    failure = ""
    work, numbers = functools.partial(_work, match), iter(range(1, match.games + 1))
    games = hand_out(work, numbers, cores()[: min(match.jobs, match.games)], interrupt, MOST)
    try:
        with contextlib.suppress(KeyboardInterrupt), contextlib.closing(games):
            for record in games:
                records.append(record)
                on_game(record)
    except (LaunchError, WorkerError) as error:
        if not records:
            raise
        failure = str(error)
    records.sort(key=lambda record: record.number)
    shown = (*match.options(), *protection.summary(cost.protections for record in records for cost in record.costs))
    limit = getattr(match.referee or usual_referee(match.game), "limit", None)
    early = bool(interrupt.number) and len(records) < match.games
    return MatchRecord(match.game, match.commands, match.games, shown, tuple(records), early, limit, failure)


def _work(match: Match, number: int, core: int, link: Messages) -> None:
    """Play the games whose numbers come, until None comes."""
    stream = Stream(match, number, core)
    try:
        while (game := link.recv()) is not None:
            link.send(stream.play(game))
        stream.close(GRACE_S)
    finally:
        stream.close()
