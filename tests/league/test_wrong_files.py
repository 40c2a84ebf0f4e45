"""A file that is no league, no journal, or wrong in a line is refused in one line, and nothing is made of it."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

import pytest

from arbiter.league import config
from tests.league.files import run, write
from tests.play.court import Court

PLAYER = "[[player]]\nname = 'a'\ncommand = './a'\n"
OTHER = PLAYER.replace("'a'", "'b'")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("pairs = ", "Invalid value"),
        ("", "a league needs two [[player]] tables or more, there are 0"),
        (PLAYER, "a league needs two [[player]] tables or more, there is 1"),
        (PLAYER + PLAYER, "two players are called 'a'"),
        ("game = 'chess'\n" + PLAYER + OTHER, "game: expected one of ataxx, dama, domino, othello, got 'chess'"),
        ("format = 'cup'\n" + PLAYER + OTHER, "format: expected one of round-robin, gauntlet, swiss, knockout"),
        ("rounds = 2\n" + PLAYER + OTHER, "rounds: only format = 'swiss' has them, not 'round-robin'"),
        ("[options]\nlayouts = true\n" + PLAYER + OTHER, "--layouts: belongs to ataxx, and the game is othello"),
        ("pairs = 0\n" + PLAYER + OTHER, "pairs: expected a number above zero, got 0"),
        ("pairs = 1.5\n" + PLAYER + OTHER, "pairs: expected a whole number, got 1.5"),
        ("suspend = -1\n" + PLAYER + OTHER, "suspend: expected a number from zero, got -1"),
        (
            "clock = '1m'\n" + PLAYER + OTHER,
            "clock: '1m' is not written as a clock is, such as 60, 60+0.1 or 40/60+0.1",
        ),
        (PLAYER + OTHER + "clock = '9'\ntime = 3", "player 2: time: a move has what is left on the clock"),
        ("game = 'domino'\nclock = '9'\n" + PLAYER + OTHER, "clock: in Domino both play their hands alone"),
        (PLAYER + OTHER + "start-time = 0", "player 2: start-time: expected a number above zero, got 0"),
        ("pears = 2\n" + PLAYER + OTHER, "'pears' is not a setting"),
        ("time = -1\n" + PLAYER + OTHER, "time: expected a number above zero, got -1"),
        (PLAYER + OTHER + "tyme = 3", "player 2: 'tyme' is not a setting"),
        (PLAYER + "[[player]]\nname = 'b'", "player 2: command is missing; expected a text"),
        (PLAYER + "[[player]]\ncommand = '\"'", "player 2: command: the command line '\"' cannot be split"),
        (
            PLAYER + '[[player]]\ncommand = "b \\u0000"',
            "no program can be told a text with NUL in it, got 'b \\x00'",
        ),
        ("game = 'ataxx'\n" + PLAYER + OTHER + "protocol = 'smoke'", "--protocol: 'smoke' is neither course nor uai"),
        (
            "game = 'ataxx'\n" + PLAYER + OTHER + "protocol = 'uai'\ntime = 0.1",
            "--time 0.1: engines are told to think 0.15 s; expected less --movetime",
        ),
        ("game = 'ataxx'\n[options]\nopenings = 'x'\n" + PLAYER + OTHER, "'x' is not a positive integer"),
        (
            "game = 'ataxx'\n[options]\noption-a = 'Hash=1'\n" + PLAYER + OTHER,
            "option-a is an option of matches; no player",
        ),
        ("game = 'dama'\n[options]\nwarp = 9\n" + PLAYER + OTHER, "[options]: unrecognized arguments: --warp 9"),
        ("format = 'swiss'\nrounds = 5\n" + PLAYER + OTHER, "rounds: 5 rounds need more players than 2"),
    ],
)
def test_what_is_wrong_in_a_file_is_said(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "players.toml"
    file.write_text(text)
    with pytest.raises(ValueError, match=re.escape(message)):
        config.read(file, None, None, namespaces=True)


@pytest.mark.parametrize("limit", ["time = 0.2", "clock = '0.1'"])
def test_engines_may_have_more_time_than_they_are_told_to_think_or_a_clock(tmp_path: Path, limit: str) -> None:
    file = tmp_path / "players.toml"
    file.write_text("game = 'ataxx'\ntime = 0.1\n" + PLAYER + OTHER + f"protocol = 'uai'\n{limit}")
    assert config.read(file, None, None, namespaces=True).entrants[0].limits.time_s == 0.1


def test_a_wrong_file_gets_one_clear_line_and_no_journal(court: Court, tmp_path: Path) -> None:
    file = tmp_path / "players.toml"
    file.write_text(PLAYER + OTHER + "tyme = 3")
    status, output, errors = run(court, "league", str(file))
    assert (status, output) == (2, "")
    assert errors.splitlines()[-1] == f"arbiter league: error: {file}: player 2: 'tyme' is not a setting"
    assert not (tmp_path / "players.db").exists()


@pytest.mark.parametrize("bounds", [("0", "inf"), ("nan", "5"), ("-1000000", "0"), ("5", "5")])
def test_a_test_between_elo_that_nobody_has_is_refused(court: Court, tmp_path: Path, bounds: tuple[str, str]) -> None:
    file = write(tmp_path / "players.toml", {"one": "x", "two": "y"})
    status, output, errors = run(court, "league", str(file), "--sprt", *bounds)
    assert (status, output) == (2, "")
    assert "arbiter league: error: --sprt" in errors.splitlines()[-1]


@pytest.mark.parametrize(
    ("begins", "told"),
    [
        (
            b"SQLite format 3\0\xff",
            "a database, as journals are, which `arbiter report` reads; expected a TOML file of players",
        ),
        (
            b'{\n "game"',
            "JSON, as --json of a match writes it, which `arbiter review` reads; expected a TOML file of players",
        ),
        (b"<!DOCTYPE html>", "a page; expected a TOML file of players"),
        (b"hello", "no TOML: "),
    ],
)
def test_a_file_of_another_kind_is_no_league_and_is_named(
    court: Court, tmp_path: Path, begins: bytes, told: str
) -> None:
    (tmp_path / "players").write_bytes(begins)
    status, output, errors = run(court, "league", str(tmp_path / "players"))
    assert (status, output) == (2, "")
    assert f"players: this is {told}" in errors.splitlines()[-1]


def test_files_that_are_no_journal_get_one_clear_line(court: Court, tmp_path: Path, instant: str) -> None:
    text, other = tmp_path / "text.db", tmp_path / "other.db"
    text.write_text("not a database, but long enough to be looked at as one" * 20)
    sqlite3.connect(other).execute("CREATE TABLE t (x)").connection.close()
    file = str(write(tmp_path / "players.toml", {"one": instant, "two": instant}))
    for words in (
        ["report", str(text)],
        ["report", str(other)],
        ["export", str(tmp_path / "nowhere.db")],
        ["league", file, "--db", str(text)],
        ["league", file, "--db", str(other)],
        ["league", file, "--db", str(tmp_path / "no" / "folder.db")],
    ):
        status, output, errors = run(court, *words)
        assert (status, output, errors.count("\n")) == (1, "", 1), words
        assert errors.startswith("arbiter: ")
    assert text.read_text().startswith("not a database")
