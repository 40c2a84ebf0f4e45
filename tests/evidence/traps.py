"""What white, who loses by force, gets from thirty programs as a course has them (`tests/players/pool_othello.c`): our
bot at full strength, with a limit on nodes, and by chance one of its two first replies. Black's shortest win has seven
plies, and many programs find it in every game: the share of points that no white exceeds, even if it knew the program,
is found by plain loops over the law. And what white loses against nearly perfect play: black by its certificate and the
solver.
"""

from __future__ import annotations

import math
from unittest import mock

from arbiter.games.othello.law import Position
from bots.options import Options
from bots.othello import strength
from bots.othello.player import Player
from bots.othello.strength import FLOOR, TRAP_DISCS, Strength
from tests.evidence import duels
from tests.evidence.findings import Findings, Run, Table, Target
from tests.othello import pool

NODES = 50_000
LIMITS = (2_000, 20_000, 50_000, 100_000, 300_000, 1_000_000)
"""Nodes a move against black's certificate."""
SHARE = 0.6
"""Of what is possible."""


def measure(run: Run) -> Findings:
    """Play the games."""
    program = pool.build(run.folder)
    games, nodes = run.either(48, 1), run.either(NODES, 10_000)
    rows: list[tuple[object, ...]] = []
    sums: dict[str, tuple[float, float]] = {}
    for name, half in (("first", pool.FIRST), ("second", pool.SECOND), ("weak", pool.WEAK)):
        sums[name] = 0.0, 0.0
        for seed, one in enumerate(run.track(half[:: run.either(1, 5)], f"white against the {name} half")):
            points = pool.points(pool.margins(program, one, Player(Options(nodes=nodes, seed=seed)), games))
            most = pool.ceiling(program, one) * games
            rows.append((name, one, games, *(f"{100 * value / games:.0f} %" for value in (points, most))))
            sums[name] = sums[name][0] + points, sums[name][1] + most
        total = sum(name == row[0] for row in rows) * games
        rows.append((name, "all", total, percent(sums[name][0], total), f"{100 * sums[name][1] / total:.1f} %"))
    limits = run.either(LIMITS, LIMITS[:1])
    with mock.patch.object(Strength, "_floor", return_value=None):
        before = [perfect(nodes, traps=True) for nodes in limits]
    floors = {traps: [perfect(nodes, traps=traps) for nodes in limits] for traps in (True, False)}
    with mock.patch.object(strength, "OTHER_GAMES", 1):
        other = [perfect(nodes, traps=True, seed=1) for nodes in limits]
    floor_rows = [
        (what, *(f"{-margin:+d}" for margin in found))
        for what, found in (
            ("with traps, no floor", before),
            ("with traps", floors[True]),
            ("the same, by 2 4", other),
            ("--no-traps", floors[False]),
        )
    ]
    return Findings(
        [
            Table(("half", "program", "games", "points", "most possible"), rows),
            Table(("white, by nodes a move", *(f"{nodes:,}" for nodes in limits)), floor_rows),
        ],
        [
            *(
                Target(
                    f"{100 * SHARE:.0f} % of what is possible against the {name} half",
                    f"{sums[name][0]:g} of {sums[name][1]:.1f} points",
                    sums[name][0] >= SHARE * sums[name][1],
                )
                for name in ("first", "second")
            ),
            *(
                Target(
                    f"never below {least:+d} against black's certificate {what}",
                    f"{-max(lost):+d}",
                    -max(lost) >= least,
                    portable=True,
                )
                for lost, least, what in (
                    (floors[True] + other, FLOOR - TRAP_DISCS, "with traps"),
                    (floors[False], FLOOR, "with --no-traps"),
                )
            ),
        ],
    )


def percent(points: float, games: int) -> str:
    """Write a share of points with its standard error."""
    share = points / games
    return f"{100 * share:.1f} ± {100 * math.sqrt(share * (1 - share) / games):.1f} %"


def perfect(nodes: int, *, traps: bool, seed: int | None = None) -> int:
    """Play against black's certificate; give black's margin."""
    players = Player(Options(nodes=nodes)), Player(Options(nodes=nodes, seed=seed), traps=traps)
    return duels.finish(Position(), *map(duels.chooser, players))
