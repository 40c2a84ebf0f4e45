"""Challenge mode: a hand in, one line of moves out, as `docs/protocol-domino.md` says."""

from __future__ import annotations

import argparse

from bots.process import STDIN, STDOUT, note, read, write_bytes
from native.domino.engine import read_hand, solve, solve_2d

PIECE_BYTES = 1 << 20


def run(given: argparse.Namespace) -> int:
    """Serve `--challenge` on standard input and output; give the exit status.

    Raises HandError, and then nothing has been written; ValueError, MemoryError, OSError.
    """
    hand = read_hand(lambda: read(STDIN, PIECE_BYTES))
    solver = solve_2d if given.plane else solve
    solution = solver(hand, given.time_s, zero_stays=given.zero_stays, early_stop=given.early_stop)
    for piece in solution.text():
        write_bytes(STDOUT, piece)
    write_bytes(STDOUT, b"\n")
    if given.verbose:
        note(describe(solution.score, solution.bound, solution.time_s))
    return 0


def describe(score: int, bound: int, time_s: float) -> str:
    """Say in one line what is known of a row or board."""
    return f"score {score}, upper bound {bound}, {'proved' if score == bound else 'not proved'}, {time_s:.3f} s"
