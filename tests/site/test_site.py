"""The whole site as `make site` makes it, in browsers: it asks no network, and shuts no reader out."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.support.wait import WebDriverWait

from docs.site.links import follow
from tests.many import many
from tests.pages.firefox import Firefox
from tests.pages.test_accessible import violations
from tests.pages.test_firefox import fox
from tests.pages.test_study import BOARDS, CLICK, board_game, choose, do, said, wait_for, wait_until_said
from tests.play.court import HANG_S

__all__ = ["fox"]
HOUSE = Path(__file__).parents[2]
PAGES = ("match", "forfeits", "check", "league", "review", "student")
PLIES = 60
pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder, made by the command."""
    folder = tmp_path_factory.mktemp("site") / "of its own"
    command = [sys.executable, "-P", "-m", "docs.site", str(folder)]
    done = subprocess.run(command, cwd=HOUSE, capture_output=True, text=True, timeout=HANG_S, check=False)
    assert (done.stderr, done.returncode) == ("", 0)
    assert "https://semver.org/" in done.stdout
    return folder


def everything(site: Path) -> dict[str, str]:
    return {str(path.relative_to(site)): path.read_text("utf-8") for path in sorted(site.rglob("*.html"))}


def asked(driver: Chrome) -> list[str]:
    """Give what pages have asked for that is not in them and no file."""
    events = (json.loads(entry["message"])["message"] for entry in driver.get_log("performance"))
    wanted = (event["params"]["request"]["url"] for event in events if event["method"] == "Network.requestWillBeSent")
    return [address for address in wanted if not address.startswith(("file:", "data:", "blob:"))]


def test_there_are_examples_and_every_link_of_theirs_leads_somewhere(site: Path) -> None:
    made = everything(site)
    assert {f"examples/{name}.html" for name in PAGES} <= set(made)
    assert follow(made).broken == []
    assert "forfeit" in made["examples/forfeits.html"]
    assert "FAILED" in made["examples/check.html"] or "failed" in made["examples/check.html"]
    assert "Where games were lost" in made["examples/review.html"]


def test_no_page_is_inaccessible_complains_or_asks_a_network(browser: Chrome, site: Path) -> None:
    found, pages = {}, list(everything(site))
    documents = [to for to in pages if (HOUSE / to).with_suffix(".md").exists()]  # one template
    skipped = set(documents) - set(documents[:: many(1, 16)])
    assert 0 < len(documents) < len(pages)
    for to in sorted(set(pages) - skipped):
        browser.get((site / to).as_uri())
        told = [*violations(browser), *asked(browser), *(entry["message"] for entry in browser.get_log("browser"))]
        wide = "return document.documentElement.scrollWidth - innerWidth"
        browser.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride", {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": False}
        )
        if to.startswith("examples") is False and browser.execute_script(wide) > 0:
            told.append("wider than a telephone")
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        if told:
            found[to] = told
    assert found == {}


def test_documents_and_links_need_no_scripts(browser: Chrome, site: Path) -> None:
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    browser.get((site / "index.html").as_uri())
    browser.find_element("link text", "what is judged, and how").click()
    browser.find_element("link text", "check.md").click()
    assert browser.find_element("css selector", "h1").text == "Does my program speak the protocol?"


def test_colours_that_were_chosen_are_those_of_the_next_page(browser: Chrome, site: Path) -> None:
    browser.get((site / "index.html").as_uri())
    theme = "return document.documentElement.dataset.theme"
    browser.find_element("css selector", "label:has(#theme-dark)").click()
    WebDriverWait(browser, HANG_S).until(lambda page: page.execute_script(theme) == "dark")
    browser.get((site / "README.html").as_uri())
    assert browser.execute_script(theme) == "dark"
    browser.find_element("css selector", "label:has(#theme-auto)").click()


