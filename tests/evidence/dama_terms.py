"""Dama: what each technique of the search and each of its numbers is worth, with the network of the project. Each is
switched off in turn, or another number is set, by changing a line of the sources before they are compiled; the whole
plays against that at equal nodes (5,000 a move), from random openings of 4 to 8 plies that a short search calls even,
each with both colours, until the SPRT of the arbiter (`arbiter/ratings/sprt.py`) accepts that the whole is no stronger
(0 Elo) or that it is 10 Elo stronger, or 500 games are played. Elo with intervals of 95 % by pairs, without end where
all pairs ended alike; where the test ended early they are wider, and the middle is too far from 0.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from arbiter.ratings.pentanomial import compare
from arbiter.ratings.sprt import Sprt
from tests.evidence.ataxx_variants import ELO0, ELO1, SEARCH, VERDICTS, Changes
from tests.evidence.findings import Findings, Run, Table, Target
from tests.tuning.contest import Contests, build, read_numbers, room_for

PAIRS, AT_ONCE = 250, 4
"""Of games, at most and before each look at the test."""
NODES = 5000
GAME = "dama/engine.h"


class Part(NamedTuple):
    """What is looked at: a switch, `tuned[0]`, by changes of the sources, or a number of theirs with another value."""

    name: str
    changes: Changes = ()
    number: str = ""
    other: int = 0


PARTS = (
    Part("first move from the table", ((SEARCH, "if (moves[i] == table", "if (tuned[0] && moves[i] == table"),)),
    Part(
        "the table's move stays where none was good enough",
        ((SEARCH, "if (bound == BOUND_UPPER && table_move", "if (tuned[0] && bound == BOUND_UPPER && table_move"),),
    ),
    Part("captures and promotions first", ((SEARCH, "c->value = game_order(", "c->value = tuned[0] * game_order("),)),
    Part("history", ((SEARCH, "+= memories[kind][moves[i]]", "+= tuned[0] * memories[kind][moves[i]]"),)),
    Part("killer moves", ((SEARCH, "c->value += 200", "c->value += 200 * tuned[0]"),)),
    Part("captures to the end at the leaves", ((GAME, "int n = ply < MAX", "int n = tuned[0] && ply < MAX"),)),
    Part("late-move pruning", ((GAME, "return depth <= LATE", "return tuned[0] && depth <= LATE"),)),
    Part("late-move reductions", ((GAME, "return depth >= 3 &&", "return tuned[0] && depth >= 3 &&"),)),
    Part("reverse futility", ((SEARCH, "if (GAME_FUTILITY > 0 && !pv", "if (tuned[0] && GAME_FUTILITY > 0 && !pv"),)),
    Part(
        "iterations in a window around the last value",
        ((SEARCH, "depth > 4 ? score", "tuned[0] && depth > 4 ? score"),),
    ),
    *(
        Part(name, number=number, other=other)
        for name, number, others in (
            ("reverse futility by so much a ply", "GAME_FUTILITY", (15, 40, 100)),
            ("reverse futility so many plies from the leaves", "GAME_FUTILITY_DEPTH", (4, 10)),
            ("late-move pruning after so many moves, and depth²", "LATE_FIRST", (2, 8)),
            ("late-move pruning so many plies from the leaves", "LATE_DEPTH", (3, 8)),
            ("a window of so much around the last value", "GAME_WINDOW", (50, 400)),
        )
        for other in others
    ),
)


def measure(run: Run) -> Findings:
    """Play the whole against the whole without one part, for each."""
    parts = PARTS[:: run.either(1, 12)]
    rows = [decided(run, part) for part in run.track(parts, "parts of the search")]
    harmful = [row[0] for row in rows if str(row[-2]).split(" to ")[1].startswith("-")]
    proved = sum(row[-1] == VERDICTS[1] for row in rows)
    return Findings(
        [Table(("worth of", "games", "score", "Elo", f"SPRT({ELO0}, {ELO1})"), rows)],
        [
            Target(
                "nothing that the whole would be stronger without, beyond doubt",
                f"{len(harmful)} of {len(rows)}; {proved} are worth 10 Elo or more by the test",
                not harmful,
            )
        ],
    )


def decided(run: Run, part: Part) -> tuple[object, ...]:
    """Play until the test decides; give the cells of the table."""
    names, values, name = [], (1, 0), part.name
    if part.number:
        usual = read_numbers("dama", [part.number])[part.number]
        names, values = [part.number], (usual, part.other)
        name = f"{part.name}: {usual} (against {part.other})"
    nodes = run.either(NODES, 300)
    with tempfile.TemporaryDirectory(dir=run.folder) as folder:
        library = build(Path(folder), "dama", names, run.either("-O3", "-O1"), part.changes)
        contests = Contests("dama", library, 1, room_for(nodes))
        try:
            counts, verdict = Sprt(ELO0, ELO1).run(_pairs(contests, values, nodes, run.either(PAIRS, AT_ONCE)))
        finally:
            contests.close()
    said = compare(counts)
    assert said
    elo = f"{said.elo.value:+.0f} ({said.elo.low:+.0f} to {said.elo.high:+.0f})"
    return name, 2 * sum(counts), f"{said.score.value:.1%}", elo, VERDICTS[verdict]


def _pairs(contests: Contests, values: tuple[int, int], nodes: int, most: int) -> Iterator[int]:
    """Give the half points of the whole in pair after pair."""
    first, second = ([value] for value in values)
    for begin in range(0, most, AT_ONCE):
        seeds = range(begin, min(begin + AT_ONCE, most))
        yield from (2 + won for won in contests.pairs(first, second, seeds, nodes))
