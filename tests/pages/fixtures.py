"""A real browser, started once for all tests of the page and kept from the network."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.wait import WebDriverWait

from arbiter.games import catalogue
from arbiter.pages.page import render
from arbiter.play.record import MatchRecord

FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=1180,900",
)


HANG_S = 60.0
THERE = """
    const asked = new URL(arguments[0]), here = new URL(location.href);
    asked.hash = here.hash = "";
    return asked.href === here.href && document.readyState === "complete";
"""


class Chromium(Chrome):
    """A browser that has come to a page when it says so.

    Its driver takes the end of the page before for that of the next one, once in some thousand on a busy machine; then
    nothing of it is there yet, or half of it.
    """

    def get(self, url: str) -> None:
        """Open an address, and wait until it is there as a whole."""
        super().get(url)
        WebDriverWait(self, HANG_S, 0.02).until(lambda driver: driver.execute_script(THERE, url))


@pytest.fixture(scope="session")
def chrome(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    browser, service = shutil.which("chromium"), shutil.which("chromedriver")
    if browser is None or service is None:
        missing = "chromium and chromedriver are not both installed: the page is not tested in a browser"
        if "CI" in os.environ:
            pytest.fail(missing)
        pytest.skip(missing)
    with chromium(browser, service, tmp_path_factory.mktemp("profile")) as driver:
        yield driver


def chromium(browser: str, service: str, profile: Path) -> Chrome:
    """Start a browser with its driver, two programs, and an empty folder for what it keeps."""
    options = ChromeOptions()
    options.binary_location = browser
    for flag in (*FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    return Chromium(options=options, service=Service(service))


@pytest.fixture
def browser(chrome: Chrome) -> Iterator[Chrome]:
    """The browser with an empty page, empty logs, and no emulation left by another test."""
    chrome.get("about:blank")
    chrome.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    chrome.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "", "features": []})
    chrome.get_log("browser")
    chrome.get_log("performance")
    yield chrome
    chrome.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


@pytest.fixture
def show(browser: Chrome, tmp_path: Path) -> Callable[[MatchRecord, bool], str]:
    """Load the page of a match from a file and give its address."""

    def load(match: MatchRecord, verbose: bool) -> str:
        file = tmp_path / "games.html"
        file.write_text(render(match, catalogue.game(match.game), verbose), encoding="utf-8")
        browser.get(file.as_uri())
        return file.as_uri()

    return load
