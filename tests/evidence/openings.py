"""The certificates of Othello's openings (docs/othello-solved.md), all of each: walked by the law, and every position
that they leave to a solver solved again by the plain second one.
"""

from __future__ import annotations

from pathlib import Path

from bots import options
from bots.othello import openings
from bots.othello.proof import certificate, verify
from bots.othello.proof.commands import LEAF_NODES
from tests.evidence.findings import Findings, Run, Table, Target


def measure(run: Run) -> Findings:
    """Check all of them, or some positions of each."""
    rows, wrong, left = [], 0, 0
    for path in sorted(Path(openings.__file__).parent.glob("openings.*+*.txt.gz")):
        proof = certificate.read(path)
        solved = verify.walk(proof).solved
        chosen = run.either(solved, verify.sample(solved, 20, seed=1))
        try:
            done = list(verify.solve(proof, chosen, options.cores(), LEAF_NODES))
        except verify.WrongProofError:
            wrong += 1
            continue
        left += sum(not one.confirmed for one in done)
        counts = len(proof.roots), len(proof.lines), len(chosen)
        rows.append(
            (f"{certificate.NAMES[proof.side]} at least {proof.margin:+d}", *counts, sum(d.nodes for d in done))
        )
    return Findings(
        [Table(("claim", "positions", "lines", "solved again", "nodes"), rows)],
        [
            Target("no certificate is wrong", str(wrong), wrong == 0, portable=True),
            Target("every position is confirmed", f"{left} open", left == 0, portable=True),
        ],
    )
