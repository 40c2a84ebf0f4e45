"""Domino: rows of any special tiles beside a general solver (OR-Tools CP-SAT, a model of `tests/evidence/row_model.py`;
`pip install -e '.[evidence]'`): hard hands, a second for the optimiser and a minute of one core for the solver, and
small hands of all options, which exhaustive search plays in every way by the rules alone. The law judges all rows.
"""

from __future__ import annotations

import random
import statistics

from arbiter.games.domino.law import PLAIN, SPECIAL, Options, Tile, judge
from tests.domino import plain_row
from tests.domino.hard import draw_hard
from tests.evidence import cp_sat, row_model
from tests.evidence.domino_solved import OPTIONS, solved
from tests.evidence.findings import Findings, Run, Table, Target

HEADER = ("general solver", "hands", "ours proved", "solver proved", "mean s", "equal", "ours better", "solver better")
HARD_S, SMALL_S = 60.0, 10.0
EVERY = 20
"""Of the hard hands."""


class Beside:
    """What the optimiser and the general solver found of the same hands."""

    def __init__(self, name: str) -> None:
        self.name, self.seconds = name, list[float]()
        self.ours = self.theirs = self.equal = self.better = self.worse = self.contradictions = 0

    def add(self, hand: list[Tile], options: Options, our_s: float, limit_s: float) -> tuple[int, row_model.Answer]:
        """Solve a hand twice; the law judges both rows."""
        best, _ = solved(hand, our_s, options=options)
        answer = row_model.solve(hand, limit_s, options)
        verdict = judge(hand, answer.line, options)
        if answer.line and (verdict.reason or verdict.score != answer.score):
            raise AssertionError(f"{hand}: {answer}: {verdict.reason or verdict.score}")
        self.ours += best.score == best.bound
        self.theirs += answer.score == answer.bound
        self.equal += best.score == answer.score
        self.better += best.score > answer.score
        self.worse += best.score < answer.score
        self.contradictions += answer.score > best.bound or best.score > answer.bound
        self.seconds.append(answer.seconds)
        return best.score, answer

    @property
    def row(self) -> tuple[object, ...]:
        """Give a row of the table."""
        mean = f"{statistics.mean(self.seconds):.3f}"
        counted = (self.ours, self.theirs, mean, self.equal, self.better, self.worse)
        return (self.name, len(self.seconds), *counted)


def hard(run: Run) -> tuple[Beside, list[Target]]:
    """Compare on hard hands: the optimiser has a second, the general solver a minute."""
    beside = Beside("hard hands, 20 to 60 tiles")
    for number in run.track(range(0, run.either(100, 1) * EVERY, EVERY), "hard hands by a general solver"):
        hand, zero_stays = draw_hard(number)
        beside.add(hand, Options(zero_stays), run.either(1.0, 0.5), run.either(HARD_S, 3.0))
    hands, wrong = len(beside.seconds), beside.contradictions
    return beside, [
        Target(
            "hard hands: never below the general solver's row", f"{beside.worse} of {hands} below", not beside.worse
        ),
        Target("hard hands: neither contradicts a bound of the other", f"{wrong} of {hands} do", not wrong, True),
    ]


def small(run: Run) -> tuple[Beside, list[Target]]:
    """Compare on small hands, which exhaustive search plays in every way by the rules alone."""
    beside, draw, agree = Beside("1 to 6 tiles, any special ones, all options"), random.Random("small rows"), 0
    number = run.either(5000, 40)
    for _ in run.track(range(number), "small hands by a general solver"):
        pool, share = draw.sample(PLAIN, draw.randint(1, len(PLAIN))), draw.random()
        hand = [draw.choice(SPECIAL) if draw.random() < share else draw.choice(pool) for _ in range(draw.randint(1, 6))]
        options = draw.choice(OPTIONS)
        score, answer = beside.add(hand, options, SMALL_S, SMALL_S)
        searched = plain_row.best_score(hand, options.zero_stays, options.early_stop)
        agree += score == answer.score == answer.bound == searched
    promise = (
        "small hands, all options: optimiser, general solver and exhaustive search agree, the law judging each row"
    )
    return beside, [Target(promise, f"{agree} of {number}", agree == number, True)]


def measure(run: Run) -> Findings:
    """Measure both; nothing where the general solver is not installed."""
    if not cp_sat.is_installed():
        return Findings([], [])
    (hard_hands, hard_targets), (small_hands, small_targets) = hard(run), small(run)
    return Findings([Table(HEADER, [hard_hands.row, small_hands.row])], [*hard_targets, *small_targets])
