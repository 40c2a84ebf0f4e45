"""Boards as the engine writes them, and as the certificate writes them."""

from __future__ import annotations

from arbiter.games.othello import law
from native.othello.engine import legal_moves, squares

Board = tuple[int, int]
"""Discs of the side to move and of its opponent, bit 8 * row + column."""

Moves = dict[Board, int]
"""How a claim is defended: in each board, the same for all symmetric ones, a move or one of these two."""
AGREED = 64
"""The checker agrees with the claim here without looking at any move by itself."""
REPLIES = 65
"""The other side moves, and each of its moves leads to a board of the plan."""


def moves(own: int, opp: int) -> list[int]:
    """Give the legal moves in increasing order."""
    return squares(legal_moves(own, opp))


def mover_of(board: Board) -> str:
    """Give the side to move: black where the discs are even in number, as nobody passes."""
    return law.WHITE if (board[0] | board[1]).bit_count() % 2 else law.BLACK


def law_position(board: Board, mover: str) -> law.Position:
    """Give the law's position, `mover` being the side to move."""
    own, opp = board
    other = law.OPPONENT[mover]
    return law.Position("".join(mover if own >> s & 1 else other if opp >> s & 1 else "-" for s in range(64)), mover)
