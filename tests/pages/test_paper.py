"""What is printed fills its pages."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from selenium.webdriver import Chrome

from arbiter.games.players import End
from arbiter.play.record import MatchRecord
from tests.league import make_believe
from tests.league.test_tables import journal, page
from tests.pages.matches import forfeit, game, match


def printed(driver: Chrome) -> int:
    """Count the pages of paper."""
    pdf = base64.b64decode(driver.execute_cdp_cmd("Page.printToPDF", {"printBackground": False})["data"])
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


@pytest.mark.parametrize(
    ("played", "verbose", "most"),
    [
        (lambda: match(*(game(number) for number in range(1, 11))), False, 3),
        (lambda: match(*(forfeit(number, 1, End.CRASH, "it ended", length=5) for number in range(1, 7))), True, 5),
    ],
    ids=["final positions", "a row of positions each"],
)
def test_a_match_is_printed_without_half_empty_pages(
    browser: Chrome,
    show: Callable[[MatchRecord, bool], str],
    played: Callable[[], MatchRecord],
    verbose: bool,
    most: int,
) -> None:
    show(played(), verbose)
    assert printed(browser) <= most


@pytest.mark.long
def test_a_league_with_an_open_game_is_printed_without_half_empty_pages(browser: Chrome, tmp_path: Path) -> None:
    browser.get(
        f"{page(journal(tmp_path / 'league.db', make_believe.league(6, 'knockout', pairs=1)), tmp_path)}#game-1"
    )
    assert printed(browser) <= 6  # with every position of the game
