"""What the assignment promises of every line that the program prints."""

from __future__ import annotations

import re

MOVE_LINE = re.compile(r"\* (Red|Blue) moves (-|[a-g][1-7]-[a-g][1-7])\.")
RESULT_LINE = re.compile(r"\* (Red wins|Blue wins|Draw)\.")


def keep_promises(output: str) -> None:
    """Check every line: reserved words and marks stand nowhere but where they belong."""
    inside = False
    for line in output.split("\n"):
        if line == "===":
            inside = not inside
        elif inside:
            assert re.fullmatch("  [rbX-]( [rbX-]){6}", line), line
        elif not MOVE_LINE.fullmatch(line) and not RESULT_LINE.fullmatch(line):
            assert not line.startswith("*"), line
            assert not any(word in line for word in ("===", "passes", "wins", "Draw", "moves")), line
    assert not inside
