"""Dama in C. A board is three 64-bit integers, own pieces, the opponent's, kings of both; the side to move moves up.

Bit 8 * row + column. Moves are 64 * origin + target.
"""

from __future__ import annotations

import functools
from pathlib import Path

from native.common.context import Engine, Limits, Report, c_limits
from native.common.installed import reading, unpacked
from native.common.learning import game, squared_errors
from native.common.library import ffi, lib
from native.dama.tables import Tables

WEIGHTS = Path(__file__).with_name("dama.weights")
MOST_MOVES = int(lib.DAMA_MOST_MOVES)
SHAPES, STATES, KINDS = int(lib.DAMA_SHAPES), int(lib.DAMA_STATES), int(lib.DAMA_KINDS)
"""Of the learned evaluation: shapes, each in one of its states, and kinds of piece."""
UNITS, OUTPUTS = int(lib.DAMA_UNITS), int(lib.DAMA_PHASES) * int(lib.DAMA_HORIZONS)
"""Hidden units, sets of output weights."""
ONE, OUT_ONE, SCALE = int(lib.DAMA_ONE), int(lib.DAMA_OUT_ONE), int(lib.DAMA_SCALE)
"""What 1 is in the hidden layer, among the output weights, and of the output in hundredths of log odds."""
WIN, PROVED = int(lib.DAMA_WIN), int(lib.DAMA_PROVED)
"""Scores beyond PROVED are proved: WIN less the plies to the end."""
FOR_EVER = int(lib.DAMA_FOR_EVER)
LONGEST_GAME = 200
"""Positions of a game of self-play at most."""

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


def _laid_out(weights: bytes) -> tuple[object, object]:
    """Lay weights out as a search reads them: the memory, and the network in it. Raises ValueError."""
    if len(weights) != lib.dama_weights_size():
        raise ValueError(f"Dama weights are {lib.dama_weights_size()} bytes, got {len(weights)}")
    memory = ffi.new("char[]", lib.dama_network_size())
    return memory, lib.dama_network(ffi.from_buffer(weights), memory)


@functools.cache
def _learned() -> tuple[object, object]:
    """Give the learned network, which all engines of a process read. Raises InstallationError."""
    with reading(WEIGHTS):
        return _laid_out(unpacked(WEIGHTS))


class Dama(Engine):
    """A Dama search with an endgame tablebase, if there is one.

    Scores are hundredths of log odds; `weights` are those of the evaluation, the learned ones if left out.
    """

    def __init__(self, hash_mib: int = 32, tables: Tables | None = None, weights: bytes | None = None) -> None:
        super().__init__(hash_mib)
        self._memory, network = _learned() if weights is None else _laid_out(weights)  # kept as long as its reader
        lib.engine_use_weights(self._handle, network)
        self.tables = tables
        if tables:
            lib.engine_use_tables(self._handle, tables.handle)

    def evaluate(self, own: int, opp: int, kings: int, left: int = FOR_EVER) -> int:
        """Estimate the score without search, in hundredths of log odds, in a game drawn after `left` more plies."""
        return int(lib.dama_evaluate(self._handle, own, opp, kings, left))

    def search(self, own: int, opp: int, kings: int, limits: Limits, left: int = FOR_EVER) -> Report:
        """Find the best move within `limits` in a game that is drawn after `left` more plies."""
        lib.dama_search(self._handle, own, opp, kings, left, c_limits(limits), self._report)
        return self._read()


RECORD = "dama_record"
"""A position of a game of self-play (native/common/engine.cdef.h)."""


def play_itself(engine: Dama, seed: int, nodes: int) -> tuple[bytes, int]:
    """Play a game against itself; give its positions as `dama_record`, and how many.

    The game depends on `seed`, on the engine's weights and tables and on `nodes`, those of a move on average.
    """
    return game(lib.dama_selfplay, RECORD, engine._handle, seed, nodes, LONGEST_GAME)


def learn(weights: object, records: object, share: float, gradient: object | None) -> float:
    """Give the sum of squared errors of `weights` on `records`, and add its gradient to `gradient`."""
    return squared_errors(lib.dama_learn, RECORD, weights, records, share, gradient)
