"""Every processor plays the same: the codes for AVX-512 and AVX2 and the portable one search alike, node by node."""

from __future__ import annotations

import random
import subprocess
from pathlib import Path

from arbiter.games.ataxx import law
from tests.ataxx.positions import random_position
from tests.evidence.ataxx_variants import build, network

WIDEST = 'return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") ? &ataxx_avx512'
CODES = {"widest": WIDEST, "AVX2": "return 0 ? &ataxx_avx512", "portable": "return 1 ? &portable"}


def test_the_portable_code_and_that_for_avx2_play_as_that_for_avx512(tmp_path: Path) -> None:
    numbers, lines = random.Random(1), ["uai"]
    while len(lines) < 60:
        position = random_position(numbers, numbers.randint(0, 100))
        if not position.is_over():
            lines += ["uainewgame", f"position fen {law.format_fen(position)}", "go"]
    programs = [build(tmp_path, name, (("ataxx/ataxx.c", WIDEST, code),)) for name, code in CODES.items()]
    first, *others = (
        subprocess.run(
            [program, "5000", network(tmp_path)],
            input="\n".join(lines) + "\n",
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for program in programs
    )
    assert others == [first, first]
    assert first.count("bestmove") == sum(line == "go" for line in lines)
