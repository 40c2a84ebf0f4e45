"""Dama's endgame tablebase of five pieces, built by `dama-bot tablebase build` (into `build/`, unless it is there) and
checked by `dama-bot tablebase check`: each value against those of all its successors. The small version checks what is
shipped. Positions are counted with either player to move; won and lost are meant for that player.
"""

from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path

from native.dama.tables import DRAW, SHIPPED, Tables, is_lost
from tests.evidence.document import HOUSE
from tests.evidence.findings import Findings, Run, Table, Target

BUILT = HOUSE / "build" / "evidence" / "dama.tables"
SIX = BUILT.with_name("dama-six.tables")
COUNTS = {2: 6_976, 3: 399_040, 4: 12_817_672, 5: 291_719_288}
"""Positions with at most so many pieces."""
LONGEST = {2: 13, 3: 52, 4: 77, 5: 121}
KINGS = (230, 654, 108)


def tablebase(*words: str) -> tuple[str, float]:
    """Run the command; give what it prints, and the seconds."""
    begin = time.monotonic()
    command = [sys.executable, "-m", "bots.dama", "tablebase", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr, time.monotonic() - begin


def built(run: Run, pieces: int = 5) -> Path:
    """Give a tablebase of five pieces, or six, built if need be; in small, what is shipped."""
    if run.small:
        return SHIPPED
    path = BUILT if pieces == 5 else SIX
    path.parent.mkdir(parents=True, exist_ok=True)
    tablebase("build", "--pieces", f"{pieces}", "--file", str(path))
    return path


def measure(run: Run) -> Findings:
    """Build and check."""
    path = built(run)
    printed, seconds = tablebase("check", "--file", str(path))
    rows = [tuple(int(cell) for cell in line) for line in re.findall(r"^(\d+)" + r"\t(\d+)" * 5 + "$", printed, re.M)]
    total, counts, longest = 0, {}, {}
    for pieces, positions, *_, most in rows:
        total += positions
        counts[pieces], longest[pieces] = total, most
    most_pieces = run.either(5, 4)
    tables = Tables()
    tables.add(path)
    _, histogram = tables.check((0, 1, 0, 1))
    lost = sum(count for value, count in enumerate(histogram) if is_lost(value))
    kings = sum(histogram) - histogram[DRAW] - lost, histogram[DRAW], lost
    wrong = re.search(r"\d+ values do not follow.*", printed)
    return Findings(
        [
            Table(
                ("pieces", "positions", "won", "drawn", "lost", "longest win in plies"),
                [(row[0], *(f"{number:,}" for number in row[1:])) for row in rows],
            ),
            Table(("bytes", "seconds of the check"), [(f"{path.stat().st_size:,}", f"{seconds:.0f}")]),
        ],
        [
            Target(
                "as many positions as there are",
                ", ".join(f"{count:,}" for count in counts.values()),
                counts == {n: count for n, count in COUNTS.items() if n <= most_pieces},
                portable=True,
            ),
            Target(
                "every value follows from its successors", wrong[0] if wrong else "all", bool(rows and not wrong), True
            ),
            Target("king against king 230 won, 654 drawn, 108 lost", f"{kings}", kings == KINGS, portable=True),
            Target(
                f"the longest win takes {LONGEST[most_pieces]} plies",
                str(max(longest.values(), default=0)),
                longest == {n: plies for n, plies in LONGEST.items() if n <= most_pieces},
                portable=True,
            ),
        ],
    )
