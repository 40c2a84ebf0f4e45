"""What a page must do before it is seen, in layouts, elements and bytes; `make evidence` has the milliseconds."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from selenium.webdriver import Chrome

from arbiter.play.record import MatchRecord
from tests.league import make_believe
from tests.league.test_tables import journal, page
from tests.pages.matches import game, match

LAYOUTS = 12
"""Of a page while it is loaded: two or three, and some more where its text comes in pieces."""


def counted(driver: Chrome, address: str) -> tuple[int, int]:
    """Load a page; give how often it was laid out, and its elements."""
    driver.execute_cdp_cmd("Performance.enable", {})
    driver.get("about:blank")
    driver.get(address)
    driver.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")
    metrics = driver.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
    layouts = next(one["value"] for one in metrics if one["name"] == "LayoutCount")  # of this document
    return int(layouts), int(driver.execute_script("return document.getElementsByTagName('*').length"))


def test_a_match_is_seen_after_a_few_layouts(browser: Chrome, show: Callable[[MatchRecord, bool], str]) -> None:
    for verbose in (False, True):
        address = show(match(*map(game, range(1, 11))), verbose)
        assert 1 <= counted(browser, address)[0] <= LAYOUTS


@pytest.mark.long
def test_a_league_has_as_much_to_lay_out_however_many_games_it_has(browser: Chrome, tmp_path: Path) -> None:
    found = []
    for pairs in (18, 40):  # 108 games and 240, of which the list shows 100
        store = journal(tmp_path / f"{pairs}.db", make_believe.league(3, pairs=pairs, suspend=0))
        address = page(store, tmp_path)
        found.append((*counted(browser, address), Path(address.removeprefix("file://")).stat().st_size))
    (little, few, small), (much, many, large) = found
    assert 1 <= min(little, much) <= max(little, much) <= LAYOUTS
    assert many <= few + 40
    assert large - small < (240 - 108) * 1024
