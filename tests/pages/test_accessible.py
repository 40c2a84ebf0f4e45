"""Pages are accessible: axe-core finds nothing against them, in light and dark, on paper colours or a telephone."""

from __future__ import annotations

import importlib.resources
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver import Chrome

from arbiter.check.page import render as render_check
from arbiter.check.report import Report, Result, Status
from arbiter.games import catalogue
from arbiter.games.dialogues import Demand, Event, Finding
from arbiter.games.players import End
from arbiter.pages.page import render
from arbiter.play.record import MatchRecord
from tests.league import make_believe
from tests.league.test_tables import TRACEBACK, journal, page
from tests.many import each
from tests.pages.matches import forfeit, game, hostile_match, match
from tests.pages.replays import NAMES, some_game
from tests.pages.test_study import do, wait_for

AXE = importlib.resources.files("axe_core_python").joinpath("axe.min.js").read_text("utf-8")
Show = Callable[[MatchRecord, bool], str]
MATCHES: dict[str, tuple[Callable[[], MatchRecord], bool]] = {
    "a match": (lambda: match(*(game(number) for number in range(1, 11))), False),
    "a match with replays": (lambda: match(game(1), game(2)), True),
    "one game": (lambda: match(game(1)), True),
    "forfeits": (lambda: match(forfeit(1, 1, End.CRASH, "gone", b"\x1b", stderr=20 * TRACEBACK)), True),
    "hostile programs": (hostile_match, True),
    "no game": (lambda: match(planned=3), False),
}
LEAGUES = {"round-robin": 4, "knockout": 5, "swiss": 5}


def violations(driver: Chrome) -> list[str]:
    """Give what axe-core finds, a line each with the elements: in light, and in dark on a telephone."""
    found: list[str] = []
    driver.execute_script(AXE)
    driver.execute_script("document.querySelectorAll('details').forEach((one) => (one.open = true))")
    for scheme, width in (("light", 1180), ("dark", 390)):
        metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
        run = "const done = arguments[0]; axe.run(document, { resultTypes: ['violations'] }).then(done)"
        results: dict[str, Any] = driver.execute_async_script(run)
        assert results["passes"], "axe-core has looked at nothing"
        for one in results["violations"]:
            nodes = [node["html"][:120] + " " + str(node["failureSummary"])[:200] for node in one["nodes"][:4]]
            found.append(f"{scheme}: {one['id']} ({len(one['nodes'])}): {one['help']}: {nodes}")
    driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    return found


@pytest.mark.parametrize("name", each(6, MATCHES))
def test_the_page_of_a_match_is_accessible(browser: Chrome, show: Show, name: str) -> None:
    played, verbose = MATCHES[name]
    show(played(), verbose)
    assert violations(browser) == []


@pytest.mark.long
@pytest.mark.parametrize(("format_", "players"), each(3, LEAGUES.items()))
def test_the_page_of_a_league_is_accessible(browser: Chrome, tmp_path: Path, format_: str, players: int) -> None:
    store = journal(tmp_path / "league.db", make_believe.league(players, format_, pairs=1))
    browser.get(f"{page(store, tmp_path)}#game-1")
    assert violations(browser) == []


@pytest.mark.parametrize("name", each(3, ["othello", "dama", "domino"]))
def test_a_page_on_which_one_plays_on_is_accessible(browser: Chrome, tmp_path: Path, name: str) -> None:
    game_ = catalogue.game(name)
    record = some_game(name, 1)
    text = render(MatchRecord(name, NAMES, 1, (), (record,), False), game_, True, engine=True)
    (tmp_path / "games.html").write_text(text, encoding="utf-8")
    browser.get(f"{(tmp_path / 'games.html').as_uri()}#g1-1")
    do(browser, "play")
    wait_for(browser, ".targets circle, .passes button")
    assert violations(browser) == []


def test_the_page_of_an_examination_is_accessible(browser: Chrome, tmp_path: Path) -> None:
    events = (Event(0.001, "we sent", b"black\n"), Event(0.25, "it wrote", b"\x1b[2J" * 100, 2))
    demand = Demand("A line ends with a newline.", "the protocol", "What is said")
    finding = Finding("It ended in the middle of a line.", demand, events, "- X O", 20 * TRACEBACK)
    results = (
        Result("as black", Status.PASSED),
        Result("as white", Status.FAILED, finding),
        Result("an illegal move", Status.NOT_REACHED, why="it does not start"),
    )
    report = Report("./bot <b>", "othello", (("seed", "1"),), results)
    (tmp_path / "check.html").write_text(render_check(report, catalogue.game("othello")), encoding="utf-8")
    browser.get((tmp_path / "check.html").as_uri())
    assert violations(browser) == []


def test_axe_core_would_notice(browser: Chrome, show: Show) -> None:
    show(match(game(1)), False)
    browser.execute_script("document.querySelector('h1').style.color = '#ccc'; document.documentElement.lang = ''")
    found = " ".join(violations(browser))
    assert "color-contrast" in found
    assert "html-has-lang" in found
