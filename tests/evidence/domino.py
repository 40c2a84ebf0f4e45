"""Domino: how large hands are answered and proved, and whether the proofs are right.

Hands are drawn from fixed seeds. `process` is `domino-bot --challenge` from its start to its end, in seconds of wall
time, with its peak of resident memory. The other seconds are of CPU time, in the process that measures; the limit given
to the optimiser is five times what was promised, so that a busy machine costs no proof. Every row and board is judged
by the law. Optima are compared with the exhaustive searches of `tests/domino/plain_row.py` and `plain_plane.py`, which
share nothing with the engine, and with OR-Tools CP-SAT (`pip install -e '.[evidence]'`) where that has a model.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable

from arbiter.games.domino.law import PLAIN, SPECIAL, WILD, Tile
from bots.domino.strategies import Best
from tests.domino import plain_plane, plain_row
from tests.evidence import cp_sat, domino_process
from tests.evidence.domino_solved import OPTIONS, gap, solved
from tests.evidence.findings import Findings, Run, Table, Target

GENEROUS = 5
MORE_S = 5.0
CP_SAT_S = 10.0
GAP = 0.02


def draw_hand(draw: random.Random, size: int, most: int) -> list[Tile]:
    """Draw a hand with at most `most` of each special tile, every number of them with the same chance."""
    while sum(numbers := [draw.randint(0, most) for _ in SPECIAL]) > size:
        pass
    special = [tile for tile, number in zip(SPECIAL, numbers, strict=True) for _ in range(number)]
    return special + [draw.choice(PLAIN) for _ in range(size - len(special))]


class Kind:
    """What was found for one kind of hand."""

    header = ("hands", "tiles", "number", "proved", "median s", "slowest s", "mean gap", "largest gap")

    def __init__(self, name: str, size: str, found: list[tuple[Best, float]]) -> None:
        self.gaps = [gap(best.score, best.bound) for best, _ in found]
        self.seconds = [seconds for _, seconds in found]
        self.proved = self.gaps.count(0)
        self.row = (
            name,
            size,
            len(found),
            self.proved,
            f"{statistics.median(self.seconds):.3f}",
            f"{max(self.seconds):.3f}",
            f"{statistics.mean(self.gaps):.2%}",
            f"{max(self.gaps):.2%}",
        )

    def proof(self, promise: str, limit_s: float) -> Target:
        """Say whether all were proved in time."""
        slowest = max(self.seconds)
        measured = f"{self.proved} of {len(self.gaps)}, slowest {slowest:.3f} s"
        return Target(promise, measured, self.proved == len(self.gaps) and slowest <= limit_s)


def proofs(run: Run) -> tuple[list[Kind], list[Target]]:
    """Rows with special tiles, within what was promised."""
    kinds, targets = [], []
    for size, most, limit_s, number in (
        (20, 20, 1.0, run.either(600, 20)),
        (20, 3, 1.0, run.either(300, 10)),
        (100, 2, 2.0, run.either(100, 4)),
        (1000, 2, 5.0, run.either(100, 4)),
    ):
        draw, found = random.Random(f"{size} {most}"), []
        for _ in run.track(range(number), f"{size} tiles"):
            found.append(solved(draw_hand(draw, size, most), GENEROUS * limit_s))
        name = "any mixture" if most == size else f"up to {most} of each special tile"
        kinds.append(Kind(name, str(size), found))
        targets.append(kinds[-1].proof(f"{size} tiles, {name}: proved within {limit_s:g} s", limit_s))
    return kinds, targets


def gaps(run: Run) -> tuple[list[Kind], list[Target]]:
    """Rows with more special tiles, with the default limit."""
    kinds = []
    for size, most in ((40, 13), (100, 5), (100, 33), (300, 100), (1000, 10), (1000, 333)):
        draw = random.Random(f"{size} {most}")
        hands = [draw_hand(draw, size, most) for _ in range(run.either(8, 1))]
        found = [solved(hand, run.either(MORE_S, 0.3)) for hand in run.track(hands, f"{size} tiles, many special")]
        kinds.append(Kind(f"up to {most} of each special tile", str(size), found))
    worst = max(gap for kind in kinds for gap in kind.gaps)
    return kinds, [Target(f"more special tiles: gap at most {GAP:.0%}", f"{worst:.2%}", worst <= GAP)]


def draw_few_kinds(draw: random.Random, kinds: int) -> list[Tile]:
    """Draw a hand of few kinds of plain tile and many special tiles, of any kind or kinds."""
    size = draw.choice((20, 50, 100, 200, 500, 1000, 2000))
    special = round(size * draw.choice((0.05, 0.1, 0.2, 0.5, 0.9)))
    pool, mixture = draw.sample(PLAIN, kinds), draw.sample(SPECIAL, draw.randint(1, len(SPECIAL)))
    shares = [draw.choice((1, 5, 20)) for _ in pool]
    weights = [draw.choice((1, 10)) for _ in mixture]
    return draw.choices(mixture, weights, k=special) + draw.choices(pool, shares, k=size - special)


def few_kinds(run: Run) -> tuple[list[Kind], list[Target]]:
    """Rows of many tiles of few kinds, with many special tiles, by all options, with the default limit."""
    kinds = []
    for number in (1, 2, 3, 5):
        draw, found = random.Random(f"few kinds {number}"), []
        for _ in run.track(range(run.either(100, 1)), f"{number} kinds"):
            hand = draw_few_kinds(draw, number)
            found.append(solved(hand, run.either(MORE_S, 0.3), options=draw.choice(OPTIONS)))
        kinds.append(Kind(f"{number} kinds of plain tile, many special, all options", "20 to 2000", found))
    worst = max(gap for kind in kinds for gap in kind.gaps)
    return kinds, [Target(f"few kinds of plain tile: gap at most {GAP:.0%}", f"{worst:.2%}", worst <= GAP)]


def boards(run: Run) -> tuple[list[Kind], list[Target]]:
    """Two dimensions: plain hands, and small ones with any special tiles."""
    draw, found = random.Random("boards"), []
    for number in run.track(range(run.either(400, 24)), "boards up to 8 tiles"):
        pool = draw.sample(PLAIN, draw.randint(1, len(PLAIN)))
        found.append(solved([draw.choice(pool) for _ in range(1 + number % 8)], 60.0, plane=True))
    small = Kind("plain, two dimensions", "1 to 8", found)
    found = []
    for number in run.track(range(run.either(1000, 10)), "boards of 12"):
        hand = draw_hand(random.Random(number), 12, 12 if number % 2 else 3)
        found.append(solved(hand, GENEROUS * 5.0, plane=True, options=OPTIONS[number // 2 % 4]))
    special = Kind("any mixture, all options, two dimensions", "12", found)
    hands = []
    for seed in range(run.either(50, 2)):
        draw = random.Random(seed)
        hands.append([draw.choice(PLAIN) for _ in range(21)])
    large = Kind("plain, two dimensions", "21", [solved(h, 5.0, plane=True) for h in run.track(hands, "boards of 21")])
    checked = sum(domino_process.passes_check(run.folder, hand, plane=True) for hand in hands)
    mean = statistics.mean(large.gaps)
    return [small, special, large], [
        Target("2D: plain hands up to 8 tiles proved", *_all(small)),
        Target("2D: hands of 12 tiles, any mixture and options, proved", *_all(special)),
        Target(f"2D: mean gap of {len(hands)} plain hands of 21 tiles at most {GAP:.0%}", f"{mean:.2%}", mean <= GAP),
        Target("2D: what --challenge prints passes check", f"{checked} of {len(hands)}", checked == len(hands), True),
    ]


def _all(kind: Kind) -> tuple[str, bool]:
    return f"{kind.proved} of {len(kind.gaps)}", kind.proved == len(kind.gaps)


def oracle(run: Run) -> tuple[Table, list[Target]]:
    """Small hands once more, by playing every game."""
    rows, targets = [], []
    searches: list[tuple[str, int, int, Callable[[list[Tile], bool, bool], int]]] = [
        ("rows", 8, run.either(5000, 40), plain_row.best_score),
        ("boards", 5, run.either(1500, 20), plain_plane.best_score),
    ]
    for name, most, number, best_score in searches:
        draw, equal = random.Random(f"oracle {name}"), 0
        sizes = [0] * (most + 1)
        for _ in run.track(range(number), f"{name} by exhaustive search"):
            pool = draw.sample(PLAIN, draw.randint(1, len(PLAIN)))
            share, size, options = draw.random(), draw.randint(1, most - run.small), draw.choice(OPTIONS)
            hand = [draw.choice(SPECIAL) if draw.random() < share else draw.choice(pool) for _ in range(size)]
            best, _ = solved(hand, 60.0, name == "boards", options)
            equal += best.score == best.bound == best_score(hand, options.zero_stays, options.early_stop)
            sizes[size] += 1
        rows.append((name, number, ", ".join(map(str, sizes[1:])), equal))
        promise = f"{name} of up to {most} tiles, any mixture and options: proved, and equal to an exhaustive search"
        targets.append(Target(promise, f"{equal} of {number}", equal == number, portable=True))
    return Table(("exhaustive search", "hands", "of 1, 2, ... tiles", "equal and proved"), rows), targets


def others(run: Run) -> tuple[Table, list[Target]]:
    """Plain and wild tiles beside CP-SAT, on the same hands."""
    header = ("hands", "tiles", "number", "ours proved", "slowest s", "CP-SAT proved", "slowest s ", "equal")
    if not cp_sat.is_installed():
        return Table(header, []), []
    rows: list[tuple[object, ...]] = []
    agree = True
    for wilds, size in ((0, 20), (2, 20), (2, 40)):
        ours, theirs, equal = [], [], 0
        for seed in run.track(range(run.either(6, 1)), "CP-SAT"):
            draw = random.Random(f"{wilds} {size} {seed}")
            hand = [WILD] * wilds + [draw.choice(PLAIN) for _ in range(size - wilds)]
            best, seconds = solved(hand, 5.0)
            score, proved, their_s = cp_sat.solve(hand, run.either(CP_SAT_S, 2.0))
            ours.append((best.score == best.bound, seconds))
            theirs.append((proved, their_s))
            equal += score == best.score
            agree &= score == best.score if proved else score <= best.bound
        slowest = [f"{max(s for _, s in times):.3f}" for times in (ours, theirs)]
        proofs = [sum(proved for proved, _ in times) for times in (ours, theirs)]
        name = f"plain and {wilds} wild" if wilds else "plain"
        rows.append((name, size, len(ours), proofs[0], slowest[0], proofs[1], slowest[1], equal))
    return Table(header, rows), [Target("CP-SAT never contradicts a proof", "yes" if agree else "no", agree, True)]


def measure(run: Run) -> Findings:
    """Measure all of it."""
    processes, process_targets = domino_process.measure(run)
    kinds: list[Kind] = []
    targets = list(process_targets)
    for part in (proofs, gaps, few_kinds, boards):
        more, kept = part(run)
        kinds += more
        targets += kept
    searched, oracle_targets = oracle(run)
    compared, others_targets = others(run)
    tables = [processes, Table(Kind.header, [kind.row for kind in kinds]), searched, compared]
    kept = [*targets, *oracle_targets, *others_targets]
    return Findings([table for table in tables if table.rows], kept)
