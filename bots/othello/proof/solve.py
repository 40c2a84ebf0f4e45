"""The proof of the value: question after question, each answer defended by a certificate."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from queue import SimpleQueue
from typing import NamedTuple, TypeVar

from arbiter.games.othello import law
from bots.othello.game import bitboards
from bots.othello.proof import certificate
from bots.othello.proof.boards import AGREED, REPLIES, Board, Moves, law_position, moves
from bots.othello.proof.leaves import SLICE_NODES, Leaf
from bots.othello.proof.parts import Parts
from bots.othello.proof.search import Search
from bots.othello.proof.store import Answer, Plan, Question, Store
from native.othello.engine import after, canonical

WIDEST = 7
"""Discs from the guess of a margin at which a question is asked at most."""
FIRST_BUDGET = 50_000_000
"""Nodes for each question in the first round; eight times as many in each round after it."""

T = TypeVar("T")


class Progress(NamedTuple):
    """How far a question is: of its tree the share that is decided, and the nodes used so far.

    `searched` are those of them that this process has searched and not found in the file.
    """

    alpha: int
    settled: float
    nodes: int
    searched: int
    positions: int


class Prover:
    """Answers questions about one position, with everything kept in a file; scores are from the side to move there."""

    def __init__(self, position: law.Position, store: Store, jobs: int, hash_mib: int, allowed: int) -> None:
        self.position = position
        self.board = canonical(*bitboards(position))
        self._store = store
        self._allowed = allowed
        self._searched: dict[Question, int] = {}
        self._pool = ThreadPoolExecutor(jobs)
        self._leaves: SimpleQueue[Leaf] = SimpleQueue()
        together = allowed > SLICE_NODES  # few large leaves, each of them for all threads
        for _ in range(1 if together else jobs):
            self._leaves.put(Leaf(hash_mib, jobs if together else 1))

    def close(self) -> None:
        """Let the threads go."""
        self._pool.shutdown(cancel_futures=True)

    def bounds(self) -> tuple[int, int]:
        """Give the proved bounds of the margin."""
        return self._store.bounds(self.board)

    def prove(
        self, alpha: int, budget: int | None, progress: Callable[[Progress], None]
    ) -> certificate.Certificate | None:
        """Answer "greater than `alpha`?"; give the answer's certificate, None if `budget` nodes did not suffice."""
        search = Search(self.board, alpha, self._allowed)
        self._searched.clear()
        for nodes in search.run(lambda questions: self._ask(questions, progress), budget):
            progress(Progress(alpha, search.settled(), nodes, sum(self._searched.values()), len(search.nodes)))
        if not search.root.decided:
            return None
        return self._certify(search)

    def keep(self, made: certificate.Certificate) -> None:
        """Remember what a certificate shows of the position."""
        lower, upper = self.bounds()
        if made.side == self.position.mover:
            lower = max(lower, made.margin)
        else:
            upper = min(upper, -made.margin)
        self._store.keep_bounds(self.board, lower, upper)

    def _ask(self, questions: list[Question], progress: Callable[[Progress], None]) -> list[Answer]:
        known = {question: self._store.answer(question) for question in questions}
        todo = [question for question, answer in known.items() if answer is None]
        begun = {question: self._store.parts(question) for question in todo}

        def keep(question: Question, nodes: int, parts: Parts) -> None:  # called by the thread at work
            self._store.keep_parts(question, nodes, parts.bounds)
            self._searched[question] = nodes - begun[question][0]
            searched = sum(list(self._searched.values()))
            progress(Progress(question.alpha, parts.settled, nodes, searched, len(parts.bounds)))

        for question, answer in self._work(todo, lambda leaf, question: leaf.answer(question, *begun[question], keep)):
            self._searched[question] = answer.nodes - begun[question][0]
            self._store.keep_answer(question, answer)
            known[question] = answer
        return [answer for answer in known.values() if answer is not None]

    def _work(self, questions: list[Question], task: Callable[[Leaf, Question], T]) -> Iterator[tuple[Question, T]]:
        """Do a task for each question, in threads: the engines are C, which runs beside Python. First come first."""

        def run(question: Question) -> T:
            leaf = self._leaves.get()
            try:
                return task(leaf, question)
            finally:
                self._leaves.put(leaf)

        futures: dict[Future[T], Question] = {self._pool.submit(run, question): question for question in questions}
        for future in as_completed(futures):
            yield futures[future], future.result()

    def _certify(self, search: Search) -> certificate.Certificate:
        """Defend the answer of a search: its own part of the tree, and plans for the leaves."""
        greater = search.root.phi == 0
        plan, leaves = search.defence()
        asked = [Question(node.board, node.alpha, self._allowed) for node in leaves]
        won = {question: node.phi == 0 for question, node in zip(asked, leaves, strict=True)}
        plans = {question: self._store.plan(question) for question in asked}
        todo = [question for question, made in plans.items() if made is None]
        begun = {question: (self._store.parts(question)[1], self._store.draft(question)) for question in todo}

        def work(leaf: Leaf, question: Question) -> Plan:
            return leaf.plan(question, won[question], *begun[question], self._store.keep_draft)

        for question, made in self._work(todo, work):
            self._store.keep_plan(question, made)
            plans[question] = made
        for question in asked:
            done = plans[question]
            assert done is not None
            for board, move in done.moves.items():
                if move == AGREED or plan.get(board) != AGREED:
                    plan[board] = move
        alpha = search.root.alpha
        side = self.position.mover if greater else law.OPPONENT[self.position.mover]
        lines = lines_of(plan, [(self.board, self.position.mover)])
        return certificate.Certificate(side, alpha + 1 if greater else -alpha, (self.position,), lines)


