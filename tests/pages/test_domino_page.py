"""The page of a Domino match in a real browser: the rows that programs laid, as tiles that can be seen."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

from arbiter.games.players import End, Turn
from arbiter.play.record import GameRecord, MatchRecord
from tests.bots.driver import HANG_S, environment
from tests.domino.driver import DOMINO
from tests.many import each
from tests.pages.test_browser import colours, press

Show = Callable[[MatchRecord, bool], str]

HAND = "5\n1 6\n6 3\n11 11\n12 21\n0 0\n"
ROW = "S 1 6 R 6 3 R 11 11 R 12 21 L 0 0"
AS_IT_LIES = ["0", "0", "2", "1", "1", "4", "4", "4", "4", "4"]
STEPS = ("S 1 6", "R 6 3", "R 11 11", "R 12 21", "L 0 0")
GROWING = ("16", "1663", "211444", "21144444", "0021144444")
"""The row after each tile: 11 11 raises all digits, 12 21 is what stands beside it."""
BROKEN = "S 1 6 R 6 3 R 1 1"


def match() -> MatchRecord:
    """One game that both played to its end, and one that the first mover lost."""
    turns = (Turn(ROW, 0.1), Turn(ROW, 0.2))
    played = GameRecord("domino", 1, ("a", "b"), 0, turns, (24, 24), start=HAND)
    lost = GameRecord(
        "domino", 2, ("a", "b"), 1, (Turn(BROKEN, 0.1), Turn(ROW, 0.2)), (24, 0), End.ILLEGAL, 1, "no", start=HAND
    )
    return MatchRecord("domino", ("a", "b"), 2, (("random hands", "5 tiles"),), (played, lost), False)


def digits(picture: WebElement) -> list[str]:
    """Read the digits on the tiles of a picture, after those of the hand."""
    found = picture.find_elements(By.CSS_SELECTOR, "g text")
    return [text.text for text in found][len(AS_IT_LIES) :]


@pytest.mark.parametrize("verbose", each(2, [True, False]))
def test_a_real_match_loads_without_a_complaint(browser: Chrome, tmp_path: Path, verbose: bool) -> None:
    bot = " ".join(DOMINO)
    command = [sys.executable, "-m", "arbiter", "--game", "domino", "--special", "--hand-size", "30", "--seed", "1"]
    page = tmp_path / "games.html"
    with page.open("wb") as file:
        options = ["-v"] if verbose else []
        subprocess.run(
            [*command, *options, bot, "false", "2"], stdout=file, check=True, timeout=HANG_S, env=environment()
        )
    browser.get(page.as_uri())
    assert browser.get_log("browser") == []
    assert "Domino" in browser.find_element(By.TAG_NAME, "body").text
    pictures = [p for p in browser.find_elements(By.CSS_SELECTOR, "svg.dominoes") if p.is_displayed()]
    assert len(pictures) == 2
    for picture in pictures:
        assert min(picture.size.values()) > 100
        drawn = sum(len(path.get_attribute("d") or "") for path in picture.find_elements(By.CSS_SELECTOR, "path.tiles"))
        assert len(picture.find_elements(By.CSS_SELECTOR, "g")) + drawn // 2 > 30


def test_the_arrow_keys_show_the_hand_and_then_each_row_tile_by_tile(browser: Chrome, show: Show) -> None:
    show(match(), True)
    replay = browser.find_element(By.CSS_SELECTOR, ".replay")
    browser.execute_script("arguments[0].focus()", replay)
    shown = ["", *GROWING, *(GROWING[-1] + row for row in GROWING)]
    for at, row in reversed(list(enumerate(shown))):
        assert "".join(digits(replay)) == row, at
        press(browser, Keys.ARROW_LEFT)
    for step, row in zip(STEPS, GROWING, strict=True):
        press(browser, Keys.ARROW_RIGHT)
        told = replay.find_element(By.TAG_NAME, "figcaption").text
        assert f"first {step} {sum(map(int, row))}\N{EN DASH}0" in told


def test_a_row_with_a_fault_counts_nothing_in_the_end(browser: Chrome, show: Show) -> None:
    show(match(), True)
    browser.get(f"{browser.current_url}#g2-1")
    replay = browser.find_element(By.CSS_SELECTOR, "#game-2 .replay")
    said = [(replay.find_element(By.TAG_NAME, "figcaption").text, digits(replay))]
    browser.execute_script("arguments[0].focus()", replay)
    press(browser, Keys.ARROW_RIGHT)
    said.append((replay.find_element(By.TAG_NAME, "figcaption").text, digits(replay)))
    assert "7\N{EN DASH}0" in said[0][0]
    assert "0\N{EN DASH}0" in said[1][0]
    labels = [label.text for label in replay.find_elements(By.CSS_SELECTOR, ".label")]
    assert labels == ["hand", "first: 0, but 16 so far"]


def test_a_wrong_row_counts_nothing_and_says_so(browser: Chrome, show: Show) -> None:
    show(match(), False)
    labels = browser.find_elements(By.CSS_SELECTOR, "svg.dominoes")[1].find_elements(By.CSS_SELECTOR, ".label")
    assert [label.text for label in labels] == ["hand", "first: 0, but 16 so far", "second: 24"]


def test_tiles_are_drawn_where_they_lie(browser: Chrome, show: Show) -> None:
    show(match(), False)
    picture = browser.find_element(By.CSS_SELECTOR, "svg.dominoes")
    width, height = (float(word) for word in (picture.get_dom_attribute("viewBox") or "").split()[2:])
    # The first laid row is 2.3 below the hand. Left of a digit, however wide the machine's font is.
    points = [((0.3 + 2 * tile + 0.18) / width, (1 + 2.3 + 0.5) / height) for tile in (0, 4, 5)]
    ivory, last, nothing = colours(browser, picture.screenshot_as_base64, points)
    assert ivory == last == (0xF6, 0xF1, 0xE3)
    assert nothing != ivory


def test_fits_a_telephone(browser: Chrome, show: Show) -> None:
    metrics = {"width": 360, "height": 740, "deviceScaleFactor": 1, "mobile": True}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        for verbose in (False, True):
            show(match(), verbose)
            assert browser.execute_script("return document.documentElement.scrollWidth") <= 360
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
