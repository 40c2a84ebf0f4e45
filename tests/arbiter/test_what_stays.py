"""What docs/releasing.md promises to stay: console scripts, options, journals and `--json`, as 0.1.0 had them."""

from __future__ import annotations

import json
import re
import sqlite3
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from arbiter import __version__
from tests.league.files import lasting, run, write
from tests.many import each
from tests.play.court import HANG_S, PLAYERS, Court, sheets

HOUSE = Path(__file__).parents[2]
DATA = HOUSE / "tests/data/0.1.0"
OPTIONS: dict[str, list[str]] = json.loads((DATA / "options.json").read_text("utf-8"))
PLAYERS_THEN = {
    "loud": "echo hello\nexec cat",
    "plain": f"exec '{sys.executable}' '{PLAYERS / 'plain.py'}'",
    "slow": f"exec '{sys.executable}' '{PLAYERS / 'plain.py'}' --delay 0.01",
    "leaves": "read colour\nread move\necho bye >&2",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the working folder, with the players that the files of 0.1.0 name."""
    for name, text in PLAYERS_THEN.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{text}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def journal(folder: Path) -> Path:
    """Give the journal of a league of six games that was killed after the third."""
    path = folder / "league.db"
    database = sqlite3.connect(path)
    database.executescript((DATA / "journal.sql").read_text("utf-8"))
    database.close()
    return path


def shape(value: Any) -> Any:
    """Give names and types of JSON: of a list its first element's, and of `options` that they are texts."""
    if isinstance(value, dict):
        texts = all(isinstance(v, str) for v in value.values())
        return "texts" if texts else {name: shape(v) for name, v in value.items()}
    return [shape(v) for v in value[:1]] if isinstance(value, list) else type(value)


def holds(new: Any, old: Any) -> bool:
    """Tell whether a shape has all that an older one has; it may have more names."""
    if isinstance(new, dict) and isinstance(old, dict):
        return all(name in new and holds(new[name], part) for name, part in old.items())
    if isinstance(new, list) and isinstance(old, list):
        return len(new) == len(old) and all(map(holds, new, old))
    return bool(new == old)


@pytest.mark.parametrize("command", each(2, OPTIONS))
def test_every_command_and_option_is_still_there(command: str) -> None:
    program, *words = command.split()
    done = subprocess.run(
        [Path(sys.executable).with_name(program), *words, "--help"],
        check=True,
        capture_output=True,
        text=True,
        timeout=HANG_S,
    )
    listed = set(re.findall(r"(?<![\w-])--?[A-Za-z0-9][a-z0-9-]*", done.stdout))
    assert set(OPTIONS[command]) <= listed


def test_the_result_for_programs_keeps_its_names_and_types(court: Court, folder: Path) -> None:
    then = json.loads((DATA / "result.json").read_text("utf-8"))
    outcome = court.judge("./plain", "./leaves", "--seed", "12", "--sandbox", "read-all")
    now = json.loads((folder / "result.json").read_text("utf-8"))
    assert holds(shape(now), shape(then))
    assert [(game["end"], game["reason"]) for game in outcome.games] == [
        (game["end"], game["reason"]) for game in then["records"]
    ]


def test_a_journal_is_reported_exported_and_replayed(court: Court, journal: Path) -> None:
    status, page, _ = run(court, "report", str(journal))
    assert status == 0
    assert all(f">{name}<" in page for name in ("Loud", "Plain", "Slow"))
    status, lines, _ = run(court, "export", str(journal), "--format", "jsonl")
    assert status == 0
    games = [json.loads(line) for line in lines.splitlines()]
    assert [(game["scores"], game["end"], len(game["turns"])) for game in games] == [
        ([18, 39], "FINISHED", 53),
        ([39, 18], "FINISHED", 53),
        ([0, 64], "EXTRA_OUTPUT", 0),
    ]
    status, page, _ = run(court, "replay", str(journal), "1")
    assert (status, [len(positions) for positions in sheets(page)]) == (0, [54])


def test_a_journal_is_resumed_and_its_games_stay(court: Court, journal: Path, folder: Path) -> None:
    before = lasting(journal)
    players = {"Loud": "./loud", "Plain": "./plain", "Slow": "./slow"}
    file = write(folder / "league.toml", players, "time = 60\nmemory = 256\nseed = 12\n")
    status, table, errors = run(court, "league", str(file), "--db", str(journal), "--sandbox", "read-all")
    assert status == 0, errors
    assert all(name in table for name in players)
    after = lasting(journal)
    for name in before:
        assert set(before[name]) <= set(after[name])
    assert [row[0] for row in after["result"]] == [1, 2, 3, 4, 5, 6]


def test_the_newest_version_of_the_changelog_is_this_one() -> None:
    headings = re.findall(r"^## \[(.+?)\](?: - (\d{4}-\d\d-\d\d))?$", (HOUSE / "CHANGELOG.md").read_text("utf-8"), re.M)
    assert headings[0] == ("Unreleased", "")
    assert headings[1][0] == __version__
    assert all(date for _, date in headings[1:])


def test_the_console_scripts_are_those_whose_options_are_kept() -> None:
    scripts = tomllib.loads((HOUSE / "pyproject.toml").read_text("utf-8"))["project"]["scripts"]
    assert {command.split()[0] for command in OPTIONS} <= set(scripts)
