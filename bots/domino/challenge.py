"""Challenge mode: a hand in, one line of moves out, as `docs/protocol-domino.md` says."""

from __future__ import annotations

import importlib
import os
import sys

from bots.domino import DEFAULT_TIME_S, NAME
from bots.domino.errors import guarded
from bots.process import STDIN, STDOUT, note, read, set_up_streams, write_bytes
from native.domino.engine import read_hand, solve, solve_2d

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import NoReturn

PIECE_BYTES = 1 << 20


class Asked:
    """What is asked for where the command line has flags alone."""

    def __init__(self, words: list[str]) -> None:
        self.time_s, self.certificate = DEFAULT_TIME_S, None
        self.plane, self.zero_stays, self.early_stop, self.verbose = (
            flag in words for flag in ("--2d", "--zero-stays", "--allow-early-stop", "--verbose")
        )


def main() -> NoReturn:
    """Run the bot for a command line of flags alone, and end the process: nothing of it is left to be written."""
    set_up_streams(NAME)
    os._exit(guarded(lambda: run(Asked(sys.argv[1:]))))


def run(given: argparse.Namespace | Asked) -> int:
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
    if given.certificate:
        return _certify(given, hand, solution.score, b"".join(solution.text()).decode())
    return 0


def _certify(given: argparse.Namespace | Asked, hand: list[int], score: int, line: str) -> int:
    """Write why no row scores more; give the exit status. Raises MemoryError, OSError."""
    certify = importlib.import_module("bots.domino.certify")
    law = importlib.import_module("arbiter.games.domino.law")
    if certify.write(given.certificate, hand, law.Options(given.zero_stays, given.early_stop), score, line):
        return 0
    note(f"no certificate: {certify.MOST_CASES} cases do not prove that no row scores more than {score}")
    return 1


def describe(score: int, bound: int, time_s: float) -> str:
    """Say in one line what is known of a row or board."""
    return f"score {score}, upper bound {bound}, {'proved' if score == bound else 'not proved'}, {time_s:.3f} s"
