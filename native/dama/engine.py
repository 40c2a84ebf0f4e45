"""Dama in C. A board is three 64-bit integers, own pieces, the opponent's, kings of both; the side to move moves up.

Bit 8 * row + column. Moves are 64 * origin + target.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from pathlib import Path

from native.common.context import Engine, Limits, Report, c_limits
from native.common.library import ffi, lib
from native.dama.tables import Tables

WEIGHTS = Path(__file__).with_name("dama.weights")
MOST_MOVES = int(lib.DAMA_MOST_MOVES)
FEATURES, STAGES = int(lib.DAMA_FEATURES), int(lib.DAMA_STAGES)
"""What the evaluation weighs, and how many sets of weights it has, the first for the end of the game."""
MAN, KING, HUNTERS, ADVANTAGE = (
    int(lib.DAMA_MAN),
    int(lib.DAMA_KING),
    int(lib.DAMA_HUNTERS),
    int(lib.DAMA_ADVANTAGE),
)
"""Some of these features: men and kings on the first of 32 squares, pursuit, being ahead."""
WIN, PROVED = int(lib.DAMA_WIN), int(lib.DAMA_PROVED)
"""Scores beyond PROVED are proved: WIN less the plies to the end."""
FOR_EVER = int(lib.DAMA_FOR_EVER)

Board = tuple[int, int, int]
"""Own pieces, the opponent's, and those of both that are kings."""

START: Board = (0x0000_0000_00AA_55AA, 0x55AA_5500_0000_0000, 0)
"""The initial position."""


def legal_moves(own: int, opp: int, kings: int) -> list[int]:
    """Give the moves of the side to move, captures first."""
    moves = ffi.new("int32_t[]", MOST_MOVES)
    return list(moves[0 : lib.dama_moves(own, opp, kings, moves)])


def after(own: int, opp: int, kings: int, move: int) -> Board:
    """Give the position after a legal move, seen from the opponent."""
    board = ffi.new("uint64_t[3]", (own, opp, kings))
    lib.dama_after(board, move)
    return board[0], board[1], board[2]


def perft(own: int, opp: int, kings: int, depth: int) -> int:
    """Count the move sequences of exactly `depth` plies."""
    return int(lib.dama_perft(own, opp, kings, depth))


def features(own: int, opp: int, kings: int) -> tuple[int, Sequence[int]]:
    """Give the stage of a position and what the evaluation counts in it."""
    counts = ffi.new("int16_t[]", FEATURES)
    stage = int(lib.dama_features(own, opp, kings, counts))
    return stage, list(counts)


class Dama(Engine):
    """A Dama search with an endgame tablebase, if there is one.

    Scores are hundredths of log odds; `weights` are those of the evaluation, the learned ones if left out.
    """

    def __init__(self, hash_mib: int = 32, tables: Tables | None = None, weights: bytes | None = None) -> None:
        super().__init__(hash_mib)
        weights = zlib.decompress(WEIGHTS.read_bytes()) if weights is None else weights
        if len(weights) != lib.dama_weights_size():
            raise ValueError(f"Dama weights are {lib.dama_weights_size()} bytes, got {len(weights)}")
        self._weights = ffi.new("char[]", weights)  # kept alive as long as the engine that reads it
        lib.engine_use_weights(self._handle, self._weights)
        self.tables = tables
        if tables:
            lib.engine_use_tables(self._handle, tables.handle)

    def evaluate(self, own: int, opp: int, kings: int) -> int:
        """Estimate the score without search, in hundredths of log odds."""
        return int(lib.dama_evaluate(self._handle, own, opp, kings))

    def search(self, own: int, opp: int, kings: int, limits: Limits, left: int = FOR_EVER) -> Report:
        """Find the best move within `limits` in a game that is drawn after `left` more plies."""
        lib.dama_search(self._handle, own, opp, kings, left, c_limits(limits), self._report)
        return self._read()
