"""One player's page: what it won and lost, its worst moves with what would have been better, its offences, its time."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup

from arbiter.games.contract import Game, Transcript
from arbiter.games.players import Offence
from arbiter.pages.amounts import loss_text
from arbiter.pages.page import fill, source
from arbiter.pages.verdicts import ReviewView, decision_text
from arbiter.ratings.tally import Tally
from arbiter.review.course import courses, reviewing
from arbiter.review.losses import GameReview, ReviewedMove
from arbiter.review.result import UNPLAYED, Archive, Entry
from arbiter.review.tally import Account

WORST = 3
LOSSES = 50
"""Decided games that are listed."""


class Picture(NamedTuple):
    """A position as a picture, with a caption."""

    svg: Markup
    caption: str


class Worst(NamedTuple):
    """A move that lost much: the board with it, and with the better one; none where nothing can be drawn."""

    entry: Entry
    move: ReviewedMove
    loss: str
    pictures: list[Picture]


@dataclasses.dataclass(slots=True)
class Opponent:
    """The results against one opponent."""

    name: str
    tally: Tally = dataclasses.field(default_factory=Tally)


@dataclasses.dataclass(slots=True)
class Student:
    """What the page shows of a player."""

    name: str
    total: Tally = dataclasses.field(default_factory=Tally)
    sides: tuple[Tally, Tally] = dataclasses.field(default_factory=lambda: (Tally(), Tally()))
    opponents: list[Opponent] = dataclasses.field(default_factory=list)
    offences: list[tuple[int, Offence]] = dataclasses.field(default_factory=list)
    moves: int = 0
    moves_s: float = 0.0
    longest_s: float = 0.0
    longest_game: int = 0
    peak_mib: float = 0.0


def render(result: Archive, player: int, reviewed: Sequence[tuple[Entry, GameReview]]) -> str:
    """Make the page of a player from all its games, and from the reviews of those that have one."""
    account, decided = Account(), []
    for entry, review in reviewed:
        for seat in _seats(entry, player):
            account.add(review, seat)
            if seat in review.decisions:
                decision = review.decisions[seat]
                decided.append((entry, decision, decision_text(decision, entry.record)))
    hows = sorted({review.how for _, review in reviewed})
    shown = ReviewView(result.names, [], [account], hows, "", result.game.reviewing, len(reviewed))
    return fill(
        "student.html",
        result.game,
        source("league.css"),
        "",
        review=shown,
        student=summed_up(result, player),
        account=account,
        unit=reviewed[0][1].unit if reviewed else "",
        worst=_worst(result, player, reviewed),
        decided=decided[:LOSSES],
        decided_count=len(decided),
        names=result.names,
    )


def summed_up(result: Archive, player: int) -> Student:
    """Sum up the games of a player."""
    student = Student(result.names[player])
    against = {place: Opponent(name) for place, name in enumerate(result.names)}
    for entry in result.entries():
        record = entry.record
        for seat in _seats(entry, player):
            if record.end in UNPLAYED:
                continue
            winner, side = record.winner(), 0 if record.first == seat else 1
            score = 0.5 if winner is None else float(winner == seat)
            for tally in (student.total, student.sides[side], against[entry.players[1 - seat]].tally):
                tally.count(score)
            if (offence := record.offences().get(seat)) is not None:
                student.offences.append((record.number, offence))
            times = record.times()[side::2]
            student.moves += len(times)
            student.moves_s += sum(times)
            if max(times, default=0.0) > student.longest_s:
                student.longest_s, student.longest_game = max(times), record.number
            student.peak_mib = max(student.peak_mib, record.costs[seat].peak_mib)
    met = (one for one in against.values() if one.tally.games)
    student.opponents = sorted(met, key=lambda one: (one.tally.score / one.tally.games, one.name))
    return student


def _seats(entry: Entry, player: int) -> list[int]:
    return [seat for seat in (0, 1) if entry.players[seat] == player]


def _worst(result: Archive, player: int, reviewed: Sequence[tuple[Entry, GameReview]]) -> list[Worst]:
    """Give the moves that lost most; of equal ones those that are proved."""
    own = [
        (entry, move)
        for entry, review in reviewed
        for move in review.moves
        if move.seat in _seats(entry, player) and move.loss > 0 and move.best and move.best != move.move
    ]
    own.sort(key=lambda pair: (-pair[1].loss, not pair[1].proved, pair[0].record.number, pair[1].step))
    return [Worst(e, move, loss_text(move), _pictures(result.game, e, move)) for e, move in own[:WORST]]


def _pictures(game: Game, entry: Entry, move: ReviewedMove) -> list[Picture]:
    """Draw the position after a move, and after the better one."""
    record = entry.record
    try:
        course = next(
            one
            for one in courses(game, reviewing(game, None if game.reviewing else "?"), record, entry.limit)
            if move.ply in one.plies and one.moves[move.step - 1] == move.move
        )
        return [
            Picture(
                _draw(game, record.number, record.start, (*course.moves[: move.step - 1], text), alone=course.alone),
                text,
            )
            for text in (move.move, move.best)
        ]
    except Exception:  # a drawing may be a stranger's, and the page is not lost to it
        return []


def _draw(game: Game, number: int, start: str, moves: tuple[str, ...], *, alone: bool) -> Markup:
    assert game.drawing
    played = (" ".join(moves),) if alone else moves
    return game.drawing.frames(Transcript(number, start, played), every=False)[-1].svg
