"""Reviewing the games of a result: those that have no review yet, on several cores or a cluster, kept as they come."""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Container, Generator, Iterator

from arbiter.games.contract import Game
from arbiter.games.extras import Reviewing
from arbiter.league.play import Workers
from arbiter.play.analysis import check_command
from arbiter.play.record import GameRecord
from arbiter.review.course import ReviewError, courses, reviewing, unit
from arbiter.review.judge import Effort
from arbiter.review.losses import GameReview, review
from arbiter.review.result import UNPLAYED, Archive, Entry
from arbiter.review.shelf import Kept, fingerprint
from arbiter.review.work import Judged, ReviewTask, installed


@dataclasses.dataclass(frozen=True, slots=True)
class Request:
    """What is asked for: numbers of games and places of players (None: all), an engine and an effort, if it matters."""

    games: Container[int] | None = None
    player: int | None = None
    engine: str | None = None
    effort: Effort | None = None

    def wants(self, entry: Entry) -> bool:
        """Tell whether a game is asked for."""
        return (
            entry.record.end not in UNPLAYED
            and (self.games is None or entry.record.number in self.games)
            and (self.player is None or self.player in entry.players)
        )

    def is_met(self, engine: str, effort: Effort) -> bool:
        """Tell whether a review is as good as what is asked for."""
        return self.engine in (None, engine) and (self.effort is None or effort.covers(self.effort))


def engine_command(game: Game, given: str | None) -> str:
    """Give the command line of the engine that judges: what is given, or what the game names, if that is installed.

    Raises ReviewError.
    """
    terms = reviewing(game, given)
    command = given or terms.command
    try:
        check_command(installed(command))
    except ValueError as error:
        raise ReviewError(str(error)) from None
    return command


def missing(result: Archive, request: Request) -> list[Entry]:
    """Give the games that are asked for and have no review that will do. Raises StoreError."""
    marks = result.shelf.marks()

    def is_there(record: GameRecord) -> bool:
        played, engine, effort = marks.get(record.number, ("", "", Effort()))
        return played == fingerprint(record) and request.is_met(engine, effort)

    return [entry for entry in result.entries() if request.wants(entry) and not is_there(entry.record)]


def judge(result: Archive, todo: list[Entry], request: Request, workers: Workers) -> Generator[Judged, None, None]:
    """Judge games; give each as soon as its review is kept. Raises what the workers do, ReviewError, StoreError."""
    command, effort = engine_command(result.game, request.engine), request.effort or Effort()
    result.shelf.begin()
    tasks = (ReviewTask(entry.record, entry.limit, command, effort) for entry in todo)
    with contextlib.closing(workers(tasks, len(todo))) as answers:
        for answer in answers:
            if answer.kept:
                result.shelf.put(answer.record, answer.kept)
            yield answer


def reviews(result: Archive, request: Request | None = None) -> Iterator[tuple[Entry, GameReview]]:
    """Give the reviews that there are, of the games asked for, one in memory at a time. Raises StoreError."""
    marks = result.shelf.marks()
    for entry in result.entries() if marks else ():
        if (request is None or request.wants(entry)) and (review := find(result, marks, entry)):
            yield entry, review


def find(result: Archive, marks: Container[int], entry: Entry) -> GameReview | None:
    """Give the review of a game, None if it is not among those marked on the shelf, or of something else."""
    if entry.record.number in marks and (kept := result.shelf.get(entry.record)):
        with contextlib.suppress(ReviewError, ValueError):  # of another version of the game
            return of(result.game, entry, kept)
    return None


def of(game: Game, entry: Entry, kept: Kept) -> GameReview:
    """Give the review of a game from what was judged. Raises ReviewError, ValueError."""
    terms: Reviewing = reviewing(game, kept.engine)
    ways = courses(game, terms, entry.record, entry.limit)
    return review(entry.record, ways, kept.judgements, terms, kept.how, unit(game, terms))
