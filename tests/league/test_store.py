"""The journal gives back what was written into it, to the field, and knows which file is whose."""

from __future__ import annotations

import contextlib
import dataclasses
import fcntl
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arbiter.games.players import End, Turn
from arbiter.host.limits import Clock, Limits
from arbiter.league.batch import Played
from arbiter.league.config import SUSPEND, Entrant, League
from arbiter.league.schedule import Outcome, ScheduledGame
from arbiter.league.store import Store, StoreError
from arbiter.play.record import Cost, GameRecord

LIMITS = Limits(time_s=1.5, memory_mib=64)
ENTRANTS = tuple(Entrant(name, f"./{name} --fast", LIMITS) for name in ("ada", "bob", "cyd"))
LEAGUE = League("othello", "round-robin", ENTRANTS, pairs=2, seed=7)
GAMES = [
    ScheduledGame(number, 1 + number // 3, players, (number + 1) % 2, (number + 1) // 2)
    for number, players in enumerate([(0, 1), (0, 1), (0, 2), (0, 2), (1, 2), (1, 2)], 1)
]


def record(game: ScheduledGame, start: str = "2 3, 2 2", **changes: Any) -> GameRecord:
    """Make a record in which no two fields are alike."""
    names = [ENTRANTS[player].name for player in game.players]
    made = GameRecord(
        game="othello",
        number=game.number,
        players=(names[0], names[1]),
        first=game.first,
        turns=(Turn("2 3", 0.25, 0.125, "thinking\n"), Turn("2 2", 0.5, 0.375, ""), Turn("2 1", 0.75, 0.625, "done")),
        scores=(40, 24),
        costs=(Cost(1.0, 2.0, 3.0, "first", 4.0, 5, 0.5), Cost(6.0, 7.0, 8.0, "second", 9.0, 10, 0.25)),
        start=start,
    )
    return dataclasses.replace(made, **changes)


def played(made: GameRecord, host: str = "here", core: int = 3) -> Played:
    return Played(made, "2026-11-23T04:05:06.789+00:00", host, core, (11, 12))


@contextlib.contextmanager
def begun(path: Path) -> Iterator[Store]:
    """Play the league for a while."""
    with contextlib.closing(Store.begin(path, LEAGUE)) as opened:
        yield opened


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with begun(path) as opened:
        yield opened


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Give the journal of a league that nobody plays."""
    with begun(tmp_path / "league.db") as opened:
        opened.schedule(GAMES)
    return tmp_path / "league.db"


def test_a_record_comes_back_as_it_was_written(store: Store) -> None:
    forfeit = {"end": End.TIMEOUT, "offender": 1, "reason": "no move within 1 s", "evidence": b"2 \xff", "turns": ()}
    written = [record(GAMES[0]), record(GAMES[1], "", scores=(0, 64), **forfeit)]
    for one in reversed(written):
        assert store.record(played(one))
    assert list(store.records()) == list(zip(GAMES, written, strict=False))
    assert list(store.records(2)) == [(GAMES[1], written[1])]
    assert list(store.records(3)) == []


def test_the_same_file_opened_by_another_gives_the_same(store: Store) -> None:
    store.record(played(record(GAMES[0])))
    with contextlib.closing(Store.open(store.path)) as other:
        assert other.league == dataclasses.replace(LEAGUE, suspend=SUSPEND)
        assert list(other.records()) == list(store.records())
        assert other.counts() == store.counts() == (1, 6)


def test_what_is_left_and_what_came_out(store: Store) -> None:
    assert store.unfinished() == GAMES
    assert store.outcomes() == []
    store.record(played(record(GAMES[4], offender=0)))
    store.record(played(record(GAMES[1], scores=(12, 52))))
    assert store.unfinished() == [GAMES[0], GAMES[2], GAMES[3], GAMES[5]]
    assert store.outcomes() == [Outcome(GAMES[1], (12, 52), None), Outcome(GAMES[4], (40, 24), 0)]
    assert store.counts() == (2, 6)


def test_a_game_has_one_result(store: Store) -> None:
    assert store.record(played(record(GAMES[0])))
    assert not store.record(played(record(GAMES[0], scores=(1, 2))))
    assert [found for _, found in store.records()] == [record(GAMES[0])]


def test_games_repeat_if_players_colours_start_and_moves_do(store: Store) -> None:
    more = [dataclasses.replace(GAMES[0], number=number) for number in range(7, 13)]
    store.schedule(more)
    one, other_start, other_moves, forfeited, again, thrice = more
    store.record(played(record(GAMES[0])))
    store.record(played(record(GAMES[1])))  # the other colour
    store.record(played(record(GAMES[2])))  # another player
    store.record(played(record(other_start, "")))
    store.record(played(record(other_moves, turns=record(one).turns[:2])))
    store.record(played(record(forfeited, offender=0)))
    assert store.repeats() == []
    store.record(played(record(again)))
    store.record(played(record(GAMES[4])))
    store.record(played(record(dataclasses.replace(GAMES[4], number=6), first=GAMES[4].first)))
    assert store.repeats() == [(0, 1, 1)]  # game 6 is of the other colour, whatever its record says
    store.record(played(record(thrice)))
    assert store.repeats() == [(0, 1, 2)]


def test_repeats_are_listed_most_games_first(store: Store) -> None:
    numbers = iter(range(7, 20))
    for players, games in (((0, 1), 2), ((0, 2), 4), ((1, 2), 2)):
        for _ in range(games):
            game = ScheduledGame(next(numbers), 1, players, 0, 1)
            store.schedule([game])
            store.record(played(record(game)))
    assert store.repeats() == [(0, 2, 3), (0, 1, 1), (1, 2, 1)]


def test_a_program_that_changed_is_named(path: Path) -> None:
    with begun(path) as earlier:
        assert earlier.note_programs([("ada", "/bin/ada", "11"), ("bob", "/bin/bob", "22")]) == []
    with begun(path) as later:
        known = [("ada", "/bin/ada", "11"), ("bob", "/bin/bob", "33"), ("cyd", "/bin/cyd", "44")]
        assert later.note_programs(known) == [("bob", "/bin/bob")]


def test_sessions_places_and_protections_are_counted(path: Path) -> None:
    with begun(path) as earlier:
        earlier.record(played(record(GAMES[0]), "there", 1))
    with begun(path) as later:
        for game, host, core in ((GAMES[1], "here", 2), (GAMES[2], "here", 3), (GAMES[3], "here", 3)):
            later.record(played(record(game), host, core))
        assert [session[-1] for session in later.sessions()] == [0, 1, 3]
        assert all(cores >= 1 for *_, cores, _ in later.sessions())
        assert later.places() == [("here", 2, 3), ("there", 1, 1)]
        assert later.protections() == {5: 4, 10: 4}


def test_a_league_is_played_by_one_arbiter_at_a_time_and_read_by_many(store: Store) -> None:
    with pytest.raises(StoreError, match=r"league\.db: another arbiter is playing this league$"):
        Store.begin(store.path, LEAGUE)
    Store.open(store.path).close()


def test_a_journal_that_is_closed_can_be_played_again(path: Path) -> None:
    for _ in range(2):
        with begun(path) as store:
            assert store.unfinished() == GAMES


@pytest.mark.parametrize(
    ("other", "difference"),
    [
        ({"pairs": 3}, "pairs is 2 there and 3 here"),
        ({"sprt": (0.0, 5.0)}, r"sprt is null there and \[0\.0, 5\.0\] here"),
        ({"files": (("book.txt", "00"),)}, "the files of openings are not as they were"),
        ({"entrants": ENTRANTS[:2]}, "it has 3 players, not 2"),
        (
            {"entrants": (ENTRANTS[0], dataclasses.replace(ENTRANTS[1], command="./bob"), ENTRANTS[2])},
            "player 'bob' is not as it was",
        ),
    ],
)
def test_the_journal_of_another_league_is_refused_with_the_difference(
    path: Path, other: dict[str, Any], difference: str
) -> None:
    text = rf"league\.db holds another league: {difference}; give this one a file of its own with --db$"
    with pytest.raises(StoreError, match=text):
        Store.begin(path, dataclasses.replace(LEAGUE, **other))


def test_a_journal_from_when_clocks_had_no_moves_is_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "clocks.db"
    limits = Limits(clock=Clock(60.0, 0.1))
    league = dataclasses.replace(LEAGUE, entrants=tuple(dataclasses.replace(e, limits=limits) for e in LEAGUE.entrants))
    Store.begin(path, league).close()
    database = sqlite3.connect(path)
    config = json.loads(database.execute("SELECT config FROM league").fetchone()[0])
    for entrant in config["entrants"]:
        assert entrant["limits"]["clock"].pop() == 0
    database.execute("UPDATE league SET config = ?", (json.dumps(config),))
    database.commit()
    database.close()
    with contextlib.closing(Store.begin(path, league)) as store:
        assert store.league.entrants == league.entrants


def test_a_journal_of_the_format_before_is_read_as_it_is_and_grows_when_it_is_played(path: Path) -> None:
    with begun(path) as store:
        for game in GAMES[:4]:
            store.record(played(record(game, offender=0, end=End.TIMEOUT)))
    database = sqlite3.connect(path)
    config = json.loads(database.execute("SELECT config FROM league").fetchone()[0])
    del config["suspend"]
    for entrant in config["entrants"]:
        del entrant["limits"]["start_s"], entrant["limits"]["clock"]
    database.execute("UPDATE league SET config = ?", (json.dumps(config),))
    database.executescript(
        "DROP TABLE also; DROP TABLE pardon; ALTER TABLE cost DROP COLUMN idle_cpu_s; PRAGMA user_version = 2;"
    )
    database.close()
    before = path.read_bytes()
    with contextlib.closing(Store.open(path)) as store:
        assert [one.also for one in store.outcomes()] == [None] * 4
        assert [found.also for _, found in store.records()] == [None] * 4
        assert store.league.suspend == 0  # as it was then
    with pytest.raises(StoreError, match="suspend is 0 there and 3 here"):
        Store.begin(path, dataclasses.replace(LEAGUE, suspend=3))
    assert path.read_bytes() == before
    for _ in range(2):
        with begun(path) as store:
            assert (store.league.suspend, store.pardons(), len(store.outcomes())) == (0, {}, 4)
    database = sqlite3.connect(path)
    assert database.execute("PRAGMA user_version").fetchone() == (3,)
    database.close()


def test_what_is_no_journal_is_refused_in_one_line(path: Path, tmp_path: Path) -> None:
    (tmp_path / "text").write_text("nothing of ours, and longer than the header of a database" * 9)
    for name, begin in (("empty", ""), ("page.html", "<!DOCTYPE html>\n"), ("result.json", '{\n "game": "othello"')):
        (tmp_path / name).write_text(begin and begin + "nothing of ours, " * 40)
    sqlite3.connect(tmp_path / "other.db").execute("CREATE TABLE league (config)").connection.close()
    older = sqlite3.connect(path)
    older.execute("PRAGMA user_version = 1")
    older.close()
    for name, complaint in (
        ("nothing.db", "there is no such file"),
        ("", "this is no file"),
        ("text", "this is not the journal of a league, which `arbiter league` has written"),
        ("empty", "this is not the journal of a league, which `arbiter league` has written"),
        ("page.html", "this is a page; expected the journal of a league, .*"),
        ("result.json", "this is JSON, as --json of a match writes it, which `arbiter review` reads; expected .*"),
        ("other.db", "this is not the journal of a league, which `arbiter league` has written"),
        ("league.db", r"written by another version of the arbiter \(format 1, not 3\)"),
    ):
        with pytest.raises(StoreError, match=rf"{name}: {complaint}$"):
            Store.open(tmp_path / name)
    with pytest.raises(StoreError, match="this is not the journal of a league"):
        Store.begin(tmp_path / "other.db", LEAGUE)
    with (tmp_path / "other.db").open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)  # nobody keeps what it could not begin
