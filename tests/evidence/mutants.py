"""Who notices a fault: faults are planted in the engines and the launcher, in laws, referees, the journal, ratings and
processes, a sample that is the same each time, in a copy of the tree with a build of its own; what covers the place
tries each (`python -m tests.mutants`). In small: the chosen faults of `tests/mutants/fixed.toml`.
"""

from __future__ import annotations

import sys

from tests.evidence.findings import Findings, Run, Table, Target
from tests.mutants.campaign import FOLDER, try_all_fixed, try_sample
from tests.mutants.report import SHARE, Planted, by_file, by_language, by_test, survivors
from tests.mutants.trial import DIED

WANTED = 200


def measure(run: Run) -> Findings:
    """Plant, and count."""
    chosen = try_all_fixed(FOLDER, 1, _say)  # in small, too: each bench builds a copy
    alive = [one.about for one, verdict in chosen if verdict.what != DIED]
    met = Target("every chosen fault dies", f"{len(chosen) - len(alive)} of {len(chosen)}", not alive, portable=True)
    if run.small:
        return Findings([Table(("chosen fault that survived",), [(about,) for about in alive])] if alive else [], [met])
    return findings(try_sample(FOLDER, 1, (), _say), met)


def findings(planted: list[Planted], chosen: Target) -> Findings:
    """Put the sample into tables."""
    counts = by_language(planted)
    rows = [(c.name, c.planted, c.died, c.planted - c.died, f"{c.share:.1%}") for c in [*by_file(planted), *counts]]
    alive = [
        (
            one.mutant.file,
            one.mutant.function,
            f"`{one.mutant.before}` -> `{one.mutant.after}`",
            one.reason or "**none**",
        )
        for one in survivors(planted)
    ]
    return Findings(
        [
            Table(("file", "planted", "died", "survived", "share that died"), rows),
            Table(("survivor in", "function", "fault", "why it may"), alive),
            Table(("noticed by", "faults"), by_test(planted)),
        ],
        [
            chosen,
            *(Target(f"{WANTED} faults in {c.name}", f"{c.planted}", c.planted >= WANTED) for c in counts),
            *(Target(f"{SHARE:.0%} of them die in {c.name}", f"{c.share:.1%}", c.share >= SHARE) for c in counts),
            *(
                Target(f"survivors in {c.name} without a reason: none", f"{c.unexplained}", not c.unexplained)
                for c in counts
            ),
        ],
    )


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
