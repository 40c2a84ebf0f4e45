"""Every processor plays the same: the code for AVX2 and the portable one search alike, node by node."""

from __future__ import annotations

import random
import subprocess
from pathlib import Path

from arbiter.games.ataxx import law
from tests.ataxx.positions import random_position
from tests.evidence.ataxx_terms import build

AVX2 = ("ataxx/ataxx.c", "return &ataxx_avx2;", "return &portable;")


def test_the_portable_code_plays_as_that_for_avx2(tmp_path: Path) -> None:
    numbers, lines = random.Random(1), ["uai"]
    while len(lines) < 60:
        position = random_position(numbers, numbers.randint(0, 100))
        if not position.is_over():
            lines += ["uainewgame", f"position fen {law.format_fen(position)}", "go"]
    wide, portable = (build(tmp_path, name, changes) for name, changes in (("wide", ()), ("portable", (AVX2,))))
    first, second = (
        subprocess.run(
            [program, "5000"], input="\n".join(lines) + "\n", capture_output=True, text=True, check=True
        ).stdout
        for program in (wide, portable)
    )
    assert first == second
    assert first.count("bestmove") == sum(line == "go" for line in lines)
