"""A match of two threads against one is counted for those who won it."""

from __future__ import annotations

from pathlib import Path

import pytest

from native.ataxx.engine import Position
from tests.evidence import ataxx_threads
from tests.evidence.ataxx_threads import Side
from tests.evidence.findings import Run


@pytest.mark.parametrize(("winner", "points"), [(2, "2"), (1, "0")])
def test_who_wins_all_games_has_all_points(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, winner: int, points: str
) -> None:
    def won(first: Side, second: Side, position: Position, time_s: float) -> float:
        for side in (first, second):
            side.nodes, side.seconds, side.plies, side.moves = 1, 1.0, 1, 1
        return float(first.threads == winner)

    monkeypatch.setattr(ataxx_threads, "game", won)
    found = ataxx_threads.measure(Run(True, tmp_path))
    assert found.tables[0].rows[0][1] == points
    assert found.targets[0].met == (winner == 2)
