"""Journals, league files and matches that no arbiter has written, and numbers that nobody means: each is refused in one
line that says why.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from arbiter.games.players import End
from tests.league.files import rows, run, write
from tests.league.make_believe import finish, league, workers
from tests.many import each
from tests.play.court import Court

PLAYERS = "[[player]]\nname = 'a'\ncommand = 'false'\n[[player]]\nname = 'b'\ncommand = 'true'\n"
HUGE = 10**23


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a journal of two games."""
    path = tmp_path_factory.mktemp("journal") / "league.db"
    finish(path, league(2, pairs=1), workers(lambda game: (End.FINISHED, None)))
    return path


def changed(**more: object) -> Callable[[dict[str, Any]], object]:
    return lambda data: {**data, **more}


CONFIGS = [
    (changed(future=1), "unexpected keyword argument 'future'"),
    (
        lambda data: {**data, "entrants": [{**one, "future": 1} for one in data["entrants"]]},
        "keyword argument 'future'",
    ),
    (lambda data: {name: value for name, value in data.items() if name != "entrants"}, "KeyError: 'entrants'"),
    (lambda _: [1], "TypeError"),
    (lambda _: None, "JSONDecodeError"),
]
ROWS = [
    ("DELETE FROM league", "TypeError"),
    ("UPDATE result SET \"end\" = 'STRANGE' WHERE number = 1", "KeyError: 'STRANGE'"),
    ("DELETE FROM cost WHERE number = 1 AND seat = 1", "ValueError: not enough values to unpack"),
    ("UPDATE game SET a = 7 WHERE number = 1", "game 1 is of the players 7 and 1"),
    ("UPDATE game SET first = 2 WHERE number = 1", "2 moves first"),
    ("UPDATE result SET score_a = 'x' WHERE number = 1", "expected a whole number, found 'x'"),
    ("UPDATE result SET offender = 7 WHERE number = 1", "offender 7"),
    ("INSERT INTO move VALUES (1, 1, X'ff', 0, 0, '')", "expected a text, found b'\\xff'"),
]


@pytest.mark.parametrize(
    ("wrong", "said"), each(2, [*CONFIGS, *ROWS]), ids=lambda value: value if isinstance(value, str) else "config"
)
def test_a_journal_that_no_arbiter_has_written_is_refused(
    court: Court, tmp_path: Path, journal: Path, wrong: str | Callable[[dict[str, Any]], object], said: str
) -> None:
    path = tmp_path / "league.db"
    shutil.copy(journal, path)
    database = sqlite3.connect(path)
    if isinstance(wrong, str):
        database.execute(wrong)
    else:
        ((config,),) = database.execute("SELECT config FROM league")
        text = json.dumps(found) if (found := wrong(json.loads(config))) else "{not json"
        database.execute("UPDATE league SET config = ?", (text,))
    database.commit()
    database.close()
    for words in (["report", str(path)], ["review", str(path), "--format", "csv"]):
        status, _, errors = run(court, *words)
        assert (status, errors.count("\n")) == (1, 1), (words, errors)
        assert errors.startswith(f"arbiter: {path}: this is not as the arbiter writes journals (")
        assert said in errors


