"""The learned evaluation of Ataxx by plain loops over rows and columns, as an oracle: it reads the weights itself."""

from __future__ import annotations

import struct
from collections.abc import Callable

UNITS, PHASES, ONE, OUT_ONE, SCALE = 16, 6, 96, 128, 400
LARGE, SMALL = 5 * 6 * 4096, 6 * 6 * 256
"""Inputs of the network of rectangles that have two rows of three squares, and of that of two rows of two."""

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
    rest = f"{(1 + PHASES) * UNITS}h{PHASES}i"
    small = len(weights) == struct.calcsize(f"<{SMALL * UNITS}h{rest}")
    inputs, across, kind = (SMALL, 2, "h") if small else (LARGE, 3, "b")
    numbers = struct.unpack(f"<{inputs * UNITS}{kind}{rest}", weights)
    scaled = (lambda weight: _divide(weight * ONE, 255)) if small else int
    bias, out = inputs * UNITS, (inputs + 1) * UNITS
    phase = min(sum(row.count("empty") for row in board) // 8, PHASES - 1)
    total = 0
    for symmetry in SYMMETRIES:
        places = [symmetry(row, column) for row in range(7) for column in range(7)]
        copy = [[board[r][c] for r, c in places[7 * row : 7 * row + 7]] for row in range(7)]
        on = []
        for row in range(6):
            for column in range(8 - across):
                squares = [copy[y][column : column + across] for y in (row, row + 1)]
                mine, theirs = (
                    [[square in (piece, "block") for square in line] for line in squares] for piece in ("own", "opp")
                )
                planes = [*mine, *theirs] if small else [mine[0], theirs[0], mine[1], theirs[1]]
                state = sum(bit << n for n, bit in enumerate(bit for plane in planes for bit in plane))
                on.append((row * (8 - across) + column) * 4 ** (2 * across) + state)
        for unit in range(UNITS):
            hidden = scaled(numbers[bias + unit]) + sum(scaled(numbers[UNITS * which + unit]) for which in on)
            total += min(max(hidden, 0), ONE) ** 2 * numbers[out + UNITS * phase + unit]
    whole = _divide(total, ONE) + scaled(numbers[(inputs + 1 + PHASES) * UNITS + phase])
    return _divide(whole * SCALE, ONE * OUT_ONE)


def _divide(a: int, b: int) -> int:
    """Divide towards zero, as C does."""
    return a // b if a >= 0 else -(-a // b)
