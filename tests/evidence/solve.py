"""How long the exact value of an endgame takes: the positions of `tests/data/othello_endgames.json` through
`python -m bots.othello analyse --exact --hash 32` (one thread, a table of 32 MiB, forgotten between positions); seconds
are medians of the rounds.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys

from tests.evidence.document import HOUSE
from tests.evidence.findings import Findings, Run, Table, Target

DATA = HOUSE / "tests" / "data" / "othello_endgames.json"
AVERAGE_S = {28: 0.3, 30: 1.0}
"""What an average position with so many empty squares may take."""


def analyse(text: str, *options: str) -> list[list[str]]:
    """Give the cells that `analyse --exact` prints for each position."""
    command = [sys.executable, "-m", "bots.othello", "analyse", "--exact", *options]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    return [line.split("\t") for line in done.stdout.splitlines()]


def measure(run: Run) -> Findings:
    """Solve them all."""
    facts = json.loads(DATA.read_text(encoding="utf-8"))["positions"]
    facts = [fact for fact in facts if fact["empties"] <= run.either(30, 24)]
    lines = [f"{fact['board']} {fact['to_move']}\n" for fact in facts]
    rounds = [
        [analyse(line, "--hash", "32")[0] for line in lines] for _ in run.track(range(run.either(5, 1)), "endgames")
    ]
    rows: list[tuple[object, ...]] = []
    seconds: dict[int, list[float]] = {}
    right = 0
    for place, fact in enumerate(facts):
        value, move, depth, nodes = rounds[0][place][:4]
        right += int(value) == fact["score"] and depth == "exact"
        median_s = statistics.median(float(answers[place][4]) for answers in rounds)
        seconds.setdefault(fact["empties"], []).append(median_s)
        rows.append((fact["empties"], f"`{fact['board']}`", value, move, f"{int(nodes):,}", f"{median_s:.3f}"))
    averages = {empties: statistics.mean(values) for empties, values in seconds.items()}
    targets = [Target("every value is right", f"{right} of {len(facts)}", right == len(facts), portable=True)]
    targets += [
        Target(
            f"{empties} empty squares in {limit} s on average", f"{averages[empties]:.3f} s", averages[empties] <= limit
        )
        for empties, limit in AVERAGE_S.items()
        if empties in averages
    ]
    summary = [(empties, len(seconds[empties]), f"{average:.3f}") for empties, average in averages.items()]
    return Findings(
        [
            Table(("empty squares", "positions", "average seconds"), summary),
            Table(("empty squares", "black to move", "value", "move", "nodes", "seconds"), rows),
        ],
        targets,
    )
