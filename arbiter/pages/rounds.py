"""Who met whom, round by round, where that follows from results: the bracket of a knockout, the rounds of a Swiss."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from arbiter.games.players import End
from arbiter.league.config import League
from arbiter.league.schedule import Encounter, Outcome, ScheduledGame, bracket, encounters_of

TITLES = {1: "Final", 2: "Semi-finals", 4: "Quarter-finals"}


@dataclasses.dataclass(frozen=True, slots=True)
class Meeting:
    """Two players (None: nobody, or nobody yet), their scores of the games between them, and the points with which they
    came, None in a knockout; who is ahead, and how that was decided if not by these games. `bye` if one has nobody.
    """

    players: tuple[int | None, int | None]
    scores: tuple[float, float] | None
    before: tuple[float, float] | None = None
    ahead: int | None = None
    note: str = ""
    bye: bool = False


def rounds(
    league: League, outcomes: Sequence[Outcome], waiting: Sequence[ScheduledGame]
) -> list[tuple[str, list[Meeting]]]:
    """Give the rounds of a knockout or a Swiss league, each with its title; none otherwise.

    `waiting` is scheduled and not finished.
    """
    if league.format == "knockout":
        found = bracket(league, outcomes)
        return [
            (TITLES.get(len(encounters), f"Round {number}"), [_of_bracket(one, number == 1) for one in encounters])
            for number, encounters in enumerate(found, 1)
        ]
    return _swiss(league, outcomes, waiting) if league.format == "swiss" else []


def _of_bracket(encounter: Encounter, first: bool) -> Meeting:
    scores, note = _scores(encounter.games), ""
    if encounter.winner is not None and scores:
        by_points = sum(outcome.scores[0] - outcome.scores[1] for outcome in encounter.games)
        if any(outcome.end is End.SUSPENDED for outcome in encounter.games):
            note = "suspended"
        elif scores[0] == scores[1]:
            note = "by points" if by_points else "higher in the list"
    if scores and encounter.players != encounter.seats:
        scores = scores[::-1]
    return Meeting(encounter.players, scores, None, encounter.winner, note, first and None in encounter.players)


def _swiss(
    league: League, outcomes: Sequence[Outcome], waiting: Sequence[ScheduledGame]
) -> list[tuple[str, list[Meeting]]]:
    met = encounters_of(outcomes)
    games = sorted([*(outcome.game for outcome in outcomes), *waiting], key=lambda game: game.number)
    pairings: dict[int, dict[tuple[int, int], None]] = {}
    for game in games:
        pairings.setdefault(game.round, {})[game.players] = None
    points = [0.0] * len(league.entrants)
    found: list[tuple[str, list[Meeting]]] = []
    for number, pairs in pairings.items():
        meetings, before = [], points.copy()
        for a, b in pairs:
            scores = _scores(met.get((number, (a, b)), ()))
            ahead = None if scores is None or scores[0] == scores[1] else (a, b)[scores[1] > scores[0]]
            meetings.append(Meeting((a, b), scores, (before[a], before[b]), ahead))
            for player, score in zip((a, b), scores or (0, 0), strict=True):
                points[player] += score
        for player in sorted(set(range(len(points))) - {player for pair in pairs for player in pair}):
            meetings.append(Meeting((player, None), None, (before[player], 0), bye=True))
            points[player] += 2 * league.pairs
        found.append((f"Round {number}", meetings))
    return found


def _scores(games: Sequence[Outcome]) -> tuple[float, float] | None:
    """Give the scores of both in the games between them, None if there are none."""
    return (sum(one.share(0) for one in games), sum(one.share(1) for one in games)) if games else None