@pytest.mark.parametrize("name", BOARDS)
def test_a_game_against_the_bot_is_legal_by_the_law_and_can_be_looked_back_at(
    browser: Chrome, site: Path, name: str
) -> None:
    browser.set_script_timeout(HANG_S)
    browser.get((site / f"play/{name}.html").as_uri())
    wait_for(browser, ".targets circle")
    choose(browser, "side", 1)
    choose(browser, "level", 2)
    outcome: Any = browser.execute_async_script(CLICK, 5, PLIES)
    assert isinstance(outcome, list), outcome
    WebDriverWait(browser, HANG_S).until(
        lambda page: "to move" in said(page) or "over" in said(page)
    )  # the bot answers
    shown = "return [...document.querySelectorAll('.moves li')].map((item) => item.textContent)"
    moves = browser.execute_script(shown)
    assert moves[: len(outcome[0])] == outcome[0]
    game = board_game(name)
    position = game.begins
    for text in moves:
        position = position.play(game.read_move(position, text))
    browser.find_element("css selector", "[data-go=review]").click()
    assert browser.find_element("css selector", ".replay output").text == f"{len(moves)} / {len(moves)}"
    browser.find_element("css selector", "[data-go=first]").click()
    browser.find_element("css selector", "[data-go=next]").click()
    assert moves[0] in browser.find_element("css selector", "figcaption").text
    do(browser, "play")
    wait_for(browser, ".targets circle")
    browser.find_element("css selector", "[data-go=again]").click()
    wait_for(browser, ".fresh .board")
    assert len(browser.execute_script(shown)) <= 1
    assert browser.get_log("browser") == []


def test_a_hand_is_laid_and_then_the_bot_lays_it(browser: Chrome, site: Path) -> None:
    browser.get((site / "play/domino.html").as_uri())
    browser.find_element("css selector", "[name=special]").click()
    browser.find_element("css selector", "[data-go=again]").click()
    for _ in range(100):
        wait_until_said(browser, "our row")
        if "finished" in said(browser):
            break
        count = int(said(browser).split()[3].strip(":."))
        browser.execute_script("document.querySelector('.passes button').click()")
        wait_until_said(browser, f"our row of {count + 1}")
    wait_for(browser, ".bot:not(:empty)")
    told = browser.find_element("css selector", ".bot").text
    best, own = int(told.split()[3]), int(said(browser).split(": ")[1].split()[0])
    assert best >= own or "optimum" not in told
    assert browser.get_log("browser") == []


def test_pages_print(browser: Chrome, site: Path) -> None:
    for to in ("index.html", "docs/arbiter.html", "solved/black.html", "play/othello.html"):
        browser.get((site / to).as_uri())
        printed = browser.execute_cdp_cmd("Page.printToPDF", {"printBackground": False})
        assert len(printed["data"]) > 10_000


def test_firefox_plays_and_walks_through_the_certificate(fox: Firefox, site: Path) -> None:
    wait = """
        const [selector, done] = arguments;
        const look = () => (document.querySelector(selector) ? done(true) : setTimeout(look, 10));
        look();
    """
    fox.get((site / "play/dama.html").as_uri())
    assert fox.execute_async_script(wait, ".targets circle")
    for selector in (".targets .origin", ".targets .target"):
        script = "document.querySelector(arguments[0]).dispatchEvent(new MouseEvent('click', { bubbles: true }))"
        fox.execute_script(script, selector)
    assert fox.execute_async_script(wait, ".moves li:nth-child(2)")
    for side, line in (("black", "of 22,803"), ("white", "of 413,086")):
        fox.get((site / f"solved/{side}.html").as_uri())
        assert fox.execute_async_script(wait, ".replies button")
        fox.execute_script("document.querySelector('.replies button').click()")
        assert fox.execute_async_script(wait, ".says")
        assert line in fox.execute_script("return document.querySelector('.place').textContent")
        assert (fox.complaints, [address for address in fox.asked if not address.startswith("file:")]) == ([], [])
