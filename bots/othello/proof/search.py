"""Proof-number search over the top of the tree, its leaves answered by the exact solver.

One question: is the margin of the root greater than alpha? Each position, the same for all symmetric ones, has a proof
and a disproof number, those of native/othello/proof.h: phi = min of the children's delta, delta = sum of their phi.
The leaf that is cheapest to decide goes to a solver with a limit on its nodes; if the solver does not decide it, its
children become leaves. Leaves are chosen BATCH at a time and their answers taken in that order, so that the search
depends neither on the number of workers nor on when each is done: after a kill it plays itself again from the file.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator

from bots.othello.proof.boards import REPLIES, Board, Moves, moves
from bots.othello.proof.store import Answer, Question
from native.othello.engine import Othello, after, canonical, legal_moves

BATCH = 8
DISCS_PER_DOUBLING = 8
INFINITE = math.inf
PENDING = 1e30  # of a leaf that is being worked on: chosen again only if there is nothing else

Ask = Callable[[list[Question]], Iterable[Answer]]


class Node:
    """A position of the tree; `children` is None in a leaf."""

    __slots__ = ("alpha", "board", "children", "delta", "parents", "phi")

    def __init__(self, board: Board, alpha: int) -> None:
        self.board, self.alpha = board, alpha
        self.phi, self.delta = 1.0, 1.0
        self.children: list[Node] | None = None
        self.parents: list[Node] = []

    @property
    def decided(self) -> bool:
        """Tell whether the question is answered here."""
        return self.phi == 0 or self.delta == 0

    def decide(self, greater: bool) -> None:
        """Answer the question."""
        self.phi, self.delta = (0.0, INFINITE) if greater else (INFINITE, 0.0)


class Search:
    """The tree over one question, "is the margin of `board` greater than `alpha`?"."""

    def __init__(self, board: Board, alpha: int, allowed: int) -> None:
        self._engine = Othello(1)  # for its evaluation only
        self._allowed = allowed
        self.nodes: dict[Board, Node] = {}
        self.root = self._node(canonical(*board), alpha)

    def run(self, ask: Ask, budget: int | None = None) -> Iterator[int]:
        """Search until the root is decided or `budget` nodes are used; give the nodes used after each batch."""
        used = 0
        while not self.root.decided and (budget is None or used < budget):
            batch = self._choose()
            questions = [Question(node.board, node.alpha, self._allowed) for node in batch]
            for node, answer in zip(batch, ask(questions), strict=True):
                used += answer.nodes
                if answer.score is not None:
                    node.decide(answer.score > node.alpha)
                else:
                    self._expand(node)
                self._update(node.parents)
            yield used

    def settled(self) -> float:
        """Give the share of the tree that is decided: of the answer that is nearer, each reply weighing the same."""
        return self._settled(self.root, self.root.phi <= self.root.delta, {})

    def _settled(self, node: Node, ours: bool, known: dict[int, float]) -> float:
        if id(node) not in known:
            if node.decided or node.children is None:
                known[id(node)] = float(node.decided)
            elif ours:
                best = min(node.children, key=lambda child: child.delta)
                known[id(node)] = self._settled(best, False, known)
            else:
                shares = [self._settled(child, True, known) for child in node.children]
                known[id(node)] = sum(shares) / len(shares)
        return known[id(node)]

    def _node(self, board: Board, alpha: int) -> Node:
        node = self.nodes.get(board)
        if node is None:
            node = self.nodes[board] = Node(board, alpha)
            own, opp = board
            mine, yours = legal_moves(own, opp).bit_count(), legal_moves(opp, own).bit_count()
            if mine == 0:
                node.decide(own.bit_count() - opp.bit_count() > alpha)
            elif alpha >= 63 and (own | opp).bit_count() % 2 == 0:
                node.decide(False)  # on a full board the opponent would have moved last: one disc is its own
            else:
                lead = self._engine.evaluate(own, opp) / 100 - alpha - 0.5
                odds = 2 ** max(-3.0, min(3.0, lead / DISCS_PER_DOUBLING))
                node.phi, node.delta = 1 + max(yours, 1) ** 2 / odds, 1 + mine**2 * odds
        return node

    def _expand(self, node: Node) -> None:
        boards = sorted({canonical(*after(*node.board, square)) for square in moves(*node.board)})
        node.children = [self._node(board, -node.alpha - 1) for board in boards]
        for child in node.children:
            child.parents.append(node)
        self._sum_up(node)

    def _choose(self) -> list[Node]:
        """Give the leaves to work on next, the cheapest first; their numbers are lost."""
        batch: list[Node] = []
        while len(batch) < BATCH:
            node = self.root
            while node.children is not None:
                node = min(node.children, key=lambda child: child.delta)
            if node in batch:
                break
            batch.append(node)
            node.phi = node.delta = PENDING
            self._update(node.parents)
        return batch

    def _sum_up(self, node: Node) -> None:
        assert node.children is not None
        node.phi = min(child.delta for child in node.children)
        node.delta = sum(child.phi for child in node.children)

    def _update(self, nodes: Iterable[Node]) -> None:
        """Bring the numbers of these nodes and of all above them up to date, those with most discs first."""
        layer = {id(node): node for node in nodes}
        while layer:
            above: dict[int, Node] = {}
            for node in layer.values():
                before = node.phi, node.delta
                if node.children is None or node.decided:
                    continue
                self._sum_up(node)
                if before != (node.phi, node.delta):
                    above.update((id(parent), parent) for parent in node.parents)
            layer = above

    def defence(self) -> tuple[Moves, list[Node]]:
        """Give, of a decided tree, the boards that defend the answer with their moves, and the leaves below them."""
        greater = self.root.phi == 0
        plan: Moves = {}
        leaves: dict[Board, Node] = {}
        todo = [(self.root, greater)]
        while todo:
            node, ours = todo.pop()
            if node.board in plan or not legal_moves(*node.board):
                continue
            if node.children is None:
                leaves[node.board] = node
                continue
            children = node.children
            if ours:
                children = [next(child for child in children if child.delta == 0)]
                plan[node.board] = next(
                    s for s in moves(*node.board) if canonical(*after(*node.board, s)) == children[0].board
                )
            else:
                plan[node.board] = REPLIES
            todo += [(child, not ours) for child in children]
        return plan, [leaves[board] for board in sorted(leaves)]
