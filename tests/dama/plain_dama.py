"""Dama once more, from its rules, as simply as possible: what the law and the engine are held against.

A board is a dictionary from (row, column) to x, X, o or O; x is to move, and moves up. Imports nothing of the product.
"""

from __future__ import annotations

from collections import deque
from itertools import combinations, product

Square = tuple[int, int]
Board = tuple[tuple[Square, str], ...]

SQUARES = [(row, column) for row in range(8) for column in range(8) if (row + column) % 2 == 1]
TURNED = {"x": "o", "o": "x", "X": "O", "O": "X"}


def turn(board: dict[Square, str]) -> Board:
    """See a board from the other side."""
    return tuple(sorted(((7 - r, 7 - c), TURNED[piece]) for (r, c), piece in board.items()))


def successors(position: Board) -> list[Board]:
    """Give the boards after each move of x, seen by the other side, who is to move."""
    board, found = dict(position), []
    for (row, column), piece in position:
        if piece not in "xX":
            continue
        for up, right in product((1, -1) if piece == "X" else (1,), (1, -1)):
            near, far = (row + up, column + right), (row + 2 * up, column + 2 * right)
            target = None
            if near in SQUARES and near not in board:
                target = near
            elif far in SQUARES and far not in board and board.get(near, "") in ("o", "O" if piece == "X" else "o"):
                target = far
            if target is not None:
                after = dict(board)
                del after[row, column]
                if target == far:
                    del after[near]
                after[target] = "X" if target[0] == 7 else piece
                found.append(turn(after))
    return found


def positions(pieces: int) -> list[Board]:
    """Give every position with so many pieces in which both sides have one."""
    found = []
    for squares in combinations(SQUARES, pieces):
        for kinds in product("xXoO", repeat=pieces):
            both = any(k in "xX" for k in kinds) and any(k in "oO" for k in kinds)
            lawful = all(
                not ((kind == "x" and row == 7) or (kind == "o" and row == 0))
                for (row, _), kind in zip(squares, kinds, strict=True)
            )
            if both and lawful:
                found.append(tuple(zip(squares, kinds, strict=True)))
    return found


def solve(pieces: int) -> dict[Board, int | None]:
    """Give each position with at most so many pieces the plies to its end, odd if x wins, None for a draw.

    Breadth first from the lost positions backwards, over the whole graph at once.
    """
    known: dict[Board, int | None] = {p: None for n in range(2, pieces + 1) for p in positions(n)}
    parents: dict[Board, list[Board]] = {}
    ways: dict[Board, int] = {}
    ready: deque[Board] = deque()
    for position in known:
        children = successors(position)
        ways[position] = len(children)
        for child in children:
            parents.setdefault(child, []).append(position)
    for child in [c for c in parents if c not in known]:  # a side without pieces
        known[child] = 0
        ready.append(child)
    for position, count in ways.items():
        if count == 0:
            known[position] = 0
            ready.append(position)
    while ready:
        position = ready.popleft()
        plies = known[position]
        assert plies is not None
        for parent in parents.get(position, ()):
            if known[parent] is not None:
                continue
            ways[parent] -= 1
            if plies % 2 == 0 or ways[parent] == 0:
                known[parent] = plies + 1
                ready.append(parent)
    return known
