"""Ataxx: the command language is sent random commands, moves, bytes, NUL, half lines and lines of up to 70,000 bytes,
for five minutes, by level 1 and by the search (40 nodes a move). After every line the board is asked for: a wrong line
must get one line on standard error and leave everything as it was, no other line may begin with `*` or hold a reserved
word; and the right lines alone, sent to another process, must get the same answers to the byte.
"""

from __future__ import annotations

import random
import time

from tests.ataxx.fuzz import Session
from tests.evidence.findings import Findings, Run, Table, Target

OPTIONS = (("--level", "1"), ("--nodes", "40"))
LINES = 1000


def measure(run: Run) -> Findings:
    """Type."""
    wanted_s, begin = run.either(300.0, 2.0), time.monotonic()
    wrong = right = sessions = 0
    while time.monotonic() < begin + wanted_s:
        session = Session(random.Random(1000 + sessions), *OPTIONS[sessions % 2])
        session.play(LINES)  # asserts everything that is promised
        wrong, right, sessions = wrong + session.wrong, right + session.right, sessions + 1
    return Findings(
        [
            Table(
                ("sessions", "lines", "wrong", "right"), [(sessions, f"{wrong + right:,}", f"{wrong:,}", f"{right:,}")]
            )
        ],
        [Target("no crash, no promise broken", f"{wrong + right:,} lines", met=True, portable=True)],
    )
