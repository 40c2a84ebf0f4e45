"""Orthogonal Othello in C. Boards are pairs of 64-bit integers from the mover's side, bit 8 * row + column."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import NamedTuple

from native.common.context import Engine, Limits, Report, c_limits
from native.common.installed import reading, unpacked
from native.common.library import ffi, lib

WEIGHTS = Path(__file__).with_name("othello.weights")

START = (0x0000_0008_1000_0000, 0x0000_0010_0800_0000)
"""Discs of black (to move) and of white: white on (3,3) and (4,4), black on (3,4) and (4,3)."""

STAGES, STAGE_EMPTIES = int(lib.OTHELLO_STAGES), int(lib.OTHELLO_STAGE_EMPTIES)
"""Sets of weights, the first for the end of the game, and how many empty squares each has."""
LINE_KINDS, BLOCK_STAGE = int(lib.OTHELLO_LINE_KINDS), int(lib.OTHELLO_BLOCK_STAGE)
"""Kinds of line, and the first set of weights that has blocks, too."""
SURE = int(lib.OTHELLO_SURE)
"""A chance of one."""
MOBILITY = int(lib.OTHELLO_MOBILITY)
"""Numbers of legal moves that the weights of a set tell apart, for each side."""


def legal_moves(own: int, opp: int) -> int:
    """Give the set of squares where the side to move may play."""
    return int(lib.othello_moves(own, opp))


def flips(own: int, opp: int, square: int) -> int:
    """Give the set of discs that a move on `square` turns over; empty if the move is illegal."""
    return int(lib.othello_flips(own, opp, square))


def after(own: int, opp: int, square: int) -> tuple[int, int]:
    """Give the board after a legal move, seen from the opponent, who is to move."""
    turned = flips(own, opp, square)
    return opp & ~turned, own | turned | 1 << square


def canonical(own: int, opp: int) -> tuple[int, int]:
    """Give the same board for all symmetric ones: rows and columns are alike, and so are their two directions."""
    board = ffi.new("uint64_t[2]", (own, opp))
    lib.othello_canonical(board, board + 1)
    return board[0], board[1]


def squares(bits: int) -> list[int]:
    """Give the numbers of the bits that are set, in increasing order."""
    return [square for square in range(64) if bits >> square & 1]


def perft(own: int, opp: int, depth: int) -> int:
    """Count the move sequences of exactly `depth` plies."""
    return int(lib.othello_perft(own, opp, depth))


def stage(own: int, opp: int) -> int:
    """Give the set of weights for a board with an empty square."""
    return int(lib.othello_stage(own, opp))


class Numbers(NamedTuple):
    """What a search remembers of the question whether the margin is greater than some alpha.

    `phi` and `delta` estimate the work to show that it is, and that it is not; one of them is 0 once that is shown, and
    then `score` is a bound of the margin on that side of alpha.
    """

    phi: int
    delta: int
    score: int


def _laid_out(weights: bytes) -> object:
    """Give weights as an engine reads them. Raises ValueError."""
    if len(weights) != lib.othello_weights_size():
        raise ValueError(f"Othello weights are {lib.othello_weights_size()} bytes, got {len(weights)}")
    return ffi.new("char[]", weights)


@functools.cache
def _learned() -> object:
    """Give the learned weights, which all engines of a process read: to unpack them takes 10 ms.

    Raises InstallationError.
    """
    with reading(WEIGHTS):
        return _laid_out(unpacked(WEIGHTS))


class Othello(Engine):
    """An Othello search. Scores are margins at the end of the game, own discs minus the opponent's.

    `weights` are those of the evaluation, `stage_weights` of native/othello/eval.h; the learned ones if left out.
    A `partner` lends its table and its weights: two that `solve` the same position in two threads share the work.
    """

    def __init__(self, hash_mib: int = 32, weights: bytes | None = None, partner: Othello | None = None) -> None:
        super().__init__(hash_mib, partner)
        if partner:
            return
        self._weights = _learned() if weights is None else _laid_out(weights)  # kept alive as long as who reads them
        lib.engine_use_weights(self._handle, self._weights)

    def evaluate(self, own: int, opp: int) -> int:
        """Estimate the final margin without search, in hundredths of a disc."""
        return int(lib.othello_evaluate(self._handle, own, opp))

    def search(self, own: int, opp: int, limits: Limits) -> Report:
        """Find the best move for the largest margin within `limits`; exact as soon as the tree can be searched out."""
        lib.othello_search(self._handle, own, opp, c_limits(limits), self._report)
        return self._read()

    def solve(self, own: int, opp: int, alpha: int = -64, beta: int = 64, limits: Limits | None = None) -> Report:
        """Prove the margin: exact strictly between `alpha` and `beta`, a bound outside, no proof if a limit struck."""
        lib.othello_solve(self._handle, own, opp, alpha, beta, c_limits(limits or Limits()), self._report)
        return self._read()

    def recall(self, own: int, opp: int, alpha: int) -> Numbers | None:
        """Give what is remembered of the question whether the margin is greater than `alpha`, None if nothing is."""
        numbers = ffi.new("othello_numbers *")
        if not lib.othello_recall(self._handle, own, opp, alpha, numbers):
            return None
        return Numbers(numbers.phi, numbers.delta, numbers.score)

    def remember(self, own: int, opp: int, score: int, *, greater: bool) -> None:
        """Begin with a proved bound of a margin: at least `score` if `greater`, at most `score` if not."""
        lib.othello_remember(self._handle, own, opp, score, greater)

    def chance(self, own: int, opp: int, depth: int, limits: Limits | None = None) -> Report:
        """Estimate the chance that a fallible side to move lets its opponent win, `depth` plies deep.

        The score tells it, of `SURE`; if a limit struck it is not exact, and tells nothing.
        """
        lib.othello_chance(self._handle, own, opp, depth, c_limits(limits or Limits()), self._report)
        return self._read()
