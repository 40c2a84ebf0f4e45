"""Tune the numbers of Othello's solver by the work that questions take: `python -m tests.tuning.solver`.

Questions are "is it won?" and, where it is not, "is it lost?" of positions off the book with 34 to 48 empty squares,
half of random play and half of levels. Work is visits of positions with more than 14 empty squares, and a little for
those below, which is proportional to time on a quiet machine and the same on any. All numbers of
tests/tuning/solver.toml are moved at once, by CMA-ES (N. Hansen, "The CMA evolution strategy: a tutorial", 2016; the
separable one of R. Ros and N. Hansen, 2008). It goes on where it was stopped. At the end other questions tell what the
new numbers are worth against those of the sources, where `--write` puts them.
"""

from __future__ import annotations

import argparse
import functools
import itertools
import math
import statistics
import sys
import tempfile
import tomllib
import zlib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from cmaes import SepCMA

from bots.options import whole
from bots.othello.game import bitboards
from tests.evidence.verdicts import positions
from tests.tuning.common import FOLDER, run, shown, stood, write
from tests.tuning.contest import (
    HERE,
    NATIVE,
    SOURCES,
    build,
    copies,
    loaded,
    new_engine,
    read_numbers,
    write_numbers,
)
from tests.tuning.spsa import Number

BAND = (34, 48)
"""Empty squares of the positions."""
LEAST, MOST = 20_000, 2_500_000
"""Nodes that a question takes with the numbers of the sources."""
LEAF_SHARE = 0.12
"""What a node below counts, where a visit of a position with more than 14 empty squares counts 1: by processor time, of
76 questions (90ccae8)."""
PATIENCE = 16
"""How many times the nodes that the numbers of the sources take are enough to give a question up."""
SPREAD = 0.5
"""How far the first candidates lie around what there is, in steps."""
HASH_MIB = 64
COUNT = whole(1, 10**6)
"""Of generations or questions."""
CDEF = "extern const int32_t *tuned; extern uint64_t proof_visits;"
PROVE = "uint64_t delta_limit)\n{\n"
COUNT_VISITS = f"{PROVE}    extern uint64_t proof_visits;\n    proof_visits += empties > PROOF_LEAF;\n"
COUNTED = ("othello/proof.h", PROVE, COUNT_VISITS)


class Question(NamedTuple):
    """Is the margin of the side to move greater than `alpha`? With the numbers of the sources it takes `work`."""

    own: int
    opp: int
    alpha: int
    nodes: int
    work: float


class Answer(NamedTuple):
    """What an answer took; `greater` is None if it was given up."""

    greater: bool | None
    nodes: int
    work: float


class Solver:
    """A solver whose numbers are given with each question."""

    def __init__(self, library: Path) -> None:
        """Load the library, and what the solver knows."""
        self._ffi, self._lib = loaded(library, CDEF)
        self._weights = self._ffi.new("char[]", zlib.decompress((NATIVE / "othello/othello.weights").read_bytes()))
        self._engine = self._ffi.gc(new_engine(self._lib, HASH_MIB), self._lib.engine_free)
        self._lib.engine_use_weights(self._engine, self._weights)

    def answer(self, board: tuple[int, int], alpha: int, numbers: Sequence[int], nodes: int) -> Answer:
        """Answer a question with an empty table, or give up after so many nodes."""
        given, report = self._ffi.new("int32_t[]", list(numbers)), self._ffi.new("engine_report *")
        limits = self._ffi.new("engine_limits *", {"nodes": nodes})
        self._lib.tuned, before = given, self._lib.proof_visits
        self._lib.engine_clear(self._engine)
        self._lib.othello_solve(self._engine, *board, alpha, alpha + 1, limits, report)
        visits = self._lib.proof_visits - before
        work = visits + LEAF_SHARE * (report.nodes - visits)
        return Answer(report.score > alpha if report.exact else None, report.nodes, work)


class Solvers:
    """Solvers of several threads at once, each with a library of its own."""

    def __init__(self, library: Path, jobs: int) -> None:
        """Load so many libraries."""
        self._idle = [Solver(copy) for copy in copies(library, jobs)]
        self._pool = ThreadPoolExecutor(jobs)

    def find(self, numbers: Sequence[int], count: int, seed: int) -> list[Question]:
        """Give so many questions that are neither easy nor hard with these numbers."""

        def ask(board: tuple[int, int]) -> list[Question]:
            solver, found = self._idle.pop(), list[Question]()
            try:
                for alpha in (0, -1):
                    answer = solver.answer(board, alpha, numbers, MOST)
                    if answer.greater is not None and answer.nodes >= LEAST:
                        found.append(Question(*board, alpha, answer.nodes, answer.work))
                    if answer.greater is not False:
                        break
            finally:
                self._idle.append(solver)
            return found

        boards = (bitboards(position) for position in positions(BAND, seed))
        found = list[Question]()
        while len(found) < count:
            found += itertools.chain(*self._pool.map(ask, itertools.islice(boards, 8 * len(self._idle))))
        return found[:count]

    def ratios(self, questions: Sequence[Question], numbers: Sequence[int]) -> list[float]:
        """Give how many times the work of the numbers of the sources each question takes with these."""

        def ask(question: Question) -> float:
            solver = self._idle.pop()
            try:
                limit = PATIENCE * question.nodes
                return solver.answer(question[:2], question.alpha, numbers, limit).work / question.work
            finally:
                self._idle.append(solver)

        return list(self._pool.map(ask, questions))

    def close(self) -> None:
        """End the threads."""
        self._pool.shutdown(cancel_futures=True)


