"""What is proved of the openings: of every position after eight plies who wins, of every one after four by how much,
and what follows for all before them.

Each question goes to the exact solver with a limit on its nodes, eight times as large in each round, and what is too
hard then is asked of each of its moves; what was cheap to answer is defended afterwards. The defences of one margin
of one side are one plan: what lies below several positions stands there once, and moves that lead there are taken
first. Answers and plans are kept in the file of the work, and with one thread depend on their question and on the
cheaper plans alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import NamedTuple

from arbiter.games.othello import law
from bots.othello.game import bitboards
from bots.othello.proof.boards import REPLIES, Board, Moves, law_position, mover_of, moves
from bots.othello.proof.certificate import Certificate, smallest
from bots.othello.proof.leaves import HardError, Leaf
from bots.othello.proof.solve import FIRST_BUDGET, lines_of, questions_around
from bots.othello.proof.store import Answer, Question, Store
from native.othello.engine import START, after, canonical

LEAST, MOST = -64, 64
LEAF_NODES = 100_000
"""What the checker may need for a position of these certificates, a tenth of a second: 20,000 make three times as many
lines, and only the time to find them grows with more, as all but few positions need far less."""
PLAN_MIB = 64
"""Of table to defend answers with: it is emptied for each of thousands of positions, a second for 4 GiB."""
HARD_NODES = 35_000_000
"""What took more is defended with the whole table."""
MOVE_NODES = 400_000_000
"""What may be needed for a move of a plan: it is enough for all that the table says of who wins (c1e71da)."""
GROWTH = 8
"""How many times as many nodes each round has as the one before."""
GUESSED = 25
"""A margin is guessed by a search of this part of the nodes of the first round: of eight after four plies, two million
nodes are within five discs of seven."""
SPLIT = 2
"""Plies deep that moves are asked about where a whole position is too hard."""


class Bounds(NamedTuple):
    """What is proved of a margin: the side to move gets at least `least` and at most `most`."""

    least: int = LEAST
    most: int = MOST


class Opening(NamedTuple):
    """What is proved of a position; `move` keeps at least `least`, if one is known that does; `nodes` is the work."""

    bounds: Bounds
    move: int | None
    nodes: int


class Extent(NamedTuple):
    """Which positions: those after `plies` plies from `root` and before; by how much is asked after `margin_plies`.

    A question of the first round may take `budget` nodes.
    """

    root: Board = START
    plies: int = 8
    margin_plies: int = 4
    budget: int = FIRST_BUDGET


OPENINGS = Extent()


def layers(extent: Extent) -> list[list[Board]]:
    """Give the positions after 0 plies and more in which the game goes on, symmetric ones as one, in their order."""
    found = [[canonical(*extent.root)]]
    for _ in range(extent.plies):
        reached = {canonical(*after(*board, square)) for board in found[-1] for square in moves(*board)}
        found.append(sorted(board for board in reached if moves(*board)))
    return found


def passed(certificate: Certificate, plies: int) -> dict[Board, int | None]:
    """Give the positions up to so many plies after the start that a certificate of it passes, and its moves."""
    found: dict[Board, int | None] = {}
    layer = {smallest(law.Position())[0]} & set(certificate.roots)
    for _ in range(plies + 1):
        below: set[law.Position] = set()
        for position in layer:
            move, squares = certificate.lines.get(position), position.legal_moves()
            if position.mover == certificate.side:
                squares = [] if move is None else [move]
            board = canonical(*bitboards(position))
            found[board] = None if move is None else same_move(bitboards(position), move, board)
            below |= {smallest(position.play(square))[0] for square in squares}
        layer = below
    return found


def same_move(board: Board, move: int, copy: Board) -> int:
    """Give the first move of a symmetric copy of a board that is the same as `move`."""
    reached = canonical(*after(*board, move))
    return next(square for square in moves(*copy) if canonical(*after(*copy, square)) == reached)


class Openings:
    """The work on all openings, with everything kept in a file; `told` hears of each answer that was searched.

    What certificates of the start have `claimed` is not asked again.
    """

    def __init__(
        self,
        store: Store,
        jobs: int,
        hash_mib: int,
        claimed: Iterable[Certificate] = (),
        told: Callable[[str], None] = lambda what: None,
        extent: Extent = OPENINGS,
    ) -> None:
        self._store, self._told = store, told
        self._leaf = Leaf(hash_mib, jobs, LEAF_NODES, MOVE_NODES)
        self._defender = Leaf(min(hash_mib, PLAN_MIB), jobs, LEAF_NODES, MOVE_NODES)
        self._extent, self._layers = extent, layers(extent)
        self._nodes = Counter[Board]()
        self.bounds: dict[Board, Bounds] = {}
        """What is shown by the solver, of the positions that were asked about, and by certificates."""
        self._claimed: dict[tuple[Board, int], int] = {}
        for certificate in claimed:
            for board, move in passed(certificate, extent.plies).items():
                ours = mover_of(board) == certificate.side
                self._show(board, *((certificate.margin, MOST) if ours else (LEAST, -certificate.margin)))
                if move is not None:
                    self._claimed[board, certificate.margin] = move
        self.plans: dict[tuple[str, int], Moves] = {}
        """What defends each margin of each side."""
        self._shown: dict[tuple[Board, int, bool], tuple[Question, int]] = {}
        self._by_moves: set[tuple[Board, int, bool]] = set()
        self._roots: dict[tuple[str, int], list[Board]] = {}

    def decide_winners(self, most: int, per_move: int) -> None:
        """Find out who wins after the last plies, giving a question up after `most` nodes.

        Of what is left then each move is asked about, and the moves after it, and given up after `per_move`.
        """
        known = {board: self.bounds.get(board, Bounds()) for board in self._layers[-1]}
        left = [board for board, bounds in known.items() if bounds.least <= 0 <= bounds.most]
        budget = self._extent.budget
        while left and budget <= most:
            left = [board for board in left if not self._decide(board, budget)]
            budget *= GROWTH
        for board in left:
            before = self._nodes.total()
            if self._gets(board, 1, per_move, SPLIT) is False:
                self._gets(board, 0, per_move, SPLIT)
            self._nodes[board] += self._nodes.total() - before

    def _gets(self, board: Board, margin: int, most: int, plies: int) -> bool | None:
        """Tell by its moves whether a board's side to move gets so much, None if that is open.

        Each move is asked about, and if they leave it open the moves after it, so many plies deep.
        """
        known = bounds_of(board, self.bounds)
        if not known.least < margin <= known.most:
            return known.least >= margin
        if not plies:
            return None
        below = sorted({canonical(*after(*board, square)) for square in moves(*board)})
        for child in below:
            if self._is_refused(child, 1 - margin, most):
                return self._take(board, margin, MOST)
        is_open = False
        for child in below:
            reply = self._gets(child, 1 - margin, most, plies - 1)
            if reply is False:
                return self._take(board, margin, MOST)
            is_open |= reply is None
        return None if is_open else self._take(board, LEAST, margin - 1)

    def _is_refused(self, board: Board, margin: int, most: int) -> bool:
        """Tell whether it is shown that a board's side to move does not get so much."""
        budget = self._extent.budget
        while budget <= most and (known := bounds_of(board, self.bounds)).least < margin <= known.most:
            self._ask(Question(board, margin - 1, budget))
            budget *= GROWTH
        return bounds_of(board, self.bounds).most < margin

    def _take(self, board: Board, least: int, most: int) -> bool:
        self._show(board, least, most)
        greater = most == MOST
        self._by_moves.add((board, least if greater else most, greater))
        return greater

    def _decide(self, board: Board, budget: int) -> bool:
        if not self._ask(Question(board, 0, budget)):
            return False
        return self.bounds[board].least > 0 or self._ask(Question(board, -1, budget))

    def find_margins(self, most: int) -> None:
        """Find the margins after `margin_plies`, giving a question up after `most` nodes."""
        known = self.derived()
        boards = self._layers[self._extent.margin_plies]
        self.bounds |= {board: known[board] for board in boards}  # and so who wins
        asked = {board: self._margin(board, most) for board in boards if known[board].least < known[board].most}
        following = {board: next(asking, None) for board, asking in asked.items()}
        while left := {board: next_ for board, next_ in following.items() if next_}:
            board = min(left, key=lambda board: (left[board][1], board))
            self._ask(Question(board, *left[board]))
            following[board] = next(asked[board], None)

    def _margin(self, board: Board, most: int) -> Iterator[tuple[int, int]]:
        guess = self._leaf.guess(board, self._extent.budget // GUESSED)
        return questions_around(guess, partial(self.bounds.__getitem__, board), self._extent.budget, most)

    def _ask(self, question: Question) -> bool:
        """Answer a question, if its nodes suffice, and take down what that shows."""
        answer = self._answer(question)
        if answer.score is None:
            return False
        bound, greater = _told(question, answer.score), answer.score > question.alpha
        self._show(question.board, *((bound, MOST) if greater else (LEAST, bound)))
        self._shown[question.board, bound, greater] = question, answer.nodes
        return True

    def _show(self, board: Board, least: int, most: int) -> None:
        known = self.bounds.get(board, Bounds())
        self.bounds[board] = Bounds(max(known.least, least), min(known.most, most))

    def defend(self, most: int) -> None:
        """Make certificates of who wins, and of margins that are known, the cheapest first.

        An answer that took more than `most` nodes has none, and none that needs more than `MOVE_NODES` for a move.
        """
        self._leaf.forget()
        last, told = set(self._layers[-1]), set().union(*self._layers)
        asked = [(nodes, bound) for bound, (_, nodes) in self._shown.items()]
        asked += [(self._nodes[bound[0]], bound) for bound in self._by_moves]
        for nodes, (board, bound, greater) in sorted(asked):
            if nodes > most or board not in told:
                continue
            known = self.bounds[board]
            if board not in last and known.least < known.most:
                continue
            if bound == (known.least if greater else known.most) and self._defend(board, bound, greater=greater):
                self._roots.setdefault(_claim(board, bound, greater=greater), []).append(board)

    def _answer(self, question: Question) -> Answer:
        answer = self._store.answer(question)
        if answer is None:
            used, known = self._store.parts(question)
            answer = self._leaf.answer(
                question, used, known, lambda at, nodes, parts: self._store.keep_parts(at, nodes, parts.bounds)
            )
            if answer.score is not None and answer.score > question.alpha:
                least = _told(question, answer.score)
                move = self._leaf.move(question.board, least)  # at once, while the table knows it
                self._store.keep_draft(question._replace(alpha=least - 1), {question.board: move})
            self._store.keep_answer(question, answer)
            self._told(f"{question.board[0]:016x} {question.board[1]:016x} > {question.alpha}: {answer}")
        self._nodes[question.board] += answer.nodes
        return answer

    def _defend(self, board: Board, bound: int, *, greater: bool) -> bool:
        """Add the defence of a bound to the plan of its side and margin: of its answer, or of those to its moves.

        Tell whether that was possible.
        """
        done = self.plans.setdefault(_claim(board, bound, greater=greater), {})
        if board in done or not moves(*board):
            return True
        if (board, bound, greater) in self._by_moves:
            squares = moves(*board)
            if greater:
                squares = [next(s for s in squares if bounds_of(after(*board, s), self.bounds).most <= -bound)]
            below = [canonical(*after(*board, square)) for square in squares]
            if not all(self._defend(child, -bound, greater=not greater) for child in below):
                return False
            done[board] = squares[0] if greater else REPLIES
            return True
        question, nodes = self._question(board, bound, greater=greater)
        plan = self._store.plan(question)
        if plan is None:
            known, draft = self._store.parts(question)[1], self._store.draft(question)
            defender = self._leaf if nodes > HARD_NODES else self._defender
            try:
                plan = defender.plan(question, greater, known, draft, self._store.keep_draft, done)
            except HardError:
                self._told("  not defended")
                return False
            self._store.keep_plan(question, plan)
            self._told(f"  defended by {len(plan.moves)} positions, {plan.nodes} nodes, {plan.time_s:.1f} s")
        done |= plan.moves
        return True

    def _question(self, board: Board, bound: int, *, greater: bool) -> tuple[Question, int]:
        """Give the question whose answer is a bound, or a stronger one, and what that took."""
        found = [
            (abs(shown - bound), question, nodes)
            for (where, shown, above), (question, nodes) in self._shown.items()
            if where == board and above == greater and (shown >= bound if greater else shown <= bound)
        ]
        _, question, nodes = min(found)
        return question._replace(alpha=bound - 1 if greater else bound), nodes

    def certificates(self) -> list[Certificate]:
        """Give what has been defended, a certificate for each margin of each side."""
        made = []
        for (side, margin), boards in sorted(self._roots.items()):
            roots = [(board, mover_of(board)) for board in boards]
            positions = sorted(smallest(law_position(*root))[0] for root in roots)
            made.append(Certificate(side, margin, tuple(positions), lines_of(self.plans[side, margin], roots)))
        return made

    def derived(self) -> dict[Board, Bounds]:
        """Give what follows for each position from what the solver has shown."""
        return derived(self._layers, self.bounds)

    def table(self) -> dict[Board, Opening]:
        """Give all that is proved of each position."""
        known = self.derived()
        return {
            board: Opening(known[board], self._move(board, known), self._nodes[board])
            for layer in reversed(self._layers)
            for board in layer
        }

    def _move(self, board: Board, known: dict[Board, Bounds]) -> int | None:
        """Give a move that keeps what is proved, as it was answered or by what is known after it."""
        least = known[board].least
        if least == LEAST:
            return None
        if shown := self._shown.get((board, least, True)):
            question = shown[0]._replace(alpha=least - 1)
            plan = self._store.plan(question)
            return (plan.moves if plan else self._store.draft(question))[board]
        for square in moves(*board):
            if -bounds_of(after(*board, square), known).most >= least:
                return square
        return self._claimed.get((board, least))


def _claim(board: Board, bound: int, *, greater: bool) -> tuple[str, int]:
    """Give the side for which a bound of a board is a claim, and the margin that it gets at least."""
    mover = mover_of(board)
    return (mover, bound) if greater else (law.OPPONENT[mover], -bound)


def _told(question: Question, score: int) -> int:
    """Give the bound that an answer shows; a win, a draw or a loss is told as such, whatever more has been shown."""
    return question.alpha + (score > question.alpha) if question.alpha in (0, -1) else score


def bounds_of(board: Board, known: dict[Board, Bounds]) -> Bounds:
    """Give what is known of a board, or how the game has ended there."""
    if moves(*board):
        return known.get(canonical(*board), Bounds())
    margin = board[0].bit_count() - board[1].bit_count()
    return Bounds(margin, margin)


def derived(boards: list[list[Board]], shown: dict[Board, Bounds]) -> dict[Board, Bounds]:
    """Give what follows for each layer of boards from what is shown of some: the best that its moves lead to."""
    known = dict(shown)
    for layer in reversed(boards):
        for board in layer:
            here = shown.get(board, Bounds())
            after_moves = [bounds_of(after(*board, square), known) for square in moves(*board)]
            least = max(-below.most for below in after_moves)
            most = max(-below.least for below in after_moves)
            known[board] = Bounds(max(here.least, least), min(here.most, most))
    return known
