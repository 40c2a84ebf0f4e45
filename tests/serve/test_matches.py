"""A match of two programs is begun from the hall, and is a league like any other."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.support.select import Select

from arbiter.league import config
from arbiter.serve.matches import text_of
from arbiter.serve.plan import read
from tests.serve.live import follow, is_done, moves, watch
from tests.serve.server import Server
from tests.serve.test_browser import button, field, status, wait

BOTS = [{"kind": "bot", "level": 0}, {"kind": "bot", "level": 1}]
PERSON = {"kind": "person"}


@pytest.mark.long
def test_a_match_is_begun_followed_and_kept(server: Server) -> None:
    wish = {"game": "othello", "seats": BOTS, "games": 2, "clock": "60+1"}
    answer, text = server.post("matches", wish)
    assert (answer, text) == (201, '{"contest":1}')
    watch(follow(server), is_done, lambda _: None)
    (journal,) = server.games.glob("matches/othello-*.db")
    assert sorted(moves(journal)) == [1, 2]
    assert journal.stem in server.get()[1]


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ({"seats": [PERSON, BOTS[0]]}, "two programs"),
        ({"games": 3}, "an even number"),
        ({"games": True}, "an even number"),
        ({"games": 10**9}, "an even number"),
        ({"start": "2 3, 2 4"}, "opening moves are for tables"),
        ({"seats": 5}, "seats: expected two"),
    ],
    ids=str,
)
def test_what_is_no_match_is_one_line(server: Server, wish: dict[str, Any], said: str) -> None:
    answer, text = server.post("matches", {"game": "othello", "seats": BOTS, "games": 2, **wish})
    assert answer == 400
    assert said in text
    assert text.count("\n") == 1


@pytest.mark.parametrize("command", ["./a 'b c' \\d", 'x "quoted"', "ünï 😀"])
def test_names_and_command_lines_come_out_as_they_were(tmp_path: Path, command: str) -> None:
    seats = [{"kind": "program", "command": command}] * 2
    text = text_of(read({"game": "othello", "seats": seats}, 7), 4)
    players = tomllib.loads(text)["player"]
    assert [player["command"] for player in players] == [command, command]
    (tmp_path / "league.toml").write_text(text, encoding="utf-8")
    league = config.read(tmp_path / "league.toml", None, None, namespaces=True)
    assert (league.pairs, league.seed) == (2, 7)
    assert [entrant.name for entrant in league.entrants] == [f"A: {command}", f"B: {command}"]


@pytest.mark.parametrize("clock", ["987654.25+1", "300.125+0.25", "60", "1e6+1e-7", "0.1+0.2", "40/60+0.1"])
def test_a_clock_comes_out_as_it_was(tmp_path: Path, clock: str) -> None:
    plan = read({"game": "othello", "seats": BOTS, "clock": clock}, 7)
    (tmp_path / "league.toml").write_text(text_of(plan, 2))
    league = config.read(tmp_path / "league.toml", None, None, namespaces=True)
    assert {entrant.limits.clock for entrant in league.entrants} == {plan.limits.clock}


@pytest.mark.long
@pytest.mark.parametrize("game", ["Othello", "Domino"])
def test_a_match_is_begun_by_a_button(browser: Chrome, server: Server, game: str) -> None:
    browser.get(server.address)
    browser.find_element("xpath", f"//label[normalize-space()='{game}']").click()
    assert not browser.find_elements("xpath", "//button[.='Play a match']")[0].is_displayed()
    Select(field(browser, "Who", 0)).select_by_visible_text("our bot")
    field(browser, "Games").clear()
    field(browser, "Games").send_keys("2")
    button(browser, "Play a match").click()
    wait(browser).until(lambda page: "/contest/" in page.current_url and "2 of 2 games are finished" in status(page))
    assert browser.get_log("browser") == []
