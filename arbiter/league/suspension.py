"""Who of a league is suspended: after so many forfeits by the same cause a player's other games are not played.

Forfeits count in the order of the schedule, as pairs do in a test, so that it does not matter how many games are played
at once, where, or how often the arbiter was killed.
"""

from __future__ import annotations

import collections
from collections.abc import Mapping

from arbiter.games.players import End, Offence
from arbiter.league.config import League
from arbiter.league.schedule import Outcome, ScheduledGame
from arbiter.play.record import GameRecord


class Suspensions:
    """Follows a league while games finish in any order.

    `since` has the suspended players: the game by which each is, and the reason. A game of theirs behind that is marked
    in place of being played, and in place of what was played of it meanwhile.
    """

    def __init__(self, limit: int, pardons: Mapping[int, int]) -> None:
        """Suspend after `limit` forfeits by a cause, 0: never; of a player with a pardon after that game."""
        self._limit, self._pardons = limit, pardons
        self.since: dict[int, tuple[int, str]] = {}
        self._forfeits: collections.Counter[tuple[int, End]] = collections.Counter()
        self._waiting: dict[int, Outcome] = {}
        self._next = 1

    def add(self, outcome: Outcome) -> list[int]:
        """Take a finished game, or a mark; give the players who are suspended from now on."""
        before = len(self.since)
        self._waiting[outcome.game.number] = outcome
        while (found := self._waiting.pop(self._next, None)) is not None:
            self._next += 1
            if not self.seats(found.game):  # else it will be marked, whatever it was
                self._count(found)
        return list(self.since)[before:]

    def seats(self, game: ScheduledGame) -> dict[int, str]:
        """Give who of a game is suspended, by seat, and why."""
        found = ((seat, self.since.get(player)) for seat, player in enumerate(game.players))
        return {seat: since[1] for seat, since in found if since and since[0] < game.number}

    def _count(self, outcome: Outcome) -> None:
        number = outcome.game.number
        for seat, end in outcome.forfeits():
            player = outcome.game.players[seat]
            if not outcome.played or number <= self._pardons.get(player, 0):
                continue
            self._forfeits[player, end] += 1
            if self._forfeits[player, end] == self._limit:
                games = "games, the last of them" if self._limit > 1 else "game,"
                self.since[player] = number, f"it {end.value} in {self._limit} {games} game {number}"


def mark(league: League, game: ScheduledGame, seats: Mapping[int, str]) -> GameRecord:
    """Give the record of a game that is not played because of who is suspended, by seat, and why."""
    (offender, reason), *others = sorted(seats.items())
    lost, won = league.referee(*game.players).forfeit
    won = lost if others else won
    a, b = game.players
    return GameRecord(
        game=league.game,
        number=game.number,
        players=(league.entrants[a].name, league.entrants[b].name),
        first=game.first,
        turns=(),
        scores=(won, lost) if offender else (lost, won),
        end=End.SUSPENDED,
        offender=offender,
        reason=reason,
        also=Offence(End.SUSPENDED, others[0][1]) if others else None,
    )
