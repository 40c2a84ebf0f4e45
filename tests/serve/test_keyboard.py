"""Who uses the keyboard alone stays where they are on a page that is drawn anew, in a real browser."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.keys import Keys

from tests.serve.live import league, wait_for
from tests.serve.server import Server, Table
from tests.serve.test_browser import field, ready, status, wait

PERSON = {"kind": "person"}
BOT = {"kind": "bot", "level": 0}
SHUT_IN = "7/7/7/7/ooo4/ooo4/xoo4 x 0 1"
"""Red can only pass."""
FOCUSED = "const at = document.activeElement; return at.getAttribute('aria-label') || at.textContent.trim() || at.name"
TALKS = """
import sys, time
for number in range(1000):
    print("still here,", number, file=sys.stderr, flush=True)
    time.sleep(0.2)
"""


def go_to(driver: Chrome, selector: str) -> str:
    """Put the focus where a selector leads."""
    wait(driver).until(lambda page: page.execute_script("return document.querySelector(arguments[0])", selector))
    driver.execute_script("document.querySelector(arguments[0]).focus()", selector)
    return focused(driver)


def focused(driver: Chrome) -> str:
    return str(driver.execute_script(FOCUSED))


def press(driver: Chrome, *keys: str) -> None:
    ActionChains(driver).send_keys(*keys).perform()


def pause_and_go_on(driver: Chrome, table: Table) -> None:
    """Let two events come."""
    table.order("pause")
    wait(driver).until(lambda page: ", paused" in status(page))
    table.order("go")
    wait(driver).until(lambda page: ", paused" not in status(page))


def test_the_focus_stays_on_pass_whatever_others_do(browser: Chrome, server: Server) -> None:
    table = server.open("ataxx", PERSON, PERSON, start=SHUT_IN)
    browser.get(server.address + table.where)
    ready(browser, 1)
    assert go_to(browser, ".orders [data-move]") == "Pass"
    pause_and_go_on(browser, table)
    assert focused(browser) == "Pass"
    press(browser, Keys.ENTER)
    ready(browser, 2)


@pytest.mark.parametrize("name", ["Take back", "Swap sides"])
def test_the_focus_stays_on_an_order_that_begins_the_game_again(browser: Chrome, server: Server, name: str) -> None:
    table = server.open("othello", PERSON, PERSON)
    viewer = table.follow()
    for plies in (0, 1):
        table.order("move", seat=plies, move=viewer.asked(plies)[0])
    browser.get(server.address + table.where)
    ready(browser, 3)
    assert go_to(browser, f"[data-order={'back' if name == 'Take back' else 'swap'}]") == name
    for move in (2, 1) if name == "Take back" else (1,):
        press(browser, Keys.ENTER)
        ready(browser, move)
        assert focused(browser) == name
    viewer.close()


def test_who_types_moves_goes_on_typing_while_others_think_and_take_back(browser: Chrome, server: Server) -> None:
    table = server.open("othello", PERSON, BOT)
    viewer = table.follow()
    browser.get(server.address + table.where)
    ready(browser, 1)
    go_to(browser, "[name=move]")
    for plies in (0, 2):
        press(browser, viewer.asked(plies)[0], Keys.ENTER)
        ready(browser, plies + 3)
    press(browser, "half a move")
    table.order("back", at=2)
    ready(browser, 3)
    assert field(browser, "Move").get_attribute("value") == "half a move"
    press(browser, Keys.BACKSPACE * 20, viewer.asked(2)[0], Keys.ENTER)
    ready(browser, 5)
    viewer.close()


def test_what_a_program_says_does_not_open_what_was_shut_nor_take_the_focus(
    browser: Chrome, server: Server, tmp_path: Path
) -> None:
    program = tmp_path / "talks.py"
    program.write_text(TALKS)
    rival: dict[str, Any] = {"kind": "program", "command": f"{sys.executable} {program}"}
    table = server.open("othello", PERSON, rival)
    viewer = table.follow()
    browser.get(server.address + table.where)
    table.order("move", seat=0, move=viewer.asked(0)[0])
    summary = go_to(browser, ".voices summary")
    press(browser, Keys.ENTER)
    wait(browser).until(lambda page: not page.find_elements("css selector", ".voices [open]"))
    said = "return document.querySelector('.voices pre').textContent"
    before = browser.execute_script(said)
    wait(browser).until(lambda page: page.execute_script(said) != before)
    assert focused(browser) == summary == "B, now"
    assert not browser.find_elements("css selector", ".voices [open]")
    viewer.close()


def test_the_focus_stays_on_a_finished_game_of_a_league_when_the_next_one_is(tmp_path: Path, browser: Chrome) -> None:
    league(tmp_path, pairs=4, wait_s=0.01)
    with Server(tmp_path, "league.toml") as server:
        browser.get(server.address)
        wait(browser).until(lambda page: "Not begun" in status(page))
        go_to(browser, "[data-order=start]")
        press(browser, Keys.ENTER)
        game = go_to(browser, ".finished a")
        assert game.startswith("Game ")
        before = status(browser)
        wait_for(lambda: status(browser) != before)
        assert focused(browser) == game
