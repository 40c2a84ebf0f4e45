"""What the engine's tests share."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from arbiter.games.othello.law import Position, format_position

HERE = Path(__file__).parent


@pytest.fixture(scope="session")
def brute(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Sequence[Position]], list[tuple[int, set[int]]]]:
    """Give a judge: the margin and the best squares of each position, by brute force."""
    program = tmp_path_factory.mktemp("brute") / "brute"
    subprocess.run(["cc", "-O2", "-o", program, HERE / "brute.c"], check=True)

    def judge(positions: Sequence[Position]) -> list[tuple[int, set[int]]]:
        text = "".join(f"{format_position(position)}\n" for position in positions)
        done = subprocess.run([program], input=text, capture_output=True, text=True, check=True)
        lines = [[int(word) for word in line.split()] for line in done.stdout.splitlines()]
        assert len(lines) == len(positions)
        return [(value, set(squares)) for value, *squares in lines]

    return judge
