"""What is proved of late positions of Dama, in games that are drawn after 100 plies: the engine, compiled without
whatever a search leaves out, looks as far as the limit, and the tablebase says what fewer pieces are worth.
"""

from __future__ import annotations

import subprocess
import zlib
from collections.abc import Sequence
from pathlib import Path

from native.dama.engine import WEIGHTS, Board
from tests.evidence.ataxx_variants import changed_sources

GAME = "dama/engine.h"
WHOLE = [
    (GAME, "GAME_FUTILITY_DEPTH = 7", "GAME_FUTILITY_DEPTH = 0"),
    (
        GAME,
        "return depth >= 3 && i >= 2 ? 1 + (i >= 5) + (depth >= 5 && i >= 3) : 0;",
        "(void)depth, (void)i; return 0;",
    ),
    (GAME, "return depth <= LATE_DEPTH ? LATE_FIRST + depth * depth : GAME_MOVES;", "(void)depth; return GAME_MOVES;"),
]
"""No guess is left: no cut by an estimate, every move is searched, and each of them as deeply as the others."""


def build(folder: Path) -> Path:
    """Compile the prover; give the program, with the weights beside it."""
    sources, program = folder / "sources of the prover", folder / "prover"
    changed_sources(sources, WHOLE)
    files = [Path(__file__).with_name("dama_prover.c"), *sources.glob("common/*.c"), *sources.glob("dama/*.c")]
    subprocess.run(["cc", "-O3", "-std=gnu11", "-pthread", "-I", sources, *files, "-lm", "-o", program], check=True)
    program.with_name("weights").write_bytes(zlib.decompress(WEIGHTS.read_bytes()))
    return program


def proved(program: Path, tables: Path, nodes: int, line: Sequence[tuple[Board, int]]) -> list[int]:
    """Prove positions, each with its plies left, one after the other up to the first that takes more than `nodes`.

    Give the scores of those that were proved, for the side to move.
    """
    command = [str(word) for word in (program, tables, program.with_name("weights"), nodes)]
    asked = "".join("{:x} {:x} {:x} {}\n".format(*board, left) for board, left in line)
    answers = subprocess.run(command, input=asked, capture_output=True, text=True, check=True).stdout
    return [int(answer) for answer in answers.split()]
