"""The work on one position at the split: answer a question, then defend the answer.

One thread's answer depends on its question alone (the tables are cleared before), so that a run that was killed and
begun again finds the same answers as one that was not. A large question is worked on by several threads with one table.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from types import MappingProxyType

from bots.othello.proof.boards import AGREED, REPLIES, Board, Moves, moves
from bots.othello.proof.parts import Part, Parts, collect
from bots.othello.proof.store import Answer, Plan, Question
from native.common.context import Limits, Report
from native.othello.check import Checker
from native.othello.engine import Othello, after, canonical

CHECK_NODES = 100_000
"""What the checker may need for a position of the certificate."""

SLICE_NODES = 50_000_000
"""After so many nodes a longer search keeps what it has shown, so that it need not begin again once it is killed."""

NOTHING: Mapping[Board, int] = MappingProxyType({})

Keep = Callable[[Question, int, Parts], None]
"""What to do with the nodes used for a question and with what they have shown."""


class HardError(Exception):
    """An answer that cannot be defended with so much work."""


class Leaf:
    """Solvers, one a thread, on one table of `hash_mib` MiB, and as many checkers.

    `most_checked` is what a checker may need for a position of a plan, `most_solved` what a solver may for a move.
    """

    def __init__(
        self, hash_mib: int, threads: int = 1, most_checked: int = CHECK_NODES, most_solved: int | None = None
    ) -> None:
        self._most_checked, self._limits = most_checked, Limits(nodes=most_solved)
        first = Othello(hash_mib)
        self._engines = [first, *(Othello(partner=first) for _ in range(threads - 1))]
        self._checkers = [Checker() for _ in self._engines]
        self._pool = ThreadPoolExecutor(threads)
        self._last: Question | None = None

    def answer(self, question: Question, used: int = 0, known: Iterable[Part] = (), keep: Keep | None = None) -> Answer:
        """Answer a question, or not, within its nodes, of which `used` led to what is `known`."""
        begin, first = time.perf_counter(), self._engines[0]
        first.clear()
        self._last = question
        while True:
            for part in known:  # in the table, or again there
                first.remember(*part.board, part.score, greater=part.greater)
            report, nodes = self._solve(question, max(1, min(SLICE_NODES, question.allowed - used)))
            used += nodes
            if report.exact or used >= question.allowed:
                return Answer(report.score if report.exact else None, used, time.perf_counter() - begin)
            parts = collect(first, question.board, question.alpha)
            known = parts.bounds
            if keep:
                keep(question, used, parts)

    def move(self, board: Board, least: int) -> int:
        """Give a move that keeps a margin which the question that was answered last has shown."""
        report = self._engines[0].solve(*board, least - 1, least)
        if report.move is None or report.score < least:
            raise AssertionError(f"the solver disagrees with itself: {board}, at least {least}")
        return report.move

    def guess(self, board: Board, nodes: int) -> int:
        """Give what a search of so many nodes expects of a position."""
        self._engines[0].clear()
        self._last = None
        return self._engines[0].search(*board, Limits(nodes=nodes)).score

    def forget(self) -> None:
        """Let what comes be the same as after a kill: nothing has been answered."""
        self._last = None

    def _solve(self, question: Question, nodes: int) -> tuple[Report, int]:
        """Search in all threads; give the report of one that has the answer, if there is one, and the nodes of all."""
        limits = Limits(nodes=-(-nodes // len(self._engines)))
        window = question.alpha, question.alpha + 1
        searches = [self._pool.submit(engine.solve, *question.board, *window, limits) for engine in self._engines]
        reports = [search.result() for search in searches]
        return max(reports, key=lambda report: report.exact), sum(report.nodes for report in reports)

    def plan(
        self,
        question: Question,
        greater: bool,
        known: Iterable[Part] = (),
        draft: Moves | None = None,
        keep: Callable[[Question, Moves], None] | None = None,
        done: Mapping[Board, int] = NOTHING,
    ) -> Plan:
        """Defend an answer: moves for one side and all replies, down to positions that the checker agrees with.

        What is `known` and a `draft`, kept before the work was killed, make it shorter. So do boards that are `done`,
        in plans of the same margin of the same side: nothing is said of them again, and moves that lead there are best.

        Raises HardError if a solver may do no more for a move.
        """
        begin, nodes = time.perf_counter(), 0
        if self._last != question:
            nodes += self.answer(question, known=known).nodes
        plan: Moves = dict(draft or {})
        seen: set[Board] = set()
        due = nodes + SLICE_NODES
        todo = [(question.board, question.alpha, greater)]
        free = list(range(len(self._engines)))
        running: dict[Future[tuple[int, int]], tuple[int, Board, int, bool]] = {}

        def follow(board: Board, alpha: int, ours: bool) -> None:
            if plan[board] != AGREED:
                squares = moves(*board) if plan[board] == REPLIES else [plan[board]]
                todo.extend((after(*board, square), -alpha - 1, not ours) for square in squares)

        while todo or running:
            while todo and free:
                board, alpha, ours = todo.pop()
                board = canonical(*board)
                if board in seen or board in done or not moves(*board):
                    continue
                seen.add(board)
                if board in plan:
                    follow(board, alpha, ours)
                else:
                    thread = free.pop()
                    running[self._pool.submit(self._defend, thread, board, alpha, ours, done)] = (
                        thread,
                        board,
                        alpha,
                        ours,
                    )
            for work in wait(running, return_when=FIRST_COMPLETED).done:
                thread, board, alpha, ours = running.pop(work)
                free.append(thread)
                try:
                    plan[board], visited = work.result()
                except HardError:
                    wait(running)  # or what still searches would meet the next plan in its solvers
                    raise
                nodes += visited
                follow(board, alpha, ours)
            if keep and nodes >= due:
                keep(question, plan)
                due = nodes + SLICE_NODES
        self._last = None
        return Plan(plan, nodes, time.perf_counter() - begin)

    def _defend(self, thread: int, board: Board, alpha: int, ours: bool, done: Mapping[Board, int]) -> tuple[int, int]:
        """Give what to do in one position, as `Moves` has it, and the nodes that it took to know."""
        engine, checker = self._engines[thread], self._checkers[thread]
        checked = checker.gets(*board, alpha + 1, self._most_checked)
        if checked.yes is not None:
            if checked.yes is not ours:
                raise AssertionError(f"the solver and the checker disagree: {board}, more than {alpha}")
            return AGREED, checked.nodes
        if not ours:
            return REPLIES, checked.nodes
        for square in moves(*board) if done else ():
            if canonical(*after(*board, square)) in done:
                return square, checked.nodes
        report = engine.solve(*board, alpha, alpha + 1, self._limits)
        if not report.exact:
            raise HardError
        if report.move is None or report.score <= alpha:
            raise AssertionError(f"the solver disagrees with itself: {board}, more than {alpha}")
        return report.move, checked.nodes + report.nodes