class Search:
    """CMA-ES in steps of the numbers, from what the sources say. Of chance only the seed decides."""

    def __init__(self, numbers: dict[str, Number], before: dict[str, int], candidates: int, seed: int) -> None:
        """Begin there."""
        self._numbers = list(numbers.values())
        steps = [number.step for number in self._numbers]
        bounds = [(number.least / number.step, number.most / number.step) for number in self._numbers]
        start = np.array(list(before.values())) / steps
        self._search = SepCMA(start, SPREAD, np.array(bounds), seed=seed, population_size=candidates)

    def ask(self) -> list[list[float]]:
        """Give the candidates of the next generation, in steps."""
        return [self._search.ask().tolist() for _ in range(self._search.population_size)]

    def tell(self, candidates: Sequence[Sequence[float]], costs: Sequence[float]) -> None:
        """Say what they cost."""
        self._search.tell([(np.array(one), cost) for one, cost in zip(candidates, costs, strict=True)])

    def numbers(self, candidate: Sequence[float] | None = None) -> list[int]:
        """Give the whole numbers of a candidate, or of what all of them are around now."""
        at = self._search.mean.tolist() if candidate is None else candidate
        return [round(value * number.step) for value, number in zip(at, self._numbers, strict=True)]


def cost(questions: Sequence[Question], ratios: Sequence[float]) -> float:
    """Give what is made small, in doublings: of the mean of all questions as of their sum, a half."""
    return statistics.fmean(map(math.log2, ratios)) + math.log2(in_sum(questions, ratios)) / 2


def in_sum(questions: Sequence[Question], ratios: Sequence[float]) -> float:
    """Give the ratio of all work together."""
    parts = [question.work for question in questions]
    return sum(part * ratio for part, ratio in zip(parts, ratios, strict=True)) / sum(parts)


def compared(questions: Sequence[Question], ratios: Sequence[float]) -> str:
    """Say by how much the work of other questions has changed."""
    doublings = [math.log2(ratio) for ratio in ratios]
    error = statistics.stdev(doublings) / len(doublings) ** 0.5
    mean = statistics.fmean(doublings)
    low, middle, high = (2 ** (mean + at * 1.96 * error) for at in (-1, 0, 1))
    together = in_sum(questions, ratios)
    return (
        f"{len(ratios)} other questions: {middle:.3f} times the work ({low:.3f} to {high:.3f}), in sum {together:.3f}"
    )


def main() -> int:
    """Tune; give the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.tuning.solver", description=__doc__)
    parser.add_argument("--generations", type=COUNT, default=20, metavar="N", help="of CMA-ES (20)")
    parser.add_argument("--candidates", type=whole(4, 1000), default=10, metavar="N", help="of a generation (10)")
    parser.add_argument("--questions", type=COUNT, default=128, metavar="N", help="that each is asked (128)")
    parser.add_argument("--others", type=whole(2, 10**6), default=128, metavar="N", help="asked at the end (128)")
    return run(parser, _tune)


def _tune(given: argparse.Namespace) -> None:
    table = tomllib.loads((HERE / "solver.toml").read_text(encoding="utf-8"))
    numbers = {name: Number(**row) for name, row in table.items()}
    before = read_numbers("solver", numbers)
    path = given.file or FOLDER / "solver.json"
    asked = {"candidates": given.candidates, "questions": given.questions, "seed": given.seed, "numbers": table,
             "before": before}  # fmt: skip
    readers: dict[str, Callable[[Any], Any]] = {
        "questions": _questions,
        "costs": functools.partial(_costs, given.candidates),
    }
    stands = stood(path, asked, readers) or {"questions": [], "costs": []}
    search = Search(numbers, before, given.candidates, given.seed)
    with tempfile.TemporaryDirectory() as folder:
        solvers = Solvers(build(Path(folder), "solver", list(numbers), changes=[COUNTED]), given.jobs)
        try:
            old = list(before.values())
            if not stands["questions"]:
                stands["questions"] = solvers.find(old, given.questions, given.seed)
                write(path, asked, stands)
            questions = stands["questions"]
            for costs in _generations(search, solvers, questions, stands["costs"], given.generations):
                stands["costs"] = costs
                write(path, asked, stands)
            found = search.numbers()
            others = solvers.find(old, given.others, -given.seed - 1)
            ratios = solvers.ratios(others, found)
        finally:
            solvers.close()
    for name, value in zip(numbers, found, strict=True):
        print(f"{name} = {value}\t({before[name]})")
    print(compared(others, ratios))
    if given.write:
        write_numbers(SOURCES["solver"], dict(zip(numbers, found, strict=True)))


def _questions(kept: Sequence[Any]) -> list[Question]:
    """Read those of a file. Raises ValueError or TypeError."""
    return [Question(int(own), int(opp), int(alpha), int(nodes), float(work)) for own, opp, alpha, nodes, work in kept]


def _costs(candidates: int, kept: Sequence[Any]) -> list[list[float]]:
    """Read those of the candidates of each generation in a file. Raises ValueError or TypeError."""
    read = [[float(cost) for cost in generation] for generation in kept]
    if any(len(costs) != candidates for costs in read):
        raise ValueError(f"expected costs of {candidates} candidates")
    return read


def _generations(
    search: Search, solvers: Solvers, questions: list[Question], known: list[list[float]], most: int
) -> Iterator[list[list[float]]]:
    """Go through what is known of the first generations, then through those that are left; give the costs of all."""
    for number in shown(range(most), "generations"):
        candidates = search.ask()
        if number < len(known):
            costs = known[number]
        else:
            costs = [cost(questions, solvers.ratios(questions, search.numbers(one))) for one in candidates]
            known = [*known, costs]
            yield known
        search.tell(candidates, costs)


if __name__ == "__main__":
    sys.exit(main())
