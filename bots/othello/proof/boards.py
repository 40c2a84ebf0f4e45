"""Boards as the engine writes them, made one of their eight symmetric copies, and as the certificate writes them."""

from __future__ import annotations

from arbiter.rules import othello as law
from native.othello import legal_moves, squares

Board = tuple[int, int]
"""Discs of the side to move and of its opponent, bit 8 * row + column."""

Moves = dict[Board, int]
"""How a claim is defended: in each board, the same for all symmetric ones, a move or one of these two."""
AGREED = 64
"""The checker agrees with the claim here without looking at any move by itself."""
REPLIES = 65
"""The other side moves, and each of its moves leads to a board of the plan."""

_MIRROR = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


def _transposed(bits: int) -> int:
    """Swap rows and columns: three rounds of swapping blocks of 1, 2 and 4 squares."""
    for shift, mask in ((7, 0x00AA00AA00AA00AA), (14, 0x0000CCCC0000CCCC), (28, 0x00000000F0F0F0F0)):
        swap = (bits ^ bits >> shift) & mask
        bits ^= swap ^ swap << shift
    return bits


def _turned(bits: int) -> tuple[int, ...]:
    """Give the eight symmetric copies of a set of squares, the set itself first."""
    copies: list[int] = []
    for copy in (bits, _transposed(bits)):
        rows = copy.to_bytes(8, "little")
        mirrored = rows.translate(_MIRROR)
        copies += (int.from_bytes(r, "little") for r in (rows, mirrored, rows[::-1], mirrored[::-1]))
    return tuple(copies)


def canonical(own: int, opp: int) -> Board:
    """Give the same board for all symmetric ones: rows and columns are alike, and so are their two directions."""
    return min(zip(_turned(own), _turned(opp), strict=True))


def moves(own: int, opp: int) -> list[int]:
    """Give the legal moves in increasing order."""
    return squares(legal_moves(own, opp))


def law_position(board: Board, mover: str) -> law.Position:
    """Give the law's position, `mover` being the side to move."""
    own, opp = board
    other = law.OPPONENT[mover]
    return law.Position("".join(mover if own >> s & 1 else other if opp >> s & 1 else "-" for s in range(64)), mover)
