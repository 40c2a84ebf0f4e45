"""What a program that computes on the other's turn takes from it: games of Othello on one core between a player that
works some 20 ms for each move, on whatever machine, and one that answers at once and burns beside that
(`tests/players/steady.py`), frozen and with `--ponder`, by turns. The share is the CPU time that the burning program
used on the other's turn, from its first answer on, by that of the other: by so much its moves take longer on a core
which nobody else uses. CPU time and involuntary switches are of the program that works, for each move; a busy machine
changes the latter.
"""

from __future__ import annotations

import itertools
import statistics
import time

from arbiter.games.players import End
from arbiter.host.limits import Limits
from arbiter.play.match import Match, play
from arbiter.play.record import GameRecord
from tests.evidence.findings import Findings, Run, Table, Target
from tests.play.court import python

MOVE_S = 0.0226
"""For which the player works: what its moves took when a child beside the other one first made them longer."""
ROUNDS = 1_000_000
MOST = 0.02
KINDS = ("", "child", "thread", "session", "pair", "after")


def work() -> str:
    """Give the number of rounds that take the player so long: of a loop like its own, the fastest of some."""
    took = []
    for _ in range(10):
        begin = time.process_time()
        for _ in range(ROUNDS):
            pass
        took.append(time.process_time() - begin)
    return str(round(ROUNDS * MOVE_S / min(took)))


def measure(run: Run) -> Findings:
    """Play one game of each kind after the other, again and again."""
    rounds = work()
    kinds = [*itertools.product(KINDS, (False,)), ("child", True)]
    found: dict[tuple[str, bool], list[tuple[float, float, float]]] = {kind: [] for kind in kinds}
    for _ in run.track(range(run.either(20, 1)), "games of each kind"):
        for (kind, ponder), games in found.items():
            match = Match((python("steady.py", rounds), python("steady.py", "1", kind)), limits=Limits(ponder=ponder))
            games.append(of(*play(match).records))
    rows, worst = [], 0.0
    for (kind, ponder), games in found.items():
        shares, cpu_ms, switches = (sorted(column) for column in zip(*games, strict=True))
        median = statistics.median(shares)
        worst = max(worst, 0.0 if ponder else median)
        interval = f"{shares[len(shares) // 10]:.2%} to {shares[-1 - len(shares) // 10]:.2%}"
        name = f"{kind or 'nothing'}{', --ponder' if ponder else ''}"
        of_move = f"{statistics.median(cpu_ms):.1f}", f"{statistics.median(switches):.1f}"
        rows.append((name, len(games), f"{median:.2%}", interval, *of_move))
    return Findings(
        [Table(("burns", "games", "share, median", "80 % of the games", "CPU ms", "switches"), rows)],
        [Target(f"frozen, it takes less than {MOST:.0%} of the other's time", f"{worst:.2%}", worst < MOST)],
    )


def of(record: GameRecord) -> tuple[float, float, float]:
    """Give the share that was taken, and CPU ms and involuntary switches for each move of the player that works."""
    assert record.end == End.FINISHED, record.reason
    turns = record.turns[::2]
    worked_s = sum(turn.cpu_s for turn in turns)
    switches = [int(line.split()[1]) for turn in turns for line in turn.stderr.splitlines() if "switches" in line]
    each = (switches[-1] - switches[0]) / (len(switches) - 1)
    return record.costs[1].idle_cpu_s / worked_s, 1000 * worked_s / len(turns), each
