"""The work on one position at the split, each done by one thread: answer a question, then defend the answer.

Each answer depends on its question alone (the tables are cleared before), so that a run that was killed and begun again
finds the same answers as one that was not.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

from bots.othello.proof.boards import AGREED, REPLIES, Board, Moves, canonical, moves
from bots.othello.proof.parts import Part, Parts, collect
from bots.othello.proof.store import Answer, Plan, Question
from native import Limits
from native.othello import Othello, after
from native.othello_check import Checker

CHECK_NODES, CHECK_EMPTIES, GLANCE_NODES = 200_000, 38, 2_000
"""What the checker may need for a position of the certificate; less where more squares are empty."""


SLICE_NODES = 50_000_000
"""After so many nodes a longer search keeps what it has shown, so that it need not begin again once it is killed."""

Keep = Callable[[Question, int, Parts], None]
"""What to do with the nodes used for a question and with what they have shown."""


class Leaf:
    """A solver with a table of `hash_mib` MiB, and a checker."""

    def __init__(self, hash_mib: int) -> None:
        self._engine = Othello(hash_mib)
        self._checker = Checker()
        self._last: Question | None = None

    def answer(self, question: Question, used: int = 0, known: Iterable[Part] = (), keep: Keep | None = None) -> Answer:
        """Answer a question, or not, within its nodes, of which `used` led to what is `known`."""
        begin = time.perf_counter()
        self._engine.clear()
        self._last = question
        while True:
            for part in known:  # in the table, or again there
                self._engine.remember(*part.board, part.score, greater=part.greater)
            report = self._engine.solve(
                *question.board,
                question.alpha,
                question.alpha + 1,
                Limits(nodes=max(1, min(SLICE_NODES, question.allowed - used))),
            )
            used += report.nodes
            if report.exact or used >= question.allowed:
                return Answer(report.score if report.exact else None, used, time.perf_counter() - begin)
            parts = collect(self._engine, question.board, question.alpha)
            known = parts.bounds
            if keep:
                keep(question, used, parts)

    def plan(
        self,
        question: Question,
        greater: bool,
        known: Iterable[Part] = (),
        draft: Moves | None = None,
        keep: Callable[[Question, Moves], None] | None = None,
    ) -> Plan:
        """Defend an answer: moves for one side and all replies, down to positions that the checker agrees with.

        What is `known` and a `draft`, kept before the work was killed, make it shorter.
        """
        begin, nodes = time.perf_counter(), 0
        if self._last != question:
            nodes += self.answer(question, known=known).nodes
        plan: Moves = dict(draft or {})
        seen: set[Board] = set()
        due = nodes + SLICE_NODES
        todo = [(question.board, question.alpha, greater)]
        while todo:
            board, alpha, ours = todo.pop()
            board = canonical(*board)
            squares = moves(*board)
            if board in seen or not squares:
                continue
            seen.add(board)
            if board not in plan:
                plan[board], visited = self._defend(board, alpha, ours)
                nodes += visited
            if plan[board] != AGREED:
                squares = squares if plan[board] == REPLIES else [plan[board]]
                todo += [(after(*board, square), -alpha - 1, not ours) for square in squares]
            if keep and nodes >= due:
                keep(question, plan)
                due = nodes + SLICE_NODES
        self._last = None
        return Plan(plan, nodes, time.perf_counter() - begin)

    def _defend(self, board: Board, alpha: int, ours: bool) -> tuple[int, int]:
        """Give what to do in one position, as `Moves` has it, and the nodes that it took to know."""
        few = 64 - (board[0] | board[1]).bit_count() <= CHECK_EMPTIES
        self._checker.clear()  # as whoever checks the certificate begins
        checked = self._checker.gets(*board, alpha + 1, CHECK_NODES if few else GLANCE_NODES)
        if checked.yes is not None:
            if checked.yes is not ours:
                raise AssertionError(f"the solver and the checker disagree: {board}, more than {alpha}")
            return AGREED, checked.nodes
        if not ours:
            return REPLIES, checked.nodes
        report = self._engine.solve(*board, alpha, alpha + 1)
        if report.move is None or report.score <= alpha:
            raise AssertionError(f"the solver disagrees with itself: {board}, more than {alpha}")
        return report.move, checked.nodes + report.nodes
