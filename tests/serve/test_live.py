"""Leagues and matches followed while they are played: what viewers saw is what the record has."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from arbiter.games import catalogue
from arbiter.games.players import Turn
from arbiter.league import config
from arbiter.league.store import Store
from arbiter.play.live import ABOUT, BESIDE, Reporter
from arbiter.serve.contest import Contest, Shown
from arbiter.serve.sources import OfLeague
from arbiter.serve.tail import Tail
from tests.league.files import children, rows
from tests.many import each
from tests.serve.live import Follower, follow, is_done, league, moves, root, wait_for, watch
from tests.serve.server import BIN, HANG_S, Server, Viewer
from tests.serve.test_end import is_alive, wait_until_gone

GAMES = ("othello", "ataxx", "dama", "domino")


@pytest.mark.parametrize("game", each(4, GAMES))
def test_every_game_has_grown_into_its_record_turn_by_turn(tmp_path: Path, game: str) -> None:
    league(tmp_path, game, wait_s=0.5 if game == "domino" else 0.02)  # what is over at once is not told of
    with Server(tmp_path, "league.toml") as server:
        assert "/contest/1/" in server.address  # the page of the league, as nothing else was asked for
        root(server)
        viewer, follower = follow(server), Follower(server)
        assert server.post("contest/1/orders", {"do": "start"})[0] == 204
        watch(viewer, is_done, follower.take)
        assert follower.join() == moves(tmp_path / "league.db")
        late = follow(server, "contest/1/1/")
        late.until(lambda state: state["result"])
        assert late.moves() == moves(tmp_path / "league.db")[1]
        assert server.get("contest/1/page.html")[0] == server.get("contest/1/1/page.html")[0] == 200
        assert server.get("contest/1/3/")[0] == server.get("contest/2/")[0] == 404
        assert not (tmp_path / f"league.db{BESIDE}").exists()


@pytest.mark.long
def test_who_comes_late_sees_the_true_position_and_who_only_looks_can_order_nothing(tmp_path: Path) -> None:
    league(tmp_path, wait_s=0.03)
    with Server(tmp_path, "league.toml", "--audience") as server:
        audience = server.audience().partition("contest/")[0].partition(server.host)[2]
        root(server)
        viewer, late = follow(server), list[Viewer]()
        server.post("contest/1/orders", {"do": "start"})

        def look(board: dict[str, object]) -> None:
            if isinstance(board["plies"], int) and board["plies"] > 20 and not late:
                late.append(follow(server, f"contest/1/{board['number']}/"))

        headers = {"Content-Type": "application/json"}
        assert server.ask("POST", f"{audience}contest/1/orders", b'{"do": "stop"}', headers)[0] == 403
        assert server.ask("GET", f"{audience}contest/1/")[0] == 200
        watch(viewer, is_done, look)
        begun = late[0].until(lambda state: state)
        number, plies = begun["number"], len(begun["turns"])
        late[0].until(lambda state: state["result"])
        assert 20 < plies <= len(late[0].moves())
        assert late[0].moves() == moves(tmp_path / "league.db")[number]


def test_a_league_goes_on_without_its_server_and_stops_and_is_resumed_from_the_page(tmp_path: Path) -> None:
    league(tmp_path, pairs=2, wait_s=0.02)
    journal = tmp_path / "league.db"
    with Server(tmp_path, ".") as server:
        assert "league" in server.get()[1]
        viewer = follow(server)
        server.post("contest/1/orders", {"do": "start"})
        watch(viewer, lambda state: state["summary"]["finished"] >= 1, lambda board: None)
        assert server.post("contest/1/orders", {"do": "start"})[0] == 400
        before = arbiters(server)
        server.post("contest/1/orders", {"do": "stop"})
        assert server.post("contest/1/orders", {"do": "start"})[0] == 204  # once that has ended
        assert server.post("contest/1/orders", {"do": "start"})[0] == 400
        wait_for(lambda: arbiters(server) not in ([], before))  # one look: between two the one told to stop may end
        (arbiter,) = arbiters(server)
        server.process.kill()
        server.process.wait()
    assert is_alive(arbiter)
    wait_until_gone([arbiter])
    assert len(moves(journal)) == 4
    assert not (tmp_path / f"league.db{BESIDE}").exists()


def is_begun(journal: Path) -> bool:
    """Tell whether a game is finished; the journal may just be being made."""
    with contextlib.suppress(sqlite3.OperationalError):
        return bool(rows_of(journal.parent))
    return False


def goes_on_to_its_end(folder: Path, games: int) -> None:
    """Have a league resumed from its page, without a word of complaint, until so many games are finished."""
    with Server(folder, "league.toml") as server:
        root(server)
        viewer = follow(server)
        assert server.post("contest/1/orders", {"do": "start"})[0] == 204
        watch(viewer, lambda state: is_done(state) or state["said"], lambda board: None)
        assert (viewer.state["said"], viewer.state["summary"]["finished"]) == ("", games)
        viewer.close()


BEGUN = ["--sprt", "-5", "0.00001", "--seed", "-7", "--no-namespace", "--suspend", "1"]


def test_a_league_that_was_begun_by_words_of_a_command_line_is_resumed_from_the_page(tmp_path: Path) -> None:
    path = league(tmp_path, pairs=2)
    process = arbiter("league", str(path), *BEGUN)
    wait_for(lambda: is_begun(tmp_path / "league.db"))
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=HANG_S)
    assert 0 < len(rows_of(tmp_path)) < 4
    goes_on_to_its_end(tmp_path, 4)


def test_a_league_that_was_begun_shut_in_is_resumed_so_whatever_its_file_says(tmp_path: Path) -> None:
    path = league(tmp_path)
    assert "sandbox = false" in path.read_text()
    Store.begin(tmp_path / "league.db", config.read(path, None, None, namespaces=True, sandbox="full")).close()
    goes_on_to_its_end(tmp_path, 2)


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ({}, "--seed 0 --sandbox full --suspend 3"),
        ({"seed": -7, "suspend": 0}, "--seed -7 --sandbox full --suspend 0"),
        ({"sprt": (-5.0, 1e-5)}, "--seed 0 --sprt -5.0 0.00001 --sandbox full --suspend 3"),
        ({"namespaces": False}, "--seed 0 --sandbox full --suspend 3 --no-namespace"),
        ({"read_all": True}, "--seed 0 --sandbox read-all --suspend 3"),
        ({"sandbox": False}, "--seed 0 --sandbox none --suspend 3"),
    ],
)
def test_the_words_by_which_a_league_was_begun_are_known(tmp_path: Path, how: dict[str, Any], words: str) -> None:
    path = league(tmp_path)
    whole = config.read(path, None, None, namespaces=True, sandbox="full")
    source = OfLeague(tmp_path / "league.db", path)
    assert source.begun() == []
    Store.begin(source.place, dataclasses.replace(whole, **how)).close()
    assert " ".join(source.begun()) == words


def arbiters(server: Server) -> list[int]:
    """Give the arbiters that the server has started."""
    found = []
    for pid in children(server.process.pid):
        with contextlib.suppress(OSError):
            if b"--stream" in Path(f"/proc/{pid}/cmdline").read_bytes():
                found.append(pid)
    return found


@pytest.mark.long
def test_an_arbiter_that_is_killed_is_seen_to_be_gone_and_the_usual_command_goes_on(tmp_path: Path) -> None:
    path = league(tmp_path, pairs=2, wait_s=0.02)
    command = [str(BIN / "arbiter"), "league", str(path), "--stream"]
    environment = {**os.environ, "PATH": f"{BIN}:{os.environ['PATH']}"}
    with Server(tmp_path, "league.toml") as server:
        root(server)
        viewer, follower = follow(server), Follower(server)
        arbiter = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment)
        watch(viewer, lambda state: state["summary"]["finished"] >= 1, lambda board: None)
        arbiter.kill()
        arbiter.wait()
        watch(viewer, lambda state: not state["running"], lambda board: None)
        assert (tmp_path / f"league.db{BESIDE}").exists()  # of which nothing is shown any more
        subprocess.Popen(command[:-1], stdout=subprocess.DEVNULL, env=environment).wait()
        watch(viewer, lambda state: state["summary"]["finished"] == 4, follower.take)
        viewer.close()
        assert len(moves(tmp_path / "league.db")) == 4


MATCH = ["--game", "ataxx", "--seed", "5", "ataxx-bot --level 1", "ataxx-bot --level 0", "6"]


def without_times(page: bytes) -> int:
    return len(re.findall(rb"<article", page))


def arbiter(*words: str) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "PATH": f"{BIN}:{os.environ['PATH']}", "XDG_RUNTIME_DIR": ""}
    pipe = subprocess.PIPE
    return subprocess.Popen([str(BIN / "arbiter"), *words], stdout=pipe, stderr=pipe, env=environment)


@pytest.mark.parametrize("how", ["to its end", "the server is killed"])
def test_a_match_that_is_shown_ends_as_any_other(how: str) -> None:
    plain, shown = arbiter(*MATCH), arbiter("--live", *MATCH)
    assert shown.stderr
    address = shown.stderr.readline().decode()
    assert address.startswith("arbiter: live at http://127.0.0.1:")
    (server,) = [pid for pid in children(shown.pid) if b"--while-input" in Path(f"/proc/{pid}/cmdline").read_bytes()]
    folder = Path(Path(f"/proc/{server}/cmdline").read_bytes().split(b"\0")[-2].decode())
    assert folder.is_dir()
    if how == "the server is killed":
        os.kill(server, signal.SIGKILL)
    page, said = shown.communicate(timeout=HANG_S)
    expected, told = plain.communicate(timeout=HANG_S)
    assert said == told
    assert shown.returncode == plain.returncode == 0
    assert without_times(page) == without_times(expected) == 6
    assert not is_alive(server)
    assert not folder.exists()


def test_nothing_is_left_of_a_match_whose_arbiter_is_killed() -> None:
    shown = arbiter("--live", *MATCH[:-1], "10000")
    assert shown.stderr
    shown.stderr.readline()
    pids = children(shown.pid)
    (server,) = [pid for pid in pids if b"--while-input" in Path(f"/proc/{pid}/cmdline").read_bytes()]
    folder = Path(Path(f"/proc/{server}/cmdline").read_bytes().split(b"\0")[-2].decode())
    shown.kill()
    shown.communicate()
    wait_until_gone(pids)
    assert not folder.exists()


def test_without_the_extra_a_match_says_so_and_is_played(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import importlib.util\n"
        "find = importlib.util.find_spec\n"
        "importlib.util.find_spec = lambda name, *more: None if name == 'uvicorn' else find(name, *more)\n"
    )
    environment = {**os.environ, "PATH": f"{BIN}:{os.environ['PATH']}", "PYTHONPATH": str(tmp_path)}
    command = [str(BIN / "arbiter"), "--live", *MATCH[:-1], "2"]
    done = subprocess.run(command, capture_output=True, env=environment, check=False, timeout=HANG_S)
    assert done.returncode == 0
    assert done.stderr.splitlines()[0].startswith(b"arbiter: serve needs starlette and uvicorn")
    assert done.stdout.count(b"<article") == 2


def test_twenty_viewers_hear_the_same_of_a_game_that_is_drawn_once_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    game = catalogue.game("othello")
    drawn = []

    def draw(story: object) -> dict[int, object]:
        drawn.append(story)
        return {}

    monkeypatch.setattr("arbiter.serve.story.Story._look", draw)
    played = [Turn(move, 0.0) for move in ("2 3", "2 2", "2 1", "1 1")]

    async def run() -> list[list[str]]:
        shown = Shown(game, 1)
        shown.begin(("a", "b"), 0, "")
        heard: list[list[str]] = [[] for _ in range(20)]

        async def listen(own: list[str]) -> None:
            async for part in shown.feed.follow():
                for line in part.decode().splitlines():
                    if line.startswith("data: "):
                        event = json.loads(line[6:])
                        turns = event["turns"] if event["kind"] == "state" else [event]
                        own += [turn["text"] for turn in turns]

        tasks = [asyncio.create_task(listen(own)) for own in heard]
        await asyncio.sleep(0)
        for at in (0, 2):
            shown.hear(played[at : at + 2])
            for _ in range(5):
                await asyncio.sleep(0)
        shown.feed.close()
        await asyncio.gather(*tasks)
        return heard

    assert asyncio.run(run()) == [[turn.move for turn in played]] * 20
    assert len(drawn) == 3  # the start, and after each time that something was heard


def test_boards_move_while_the_journal_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arbiter.serve.contest.is_played", lambda source: 1)
    contest = Contest(1, OfLeague(tmp_path / "league.db", league(tmp_path)))
    contest.source.folder.mkdir()
    reporter = Reporter(str(contest.source.folder), 0)

    async def run() -> tuple[list[int], list[str]]:
        monkeypatch.setattr("arbiter.serve.contest.SUMMARY_S", 0)
        await contest.fresh()
        with sqlite3.connect(tmp_path / "league.db") as begun:
            begun.execute("CREATE TABLE more (to_come)")
        monkeypatch.setattr("arbiter.serve.contest.SUMMARY_S", HANG_S)
        reporter.begin("othello", 1, ("a", "b"), 0, "")
        sheet, moves, plies, said = reporter.sheet(), ["2 3", "2 2", "2 1"], [], [""]
        reporter.tell(0)
        async for part in contest.follow(contest.feed):
            for line in part.decode().splitlines():
                event = json.loads(line.removeprefix("data: ")) if line.startswith("data: ") else {}
                plies += [board["plies"] for board in event.get("boards", ())]
                said += [event[name] for name in ("said",) if event.get(name)]
                if said[-1] and plies[-1] == len(sheet):
                    if not moves:
                        return plies, said
                    list.append(sheet, Turn(moves.pop(0), 0.0))
                    reporter.tell(0)
        raise AssertionError(plies)

    plies, said = asyncio.run(asyncio.wait_for(run(), HANG_S / 2))
    assert sorted(set(plies)) == [0, 1, 2, 3]
    assert "this is not the journal" in said[-1]


def test_a_cluster_cannot_be_followed(tmp_path: Path) -> None:
    path = league(tmp_path)
    command = [sys.executable, "-P", "-m", "arbiter", "league", str(path), "--live", "--cluster", "local:1"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=HANG_S)
    assert done.returncode == 2
    assert "--live is for games of this machine" in done.stderr
    assert not rows_of(tmp_path)


def rows_of(folder: Path) -> list[tuple[object, ...]]:
    journal = folder / "league.db"
    return list(rows(journal, "SELECT number FROM result")) if journal.exists() else []


@pytest.mark.parametrize(
    "text", [b"", b"{", b"[]", b"\xff", b"[" * 100_000], ids=["empty", "half", "list", "byte", "deep"]
)
def test_what_no_arbiter_of_ours_has_told_is_nothing(tmp_path: Path, text: bytes) -> None:
    (tmp_path / ABOUT).write_bytes(text)
    assert Tail(tmp_path).about() == {}
