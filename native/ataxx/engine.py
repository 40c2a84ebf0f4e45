"""Ataxx in C. Squares are numbered 8 * row + column, a1 is 0; a move is 64 * source + destination."""

from __future__ import annotations

import dataclasses
import zlib
from pathlib import Path

from native.common.context import Engine, Limits, Report, c_limits
from native.common.library import ffi, lib

WEIGHTS = Path(__file__).with_name("ataxx.weights")

PASS = int(lib.ATAXX_PASS)
"""The one move that has no squares."""
MOST_MOVES = int(lib.ATAXX_MOST_MOVES)
WIN, SURE = int(lib.ATAXX_WIN), int(lib.ATAXX_SURE)
"""Scores beyond SURE are proved: a win within n plies is WIN - n, a loss the same below zero."""
HIDDEN, PHASES, PHASE_EMPTIES = int(lib.ENGINE_LAYER), int(lib.ATAXX_PHASES), int(lib.ATAXX_PHASE_EMPTIES)
"""Of the learned evaluation: neurons, sets of output weights, how many empty squares each of these has."""
ONE, OUT_ONE, SCALE = int(lib.ATAXX_ONE), int(lib.ATAXX_OUT_ONE), int(lib.ATAXX_SCALE)
"""What 1 is in the hidden layer, among the output weights, and of the output in hundredths of a stone."""


@dataclasses.dataclass(frozen=True, slots=True)
class Position:
    """Sets of squares, pieces of the side to move and of its opponent and blocks; and how many jumps were in a row."""

    own: int = 0x0001_0000_0000_0040
    opp: int = 0x0040_0000_0000_0001
    blocks: int = 0
    jumps: int = 0


def _c(position: Position) -> object:
    return ffi.new("ataxx_position *", dataclasses.astuple(position))


def legal_moves(position: Position) -> list[int]:
    """Give the legal moves, an extend as 65 * destination whatever its source; none if the game is over."""
    moves = ffi.new("int32_t[]", MOST_MOVES)
    return list(moves[0 : lib.ataxx_moves(_c(position), moves)])


def after(position: Position, move: int) -> Position:
    """Give the position after a legal move, from the opponent's side."""
    p = lib.ataxx_after(_c(position), move)
    return Position(p.own, p.opp, p.blocks, p.jumps)


def perft(position: Position, depth: int, *, by_destination: bool = False) -> int:
    """Count the move sequences of exactly `depth` plies, extends to the same square once if `by_destination`."""
    return int(lib.ataxx_perft(_c(position), depth, not by_destination))


class Ataxx(Engine):
    """An Ataxx search. Scores are hundredths of a stone for the side to move.

    `weights` are those of the learned evaluation, a `network` of native/ataxx/eval.h, those of the project if left
    out; none at all (`b""`) stands for the evaluation made by hand.
    """

    def __init__(self, hash_mib: int = 32, weights: bytes | None = None) -> None:
        super().__init__(hash_mib)
        weights = zlib.decompress(WEIGHTS.read_bytes()) if weights is None else weights
        if not weights:
            return
        if len(weights) != lib.ataxx_weights_size():
            raise ValueError(f"Ataxx weights are {lib.ataxx_weights_size()} bytes, got {len(weights)}")
        self._weights = ffi.new("char[]", weights)  # kept alive as long as the engine that reads it
        lib.engine_use_weights(self._handle, self._weights)

    def evaluate(self, position: Position) -> int:
        """Estimate the score without search."""
        return int(lib.ataxx_evaluate(self._handle, _c(position)))

    def search(self, position: Position, limits: Limits) -> Report:
        """Find the best move within `limits`; exact if a win or a loss is proved."""
        lib.ataxx_search(self._handle, _c(position), c_limits(limits), self._report)
        return self._read()

    def search_plain(self, position: Position, limits: Limits) -> Report:
        """Find the best move by alpha-beta over all moves, by stones alone."""
        lib.ataxx_search_plain(self._handle, _c(position), c_limits(limits), self._report)
        return self._read()
