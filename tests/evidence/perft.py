"""How fast the engine counts move sequences, beside the plain bitboard loop of `tests/evidence/plain_perft.c` (flood
fill for the moves, a walk along each ray for the discs turned over, bulk counting at the last ply), which was written
before the engine was measured against it and is never tuned. Both are compiled with the flags of the installed engine
and run by turns in one process; seconds are medians.
"""

from __future__ import annotations

import statistics
import subprocess
from pathlib import Path

from tests.evidence.document import HOUSE
from tests.evidence.findings import Findings, Run, Table, Target

HERE = Path(__file__).parent
FLAGS = ("-O3", "-std=c11")
KNOWN = {11: 120_124, 12: 496_676}
RATIO = 1.5


def build(folder: Path) -> Path:
    """Compile baseline, engine and the program that runs both."""
    program = folder / "perft_by_turns"
    engine = [path for room in ("common", "othello") for path in sorted((HOUSE / "native" / room).glob("*.c"))]
    sources = [HERE / "plain_perft.c", HERE / "perft_by_turns.c", *engine]
    subprocess.run(["cc", *FLAGS, "-I", HOUSE / "native", *sources, "-lm", "-o", program], check=True)
    return program


def measure(run: Run) -> Findings:
    """Count by turns."""
    depth, rounds = run.either((16, 7), (11, 2))
    program = build(run.folder)
    counts: set[int] = set()
    plain_s, engine_s = [], []
    for _ in run.track(range(rounds), f"perft {depth}"):
        done = subprocess.run([program, str(depth)], capture_output=True, text=True, check=True)
        plain, engine = (line.split() for line in done.stdout.splitlines())
        counts |= {int(plain[0]), int(engine[0])}
        plain_s.append(float(plain[1]))
        engine_s.append(float(engine[1]))
    nodes = max(counts)
    medians = {"plain loop": statistics.median(plain_s), "engine": statistics.median(engine_s)}
    ratio = medians["plain loop"] / medians["engine"]
    rows = [
        (name, depth, f"{nodes:,}", f"{seconds:.3f}", f"{nodes / seconds / 1e6:,.0f}")
        for name, seconds in medians.items()
    ]
    known = KNOWN.get(depth, nodes)
    return Findings(
        [Table(("program", "depth", "leaves", "seconds", "million leaves a second"), rows)],
        [
            Target(
                "both count the same", ", ".join(f"{n:,}" for n in sorted(counts)), counts == {known}, portable=True
            ),
            Target(f"at least {RATIO} times as fast as the plain loop", f"{ratio:.2f}", ratio >= RATIO),
        ],
    )
