"""Standings: what the finished games say about the players."""

from __future__ import annotations

import dataclasses
import math
import statistics
from collections.abc import Iterable, Iterator, Sequence

from arbiter.games import catalogue
from arbiter.games.players import End
from arbiter.league.config import League
from arbiter.league.schedule import Outcome, places
from arbiter.ratings.bradley_terry import Ratings, rate
from arbiter.ratings.elo import student
from arbiter.ratings.pentanomial import Comparison, compare, count
from arbiter.ratings.sprt import Sprt
from arbiter.ratings.tally import Tally


@dataclasses.dataclass(slots=True)
class Standing(Tally):
    """A player's results; `elo` is relative to the mean of all, `margin` the mean difference of points in a game.

    `score` counts a win as one and a draw as half. Errors are half the width of an interval of 95 % confidence; that of
    the margin is None where no two pairs of games were played to their end. `forfeits` are games lost by an offence,
    `unplayed` those that were not played because the player is suspended.
    """

    player: int
    name: str
    forfeits: int = 0
    unplayed: int = 0
    elo: float = 0.0
    elo_error: float = 0.0
    margin: float | None = None
    margin_error: float | None = None


def standings(league: League, outcomes: Sequence[Outcome]) -> tuple[list[Standing], Ratings]:
    """Give the players, the best rating first, and the ratings in the order of the league's list.

    In a knockout who has come further stands before whoever has a better rating. Games that were not played count in
    the score, and void ones nowhere.
    """
    table = [Standing(at, entrant.name) for at, entrant in enumerate(league.entrants)]
    margins: dict[tuple[int, int], list[float]] = {}
    for outcome in outcomes:
        if outcome.end is End.VOID:
            continue
        failed = [seat for seat, _ in outcome.forfeits()]
        for seat, player in enumerate(outcome.game.players):
            row, share = table[player], outcome.share(seat)
            row.count(share)
            row.forfeits += outcome.played and seat in failed
            row.unplayed += not outcome.played and seat in failed
            if outcome.offender is None:
                margin = outcome.scores[seat] - outcome.scores[1 - seat]
                margins.setdefault((player, pair_of(outcome)), []).append(margin)
    ratings = rate(len(table), first_movers(outcomes))
    for row in table:
        row.elo, row.elo_error = ratings.elo[row.player], 1.96 * ratings.error[row.player]
        if not catalogue.game(league.game).only_results:
            means = [statistics.fmean(games) for (player, _), games in margins.items() if player == row.player]
            row.margin, row.margin_error = mean_and_error(means)
    reached = places(league, outcomes)
    return sorted(table, key=lambda row: (reached[row.player], -row.elo, row.player)), ratings


def first_movers(outcomes: Iterable[Outcome]) -> Iterator[tuple[int, int, float]]:
    """Give each game as the ratings want it: first mover, the other, score of the first mover."""
    for outcome in filter(lambda outcome: outcome.played, outcomes):
        first = outcome.game.first
        yield outcome.game.players[first], outcome.game.players[1 - first], outcome.share(first)


def is_decided(league: League, outcomes: Iterable[Outcome]) -> bool:
    """Tell whether a test has its verdict: the league is over then, whatever else is scheduled."""
    if not league.sprt:
        return False
    watch = SprtWatch(*league.sprt)
    for outcome in outcomes:
        watch.add(outcome)
    return watch.verdict is not None


def mean_and_error(values: Sequence[float]) -> tuple[float | None, float | None]:
    """Give the mean of independent values and half the width of its interval of 95 % confidence."""
    if not values:
        return None, None
    mean = statistics.fmean(values)
    if len(values) < 2:
        return mean, None
    return mean, student(len(values) - 1) * statistics.stdev(values) / math.sqrt(len(values))


def pair_of(outcome: Outcome) -> int:
    """Give the number of a game's pair, from 1."""
    return (outcome.game.number + 1) // 2


def whole_pairs(outcomes: Iterable[Outcome]) -> dict[int, tuple[Outcome, Outcome]]:
    """Give the pairs of which both games were played to an end, by number."""
    waiting: dict[int, Outcome] = {}
    found = {}
    played = [outcome for outcome in outcomes if outcome.played]
    for outcome in sorted(played, key=lambda outcome: outcome.game.number):
        number = pair_of(outcome)
        if number in waiting:
            found[number] = waiting.pop(number), outcome
        else:
            waiting[number] = outcome
    return found


def comparison(outcomes: Iterable[Outcome]) -> Comparison | None:
    """Compare the two players of a league, by the pairs that are whole."""
    shares = [first.share(0) + second.share(0) for first, second in whole_pairs(outcomes).values()]
    return compare(count(shares))


class SprtWatch:
    """Follows a test while games finish in any order: pairs count in the order of the schedule.

    Quick games would otherwise count before slow ones, which need not end alike; and so the verdict is the same however
    many games are played at once.
    """

    def __init__(self, elo0: float, elo1: float) -> None:
        """Begin a test."""
        self.test = Sprt(elo0, elo1)
        self.counts = count(())
        self.verdict: int | None = None
        self._waiting: dict[int, float | None] = {}  # None of what was not played
        self._next = 1

    def add(self, outcome: Outcome) -> None:
        """Take a finished game, or a mark in its place; no longer than until the verdict."""
        self._waiting[outcome.game.number] = outcome.share(0) if outcome.played else None
        while self.verdict is None and {self._next, self._next + 1} <= self._waiting.keys():
            one, two = self._waiting.pop(self._next), self._waiting.pop(self._next + 1)
            self._next += 2
            if one is not None and two is not None:
                self.counts[round(2 * (one + two))] += 1
                self.verdict = self.test.verdict(self.counts)

    def text(self) -> str:
        """Say how the test stands."""
        test = self.test
        ratio = f"LLR {test.ratio(self.counts):.2f} in [{test.lower:.2f}, {test.upper:.2f}], {sum(self.counts)} pairs"
        if self.verdict is None:
            return f"SPRT elo0 {test.elo0:g}, elo1 {test.elo1:g}: not decided, {ratio}"
        accepted = (test.elo0, test.elo1)[self.verdict]
        return f"SPRT elo0 {test.elo0:g}, elo1 {test.elo1:g}: elo{self.verdict} ({accepted:g}) accepted, {ratio}"
