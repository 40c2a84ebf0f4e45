"""Whatever lies in a folder that is served: one odd file costs nobody the page, and says in a line what is wrong."""

from __future__ import annotations

import contextlib
import html
import http.client
import json
import os
import re
import shutil
import sqlite3
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from arbiter.host.command import split
from arbiter.serve.app import programs_of
from tests.many import each
from tests.serve.live import league
from tests.serve.server import BIN, HANG_S, Server


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Play a league of two games."""
    path = league(tmp_path_factory.mktemp("league"), "ataxx", 1, 0)
    environment = {**os.environ, "PATH": f"{BIN}:{os.environ['PATH']}"}
    command = [str(BIN / "arbiter"), "league", str(path)]
    subprocess.run(command, env=environment, check=True, capture_output=True, timeout=HANG_S)
    return path.with_suffix(".db")


def contests(server: Server) -> dict[str, str]:
    """Give the address of each league that the hall lists, by its name."""
    status, text = server.get()
    assert status == 200, text
    return {html.unescape(name): where for where, name in re.findall(r'<a href="(contest/\d+/)">([^<]*)</a>', text)}


def test_the_hall_leaves_out_programs_whose_names_nobody_can_read(tmp_path: Path) -> None:
    for name in (b"\xe9l\xe8ve.py", b"two\nlines.py", b"good.py"):
        Path(os.fsdecode(bytes(tmp_path) + b"/" + name)).touch()
    with Server(tmp_path, ".") as server:
        status, text = server.get()
    assert status == 200
    assert re.findall('<option value="python3 ([^"]*)">', text) == [str(tmp_path / "good.py")]


@pytest.mark.parametrize("name", ["it's.py", 'say "so".py', "back\\slash.py", "a b.py", "$HOME.py", "ünï.py"])
def test_a_program_is_offered_by_a_line_that_runs_it(tmp_path: Path, name: str) -> None:
    (tmp_path / name).touch()
    (line,) = programs_of(tmp_path)
    assert split(line) == ("python3", str(tmp_path / name))


CONFIGS: dict[str, Callable[[dict[str, Any]], str]] = {
    "of a later version": lambda config: json.dumps({**config, "future": 1}),
    "of something else": lambda config: "[]",
    "cut off": lambda config: json.dumps(config)[:50],
}


@pytest.mark.parametrize("change", each(3, CONFIGS.values()), ids=CONFIGS)
def test_a_journal_whose_league_cannot_be_read_is_not_listed(
    tmp_path: Path, journal: Path, change: Callable[[dict[str, Any]], str]
) -> None:
    for name in ("fine.db", "odd.db"):
        shutil.copy(journal, tmp_path / name)
    rewrite(tmp_path / "odd.db", change)
    with Server(tmp_path, ".") as server:
        assert list(contests(server)) == ["fine"]
    command = [str(BIN / "arbiter"), "serve", "--no-browser", "odd.db"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=HANG_S)
    assert done.returncode == 2
    assert "this is not as the arbiter writes journals" in done.stderr


def rewrite(path: Path, change: Callable[[dict[str, Any]], str]) -> None:
    """Change what a journal says of its league."""
    with contextlib.closing(sqlite3.connect(path)) as database, database:
        (config,) = database.execute("SELECT config FROM league").fetchone()
        database.execute("UPDATE league SET config = ?", (change(json.loads(config)),))


def test_a_journal_of_a_game_that_is_not_installed_says_so(tmp_path: Path, journal: Path) -> None:
    shutil.copy(journal, tmp_path / "odd.db")
    rewrite(tmp_path / "odd.db", lambda config: json.dumps({**config, "game": "connect4"}))
    with Server(tmp_path, ".") as server:
        where = contests(server)["odd"]
        for page in ("", "events", "page.html", "1/", "1/events"):
            status, text = server.get(where + page)
            assert status == 404, page
            assert text.startswith("'connect4' is not a game; there are ")
            assert text.count("\n") == 1


@pytest.mark.parametrize("name", ["pipe.toml", "pipe.db"])
def test_a_pipe_in_the_folder_is_not_waited_for(tmp_path: Path, name: str) -> None:
    os.mkfifo(tmp_path / name)
    with Server(tmp_path, ".") as server:
        assert contests(server) == {}


@pytest.mark.parametrize("name", each(3, ["Łódź", 'say "so"', "plain"]))
def test_pages_of_a_league_are_saved_under_its_name_whatever_that_is(tmp_path: Path, journal: Path, name: str) -> None:
    shutil.copy(journal, tmp_path / f"{name}.db")
    with Server(tmp_path, ".") as server:
        where = server.path + contests(server)[name]
        for page, ending in (("page.html", ""), ("1/page.html", "-1")):
            connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=HANG_S)
            with contextlib.closing(connection):
                connection.request("GET", where + page)
                answer = connection.getresponse()
                assert answer.status == 200
                (saved,) = re.findall("^attachment; filename[*]=UTF-8''(.*)$", answer.headers["Content-Disposition"])
            assert saved.isascii()
            assert '"' not in saved
            assert unquoted(saved) == f"{name}{ending}.html"


def unquoted(text: str) -> str:
    """Read what stands after %: bytes of UTF-8."""
    return re.sub(rb"%(..)", lambda found: bytes.fromhex(found[1].decode()), text.encode()).decode()


@pytest.mark.parametrize("digits", [20, 5000])
def test_a_number_with_more_digits_than_any_is_not_found(tmp_path: Path, journal: Path, digits: int) -> None:
    shutil.copy(journal, tmp_path / "league.db")
    with Server(tmp_path, ".") as server:
        where = contests(server)["league"]
        for page in (f"table/{'9' * digits}/", f"contest/{'9' * digits}/", f"{where}{'9' * digits}/page.html"):
            assert server.get(page)[0] == 404
