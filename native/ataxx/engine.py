"""Ataxx in C. Squares are numbered 8 * row + column, a1 is 0; a move is 64 * source + destination."""

from __future__ import annotations

import dataclasses
import functools
from pathlib import Path

from native.common.context import Engine, Limits, Report, c_limits
from native.common.installed import reading, unpacked
from native.common.learning import game, squared_errors
from native.common.library import ffi, lib

WEIGHTS, SMALL_WEIGHTS = Path(__file__).with_name("ataxx.weights"), Path(__file__).with_name("small.weights")
"""Of the network of the project, and of a small one, which pages carry."""

PASS = int(lib.ATAXX_PASS)
"""The one move that has no squares."""
MOST_MOVES = int(lib.ATAXX_MOST_MOVES)
PLIES = int(lib.ATAXX_PLIES)
"""What is added to a count of plies, where that is limited, to tell it from one of jumps."""
WIN, SURE = int(lib.ATAXX_WIN), int(lib.ATAXX_SURE)
"""Scores beyond SURE are proved: a win within n plies is WIN - n, a loss the same below zero."""
INPUTS, STATES = int(lib.ATAXX_INPUTS), int(lib.ATAXX_STATES)
"""Of the learned evaluation: inputs, of which each shape has one for each of its states."""
UNITS, PHASES = int(lib.ATAXX_UNITS), int(lib.ATAXX_PHASES)
"""Hidden units without their symmetric copies, sets of output weights."""
ONE, OUT_ONE, SCALE = int(lib.ATAXX_ONE), int(lib.ATAXX_OUT_ONE), int(lib.ATAXX_SCALE)
"""What 1 is in the hidden layer, among the output weights, and of the output in hundredths of a stone."""
DEEP = int(lib.ATAXX_DEEP)
"""Units of the second layer."""
SQUARES_ONE, MEANS_ONE = int(lib.ATAXX_SQUARES_ONE), int(lib.ATAXX_MEANS_ONE)
"""What 1 is among its weights of mean squares and of means."""
DEEP_ONE, DEEP_OUT_ONE = int(lib.ATAXX_DEEP_ONE), int(lib.ATAXX_DEEP_OUT_ONE)
"""What 1 is of its bias, and among the weights of what it adds to the output."""
LONGEST_GAME = 1024
"""Positions of a game of self-play at most."""
UNCLEARED = ffi.new_allocator(should_clear_after_alloc=False)
"""Gives memory of which nothing is touched before it is written: a third of a network's is never."""


@dataclasses.dataclass(frozen=True, slots=True)
class Position:
    """Sets of squares, pieces of the side to move and of its opponent and blocks; and how many jumps were in a row.

    Or, if the 100th ply without an extend draws the game, `PLIES` and how many there were.
    """

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


def _laid_out(weights: bytes) -> tuple[object, object]:
    """Lay weights out as a search reads them: the memory, and the network in it. Raises ValueError."""
    large, small = (int(lib.ataxx_weights_size(which)) for which in (False, True))
    if len(weights) not in (large, small):
        raise ValueError(f"Ataxx weights are {large} bytes, or {small}, got {len(weights)}")
    memory = UNCLEARED("char[]", lib.ataxx_network_size())
    return memory, lib.ataxx_network(ffi.from_buffer(weights), len(weights), memory)


@functools.cache
def _learned() -> tuple[object, object]:
    """Give the learned network, which all engines of a process read: to unpack and lay it out takes 25 ms.

    Raises InstallationError.
    """
    with reading(WEIGHTS):
        return _laid_out(unpacked(WEIGHTS))


class Ataxx(Engine):
    """An Ataxx search. Scores are hundredths of a stone for the side to move.

    `weights` are those of the learned evaluation, of one of the two networks as native/common/engine.cdef.h lays them
    out, those of the project if left out; none at all (`b""`) stands for the evaluation made by hand. A `partner` lends
    its table and its weights: who searches the same position meanwhile, in a thread of its own, helps it.
    """

    def __init__(self, hash_mib: int = 32, weights: bytes | None = None, partner: Ataxx | None = None) -> None:
        super().__init__(hash_mib, partner)
        if partner:
            return
        if weights != b"":
            self._memory, network = _learned() if weights is None else _laid_out(weights)  # kept as long as its reader
            lib.engine_use_weights(self._handle, network)

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


RECORD = "ataxx_record"
"""A position of a game of self-play (native/common/engine.cdef.h)."""


def play_itself(engine: Ataxx, seed: int, nodes: int) -> tuple[bytes, int]:
    """Play a game against itself; give its positions as `ataxx_record`, and how many.

    The game depends on `seed`, on the engine's weights and on `nodes`, those of a move on average.
    """
    return game(lib.ataxx_selfplay, RECORD, engine._handle, seed, nodes, LONGEST_GAME)


def wander(records: object, seed: int) -> None:
    """Put others in the place of positions, a writable buffer: half are the same, the rest random moves away."""
    given = ffi.from_buffer(f"{RECORD}[]", records, require_writable=True)
    lib.ataxx_wander(given, len(given), seed)


def learn(weights: object, records: object, share: float, gradient: object | None) -> float:
    """Give the sum of squared errors of `weights` on `records`, and add its gradient to `gradient`."""
    return squared_errors(lib.ataxx_learn, RECORD, weights, records, share, gradient)