def lines_of(plan: Moves, roots: list[tuple[Board, str]]) -> dict[law.Position, int | None]:
    """Give what of a plan is reached from the roots, each with its side to move, in the law's terms."""
    lines: dict[law.Position, int | None] = {}
    seen: set[Board] = set()
    todo = list(roots)
    while todo:
        board, mover = todo.pop()
        if board in seen or board not in plan:
            continue
        seen.add(board)
        move = plan[board]
        squares = [] if move == AGREED else moves(*board) if move == REPLIES else [move]
        if move != REPLIES:
            position, symmetry = certificate.smallest(law_position(board, mover))
            lines[position] = None if move == AGREED else certificate.SYMMETRIES[symmetry].index(move)
        todo += [(canonical(*after(*board, square)), law.OPPONENT[mover]) for square in squares]
    return lines


def questions(bounds: Callable[[], tuple[int, int]], budget: int = FIRST_BUDGET) -> Iterator[tuple[int, int]]:
    """Give question after question, with budgets, until the bounds meet: further and further from what is proved.

    In each round the lower bound rises in growing steps as long as the budget answers, then the upper bound falls.
    """
    while True:
        for rising in (True, False):
            step = 1
            while True:
                lower, upper = bounds()
                if lower == upper:
                    return
                alpha = min(lower + step - 1, upper - 1) if rising else max(upper - step, lower)
                yield alpha, budget
                now = bounds()
                if now == (lower, upper):
                    break
                step = 2 * step if (now[1] == upper) is rising else 1
        budget *= 8


def questions_around(
    guess: int, bounds: Callable[[], tuple[int, int]], budget: int, most: int
) -> Iterator[tuple[int, int]]:
    """Give question after question, with budgets up to `most`, until the bounds meet: next to a guess of the margin.

    In each round the guess shall be an upper bound first and then a lower one, and what is shown instead moves it. What
    the first round leaves open is asked a little further from the guess as well. That the margin is below all that
    there is may take more nodes than what it is: there is no way from one end of the board to the other.
    """
    widest = WIDEST
    while budget <= most:
        for above in (True, False):
            away = 0
            while away <= widest:
                lower, upper = bounds()
                if lower == upper:
                    return
                guess = min(max(guess, lower), upper)
                alpha = guess + away if above else guess - 1 - away
                if not lower <= alpha < upper:
                    break
                yield alpha, budget
                if bounds() == (lower, upper):
                    away = 2 * away + 1
        widest = 0
        budget = most if budget < most < 8 * budget else 8 * budget
