"""Pages are accessible: axe-core finds nothing against them, in light and dark, on paper colours or a telephone."""

from __future__ import annotations

import importlib.resources
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver import Chrome

from arbiter.check.page import render as render_check
from arbiter.games import catalogue
from arbiter.games.players import End
from arbiter.play.record import MatchRecord
from tests.league import make_believe
from tests.league.test_tables import TRACEBACK, journal, page
from tests.pages.matches import forfeit, game, hostile_match, match

AXE = importlib.resources.files("axe_core_python").joinpath("axe.min.js").read_text("utf-8")
Show = Callable[[MatchRecord, bool], str]
MATCHES = {
    "a match": (match(*(game(number) for number in range(1, 5))), False),
    "a match with replays": (match(game(1), game(2)), True),
    "one game": (match(game(1)), True),
    "forfeits": (match(*(forfeit(n, 1, End.CRASH, "it ended", b"\x1b", stderr=TRACEBACK) for n in (1, 2))), True),
    "hostile programs": (hostile_match(), True),
    "no game": (match(planned=3), False),
}
LEAGUES = {"round-robin": 4, "knockout": 5, "swiss": 5}


def violations(driver: Chrome) -> list[str]:
    """Give what axe-core finds, a line each with the elements; in both colours."""
    found: list[str] = []
    driver.execute_script(AXE)
    for scheme in ("light", "dark"):
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
        run = "const done = arguments[0]; axe.run(document, { resultTypes: ['violations'] }).then(done)"
        results: dict[str, Any] = driver.execute_async_script(run)
        assert results["passes"], "axe-core has looked at nothing"
        for one in results["violations"]:
            nodes = [node["html"][:120] + " " + str(node["failureSummary"])[:200] for node in one["nodes"][:4]]
            found.append(f"{scheme}: {one['id']} ({len(one['nodes'])}): {one['help']}: {nodes}")
    return found


@pytest.mark.parametrize(("played", "verbose"), MATCHES.values(), ids=MATCHES)
def test_the_page_of_a_match_is_accessible(browser: Chrome, show: Show, played: MatchRecord, verbose: bool) -> None:
    show(played, verbose)
    assert violations(browser) == []


@pytest.mark.parametrize(("format_", "players"), LEAGUES.items(), ids=LEAGUES)
def test_the_page_of_a_league_is_accessible(browser: Chrome, tmp_path: Path, format_: str, players: int) -> None:
    store = journal(tmp_path / "league.db", make_believe.league(players, format_, pairs=1))
    browser.get(f"{page(store, tmp_path)}#game-1")
    assert violations(browser) == []
