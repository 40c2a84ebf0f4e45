"""Stolen time excuses who had hardly computed, and nobody else."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from tests.evidence import honest

IDLE = "no move within 0.05 s (CPU time it used for it: 0.00 s)"
BUSY = "no move within 0.05 s (CPU time it used for it: 0.05 s)"
WAITED = "no move within 0.05 s (CPU time it used for it: 0.02 s; 0.03 s of waiting for a busy machine were considered)"
ILLEGAL = "illegal move: 3 3"


@pytest.mark.parametrize(
    ("reasons", "stolen_s", "excused"),
    [
        ([], 1.0, False),
        ([IDLE], 1.0, True),
        ([IDLE, WAITED], 0.05, True),
        ([IDLE], 0.04, False),
        ([IDLE, BUSY], 1.0, False),
        ([ILLEGAL], 1.0, False),
    ],
)
def test_stolen_time_excuses_who_had_hardly_computed(reasons: list[str], stolen_s: float, excused: bool) -> None:
    assert honest.is_stolen(reasons, stolen_s) is excused


def test_a_league_is_played_again_only_where_time_was_stolen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    ends = iter([[IDLE], [IDLE], [BUSY], []])
    played: list[Path] = []
    clock = iter(range(10))
    monkeypatch.setattr(honest, "stolen_s", lambda: float(next(clock)))

    def play(folder: Path, game: str, pairs: int) -> Path:
        assert (game, pairs) == ("dama", 1)
        played.append(folder)
        return folder

    monkeypatch.setattr(honest, "play", play)
    monkeypatch.setattr(honest, "reasons_of", lambda journal: next(ends))
    assert honest.play_unless_stolen(tmp_path, "dama") == tmp_path / "2"
    assert len(set(played)) == 3
    assert honest.play_unless_stolen(tmp_path, "dama") == tmp_path / "0"


def test_stolen_time_is_that_of_all_cores_together() -> None:
    before = honest.stolen_s()
    cores = [line.split() for line in Path("/proc/stat").read_text().splitlines() if re.match(r"cpu\d", line)]
    of_cores = sum(int(fields[8]) for fields in cores) / os.sysconf("SC_CLK_TCK")
    assert before - 0.1 * len(cores) <= of_cores <= honest.stolen_s() + 0.1 * len(cores)
