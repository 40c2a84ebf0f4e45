"""Finished games are judged when a page asks for it, and the pages of these games show where they were lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.serve.live import follow, is_done, league, root, wait_for, watch
from tests.serve.server import Server, descendants
from tests.serve.test_end import wait_until_gone

BOT = {"kind": "bot", "level": 0}
LOST = "Where games were lost"


@pytest.mark.long
def test_the_games_of_a_table_are_judged(server: Server) -> None:
    table = server.open("othello", BOT, BOT)
    viewer = table.follow()
    if not viewer.until(lambda state: True)["result"]:
        viewer.until(lambda state: state["result"])
    assert LOST not in server.get(f"{table.where}games.html")[1]
    assert table.order("review")[0] == 204
    assert table.order("review")[0] == 400  # it has begun
    viewer.until(lambda state: any("where they were lost" in said for said in viewer.said))
    assert "1 game is judged: the page of finished games shows where they were lost." in viewer.said
    assert LOST in server.get(f"{table.where}games.html")[1]
    viewer.close()


def test_there_must_be_games_to_judge(server: Server) -> None:
    table = server.open("othello", {"kind": "person"}, BOT)
    status, text = table.order("review")
    assert (status, text) == (400, "only finished games that are kept can be judged\n")


@pytest.mark.long
def test_the_games_of_a_league_are_judged(tmp_path: Path) -> None:
    league(tmp_path, wait_s=0.0)
    with Server(tmp_path, "league.toml") as server:
        root(server)
        where = "contest/1/"
        assert "Review" in server.get(where)[1]
        assert server.post(f"{where}orders", {"do": "review"})[0] == 400
        viewer = follow(server)
        server.post(f"{where}orders", {"do": "start"})
        watch(viewer, is_done, lambda _: None)
        assert server.post(f"{where}orders", {"do": "review"})[0] == 204
        for event in viewer.events():
            if "where they were lost" in event.get("text", ""):
                break
        viewer.close()
        for page in ("page.html", "1/page.html"):
            assert LOST in server.get(where + page)[1]


@pytest.mark.long
def test_a_server_that_is_killed_leaves_nobody_who_judges(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        table = server.open("ataxx", BOT, BOT)
        viewer = table.follow()
        viewer.until(lambda state: state["result"])
        table.order("review")
        wait_for(lambda: len(server.children()) > 2)
        pids = descendants(server.process.pid)
        server.process.kill()
        server.process.wait()
        wait_until_gone(pids)
