"""The plain second Othello solver, which judges proofs (native/othello/check.c) and knows nothing of the engine."""

from __future__ import annotations

import itertools
from typing import NamedTuple

from native.common.library import ffi, lib

BOARD = (1 << 64) - 1
"""All squares of the 8x8 board."""
ENTRY_BYTES = ffi.sizeof("othello_memo")


class Verdict(NamedTuple):
    """Whether the side to move gets the margin, None if the nodes did not suffice; and the positions worked on."""

    yes: bool | None
    nodes: int


class Checker:
    """A plain solver with a table of `hash_mib` MiB, for a board of the given squares (bit 8 * row + column)."""

    def __init__(self, hash_mib: int = 16, squares: int = BOARD) -> None:
        self._squares = squares
        self._entries = max(hash_mib << 20, ENTRY_BYTES) // ENTRY_BYTES
        self._memo = ffi.new("othello_memo[]", self._entries)
        self._nodes = ffi.new("uint64_t *")
        self._questions = itertools.count(1)

    def gets(self, own: int, opp: int, least: int, nodes: int | None = None) -> Verdict:
        """Tell whether the side to move gets a margin of `least` or more, its discs `own` against `opp`.

        The answer depends on its arguments only, whatever was asked before.
        """
        room, question = (self._memo, self._entries), next(self._questions)
        answer = lib.othello_check(own, opp, self._squares, least, *room, question, nodes or 0, self._nodes)
        return Verdict(None if answer < 0 else bool(answer), int(self._nodes[0]))

    def margin(self, own: int, opp: int) -> int:
        """Give the exact margin under best play, by halving what is left of -64 to 64."""
        low, high = -64, 64
        while low < high:
            middle = (low + high + 1) // 2
            if self.gets(own, opp, middle).yes:
                low = middle
            else:
                high = middle - 1
        return low
