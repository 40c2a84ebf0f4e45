"""The page of a league in a real browser, by roles and labels."""

from __future__ import annotations

from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from arbiter.games.players import End
from tests.league.make_believe import finish, workers
from tests.league.make_believe import league as believed
from tests.pages.test_accessible import violations
from tests.serve.live import league, pace
from tests.serve.server import Server
from tests.serve.test_browser import button, status, wait

EVIL = ("<img src=x onerror=document.title=666>", "<b>bold</b>")


def test_a_test_that_has_its_verdict_is_over_and_not_stopped(tmp_path: Path, browser: Chrome) -> None:
    of = believed(2, pairs=300, sprt=(0.0, 100.0))
    finish(league(tmp_path).with_suffix(".db"), of, workers(lambda game: (End.FINISHED, None)))
    with Server(tmp_path, "league.toml") as server:
        browser.get(server.address)
        wait(browser).until(lambda page: "Over by its verdict: " in status(page))
        assert "of 600 games are finished" in status(browser)
        assert button(browser, "Resume").get_attribute("aria-disabled") == "true"


@pytest.mark.long
def test_a_league_is_started_followed_stopped_and_resumed_and_names_are_text(tmp_path: Path, chrome: Chrome) -> None:
    driver = chrome
    league(tmp_path, "othello", 2, 0.3, *EVIL)  # so that the first game lasts, however slow the browser is
    with Server(tmp_path, "league.toml") as server:
        driver.get(server.address)
        wait(driver).until(lambda page: "Not begun" in status(page))
        button(driver, "Start").click()
        wait(driver).until(lambda page: page.find_elements(By.CSS_SELECTOR, ".minis svg desc"))
        seen = "return document.querySelector('.minis svg desc')?.textContent"
        before = driver.execute_script(seen)
        wait(driver).until(lambda page: page.execute_script(seen) != before)
        driver.find_element(By.CSS_SELECTOR, ".minis a").click()
        wait(driver).until(lambda page: len(page.find_elements(By.CSS_SELECTOR, ".moves li")) > 4)
        driver.find_element(By.CSS_SELECTOR, "[data-go=first]").click()
        count = len(driver.find_elements(By.CSS_SELECTOR, ".moves li"))
        wait(driver).until(lambda page: len(page.find_elements(By.CSS_SELECTOR, ".moves li")) > count)
        assert driver.find_element(By.CSS_SELECTOR, ".replay output").text.startswith("0 / ")  # stepped back meanwhile
        driver.back()
        wait(driver).until(lambda page: "Played now: 1 of 4" in status(page))
        button(driver, "Stop").click()
        pace(tmp_path, 0.01)
        wait(driver).until(lambda page: "Stopped" in status(page))
        button(driver, "Resume").click()
        wait(driver).until(lambda page: "Played to its end: 4 of 4" in status(page))
        assert len(driver.find_elements(By.CSS_SELECTOR, ".finished li")) == 4
        names = [cell.text for cell in driver.find_elements(By.CSS_SELECTOR, ".sums tbody th")]
        assert sorted(names) == sorted(EVIL)
        assert not driver.find_elements(By.CSS_SELECTOR, "main img, .sums b")
        assert "666" not in driver.title
        assert not violations(driver)
