"""The learned evaluation of Ataxx by plain loops over rows and columns, as an oracle: it reads the weights itself."""

from __future__ import annotations

import struct
from collections.abc import Callable

INPUTS, UNITS, PHASES, ONE, OUT_ONE, SCALE = 9216, 16, 6, 255, 128, 400

Board = list[list[str]]
"""Seven rows of `own`, `opp`, `block` or `empty`."""

SYMMETRIES: list[Callable[[int, int], tuple[int, int]]] = [
    lambda r, c: (r, c),
    lambda r, c: (6 - r, c),
    lambda r, c: (r, 6 - c),
    lambda r, c: (6 - r, 6 - c),
    lambda r, c: (c, r),
    lambda r, c: (6 - c, r),
    lambda r, c: (c, 6 - r),
    lambda r, c: (6 - c, 6 - r),
]


def board_of(own: int, opp: int, blocks: int) -> Board:
    """Give the board of three sets of squares, 8 * row + column."""

    def kind(row: int, column: int) -> str:
        square = 1 << 8 * row + column
        return "own" if own & square else "opp" if opp & square else "block" if blocks & square else "empty"

    return [[kind(row, column) for column in range(7)] for row in range(7)]


def evaluate(weights: bytes, board: Board) -> int:
    """Give the value in hundredths of a stone, from the side to move."""
    numbers = struct.unpack(f"<{(INPUTS + 1 + PHASES) * UNITS}h{PHASES}i", weights)
    bias, out = INPUTS * UNITS, (INPUTS + 1) * UNITS
    phase = min(sum(row.count("empty") for row in board) // 8, PHASES - 1)
    total = 0
    for symmetry in SYMMETRIES:
        places = [symmetry(row, column) for row in range(7) for column in range(7)]
        copy = [[board[r][c] for r, c in places[7 * row : 7 * row + 7]] for row in range(7)]
        for unit in range(UNITS):
            hidden = numbers[bias + unit]
            for row in range(6):
                for column in range(6):
                    corners = [copy[row + dr][column + dc] for dr in (0, 1) for dc in (0, 1)]
                    state = sum(
                        (corner in ("own", "block")) << n | (corner in ("opp", "block")) << 4 + n
                        for n, corner in enumerate(corners)
                    )
                    hidden += numbers[UNITS * (256 * (6 * row + column) + state) + unit]
            total += min(max(hidden, 0), ONE) ** 2 * numbers[out + UNITS * phase + unit]
    whole = _divide(total, ONE) + numbers[(INPUTS + 1 + PHASES) * UNITS + phase]
    return _divide(whole * SCALE, ONE * OUT_ONE)


def _divide(a: int, b: int) -> int:
    """Divide towards zero, as C does."""
    return a // b if a >= 0 else -(-a // b)
