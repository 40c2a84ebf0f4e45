"""Who plays whom, and when: each format as a function of what has been played, and of nothing else.

A stage is a list of games that can be played in any order. The next one depends on the results of all before it (Swiss,
knockout), so that a league resumed after a crash goes on exactly as it would have gone.
"""

from __future__ import annotations

import dataclasses
import itertools
import random
from collections.abc import Iterable, Sequence

from arbiter.games.players import End
from arbiter.league.config import League

TIE_BREAKS = 3
"""Further pairs that a drawn knockout encounter gets; then the player higher in the list goes on."""
SEARCH_STEPS = 20_000
"""How long a Swiss pairing is looked for in which nobody meets twice."""


@dataclasses.dataclass(frozen=True, slots=True)
class ScheduledGame:
    """A game to be played: `number` from 1; `round` from 1; `players` are indices, `first` (0 or 1) moves first.

    Games 2k - 1 and 2k are a pair: the same players in the same order, the same `opening` (from 1), and each of the
    two moves first in one of them.
    """

    number: int
    round: int
    players: tuple[int, int]
    first: int
    opening: int


@dataclasses.dataclass(frozen=True, slots=True)
class Outcome:
    """A finished game, the points of both players, and the seat of who forfeited it, if anybody did; how it ended, and
    how the other one failed too.
    """

    game: ScheduledGame
    scores: tuple[int, int]
    offender: int | None = None
    end: End = End.FINISHED
    also: End | None = None

    @property
    def played(self) -> bool:
        """Tell whether it says anything of the players' strength."""
        return self.end not in (End.SUSPENDED, End.VOID)

    def forfeits(self) -> list[tuple[int, End]]:
        """Give the seats of those who failed, and how each did."""
        if self.offender is None:
            return []
        return [(self.offender, self.end), *([(1 - self.offender, self.also)] if self.also else [])]

    def share(self, seat: int) -> float:
        """Give 1 for a win of a seat, half for a draw, 0 for a loss; nothing to either of two who are suspended."""
        if self.end is End.SUSPENDED and self.also is End.SUSPENDED:
            return 0.0
        own, other = self.scores[seat], self.scores[1 - seat]
        return (own > other) + (own == other) / 2


@dataclasses.dataclass(frozen=True, slots=True)
class Encounter:
    """Who meets in a round, the finished games, who goes on in a knockout, and how many pairs must be played before.

    A player is None where there is a bye, or where nobody knows yet who it will be.
    """

    players: tuple[int | None, int | None]
    games: tuple[Outcome, ...] = ()
    winner: int | None = None
    missing: int = 0

    @property
    def seats(self) -> tuple[int, int]:
        """Give both players as their games have them."""
        one, other = (player for player in self.players if player is not None)
        return min(one, other), max(one, other)


def next_stage(league: League, outcomes: Sequence[Outcome]) -> list[ScheduledGame]:
    """Give the games of the next stage, all earlier ones being finished; none if the league is over."""
    return {"round-robin": _round_robin, "gauntlet": _gauntlet, "swiss": _swiss, "knockout": _knockout}[league.format](
        league, outcomes
    )


def _games(start: int, meetings: Sequence[tuple[int, int, int, int]]) -> list[ScheduledGame]:
    """Make pairs of games of (round, a, b, opening), numbered from `start`."""
    return [
        ScheduledGame(start + 2 * at + first, round_, (a, b), first, opening)
        for at, (round_, a, b, opening) in enumerate(meetings)
        for first in (0, 1)
    ]


def _order(league: League) -> list[int]:
    """Give the players in an order drawn by the seed."""
    order = list(range(len(league.entrants)))
    random.Random(f"{league.seed} order").shuffle(order)
    return order


def _round_robin(league: League, outcomes: Sequence[Outcome]) -> list[ScheduledGame]:
    """Everybody meets everybody: the circle method, so that a round has each player once."""
    if outcomes:
        return []
    circle: list[int | None] = [*_order(league)]
    if len(circle) % 2:
        circle.append(None)
    rounds = []
    for _ in range(len(circle) - 1):
        half = len(circle) // 2
        facing = zip(circle[:half], reversed(circle[half:]), strict=True)
        rounds.append([(a, b) if a < b else (b, a) for a, b in facing if a is not None and b is not None])
        circle.insert(1, circle.pop())
    return _games(
        1,
        [
            (pair * len(rounds) + number, a, b, pair + 1)
            for pair in range(league.pairs)
            for number, meetings in enumerate(rounds, 1)
            for a, b in meetings
        ],
    )


def _gauntlet(league: League, outcomes: Sequence[Outcome]) -> list[ScheduledGame]:
    """Let the first player meet all others."""
    if outcomes:
        return []
    others = range(1, len(league.entrants))
    return _games(1, [(pair, 0, other, pair) for pair in range(1, league.pairs + 1) for other in others])


