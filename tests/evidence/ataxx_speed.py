"""Ataxx: nodes a second of the search, with the evaluation made by hand and the learned one, one thread, over the
positions of `ataxx-bot bench`, 1.5 million nodes each; and leaves a second of perft by destination from the start, the
last two plies in bulk. In seconds for which the process had the core, the best of the rounds.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from bots.ataxx import game
from native.ataxx.engine import Ataxx, Position, perft
from native.common.context import Limits
from tests.evidence.findings import Findings, Run, Table, Target

PERFT = {5: 4_752_668}


def rate(work: Callable[[], int], rounds: int) -> float:
    """Give how much is done in a second of CPU time, the best of the rounds."""
    rates = []
    for _ in range(rounds):
        begin = time.process_time()
        done = work()
        rates.append(done / (time.process_time() - begin))
    return max(rates)


def searches(engine: Ataxx, nodes: int) -> int:
    """Search each position; give the nodes."""
    total = 0
    for position, _ in game.AtaxxAnalyst.bench:
        engine.clear()
        total += engine.search(game.to_engine(position), Limits(nodes=nodes)).nodes
    return total


def measure(run: Run) -> Findings:
    """Search and count."""
    rounds, nodes, depth = run.either((5, 1_500_000, 7), (1, 20_000, 5))
    by_hand, learned = (Ataxx(weights=weights) for weights in (b"", None))
    leaves = perft(Position(), depth, by_destination=True)
    found = {
        "nodes a second, evaluation by hand": (3.0, rate(lambda: searches(by_hand, nodes), rounds) / 1e6),
        "nodes a second, learned evaluation": (1.5, rate(lambda: searches(learned, nodes), rounds) / 1e6),
        f"leaves a second, perft {depth} by destination": (
            1400.0,
            rate(lambda: perft(Position(), depth, by_destination=True), rounds) / 1e6,
        ),
    }
    return Findings(
        [Table(("what", "millions"), [(what, f"{value:,.2f}") for what, (_, value) in found.items()])],
        [
            Target(f"{what}: at least {least:,} million", f"{value:,.2f}", value >= least)
            for what, (least, value) in found.items()
        ]
        + [Target("perft is right", f"{leaves:,}", PERFT.get(depth, leaves) == leaves, portable=True)],
    )
