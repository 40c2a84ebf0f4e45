"""What each move of a game gave away, and which one decided it: from what was judged alone.

A loss is the best value before a move less the value after it. Where both are proved, so is the loss; where bounds are
proved, it is at least or at most so much. Beside that there may be an estimate, the difference of two searches with the
same horizon, which proves nothing.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import NamedTuple

from arbiter.games.extras import Course, Reviewing
from arbiter.play.record import GameRecord
from arbiter.review.judgement import UNKNOWN, Bounds, Judgement

PHASES = ("first third", "second third", "last third")
"""Of the moves of a game."""


class Outlook(NamedTuple):
    """Who wins by best play, 1, 0 or -1 for who moves, and whether that is proved."""

    result: int
    proved: bool


class ReviewedMove(NamedTuple):
    """A move of a game and what it gave away, in the unit in which the game counts losses.

    `ply` is the turn of the record, from 1, `step` the move of its course, from 1: the same but where a turn is a whole
    row. The loss is proved to be at least `least` and at most `most` (infinite where nothing is proved), and `estimate`
    is what searches of `depth` plies, and of one less behind the move, made of it. `best` is a better move, or as good,
    and `line` goes on with it; both are empty where nothing else is known. `before` and `after` are the results that
    the mover could reach. `seat` is 0 for player A, 1 for B, `side` 0 for who moved first. `free` tells that there was
    a choice, `blunder` that a blunder's worth was lost, and `certain` that this is proved. `fell` tells that the
    result is worse behind the move than before it, by two proofs or by two searches with the same horizon.
    """

    ply: int
    step: int
    seat: int
    side: int
    move: str
    least: float
    most: float
    estimate: float | None
    depth: int | None
    best: str
    line: tuple[str, ...]
    before: Outlook | None
    after: Outlook | None
    phase: int
    free: bool
    blunder: bool
    certain: bool
    fell: bool

    @property
    def proved(self) -> bool:
        """Tell whether the loss is known for sure."""
        return self.least == self.most

    @property
    def loss(self) -> float:
        """Give the loss if it is proved, else what is known or thought of it: the larger of bound and estimate."""
        return self.least if self.proved else max(self.least, min(self.estimate or 0.0, self.most))


class Decision(NamedTuple):
    """Where a player who did not win let the game go: a `move`, or none, as it never stood better.

    `proved` says that the results before and behind it are; `seen` that both searches of the move itself saw it fall,
    not only the one at the player's next turn.
    """

    move: ReviewedMove | None
    proved: bool
    seen: bool = True


class GameReview(NamedTuple):
    """A reviewed game: `moves` in the order of the game, and by seat, of who did not win over the board, `decisions`.

    `how` says who judged, and how hard; `unit` what losses count.
    """

    number: int
    moves: tuple[ReviewedMove, ...]
    decisions: dict[int, Decision]
    how: str
    unit: str


def review(
    record: GameRecord,
    courses: Sequence[Course],
    judged: Sequence[Sequence[Judgement]],
    terms: Reviewing,
    how: str,
    unit: str,
) -> GameReview:
    """Give what follows of the judgements of a game's courses."""
    moves: list[ReviewedMove] = []
    decisions: dict[int, Decision] = {}
    for course, found in zip(courses, judged, strict=True):
        tight = tightened(course, found)
        depth = max((depth for judgement in found for depth in judgement.values), default=0)
        own = [_move(record, course, tight, at, depth, terms) for at in range(len(course.moves))]
        moves += own
        if record.offender is None:
            decisions |= _decisions(record, course, tight, own)
    return GameReview(record.number, tuple(moves), decisions, how, unit)


def tightened(course: Course, found: Sequence[Judgement]) -> list[Judgement]:
    """Carry proved bounds along the game: a position is worth what its move leads to, or more."""
    bounds = [judgement.bounds for judgement in found]
    for at in reversed(range(len(course.moves))):
        low, high = bounds[at]
        bounds[at] = max(low, _seen(course, at, bounds[at + 1])[0]), high
    for at in range(len(course.moves)):
        low, high = _seen(course, at, bounds[at + 1])
        bounds[at + 1] = _seen(course, at, (low, min(high, bounds[at][1])))
    return [judgement._replace(bounds=bound) for judgement, bound in zip(found, bounds, strict=True)]


