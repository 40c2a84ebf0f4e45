"""Playing a league: what is scheduled and has no result yet, on several cores, until there is nothing left."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator, Iterator

from arbiter.league.batch import Assignment, Played, assign, work
from arbiter.league.schedule import Outcome, ScheduledGame, next_stage
from arbiter.league.standings import SprtWatch
from arbiter.league.store import Store
from arbiter.play.interrupt import Interrupt
from arbiter.play.pool import WorkerError, hand_out


class ClusterError(Exception):
    """A cluster that cannot be reached, or on which nobody can play."""


Workers = Callable[[Iterator[Assignment], int], Generator[Played, None, None]]
"""Whoever plays games: given them, and how many they are, it gives what was played, in any order."""

RESTARTS = 3
"""How often workers that somebody has killed are replaced while no game is finished."""


def on_cores(cores: list[int], interrupt: Interrupt) -> Workers:
    """Play in processes of this machine: this one starts no program, and so stays small and can be killed safely."""
    return lambda games, count: hand_out(work, games, cores[:count], interrupt)


def play(store: Store, workers: Workers) -> Generator[Outcome, None, None]:
    """Play until the league is over or its test decided; give each game once it is in the journal.

    Raises StoreError, WorkerError, ClusterError, and KeyboardInterrupt once it is noted. Closing the generator ends all
    programs.
    """
    league = store.league
    watch = SprtWatch(*league.sprt) if league.sprt else None
    if watch:
        for outcome in store.outcomes():
            watch.add(outcome)
    failures = 0
    while not (watch and watch.verdict is not None):
        waiting = store.unfinished()
        if not waiting:
            waiting = next_stage(league, store.outcomes())
            if not waiting:
                return
            store.schedule(waiting)
        try:
            with contextlib.closing(_stage(store, waiting, workers)) as games:
                for outcome, played in games:
                    if not store.record(played):
                        continue
                    failures = 0
                    if watch:
                        watch.add(outcome)
                    yield outcome
                    if watch and watch.verdict is not None:
                        return
        except WorkerError:
            failures += 1
            if failures > RESTARTS:
                raise


def _stage(store: Store, games: list[ScheduledGame], workers: Workers) -> Generator[tuple[Outcome, Played], None, None]:
    by_number, secrets = {game.number: game for game in games}, store.files()
    with contextlib.closing(workers((assign(store.league, g, secrets) for g in games), len(games))) as answers:
        for played in answers:
            record = played.record
            yield Outcome(by_number[record.number], record.scores, record.offender), played
