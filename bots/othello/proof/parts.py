"""What a long search of one question has shown so far: enough to go on after it was killed, in a few hundred KiB.

Near the root a position costs millions of nodes to decide. Decided ones are read from the solver's table, from the root
on and below undecided positions only: what is below a decided one is not needed any more.
"""

from __future__ import annotations

from typing import NamedTuple

from bots.othello.proof.boards import Board, moves
from native.othello.engine import Othello, after

MOST = 30_000
"""Positions of a layer (by discs on the board) down to which the table is read."""


class Part(NamedTuple):
    """A proved bound: the margin of the side to move is at least `score` if `greater`, at most `score` if not."""

    board: Board
    score: int
    greater: bool


class Parts(NamedTuple):
    """The bounds below a question, and of the answer that is nearer the share that they settle (as in Search)."""

    bounds: list[Part]
    settled: float


def collect(engine: Othello, board: Board, alpha: int) -> Parts:
    """Read what the engine knows about "is the margin of `board` greater than `alpha`?", layer by layer."""
    root = engine.recall(*board, alpha)
    bounds: list[Part] = []
    settled = 0.0
    if root is None:
        return Parts(bounds, settled)
    ours = root.phi <= root.delta  # the side to move is the one that makes the nearer answer true
    layer = {board: 1.0}  # of each undecided position, its weight: replies share that of their position
    while layer and len(layer) <= MOST:
        below: dict[Board, float] = {}
        for here, weight in layer.items():
            children = [after(*here, square) for square in moves(*here)]
            known = [(child, engine.recall(*child, -alpha - 1)) for child in children]
            best = min((n.delta for _, n in known if n), default=0)
            for child, numbers in known:
                if numbers is None:
                    continue
                if not ours:
                    share = weight / len(children)
                else:
                    share = weight if numbers.delta == best else 0.0
                    best = best if numbers.delta != best else -1  # one of equals
                if numbers.phi and numbers.delta:
                    below[child] = below.get(child, 0.0) + share
                else:
                    settled += share
                    bounds.append(Part(child, numbers.score, numbers.phi == 0))
        layer, alpha, ours = below, -alpha - 1, not ours
    return Parts(bounds, settled)
