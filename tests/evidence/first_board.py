"""How soon a person who opens a table can move: milliseconds of headless Chromium until a board whose squares or tiles
can be touched is in the frame that is shown. Of the address that `arbiter serve --game GAME` has just printed, from the
begin of loading; and of the first page, from the click on *Sit down*, against our bot. Medians of servers of their own,
the games by turns.
"""

from __future__ import annotations

import shutil
import statistics

from selenium.webdriver import Chrome
from selenium.webdriver.support.wait import WebDriverWait

from tests.evidence.findings import Findings, Run, Table, Target
from tests.pages.fixtures import chromium
from tests.serve.server import HANG_S, Server

MOST_MS = 300
GAMES = {"othello": "Othello", "ataxx": "Ataxx", "dama": "Dama", "domino": "Domino"}
WATCH = """
addEventListener("click", () => (sessionStorage.begun = performance.timeOrigin + performance.now()), true);
const look = () =>
  document.querySelector("article [role=button][aria-label]")
    ? requestAnimationFrame(() => (window.seen = performance.timeOrigin + performance.now()))
    : requestAnimationFrame(look);
requestAnimationFrame(look);
"""
"""Runs in each page before its own scripts."""


def measure(run: Run) -> Findings:
    """Start servers and open tables."""
    rounds = run.either(16, 1)
    ways = ("by its address", "by Sit down")
    times: dict[tuple[str, str], list[float]] = {(game, way): [] for game in GAMES for way in ways}
    browser, service = (shutil.which(name) or "" for name in ("chromium", "chromedriver"))
    with chromium(browser, service, run.folder / "profile") as driver:
        driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
        for number in run.track(range(rounds), "tables"):
            for game, title in GAMES.items():
                first, second = opened_ms(driver, run, game), sat_ms(driver, run, title)
                if number or run.small:  # before that Chromium itself is still busy with its own start
                    times[game, ways[0]].append(first)
                    times[game, ways[1]].append(second)
    rows = [
        (GAMES[game], way, f"{statistics.median(found):.0f}", f"{max(found):.0f}")
        for (game, way), found in times.items()
    ]
    return Findings(
        [Table(("game", "opened", "median, ms", "longest, ms"), rows)],
        [
            Target(f"{title}: a first board within {MOST_MS} ms", f"{worst:.0f} ms", worst < MOST_MS)
            for game, title in GAMES.items()
            for worst in [max(statistics.median(times[game, way]) for way in ways)]
        ],
    )


def opened_ms(driver: Chrome, run: Run, game: str) -> float:
    """Open the page that the command asks for, as soon as its address is printed."""
    with Server(run.folder, "--game", game, "--bot", "") as server:
        driver.get(server.address)
        return _seen(driver) - float(driver.execute_script("return performance.timeOrigin"))


def sat_ms(driver: Chrome, run: Run, title: str) -> float:
    """Choose a game on the first page and sit down."""
    with Server(run.folder) as server:
        driver.get(server.address)
        driver.find_element("xpath", f"//label[normalize-space()='{title}']").click()
        driver.find_element("xpath", "//button[normalize-space()='Sit down']").click()
        seen = _seen(driver)
        return seen - float(driver.execute_script("return sessionStorage.begun"))


def _seen(driver: Chrome) -> float:
    """Wait for the board; give its time, in milliseconds of the clock."""
    return float(
        WebDriverWait(driver, HANG_S, 0.02).until(
            lambda page: page.execute_script(
                "return location.pathname.includes('table') || location.pathname.includes('alone') ? window.seen : 0"
            )
        )
    )
