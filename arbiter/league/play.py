"""Playing a league: what is scheduled and has no result yet, on several cores, until there is nothing left."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator, Iterator, Sequence
from typing import Any

from arbiter.games.players import End
from arbiter.league.batch import Played, Task, assign, work
from arbiter.league.schedule import Outcome, ScheduledGame, next_stage
from arbiter.league.standings import SprtWatch
from arbiter.league.store import Store, StoreError
from arbiter.league.suspension import Suspensions, mark
from arbiter.play.interrupt import Interrupt
from arbiter.play.live import Broadcast
from arbiter.play.pool import WorkerError, hand_out
from arbiter.play.record import GameRecord


class ClusterError(Exception):
    """A cluster that cannot be reached, or on which nobody can play."""


Workers = Callable[[Iterator[Task], int], Generator[Any, None, None]]
"""Whoever plays games: given tasks, and how many they are, it gives the answers, in any order."""

RESTARTS = 3
"""How often workers that somebody has killed are replaced while no game is finished."""


def on_cores(cores: list[int], interrupt: Interrupt) -> Workers:
    """Play in processes of this machine: this one starts no program, and so stays small and can be killed safely."""
    return lambda games, count: hand_out(work, games, cores[:count], interrupt)


def play(store: Store, workers: Workers, live: Broadcast | None = None) -> Generator[Outcome, None, None]:
    """Play until the league is over or its test decided; give each game once it is in the journal. Those that look hear
    of its games from `live` while they are played.

    It is given once more where a mark takes its place. Raises StoreError, WorkerError, ClusterError, and
    KeyboardInterrupt once it is noted. Closing the generator ends all programs.
    """
    league, progress = store.league, _Progress(store)
    yield from progress.resume()
    watch, failures = progress.watch, 0
    while not (watch and watch.verdict is not None):
        waiting = store.unfinished()
        if not waiting:
            waiting = next_stage(league, store.outcomes())
            if not waiting:
                return
            store.schedule(waiting)
            yield from progress.mark([*progress.suspensions.since])
            continue
        try:
            open_ = (game for game in waiting if not progress.suspensions.seats(game))
            with contextlib.closing(_stage(store, waiting, open_, workers, live)) as games:
                for outcome, played in games:
                    is_new = store.record(played)
                    if live:
                        live.recorded(played.record.number)
                    if not is_new:
                        continue  # marked meanwhile
                    failures = 0
                    yield outcome
                    yield from progress.add(outcome)
                    if watch and watch.verdict is not None:
                        return
        except WorkerError:
            failures += 1
            if failures > RESTARTS:
                raise


class _Progress:
    """What the finished games mean for those to come: who is suspended, and how the test stands."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.suspensions = Suspensions(store.league.suspend or 0, store.pardons())
        self.watch = SprtWatch(*store.league.sprt) if store.league.sprt else None
        self._marked: dict[int, set[int]] = {}  # the seats of who is suspended, by game

    def resume(self) -> Iterator[Outcome]:
        """Take what is in the journal; give what had to be marked since it was left."""
        outcomes = self.store.outcomes()
        for outcome in outcomes:
            self.suspensions.add(outcome)
            if outcome.end is End.SUSPENDED:
                self._marked[outcome.game.number] = {seat for seat, _ in outcome.forfeits()}
        new = {outcome.game.number: outcome for outcome in self.mark([*self.suspensions.since])}
        if self.watch:
            for outcome in outcomes:
                self.watch.add(new.get(outcome.game.number, outcome))
        yield from new.values()

    def add(self, outcome: Outcome) -> Iterator[Outcome]:
        """Take a finished game; give what is marked because of it."""
        yield from self.mark(self.suspensions.add(outcome))
        if self.watch:
            self.watch.add(outcome)

    def mark(self, players: Sequence[int]) -> Iterator[Outcome]:
        """Mark the scheduled games of suspended players, and of who is suspended once these are there; give them."""
        while players:
            games = {game.number: game for player in players for game in self.store.games_of(player)}
            seats = {number: self.suspensions.seats(game) for number, game in games.items()}
            new = [number for number, found in seats.items() if not found.keys() <= self._marked.get(number, set())]
            records = [mark(self.store.league, games[number], seats[number]) for number in sorted(new)]
            self.store.mark(records)
            players = []
            for record in records:
                self._marked[record.number] = set(record.offences())
                marked = outcome_of(games[record.number], record)
                players += self.suspensions.add(marked)
                if self.watch:
                    self.watch.add(marked)
                yield marked


def pardon(store: Store, player: int) -> None:
    """Let a suspended player play what was marked because of it; its forfeits until then count no more.

    Raises StoreError if it is not suspended, or too late: in a knockout the opponent may have gone on.
    """
    league, outcomes = store.league, store.outcomes()
    suspensions = Suspensions(league.suspend or 0, store.pardons())
    own = [outcome for outcome in outcomes if player in outcome.game.players]
    marks = [
        outcome
        for outcome in own
        if outcome.end is End.SUSPENDED and outcome.game.players.index(player) in dict(outcome.forfeits())
    ]
    for outcome in outcomes:
        suspensions.add(outcome)
    if not marks and player not in suspensions.since:
        raise StoreError(f"{store.path}: {league.entrants[player].name!r} is not suspended")
    if league.format == "knockout" and any(one.game.round < outcomes[-1].game.round for one in marks):
        name = league.entrants[player].name
        raise StoreError(f"{store.path}: {name!r} is out of the knockout: whoever it met there has gone on")
    if player in suspensions.since:
        after, _ = suspensions.since[player]
    else:  # games before it are to be played after a pardon of another player
        after = max(outcome.game.number for outcome in own if outcome.game.number < marks[0].game.number)
    left = []  # what an opponent does not play who is suspended too
    for number in [outcome.game.number for outcome in marks if outcome.also]:
        for game, record in store.records(number):
            seats = {seat: one.reason for seat, one in record.offences().items() if game.players[seat] != player}
            left.append(mark(league, game, seats))
    store.pardon(player, after, [outcome.game.number for outcome in marks], left)


def outcome_of(game: ScheduledGame, record: GameRecord) -> Outcome:
    """Give what a schedule and standings must know of a record."""
    return Outcome(game, record.scores, record.offender, record.end, record.also and record.also.end)


def _stage(
    store: Store, games: list[ScheduledGame], open_: Iterator[ScheduledGame], workers: Workers, live: Broadcast | None
) -> Generator[tuple[Outcome, Played], None, None]:
    """Play those of a stage's games that are still open when their turn comes."""
    by_number, secrets = {game.number: game for game in games}, store.files()
    folder = str(live.folder.absolute()) if live else ""
    secrets = (*secrets, folder) if live else secrets
    tasks = (assign(store.league, game, secrets, folder) for game in open_)
    with contextlib.closing(workers(tasks, len(games))) as answers:
        for played in answers:
            yield outcome_of(by_number[played.record.number], played.record), played
