"""Every processor plays the same: the codes for AVX-512 and AVX2 and the portable one search alike, node by node."""

from __future__ import annotations

import random
import subprocess
from pathlib import Path

from arbiter.games.ataxx import law
from tests.ataxx.positions import random_position
from tests.evidence.ataxx_variants import build, network

WIDEST = 'return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") ? &ataxx_avx512'
CHOSEN = WIDEST.replace("return", 'return getenv("PORTABLE") ? &portable : !getenv("AVX2") &&')
INCLUDE = '#include "ataxx/unfold.h"'


def test_the_portable_code_and_that_for_avx2_play_as_that_for_avx512(tmp_path: Path) -> None:
    numbers, lines = random.Random(1), ["uai"]
    while len(lines) < 60:
        position = random_position(numbers, numbers.randint(0, 100))
        if not position.is_over():
            lines += ["uainewgame", f"position fen {law.format_fen(position)}", "go"]
    changes = [(WIDEST, CHOSEN), (INCLUDE, f"{INCLUDE}\n#include <stdlib.h>")]
    program = build(tmp_path, "chooses", [("ataxx/ataxx.c", *change) for change in changes])
    first, *others = (
        subprocess.run(
            [program, "5000", network(tmp_path)],
            env={name: ""},
            input="\n".join(lines) + "\n",
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for name in ("WIDEST", "AVX2", "PORTABLE")
    )
    assert others == [first, first]
    assert first.count("bestmove") == sum(line == "go" for line in lines)
