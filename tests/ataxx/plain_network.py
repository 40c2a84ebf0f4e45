"""The learned evaluation of Ataxx by plain loops over rows and columns, as an oracle: it reads the weights itself."""

from __future__ import annotations

import struct
from collections.abc import Callable

UNITS, SMALL_UNITS, PHASES, ONE, OUT_ONE, SCALE = 32, 16, 6, 96, 128, 400
LARGE, SMALL = 5 * 6 * 4096, 6 * 6 * 256
"""Inputs of the network of rectangles that have two rows of three squares, and of that of two rows of two."""
DEEP = 16
"""Units of the second layer, which only the large one has."""

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
    small = len(weights) == struct.calcsize(f"<{SMALL * SMALL_UNITS}h{(1 + PHASES) * SMALL_UNITS}h{PHASES}i")
    inputs, units, across, kind = (SMALL, SMALL_UNITS, 2, "h") if small else (LARGE, UNITS, 3, "b")
    first = f"<{inputs * units}{kind}{(1 + PHASES) * units}h{PHASES}i"
    numbers = struct.unpack_from(first, weights)
    scaled = (lambda weight: _divide(weight * ONE, 255)) if small else int
    bias, out = inputs * units, (inputs + 1) * units
    phase = min(sum(row.count("empty") for row in board) // 8, PHASES - 1)
    copies = []
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
        sums = [
            scaled(numbers[bias + unit]) + sum(scaled(numbers[units * which + unit]) for which in on)
            for unit in range(units)
        ]
        copies.append([min(max(hidden, 0), ONE) for hidden in sums])
    by_unit = list(zip(*copies, strict=True))
    total = sum(numbers[out + units * phase + k] * sum(x * x for x in by_unit[k]) for k in range(units))
    whole = _divide(total, ONE) + scaled(numbers[(inputs + 1 + PHASES) * units + phase])
    if not small:
        whole += _second(weights[struct.calcsize(first) :], by_unit, phase)
    return _divide(whole * SCALE, ONE * OUT_ONE)


def _second(weights: bytes, by_unit: list[tuple[int, ...]], phase: int) -> int:
    """Give what the second layer adds: it sees quarters of squares and sums, and keeps all but 12 bits."""
    numbers = struct.unpack(f"<{2 * UNITS * DEEP}h{DEEP}i{PHASES * DEEP}h", weights)
    seen = [*(sum(x * x // 4 for x in unit) for unit in by_unit), *(sum(unit) for unit in by_unit)]
    total = 0
    for unit in range(DEEP):
        value = numbers[len(seen) * DEEP + unit] + sum(x * numbers[n * DEEP + unit] for n, x in enumerate(seen))
        value = min(max(value, 0) >> 12, 8 * 1152)
        total += value * numbers[len(seen) * DEEP + DEEP + DEEP * phase + unit]
    return _divide(total, 192)


def _divide(a: int, b: int) -> int:
    """Divide towards zero, as C does."""
    return a // b if a >= 0 else -(-a // b)
