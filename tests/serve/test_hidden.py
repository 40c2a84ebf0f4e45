"""Pages that nobody sees, and pages of a table that has ended or of a server that refuses them, in a real browser."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from tests.serve.live import league, wait_for
from tests.serve.server import HANG_S, Server
from tests.serve.test_browser import field, ready, status, wait

PERSON = {"kind": "person"}
TABS = 8
"""More than a browser holds connections to one server."""
VIEWERS = 100
"""Pages that follow one table, beyond which another one is refused."""
USUAL_S = 300
"""In which a page has to load, as the driver has it."""


@pytest.fixture
def tabs(browser: Chrome) -> Iterator[Chrome]:
    """A browser that has one tab again afterwards."""
    first = browser.current_window_handle
    browser.set_page_load_timeout(HANG_S)
    yield browser
    for other in set(browser.window_handles) - {first}:
        browser.switch_to.window(other)
        browser.close()
    browser.switch_to.window(first)
    browser.set_page_load_timeout(USUAL_S)


def told(driver: Chrome) -> str:
    return driver.find_element(By.XPATH, "//*[@role='log']").text


@pytest.mark.long
def test_any_number_of_tabs_follow_a_table(tabs: Chrome, server: Server) -> None:
    table = server.open("ataxx", PERSON, PERSON)
    for at in range(TABS):
        if at:
            tabs.switch_to.new_window("tab")
        tabs.get(server.address + table.where)
        ready(tabs, 1)


def test_any_number_of_tabs_follow_a_league(tabs: Chrome, tmp_path: Path) -> None:
    league(tmp_path)
    with Server(tmp_path, "league.toml") as server:
        for at in range(TABS):
            if at:
                tabs.switch_to.new_window("tab")
            tabs.get(server.address)
            wait(tabs).until(lambda page: "Not begun" in status(page))


def test_a_page_that_is_seen_again_goes_on_and_what_a_person_has_typed_stays(tabs: Chrome, server: Server) -> None:
    table = server.open("ataxx", PERSON, PERSON)
    viewer = table.follow()
    tabs.get(server.address + table.where)
    ready(tabs, 1)
    field(tabs, "Move").send_keys("half a move")
    page = tabs.current_window_handle
    tabs.switch_to.new_window("tab")
    for turns in (0, 1):
        table.order("move", seat=turns, move=viewer.asked(turns)[0])
    viewer.asked(2)
    tabs.switch_to.window(page)
    ready(tabs, 3)
    assert field(tabs, "Move").get_attribute("value") == "half a move"
    assert [item.text for item in tabs.find_elements(By.CSS_SELECTOR, ".moves li")] == viewer.moves()
    assert told(tabs) == ""
    viewer.close()


def test_the_page_of_a_table_whose_process_has_ended_says_so_and_waits_no_more(tabs: Chrome, server: Server) -> None:
    before = set(server.children())
    table = server.open("ataxx", PERSON, PERSON)
    tabs.get(server.address + table.where)
    ready(tabs, 1)
    (worker,) = set(server.children()) - before
    os.kill(worker, signal.SIGKILL)
    for _ in range(2):
        wait(tabs).until(lambda page: told(page) == "The process of this table has ended; begin a new one.")
        tabs.refresh()  # who comes afterwards hears it, too


COUNTING = """
const Usual = EventSource;
window.asked = 0;
window.EventSource = class extends Usual {
  constructor(url) {
    super(url);
    window.asked++;
  }
};
"""


def test_a_page_that_is_refused_for_good_says_why_and_asks_no_more(tabs: Chrome, tmp_path: Path) -> None:
    script = tabs.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": COUNTING})
    with Server(tmp_path) as before:
        tabs.get(before.address + before.open("ataxx", PERSON, PERSON).where)
        ready(tabs, 1)
    tabs.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)
    wait(tabs).until(lambda page: told(page) == "The server does not answer; this page goes on when it does.")
    with Server(tmp_path, "--port", str(before.port)):  # with another token
        wait(tabs).until(lambda page: "no token, or a wrong one" in told(page))
        assert "goes on" not in told(tabs)
        assert "is closed" in status(tabs)
        assert not tabs.find_elements(By.CSS_SELECTOR, "[data-order]:not([aria-disabled=true]), .targets *")
        asked = tabs.execute_script("return window.asked")
        tabs.execute_script("document.dispatchEvent(new Event('visibilitychange'))")
        assert tabs.execute_script("return window.asked") == asked


def test_a_page_that_is_one_too_many_says_so_and_goes_on_once_others_have_left(tabs: Chrome, server: Server) -> None:
    table = server.open("ataxx", PERSON, PERSON)
    with contextlib.ExitStack() as stack:
        others = [stack.enter_context(contextlib.closing(table.follow())) for _ in range(VIEWERS)]
        others[-1].asked(0)
        tabs.get(server.address + table.where)
        wait(tabs).until(lambda page: f"{VIEWERS} pages follow this table already" in told(page))
    ready(tabs, 1)
    wait_for(lambda: told(tabs) == "")
