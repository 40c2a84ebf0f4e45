"""`arbiter review` as a user meets it: what it writes, what it keeps, and that nothing stops it for good."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import os
import re
import signal
import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest

from arbiter.review.result import open_result
from arbiter.review.run import reviews
from tests.arbiter.test_what_stays import DATA as OLD
from tests.league.files import rows
from tests.many import each
from tests.play.court import HANG_S, Court, python
from tests.review import truth

JOBS = str(min(2, len(os.sched_getaffinity(0))))
KEPT = "SELECT number, played, engine, effort, judgements FROM review ORDER BY number"


def reviews_in(path: Path) -> set[int]:
    """Give the games that a page would show as reviewed."""
    with contextlib.closing(open_result(path)) as result:
        return {entry.record.number for entry, _ in reviews(result)}


def review(court: Court, *words: str) -> tuple[int, str, str]:
    """Run the command to its end, after which nothing must be left."""
    arbiter = court.command("review", *words)
    output, errors = arbiter.communicate(timeout=HANG_S)
    assert "Traceback" not in errors
    assert court.left() == []
    return arbiter.returncode, output, errors


@pytest.fixture(scope="module")
def endgames(tmp_path_factory: pytest.TempPathFactory) -> list[truth.Game]:
    """Give random endgames."""
    return truth.othello_endgames(6, 16, seed=11)


@pytest.fixture
def result(endgames: list[truth.Game], tmp_path: Path) -> Path:
    """Give the file of a match."""
    return truth.write(tmp_path / "games.json", "othello", endgames)


@pytest.fixture
def league(court: Court, tmp_path: Path, instant: str) -> Path:
    """Give the journal of a league, in which somebody forfeits."""
    file = tmp_path / "league.toml"
    loud = python("hostile.py", "says", "hello\\n")
    players = "".join(
        f"[[player]]\nname = {json.dumps(name)}\ncommand = {json.dumps(command)}\n"
        for name, command in (("quick <b>", f"{instant} random"), ("slow", instant), ("loud", loud))
    )
    file.write_text(f"suspend = 0\n{players}")
    arbiter = court.command("league", str(file))
    arbiter.communicate(timeout=HANG_S)
    assert arbiter.returncode == 0
    return file.with_suffix(".db")


def test_the_page_of_a_match_says_where_each_game_was_lost(
    court: Court, result: Path, endgames: list[truth.Game]
) -> None:
    status, page, errors = review(court, str(result), "--depth", "2", "--no-engine")
    assert (status, errors) == (0, "")
    section = page[page.index('<section class="review"') :]
    section = section[: section.index("</section>")]
    assert "Where games were lost" in section
    assert "othello-bot analyse --hash 4, 2 plies deep" in section
    assert re.search(r'<a href="#g1-\d+"', section)
    assert "won before, lost after (proved)" in section or "lost from the start (proved)" in section
    assert "accuracy" not in section.lower()
    for number, ply in re.findall(r'href="#g(\d+)-(\d+)"', section):  # which the replay opens
        assert f"id=game-{number}>" in page
        assert 1 <= int(ply) <= len(endgames[int(number) - 1].moves)


def test_data_has_a_line_for_each_move_and_the_same_values(
    court: Court, result: Path, endgames: list[truth.Game]
) -> None:
    status, text, errors = review(court, str(result), "--depth", "2", "--format", "csv")
    assert (status, errors) == (0, "")
    lines = list(csv.DictReader(io.StringIO(text)))
    assert [line["move"] for line in lines] == [move for game in endgames for move in game.moves]
    data = json.loads(review(court, str(result), "--format", "json")[1])
    moves = [move for game in data["games"] for move in game["moves"]]
    assert [str(move["step"]) for move in moves] == [line["step"] for line in lines]
    assert [float(move["loss_at_least"]) for move in moves] == [float(line["loss_at_least"]) for line in lines]
    assert {game["how"] for game in data["games"]} == {"othello-bot analyse --hash 4, 2 plies deep"}


def test_only_the_games_that_are_asked_for_are_judged(court: Court, result: Path) -> None:
    _, text, _ = review(court, str(result), "--games", "2,4-5", "--depth", "2", "--format", "csv")
    assert {line["number"] for line in csv.DictReader(io.StringIO(text))} == {"2", "4", "5"}
    kept = result.with_name(result.name + ".reviews")
    assert [number for number, *_ in rows(kept, KEPT)] == [2, 4, 5]


@pytest.mark.long
def test_what_is_kept_is_not_judged_again_unless_more_is_asked_for(court: Court, result: Path) -> None:
    kept = result.with_name(result.name + ".reviews")
    made = "SELECT number, made, rowid FROM review"
    review(court, str(result), "--depth", "2")
    before = rows(kept, KEPT)
    database = sqlite3.connect(kept)
    with database:
        database.execute("UPDATE review SET made = 'then'")
    database.close()
    review(court, str(result))
    review(court, str(result), "--depth", "2")
    assert {then for _, then, _ in rows(kept, made)} == {"then"}
    review(court, str(result), "--depth", "4")
    assert "then" not in {then for _, then, _ in rows(kept, made)}
    assert rows(kept, KEPT) != before


@pytest.mark.long
def test_a_game_that_was_played_again_has_no_review(court: Court, result: Path, endgames: list[truth.Game]) -> None:
    review(court, str(result), "--depth", "2")
    short = [game._replace(moves=game.moves[:-1]) if at == 0 else game for at, game in enumerate(endgames)]
    truth.write(result, "othello", short)
    text = review(court, str(result), "--games", "2", "--format", "csv")[1]
    assert {line["number"] for line in csv.DictReader(io.StringIO(text))} == {"2"}
    stale = sqlite3.connect(result.with_name(result.name + ".reviews"))
    assert stale.execute("SELECT COUNT(*) FROM review").fetchone() == (6,)
    stale.close()
    found = reviews_in(result)
    assert 1 not in found
    assert 2 in found
    kept = result.with_name(result.name + ".reviews")
    before = {number: played for number, played, *_ in rows(kept, KEPT)}
    review(court, str(result), "--depth", "2")
    after = {number: played for number, played, *_ in rows(kept, KEPT)}
    assert [number for number in before if before[number] != after[number]] == [1]


def test_killed_at_any_moment_it_goes_on_and_ends_the_same(court: Court, tmp_path: Path) -> None:
    games = truth.othello_endgames(24, 18, seed=12)
    undisturbed = truth.write(tmp_path / "undisturbed.json", "othello", games)
    disturbed = truth.write(tmp_path / "disturbed.json", "othello", games)
    assert review(court, str(undisturbed), "--depth", "3", "--jobs", JOBS)[0] == 0
    kept, expected = (path.with_name(path.name + ".reviews") for path in (disturbed, undisturbed))
    for more, ending in ((1, signal.SIGKILL), (2, signal.SIGINT), (2, signal.SIGKILL)):
        if (wanted := count(kept) + more) > len(games):  # it would be over before it can be interrupted
            break
        arbiter = court.command("review", str(disturbed), "--depth", "3", "--jobs", JOBS)
        end = time.monotonic() + HANG_S
        while count(kept) < wanted and arbiter.poll() is None:
            assert time.monotonic() < end
            time.sleep(0.002)
        arbiter.send_signal(ending)
        _, errors = arbiter.communicate(timeout=HANG_S)
        court.wait_until_nothing_is_left()
        assert "Traceback" not in errors
        if ending == signal.SIGINT and count(kept) < len(games):
            assert arbiter.returncode == 130
            assert re.fullmatch(
                r"arbiter: interrupted, \d+ of \d+ games are still to be judged; go on: same command\n", errors
            )
    assert review(court, str(disturbed), "--depth", "3", "--jobs", JOBS)[0] == 0
    assert rows(kept, KEPT) == rows(expected, KEPT)


def test_where_reviews_cannot_be_kept_nothing_is_judged(
    court: Court, tmp_path: Path, endgames: list[truth.Game]
) -> None:
    written = truth.write(tmp_path / "result.json", "othello", endgames)
    (tmp_path / "result.json.reviews").symlink_to(tmp_path / "no" / "such" / "folder")
    asked, engine = tmp_path / "asked", tmp_path / "engine"
    engine.write_text(f"#!/bin/sh\ntouch {asked}\n")
    engine.chmod(0o755)
    status, page, errors = review(court, str(written), "--analyse", str(engine))
    assert (status, page) == (1, "")
    assert errors == f"arbiter: {written}.reviews: unable to open database file\n"
    assert not asked.exists()


def count(path: Path) -> int:
    try:
        return len(rows(path, "SELECT number FROM review")) if path.exists() else 0
    except sqlite3.OperationalError:  # just being made
        return 0


# ---- leagues --------------------------------------------------------------------------------------------------------


def test_reviews_of_a_league_stand_in_its_journal_and_its_report_shows_them(court: Court, league: Path) -> None:
    version = rows(league, "PRAGMA user_version")
    status, page, errors = review(court, str(league), "--depth", "1", "--no-engine")
    assert (status, errors) == (0, "")
    assert rows(league, "PRAGMA user_version") == version
    assert 'class="review"' in page
    assert "quick &lt;b&gt;" in page
    assert "quick <b>" not in page
    arbiter = court.command("report", str(league), "--no-engine")
    again, _ = arbiter.communicate(timeout=HANG_S)
    assert 'class="review"' in again
    arbiter = court.command("league", str(league.with_suffix(".toml")))
    assert arbiter.communicate(timeout=HANG_S)[1] == ""
    assert arbiter.returncode == 0


def test_a_page_about_one_player_has_its_record_its_worst_moves_and_its_offences(court: Court, league: Path) -> None:
    status, page, errors = review(court, str(league), "--player", "quick <b>", "--depth", "2")
    assert (status, errors) == (0, "")
    assert "<title>Othello: quick &lt;b&gt;</title>" in page
    assert re.search(r"\d+ won, \d+ drawn, \d+ lost", page)
    assert page.count("<h3>Game") == 3
    assert len(re.findall(r"<figure><svg", page)) == 6
    assert page.count("<figcaption>better:") == 3
    assert "Against whom" in page
    players = "SELECT number FROM game WHERE a = 0 OR b = 0"
    reviewed, played = ({number for (number,) in rows(league, q)} for q in ("SELECT number FROM review", players))
    assert reviewed <= played
    status, page, _ = review(court, str(league), "--player", "loud", "--depth", "2")
    assert status == 0
    assert 'It wrote <code class="raw">' in page


def test_the_journal_of_an_older_version_can_be_reviewed_and_read_as_before(court: Court, tmp_path: Path) -> None:
    journal = tmp_path / "old.db"
    database = sqlite3.connect(journal)
    database.executescript((OLD / "journal.sql").read_text("utf-8"))
    database.close()
    version, before = rows(journal, "PRAGMA user_version"), rows(journal, "SELECT * FROM result")
    status, text, errors = review(court, str(journal), "--depth", "1", "--format", "csv")
    assert (status, errors) == (0, "")
    assert len(text.splitlines()) > 1
    assert (rows(journal, "PRAGMA user_version"), rows(journal, "SELECT * FROM result")) == (version, before)


@pytest.mark.long
def test_on_a_cluster_it_finds_the_same(court: Court, tmp_path: Path) -> None:
    games = truth.othello_endgames(8, 14, seed=13)
    here = truth.write(tmp_path / "here.json", "othello", games)
    there = truth.write(tmp_path / "there.json", "othello", games)
    assert review(court, str(here), "--depth", "3", "--format", "csv")[0] == 0
    assert review(court, str(there), "--depth", "3", "--format", "csv", "--cluster", f"local:{JOBS}")[0] == 0
    kept = (path.with_name(path.name + ".reviews") for path in (here, there))
    assert rows(next(kept), KEPT) == rows(next(kept), KEPT)


# ---- what cannot be reviewed ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", each(2, ["dies", "nonsense", "columns", "closed"]))
def test_an_engine_that_fails_is_told_in_one_line_and_costs_no_page(court: Court, result: Path, way: str) -> None:
    status, page, errors = review(court, str(result), "--analyse", python("engine.py", way), "--jobs", "1")
    assert status == 1
    assert re.fullmatch(r"arbiter: 6 games could not be judged; game 1: `.*\n", errors), errors
    assert page == ""


NOBODY = "no player is called 'nobody'; there are 'first player', 'second player' or A or B"
NO_ENGINE = "'no-such-engine' is not a program that can be run; expected such as 'ENGINE analyse'"


@pytest.mark.parametrize(
    ("words", "told"),
    each(
        2,
        [
            (["nothing.json"], "nothing.json: No such file or directory"),
            (["{result}", "--player", "nobody"], NOBODY),
            (["{result}", "--analyse", "no-such-engine analyse"], NO_ENGINE),
            (["{result}", "--games", "4-2"], "expected numbers of games such as 3 or 1,4-9, got '4-2'"),
            (["{result}", "--time", "0"], "'0' is not a positive number of seconds"),
            (["{other}"], "other.json: this is neither the journal of a league nor what --json writes"),
            (["{deep}"], "deep.json: this is neither the journal of a league nor what --json writes"),
            (["{half}"], "half.json: this is not as --json writes it (KeyError: 'options')"),
        ],
    ),
)
def test_what_is_wrong_is_told_in_one_line(
    court: Court, result: Path, tmp_path: Path, words: list[str], told: str
) -> None:
    (tmp_path / "other.json").write_text("<html>")
    (tmp_path / "deep.json").write_text("[" * 100_000)
    (tmp_path / "half.json").write_text('{"game": "othello", "players": ["a", "b"]}')
    places: dict[str, Any] = {name: tmp_path / f"{name}.json" for name in ("other", "deep", "half")}
    places["result"] = result
    status, output, errors = review(court, *[word.format(**places) for word in words])
    assert status in (1, 2)
    assert output == ""
    assert errors.endswith(f"{told}\n")
