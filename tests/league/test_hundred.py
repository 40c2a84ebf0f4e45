"""A league of a hundred, hostile and honest, goes on to its end without anybody."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.league import hundred
from tests.league.files import rows
from tests.play.court import Court

ROUNDS = 3
JOBS = str(min(2, len(os.sched_getaffinity(0))))


@pytest.mark.long
def test_a_hundred_hostile_and_honest_players_play_a_swiss_to_the_end(
    court: Court, tmp_path: Path, instant: str, fork_bomb: str
) -> None:
    players = hundred.members(tmp_path, instant, fork_bomb)
    assert len(players) == len({player.name for player in players}) == hundred.SIZE
    assert 30 <= sum(bool(player.faults) for player in players) <= 40
    file = hundred.league(tmp_path / "league.toml", players, f"format = 'swiss'\nrounds = {ROUNDS}")
    status, errors, peak_mib = hundred.play(court, "league", str(file), "--jobs", JOBS)
    assert (status, errors) == (0, "")
    assert court.left() == []
    journal = tmp_path / "league.db"
    assert rows(journal, "SELECT COUNT(*) FROM game") == [(ROUNDS * hundred.SIZE,)]
    assert hundred.wrongs(journal, players) == []
    ends = {end for (end,) in rows(journal, "SELECT DISTINCT end FROM result")}
    assert ends >= {"FINISHED", "NOT_STARTED", "TIMEOUT", "MEMORY", "PROCESSES", "CRASH", "EXTRA_OUTPUT", "MALFORMED"}
    assert 10 < peak_mib < hundred.MOST_MIB