def _seen(course: Course, at: int, bounds: Bounds) -> Bounds:
    """Give the bounds after a move as who has made it sees them, or back."""
    low, high = bounds
    return (low, high) if course.movers[at] == course.movers[at + 1] else (-high, -low)


def _move(
    record: GameRecord, course: Course, found: Sequence[Judgement], at: int, level: int, terms: Reviewing
) -> ReviewedMove:
    before, behind = found[at], found[at + 1]
    sign = 1 if course.movers[at] == course.movers[at + 1] else -1
    low, high = _seen(course, at, behind.bounds)
    least, most = max(0.0, before.bounds[0] - high), before.bounds[1] - low
    if not course.free[at] or (before.proved and before.move == course.moves[at]):
        least = most = 0.0
    most = min(most, terms.most - low if low > -math.inf else most)
    best, played = before.at(level), behind.at(level - 1)
    estimate = None
    if least != most and best is not None and played is not None:
        estimate = max(0.0, best - sign * played)
    number, side = len(course.moves), course.movers[at]
    seen = None if played is None else sign * played
    outlook, behind_it = _outlook(course, before.bounds, best), _outlook(course, (low, high), seen)
    guess, guess_behind = _outlook(course, UNKNOWN, best), _outlook(course, UNKNOWN, seen)
    return ReviewedMove(
        ply=course.plies[at],
        step=at + 1,
        seat=record.first if side == 0 else 1 - record.first,
        side=side,
        move=course.moves[at],
        least=least,
        most=most,
        estimate=estimate,
        depth=level if estimate is not None else None,
        best=before.move,
        line=before.line,
        before=outlook,
        after=behind_it,
        phase=len(PHASES) * at // number,
        free=course.free[at],
        blunder=max(least, min(estimate or 0.0, most)) >= terms.blunder,
        certain=least >= terms.blunder,
        fell=_fell(outlook, behind_it, guess, guess_behind),
    )


def _fell(before: Outlook | None, after: Outlook | None, guess: Outlook | None, guess_behind: Outlook | None) -> bool:
    """Tell whether a result is worse behind a move, by two values of one kind."""
    if before and after and before.proved and after.proved:
        return before.result > after.result
    return guess is not None and guess_behind is not None and guess.result > guess_behind.result


def _outlook(course: Course, bounds: Bounds, value: float | None) -> Outlook | None:
    """Give who wins, from what is proved, or else from a value, to the nearest whole one."""
    low, high = bounds[0] - course.rival, bounds[1] - course.rival
    if low > 0 or high < 0 or low == high:
        return Outlook((low > 0) - (high < 0), True)
    if value is None:
        return None
    nearest = math.floor(abs(value - course.rival) + 0.5)
    return Outlook(0 if nearest == 0 else 1 if value > course.rival else -1, False)


def _decisions(
    record: GameRecord, course: Course, found: Sequence[Judgement], moves: Sequence[ReviewedMove]
) -> dict[int, Decision]:
    """Find for who did not win the last own move at which the result fell: there, or until its next turn."""
    decisions = {}
    winner = record.winner()
    for seat in sorted({move.seat for move in moves}):
        if winner == seat:
            continue
        own = [move for move in moves if move.seat == seat and move.before is not None]
        end = Outlook(0 if winner is None else -1, True)
        turns = [move.before for move in own if move.before is not None] + [end]
        pairs = zip(own, itertools.pairwise(turns), strict=True)
        fell = [(move, one, two) for move, (one, two) in pairs if move.fell or one.result > two.result]
        if fell:
            move, one, two = fell[-1]
            behind = move.after if move.fell and move.after else two
            decisions[seat] = Decision(move, one.proved and behind.proved, move.fell)
        elif turns[0].result == end.result:
            decisions[seat] = Decision(None, turns[0].proved)
    return decisions
