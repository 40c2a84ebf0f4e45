"""Ataxx: two threads against one, each with the same seconds of the clock for a move, from random openings of six plies
on the open board with both colours. The arbiter keeps both programs of a game on one core, where a second thread gains
nothing: so the games are played in this process, which needs two cores that are free. How many nodes two threads search
in a second, of those of one, tells whether they were. Elo with an interval of 95 % from the scatter of the pairs.
"""

from __future__ import annotations

import random

from arbiter.ratings.pentanomial import compare, count
from native.ataxx.engine import Position, after, legal_moves
from native.ataxx.threads import ThreadedAtaxx
from native.common.context import Limits
from tests.evidence.findings import Findings, Run, Table, Target

GAIN = 50
PLIES = 6
HASH_MIB = 16


class Side:
    """A player, and what it has used."""

    def __init__(self, threads: int) -> None:
        self.threads, self._engine = threads, ThreadedAtaxx(HASH_MIB, threads=threads)
        self.nodes = self.moves = self.plies = 0
        self.seconds = 0.0

    def begin(self) -> None:
        """Forget the game before."""
        self._engine.clear()

    def speed(self) -> float:
        """Give the nodes a second so far."""
        return self.nodes / self.seconds

    def choose(self, position: Position, time_s: float) -> int:
        """Choose a move within `time_s`."""
        report = self._engine.search(position, Limits(time_s=time_s))
        self.nodes += report.nodes
        self.seconds += report.time_s
        self.plies += report.depth
        self.moves += 1
        assert report.move is not None
        return report.move


def opening(number: int) -> Position:
    """Give a position after random moves."""
    rng, position = random.Random(number), Position()
    for _ in range(PLIES):
        position = after(position, rng.choice(legal_moves(position)))
    return position


def game(first: Side, second: Side, position: Position, time_s: float) -> float:
    """Play a game to its end; give the first side's share of the point."""
    sides = first, second
    for side in sides:
        side.begin()
    turn = 0
    while legal_moves(position):
        position = after(position, sides[turn].choose(position, time_s))
        turn ^= 1
    margin = position.own.bit_count() - position.opp.bit_count()
    share = 0.5 if margin == 0 else float(margin > 0)
    return 1 - share if turn else share


def measure(run: Run) -> Findings:
    """Play pairs of games, each opening with both colours."""
    pairs, time_s = run.either((200, 0.04), (1, 0.002))
    two, one = Side(2), Side(1)
    sums = []  # of both games of a pair
    for number in run.track(range(pairs), "pairs of games"):
        position = opening(number)
        sums.append(game(two, one, position, time_s) + 1 - game(one, two, position, time_s))
    found = compare(count(sums))
    assert found
    gain, speed = found.elo, two.speed() / one.speed()
    elo = f"{gain.value:+.0f} ({gain.low:+.0f} to {gain.high:+.0f})"
    sides = [(side.threads, f"{side.speed() / 1e6:.2f}", f"{side.plies / side.moves:.1f}") for side in (two, one)]
    return Findings(
        [
            Table(("games", "points of two threads", "Elo"), [(2 * pairs, f"{sum(sums):g}", elo)]),
            Table(("threads", "million nodes a second", "plies of a move"), sides),
        ],
        [Target(f"two threads gain {GAIN} Elo", f"{elo}, with {speed:.2f} times the nodes", gain.value >= GAIN)],
    )
