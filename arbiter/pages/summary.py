"""Sums over the records of a match: who is ahead, with which colours, and what each player used."""

from __future__ import annotations

import dataclasses

from arbiter.games.players import End
from arbiter.play.record import GameRecord, MatchRecord
from arbiter.ratings.tally import Tally


@dataclasses.dataclass(slots=True)
class Total(Tally):
    """Games won, drawn and lost, and points made in them."""

    points: int = 0

    def add(self, record: GameRecord, player: int) -> None:
        """Count one game of `player` (0 or 1)."""
        winner = record.winner()
        self.points += record.scores[player]
        self.count(0.5 if winner is None else float(winner == player))


@dataclasses.dataclass(slots=True)
class PlayerSummary:
    """One player in all games of a match; `sides` holds the games as first and as second mover.

    `moves`, `moves_s` and `longest_s` are of moves that were played; `wall_s` and `cpu_s` also hold what a forfeited
    move took, and `idle_cpu_s` is what of the latter was used while the other was to move. `longest_game` is the number
    of the game with the longest move.
    """

    command: str
    total: Total = dataclasses.field(default_factory=Total)
    sides: tuple[Total, Total] = dataclasses.field(default_factory=lambda: (Total(), Total()))
    forfeits: int = 0
    moves: int = 0
    moves_s: float = 0.0
    longest_s: float = 0.0
    longest_game: int = 0
    wall_s: float = 0.0
    cpu_s: float = 0.0
    idle_cpu_s: float = 0.0
    peak_mib: float = 0.0

    @property
    def mean_s(self) -> float:
        """Seconds a move on average."""
        return self.moves_s / self.moves if self.moves else 0.0

    def add(self, record: GameRecord, player: int) -> None:
        """Count one game of `player` (0 or 1), unless it is void."""
        if record.end is End.VOID:
            return
        side = 0 if record.first == player else 1
        self.total.add(record, player)
        self.sides[side].add(record, player)
        self.forfeits += player in record.offences()
        times = record.times()[side::2]
        self.moves += len(times)
        self.moves_s += sum(times)
        if (longest_s := max(times, default=0.0)) > self.longest_s:
            self.longest_s, self.longest_game = longest_s, record.number
        cost = record.costs[player]
        self.wall_s += cost.wall_s
        self.cpu_s += cost.cpu_s
        self.idle_cpu_s += cost.idle_cpu_s
        self.peak_mib = max(self.peak_mib, cost.peak_mib)


def summarise(match: MatchRecord) -> tuple[PlayerSummary, PlayerSummary]:
    """Sum up both players of a match."""
    a, b = (PlayerSummary(command) for command in match.players)
    for record in match.records:
        a.add(record, 0)
        b.add(record, 1)
    return a, b


def outcome(record: GameRecord) -> str:
    """Say who has won a game, in a few words."""
    winner, (a, b) = record.winner(), record.scores
    if record.end is End.VOID:
        return "void"
    if winner is None:
        return f"drawn {a}\N{EN DASH}{b}{', both failed' if record.also else ''}"
    won = f"{'AB'[winner]} won {max(a, b)}\N{EN DASH}{min(a, b)}"
    return won if record.offender is None else f"{won} by forfeit"


def leader(match: MatchRecord) -> int | None:
    """Player with the higher sum of points, or None if there is none."""
    a, b = (sum(record.scores[player] for record in match.records) for player in (0, 1))
    return None if a == b else int(b > a)
