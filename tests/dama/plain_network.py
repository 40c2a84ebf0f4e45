"""The learned evaluation of Dama by plain loops over rows and columns, as an oracle: it reads the weights itself."""

from __future__ import annotations

import struct

SHAPES, STATES, KINDS, UNITS, PHASES, HORIZONS, ONE, OUT_ONE, SCALE = 32, 625, 4, 32, 8, 5, 127, 128, 100
NEAR_ENDS = (12, 24, 40, 64)
"""Plies that are left at most, one horizon after the other."""

Board = list[list[int]]
"""Eight rows, the mover's first: 0 empty, 1 own man, 2 the opponent's, 3 own king, 4 the opponent's."""


def board_of(own: int, opp: int, kings: int) -> Board:
    """Give the board of three sets of squares, 8 * row + column."""

    def kind(square: int) -> int:
        piece = 1 if own >> square & 1 else 2 if opp >> square & 1 else 0
        return piece + 2 * (kings >> square & 1)

    return [[kind(8 * row + column) for column in range(8)] for row in range(8)]


def evaluate(weights: bytes, board: Board, left: int) -> int:
    """Give the value in hundredths of log odds, from the side to move, `left` plies (-1: for ever) before the end."""
    rows = SHAPES * STATES, SHAPES * KINDS, 1, PHASES * HORIZONS
    numbers = struct.unpack(f"<{sum(rows) * UNITS}h{PHASES * HORIZONS}i", weights)
    piece, bias, out = SHAPES * STATES, SHAPES * STATES + SHAPES * KINDS, SHAPES * STATES + SHAPES * KINDS + 1
    on = [bias]
    for row in range(8):
        for column in range(8):
            if (row + column) % 2:
                if board[row][column]:
                    on.append(piece + KINDS * (8 * row + column >> 1) + board[row][column] - 1)
            else:
                beside = ((row - 1) % 8, column), (row, column - 1), (row, column + 1), ((row + 1) % 8, column)
                digits = [board[r][c] if 0 <= c < 8 else 0 for r, c in beside]
                state = sum(digit * 5**n for n, digit in enumerate(digits))
                on.append(STATES * (8 * row + column >> 1) + state)
    pieces = sum(kind > 0 for line in board for kind in line)
    horizon = sum(left > most for most in NEAR_ENDS) if left >= 0 else HORIZONS - 1
    output = HORIZONS * ((pieces - 1) // 3) + horizon
    total = 0
    for unit in range(UNITS):
        hidden = sum(numbers[UNITS * row + unit] for row in on)
        total += min(max(hidden, 0), ONE) ** 2 * numbers[UNITS * (out + output) + unit]
    whole = _divide(total, ONE) + numbers[sum(rows) * UNITS + output]
    return _divide(whole * SCALE, ONE * OUT_ONE)


def _divide(a: int, b: int) -> int:
    """Divide towards zero, as C does."""
    return a // b if a >= 0 else -(-a // b)
