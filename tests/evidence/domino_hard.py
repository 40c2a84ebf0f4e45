"""Domino: hands of few kinds of tile and very many special ones, which are the hardest, within a second of CPU time.

2,000 of `tests/domino/hard.py`, of 20 to 60 tiles, and four of the make that were a quarter short of their best once;
those before and after: the version before (a79ea62) is built from the history of the repository and solves the same
hands. Every row is judged by the law. Every twentieth hand also has its certificate written and checked.
"""

from __future__ import annotations

import dataclasses
import json
import random
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence

from arbiter.games.domino.law import MIRROR, PLAIN, RAISE, WILD, Options, Tile
from bots.domino.certificate import parts
from bots.domino.certify import prove
from bots.domino.hands import counts
from bots.domino.proof import check_part
from tests.domino.hard import Hard, draw_hard
from tests.evidence.document import HOUSE
from tests.evidence.domino_solved import gap, solved
from tests.evidence.findings import Findings, Run, Table, Target

BEFORE = "a79ea62"
MOST, GAP = 0.999, 0.005
EVERY = 20
NAMED = {"60 tiles; 30/2/10": (60, 30, 2, 10), "52 tiles; 15/7/14": (52, 15, 7, 14)} | {
    "50 tiles; 18/6/11": (50, 18, 6, 11),
    "57 tiles; 12/1/4": (57, 12, 1, 4),
}
"""Tiles in all; wild ones, [11|11], mirrors."""
OLD_SOLVER = """
import json, sys
from native.domino.engine import solve
for hand, time_s, zero_stays in json.load(sys.stdin):
    found = solve(hand, time_s, zero_stays=zero_stays)
    print(found.score, found.bound)
"""


@dataclasses.dataclass(frozen=True, slots=True)
class Answer:
    """What was found of a hand: no row scores more than `bound`."""

    score: int
    bound: int

    @property
    def gap(self) -> float:
        """What the row may lack."""
        return gap(self.score, self.bound)


def named(shape: tuple[int, int, int, int]) -> list[Tile]:
    """Draw a hand of such a shape: its plain tiles are of three kinds."""
    size, *special = shape
    draw = random.Random(repr(shape))
    pool = draw.sample(PLAIN, 3)
    given = [tile for tile, number in zip((WILD, RAISE, MIRROR), special, strict=True) for _ in range(number)]
    return given + [draw.choice(pool) for _ in range(size - len(given))]


def answers(run: Run, hands: Sequence[Hard], time_s: float) -> list[Answer]:
    """Solve hands; the law judges."""
    found = []
    for hand, zero_stays in run.track(hands, "hard hands"):
        best, _ = solved(hand, time_s, options=Options(zero_stays))
        found.append(Answer(best.score, best.bound))
    return found


def answers_before(run: Run, hands: Iterable[Hard], time_s: float) -> list[Answer] | None:
    """Let the version before solve hands; None if there is no history, or nothing that builds it."""
    folder = run.folder / "before"
    folder.mkdir()
    packed = subprocess.run(["git", "archive", BEFORE], cwd=HOUSE, check=False, capture_output=True)
    if packed.returncode:
        return None
    subprocess.run(["tar", "-x"], cwd=folder, input=packed.stdout, check=True)
    building = [sys.executable, "setup.py", "build_ext", "--inplace"]
    if subprocess.run(building, cwd=folder, check=False, capture_output=True).returncode:
        return None
    asked = json.dumps([(counts(hand), time_s, zero_stays) for hand, zero_stays in hands])
    command = [sys.executable, "-c", OLD_SOLVER]
    told = subprocess.run(command, cwd=folder, input=asked, capture_output=True, text=True, check=True)
    return [Answer(*map(int, line.split())) for line in told.stdout.splitlines()]


def row(name: str, version: str, found: Sequence[Answer]) -> tuple[object, ...]:
    """Give a row of the table of all hands."""
    proved = sum(not one.gap for one in found)
    worse = [sum(one.gap > gap for one in found) for gap in (0.005, 0.02, 0.05)]
    return (name, version, len(found), proved, *worse, f"{max(one.gap for one in found):.2%}")


def certified(run: Run) -> Target:
    """Write and check certificates of every twentieth hand; seconds of CPU time."""
    hands, proving, checking, none = 0, 0.0, 0.0, 0
    for number in run.track(range(0, run.either(2000, 200), EVERY), "certificates"):
        hand, zero_stays = draw_hard(number)
        options, begin = Options(zero_stays), time.process_time()
        best, _ = solved(hand, run.either(5.0, 0.2), options=options)
        trees = prove(counts(hand), options, best.score) if best.score == best.bound else None
        proved = time.process_time()
        if trees is None:
            none += 1
            continue
        for (part, name), tree in zip(parts(counts(hand), early_stop=False), trees, strict=True):
            check_part(part, zero_stays, tree, best.score, name)
        hands += 1
        proving, checking = proving + proved - begin, checking + time.process_time() - proved
    told = f"{checking:.2f} of {proving:.2f} s, {hands} hands; {none} have none"
    promise = "certificates of hard hands: checked in less time than it takes to prove and write them"
    return Target(promise, told, checking < proving)


def measure(run: Run) -> Findings:
    """Measure both versions, and certificates."""
    hands = [draw_hard(number) for number in range(run.either(2000, 10))]
    shapes = [Hard(named(shape), zero_stays=False) for shape in NAMED.values()]
    time_s = run.either(1.0, 0.2)
    found, of_shapes = answers(run, hands, time_s), answers(run, shapes, time_s)
    before = None if run.small else answers_before(run, [*hands, *shapes], time_s)
    rows = [row("before", BEFORE, before[: len(hands)])] if before else []
    rows.append(row("now", "this one", found))
    header = ("", "version", "hands", "proved", "gap > 0.5%", "gap > 2%", "gap > 5%", "largest gap")
    columns = [before[len(hands) :], of_shapes] if before else [of_shapes]
    told = [[f"{one.score} of {one.bound}" for one in column] for column in columns]
    pairs = list(zip(NAMED, *told, strict=True))
    shown = ("hand: wild/[11|11]/mirrors", *(["row and bound before"] if before else []), "row and bound now")
    proved, worst = sum(not one.gap for one in found), max(one.gap for one in found)
    targets = [
        Target("99.9% proved within a second", f"{proved} of {len(found)}", proved >= MOST * len(found)),
        Target(f"gap at most {GAP:.1%}", f"{worst:.2%}", worst <= GAP),
    ]
    if before:
        both = list(zip([*found, *of_shapes], before, strict=True))
        lower = sum(new.score < old.score or new.bound > old.bound for new, old in both)
        targets.append(Target("no row lower, no bound higher than before", f"{lower} of {len(before)}", not lower))
    return Findings([Table(header, rows), Table(shown, pairs)], [*targets, certified(run)])
