"""The Domino bot as a process behind pipes."""

from __future__ import annotations

import subprocess
import sys

from tests.bots.driver import HANG_S, environment

DOMINO = (sys.executable, "-m", "bots.domino")


def run(*arguments: str, text: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run the bot on a whole input."""
    return subprocess.run(
        [*DOMINO, *arguments], input=text, capture_output=True, timeout=HANG_S, check=False, env=environment()
    )


def hand_text(hand: list[tuple[int, int]]) -> str:
    """Give a hand as the challenge mode reads it."""
    return "\n".join([str(len(hand)), *(f"{a} {b}" for a, b in hand)]) + "\n"
