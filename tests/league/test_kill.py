"""A league whose arbiter is killed again and again ends as if nothing had happened."""

from __future__ import annotations

import os
import random
import signal
import time
from pathlib import Path

import pytest

from tests.league import kills as kill_test
from tests.league.files import finish, lasting, rows, run, write
from tests.many import each
from tests.play.court import HANG_S, Court

pytestmark = pytest.mark.machine

JOBS = "2" if len(os.sched_getaffinity(0)) > 1 else "1"


@pytest.mark.parametrize(("kills", "pairs"), each(2, [(5, 10), (20, 30)]))
def test_a_league_killed_again_and_again_plays_each_game_once_and_ends_the_same(
    court: Court, tmp_path: Path, instant: str, kills: int, pairs: int
) -> None:
    players = {"first": instant} | {f"random {errors}": f"{instant} random {errors}" for errors in (0, 1, 5, 20)}
    league = str(write(tmp_path / "league.toml", players, f"pairs = {pairs}\nseed = 7"))
    undisturbed, journal = tmp_path / "undisturbed.db", tmp_path / "killed.db"
    assert run(court, "league", league, "--db", str(undisturbed), "--jobs", JOBS)[0] == 0
    games = 20 * pairs  # of five players
    assert rows(undisturbed, "SELECT COUNT(*) FROM result") == [(games,)]

    chance = random.Random("kill")
    killed_amid_games = before = 0
    for kill in range(kills):
        arbiter = court.command("league", league, "--db", str(journal), "--jobs", JOBS)
        # Of the games that are left as many as the kills that are left allow, and then a moment within a game.
        wanted = max(games * (kill + 1) // (kills + 5), before + 1)
        end = time.monotonic() + HANG_S
        while not (journal.exists() and journal.stat().st_size and finished(journal) >= wanted):
            assert arbiter.poll() is None
            assert time.monotonic() < end
            time.sleep(0.005)
        time.sleep(chance.uniform(0, 0.03))
        assert arbiter.poll() is None
        arbiter.send_signal(signal.SIGKILL)
        arbiter.communicate()
        court.wait_until_nothing_is_left()
        before = finished(journal)
        killed_amid_games += before < games
    assert killed_amid_games == kills

    status, output, errors = finish(court.command("league", league, "--db", str(journal), "--jobs", JOBS))
    assert (status, errors) == (0, "")
    assert court.left() == []
    assert lasting(journal) == lasting(undisturbed)
    assert rows(journal, "SELECT COUNT(*) FROM session") == [(kills + 1,)]
    ends = {end for (end,) in rows(journal, "SELECT DISTINCT end FROM result")}
    assert ends == {"FINISHED", "CRASH", "MALFORMED", "ILLEGAL", "SUSPENDED"}
    assert "random 20" in output


ALL = [(game, format_) for game in kill_test.GAMES for format_ in kill_test.FORMATS]


@pytest.mark.parametrize(("game", "format_"), each(18, ALL, long=2))
def test_every_game_and_format_ends_the_same_with_two_players_suspended_amid_kills(
    court: Court, tmp_path: Path, game: str, format_: str
) -> None:
    games, kills, wrong = kill_test.differences(court, tmp_path, game, format_, 2, 2)
    assert wrong == []
    assert kills == 2
    ends = dict(rows(tmp_path / "killed.db", "SELECT end, COUNT(*) FROM result GROUP BY end"))
    assert (ends["CRASH"], ends["NOT_STARTED"], games) == (2, 2, sum(ends.values()))
    assert ends["SUSPENDED"] >= 4


def finished(journal: Path) -> int:
    """Count the games of a journal that may just be made."""
    if rows(journal, "SELECT COUNT(*) FROM sqlite_schema WHERE name = 'result'") == [(0,)]:
        return 0
    ((count,),) = rows(journal, "SELECT COUNT(*) FROM result")
    return int(count)