def _swiss(league: League, outcomes: Sequence[Outcome]) -> list[ScheduledGame]:
    """Each round pairs players of about the same score who have not met; one too many has a bye, worth a full score."""
    played = max((outcome.game.round for outcome in outcomes), default=0)
    if played >= league.rounds:
        return []
    players = len(league.entrants)
    points = [0.0] * players
    met: set[frozenset[int]] = set()
    present: set[tuple[int, int]] = set()
    for outcome in outcomes:
        for seat, player in enumerate(outcome.game.players):
            points[player] += outcome.share(seat)
            present.add((outcome.game.round, player))
        met.add(frozenset(outcome.game.players))
    byes = [sum((number, player) not in present for number in range(1, played + 1)) for player in range(players)]
    lots = {player: at for at, player in enumerate(_order(league))}
    order = sorted(range(players), key=lambda p: (-(points[p] + 2 * league.pairs * byes[p]), lots[p]))
    if players % 2:
        order.remove(min(reversed(order), key=lambda p: byes[p]))  # the last of those who have had the fewest
    facing = _pair_up(order, met)
    return _games(
        len(outcomes) + 1,
        [
            (played + 1, min(a, b), max(a, b), played * league.pairs + pair + 1)
            for pair in range(league.pairs)
            for a, b in facing
        ],
    )


def _pair_up(order: list[int], met: set[frozenset[int]]) -> list[tuple[int, int]]:
    """Pair the first with the next whom it has not met, and so on, going back where that leads nowhere."""
    steps = SEARCH_STEPS

    def search(left: list[int]) -> list[tuple[int, int]] | None:
        nonlocal steps
        if not left:
            return []
        steps -= 1
        for other in left[1:]:
            if frozenset((left[0], other)) in met:
                continue
            rest = search([player for player in left[1:] if player != other])
            if rest is not None:
                return [(left[0], other), *rest]
            if steps < 0:
                return None
        return None

    found = search(order)
    return list(zip(order[::2], order[1::2], strict=True)) if found is None else found


def _knockout(league: League, outcomes: Sequence[Outcome]) -> list[ScheduledGame]:
    """Let the winners of encounters go on. The list is the seeding: its first two can meet in the final only."""
    for at, encounters in enumerate(bracket(league, outcomes)):
        meetings = [
            (at + 1, *encounter.seats, at * (league.pairs + TIE_BREAKS) + len(encounter.games) // 2 + pair + 1)
            for encounter in encounters
            for pair in range(encounter.missing)
        ]
        if meetings:
            return _games(len(outcomes) + 1, meetings)
    return []


def champion(league: League, outcomes: Sequence[Outcome]) -> int | None:
    """Give who has won a knockout, None as long as nobody has, or if the league is none."""
    return bracket(league, outcomes)[-1][0].winner if league.format == "knockout" else None


def bracket(league: League, outcomes: Sequence[Outcome]) -> list[list[Encounter]]:
    """Give the encounters of each round of a knockout, also of those to come, from the top of the bracket down."""
    met = encounters_of(outcomes)
    slots: list[int | None] = [p if p < len(league.entrants) else None for p in _bracket(len(league.entrants))]
    rounds: list[list[Encounter]] = []
    while len(slots) > 1:
        found = []
        for one, other in zip(slots[::2], slots[1::2], strict=True):
            if one is None or other is None:  # in the first round a bye, later somebody who is not known yet
                found.append(Encounter((one, other), winner=None if rounds else one if other is None else other))
                continue
            seats = min(one, other), max(one, other)
            games = met.get((len(rounds) + 1, seats), [])
            winner, missing = _encounter(league, games)
            found.append(Encounter((one, other), tuple(games), None if missing else seats[winner], missing))
        rounds.append(found)
        slots = [encounter.winner for encounter in found]
    return rounds


def encounters_of(outcomes: Iterable[Outcome]) -> dict[tuple[int, tuple[int, int]], list[Outcome]]:
    """Give the games of each encounter, by its round and its players."""
    found: dict[tuple[int, tuple[int, int]], list[Outcome]] = {}
    for outcome in outcomes:
        found.setdefault((outcome.game.round, outcome.game.players), []).append(outcome)
    return found


def places(league: League, outcomes: Sequence[Outcome]) -> list[int]:
    """Give each player a number by which a knockout is sorted, and zeros in any other league.

    The least is first: who has won most encounters, and among those who have won as many whoever is still in.
    """
    found = [0] * len(league.entrants)
    for encounter in itertools.chain(*bracket(league, outcomes) if league.format == "knockout" else ()):
        for player in encounter.players:
            if player is not None and encounter.winner is not None:
                found[player] += -2 if player == encounter.winner else 1
    return found


def _encounter(league: League, games: Sequence[Outcome]) -> tuple[int, int]:
    """Give who is ahead (0 or 1): by games, then by points, then by the list; and how many pairs must be played.

    Who is suspended is out.
    """
    pairs = len(games) // 2
    if pairs < league.pairs:
        return 0, league.pairs - pairs
    out = {seat for outcome in games if outcome.end is End.SUSPENDED for seat, _ in outcome.forfeits()}
    if len(out) == 1:
        return 1 - out.pop(), 0
    by_games = sum(outcome.share(0) - outcome.share(1) for outcome in games)
    by_points = sum(outcome.scores[0] - outcome.scores[1] for outcome in games)
    ahead = by_games or by_points
    more = 0 if ahead or out or pairs >= league.pairs + TIE_BREAKS else 1
    return int(ahead < 0), more


def _bracket(players: int) -> list[int]:
    """Give the seeds of a bracket in its order, so that 0 and 1 can meet in the last round only: 0 3 1 2 for four."""
    seeds = [0]
    while len(seeds) < players:
        size = 2 * len(seeds)
        seeds = [seed for pair in ((seed, size - 1 - seed) for seed in seeds) for seed in pair]
    return seeds