@pytest.mark.parametrize(
    ("text", "said"),
    each(
        2,
        [
            (f"memory = {HUGE}\n", "memory: expected at most 1073741824, got 1e+23"),
            ("memory = 1" + 400 * "0" + "\n", "memory: expected at most 1073741824, got 1.79"),
            ("time = 1e10\n", "time: expected at most 1000000, got 10000000000.0"),
            ("start-time = 1e10\n", "start-time: expected at most 1000000, got"),
            ("clock = '1+1e10'\n", "clock: expected at most 1000000, got"),
            ("pairs = 20000000\n", "pairs: 20000000 make a league of 40000000 games; expected at most 1000000"),
            ("format = 'gauntlet'\npairs = 20000000\n", "pairs: 20000000 make a league of 40000000 games"),
            ("format = 'swiss'\npairs = 20000000\n", "pairs: 20000000 make a league of 40000000 games"),
            ("format = 'knockout'\npairs = 20000000\n", "pairs: 20000000 make a league of 40000000 games"),
            ("a = " + 5000 * "[", "its brackets are too deep"),
            ("a" + 5000 * ".a" + " = 1\n", "'a' is not a setting"),
            ("[options]\nopenings = 'x\\u0000y'\n".replace("'", '"'), "a text with NUL in it, got 'x\\x00y'"),
            (PLAYERS + 'environment = { A = "x\\u0000y" }\n', "a text with NUL in it, got 'x\\x00y'"),
            (PLAYERS + 'environment = { "A\\u0000" = "y" }\n', "a text with NUL in it, got 'A\\x00'"),
            (PLAYERS + 'files = ["x\\u0000y"]\n', "a text with NUL in it, got 'x\\x00y'"),
            ('[[player]]\nname = "c"\ncommand = "c \\u0000"\n', "a text with NUL in it, got 'c \\x00'"),
        ],
    ),
    ids=lambda text: text[:40],
)
def test_a_league_that_cannot_be_played_is_refused(court: Court, tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "players.toml"
    file.write_text(text + PLAYERS.replace("'a'", "'d'").replace("'b'", "'e'"))
    status, output, errors = run(court, "league", str(file))
    assert (status, output) == (2, "")
    assert errors.splitlines()[-1].startswith(f"arbiter league: error: {file}: ")
    assert said in errors.splitlines()[-1]
    assert not file.with_suffix(".db").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--memory", "3000000000"), "--memory: expected at most 1073741824, got 3000000000"),
        (("--memory", 400 * "9"), "--memory: expected at most 1073741824, got 999"),
        (("--time", "1e10"), "--time: expected at most 1000000, got 10000000000.0"),
        (("--clock", "1e10"), "--clock: expected at most 1000000, got 10000000000.0"),
        (("--start-time", "1e10"), "--start-time: expected at most 1000000, got 10000000000.0"),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_a_limit_that_no_kernel_knows_is_refused(court: Court, words: tuple[str, str], said: str) -> None:
    status, output, errors = run(court, "--game", "ataxx", *words, "false", "true", "1")
    assert (status, output) == (2, "")
    assert said in errors.splitlines()[-1]


def test_a_game_with_a_number_that_no_journal_has_is_not_there(court: Court, journal: Path) -> None:
    status, _, errors = run(court, "replay", str(journal), str(HUGE))
    assert (status, errors) == (1, f"arbiter: {journal}: game {HUGE} is not finished, or was never scheduled\n")
    assert run(court, "review", str(journal), "--games", f"{HUGE},3-{HUGE}", "--format", "csv")[0] == 0


def test_a_file_whose_name_is_no_text_belongs_to_a_player_like_any_other(court: Court, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / os.fsdecode(b"\xe9.txt")).touch()
    file = write(tmp_path / "players.toml", {"one": "false", "two": "true"}, "game = 'ataxx'")
    file.write_text(file.read_text() + f"files = ['{folder}']\n")
    for _ in range(2):  # and it has not changed when the league goes on
        status, _, errors = run(court, "league", str(file))
        assert status == 0
        assert "has changed" not in errors
    paths = [path for (path,) in rows(file.with_suffix(".db"), "SELECT DISTINCT path FROM program")]
    assert f"{folder}/\\udce9.txt" in paths


GAMES = {
    "players": changed(players=[1, 2]),
    "game": changed(game=["x"]),
    "games": changed(games_planned="many"),
    "limit": changed(limit="x"),
    "other": changed(game="dama"),
}
RECORDS: dict[str, dict[str, object]] = {
    "number": {"number": 1e400},
    "players": {"players": ["x"]},
    "scores": {"scores": [1]},
    "half": {"scores": [1.5, 0]},
    "first": {"first": 5},
    "offender": {"offender": 7, "end": "CRASH"},
    "end": {"end": "STRANGE"},
    "start": {"start": 3},
    "move": {"turns": [{"move": 5, "time_s": 1}]},
    "also": {"offender": 0, "end": "CRASH", "also": {"end": "CRASH", "reason": 1, "evidence": ""}},
}


@pytest.mark.parametrize("what", each(2, [*GAMES, *(f"record: {name}" for name in RECORDS)]))
def test_games_that_no_match_has_written_are_refused(court: Court, tmp_path: Path, what: str) -> None:
    cost = {"wall_s": 1, "cpu_s": 1, "peak_mib": 1, "stderr": "", "lag_s": 0, "protections": 0}
    record: dict[str, object] = {
        "game": "ataxx",
        "number": 1,
        "players": ["a", "b"],
        "first": 0,
        "turns": [],
        "scores": [1, 0],
    }
    record |= {"end": "FINISHED", "offender": None, "reason": "", "evidence": "", "costs": [cost, cost], "start": ""}
    data: dict[str, object] = {
        "game": "ataxx",
        "players": ["a", "b"],
        "games_planned": 1,
        "options": {},
        "interrupted": False,
    }
    record |= RECORDS.get(what.removeprefix("record: "), {}) if what not in GAMES else {}
    data |= {"limit": None, "records": [record]}
    file = tmp_path / "games.json"
    file.write_text(json.dumps(GAMES[what](data) if what in GAMES else data))
    status, _, errors = run(court, "review", str(file), "--depth", "1", "--format", "csv")
    assert (status, errors.count("\n")) == (1, 1), errors
    assert errors.startswith(f"arbiter: {file}: this is not as --json writes it (")
