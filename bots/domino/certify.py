"""Writing certificates: the optimiser's prices and cases, as `certificate` reads them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from arbiter.games.domino.law import Options
from bots.domino.certificate import FORMAT, parts, room_for_trees
from native.domino.engine import prove as prove_part

MOST_CASES = 2000


def prove(hand: list[int], options: Options, score: int, most: int = MOST_CASES) -> list[Any] | None:
    """Find why no row scores more, a tree for each of `parts`; None if it takes too many cases. Raises MemoryError."""
    found = []
    for part, _ in parts(hand, early_stop=options.early_stop):
        tree = prove_part(part, score, most, zero_stays=options.zero_stays)
        if tree is None:
            return None
        found.append(tree)
    return found


def write(path: Path, hand: list[int], options: Options, score: int, line: str) -> bool:
    """Write a certificate, if one is found. Raises OSError, MemoryError."""
    found = prove(hand, options, score)
    if found is None:
        return False
    rules = {"zero_stays": options.zero_stays, "early_stop": options.early_stop}
    text = {"format": FORMAT, "hand": hand, **rules, "score": score, "line": line, "parts": found}
    with room_for_trees():
        written = json.dumps(text, separators=(",", ":"))
    path.write_text(written + "\n", encoding="ascii")
    return True
