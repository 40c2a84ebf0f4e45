"""A hand for one person: dealt by the server, laid in a real browser by mouse, keys and touch."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.many import each
from tests.pages.test_accessible import violations
from tests.serve.server import BIN, HANG_S, Server
from tests.serve.test_browser import TARGETS, button, field, status, wait
from tests.serve.test_display import ended, started

HANDS = "alone/domino/"


def told(driver: Chrome) -> str:
    return driver.find_element(By.XPATH, "//*[@role='log']").text


def passes(driver: Chrome) -> list[str]:
    found: list[str] = driver.execute_script(
        "return [...document.querySelectorAll('.passes [data-move]')].map((node) => node.textContent)"
    )
    return found


def laid(driver: Chrome) -> int:
    """Give how many tiles lie, as the page says."""
    return int(status(driver).partition(" points after ")[2].partition(" ")[0] or -1)


def opened(driver: Chrome, server: Server, wish: str) -> None:
    driver.get("about:blank")
    driver.get(f"{server.address}{HANDS}#{wish}")
    wait(driver).until(lambda page: laid(page) == 0 and passes(page))


def is_finished(driver: Chrome) -> bool:
    return "is finished" in status(driver) or "Solved" in status(driver)


def grown(driver: Chrome, at: int) -> None:
    """Wait for a tile more than `at`."""
    wait(driver).until(lambda page: laid(page) == at + 1 or is_finished(page))


def by_mouse(driver: Chrome) -> None:
    """Touch a tile of the hand, and where it can lie in several ways the first of them."""
    node = driver.execute_script(TARGETS)[0]
    ActionChains(driver).move_to_element(node).click().perform()


def by_keyboard(driver: Chrome) -> None:
    driver.execute_script("arguments[0].focus()", driver.execute_script(TARGETS)[0])
    ActionChains(driver).send_keys(Keys.ENTER).perform()


def by_words(driver: Chrome) -> None:
    field(driver, "Move").send_keys(passes(driver)[0].lower(), Keys.ENTER)


def play(driver: Chrome, lay: Callable[[Chrome], None]) -> None:
    """Lay tiles until none fits."""
    while not is_finished(driver):
        at = laid(driver)
        lay(driver)
        if laid(driver) == at and driver.execute_script("return document.activeElement.hasAttribute('data-move')"):
            ActionChains(driver).send_keys(Keys.ENTER).perform()  # of several ways the first has the focus
        grown(driver, at)


@pytest.mark.parametrize("lay", each(3, [by_keyboard, by_mouse, by_words]))
def test_a_hand_is_laid_to_its_end(browser: Chrome, server: Server, lay: Callable[[Chrome], None]) -> None:
    opened(browser, server, "seed=5&size=5&special=1")
    play(browser, lay)
    assert "The row is finished" in status(browser)
    assert browser.get_log("browser") == []


def test_the_goal_stays_hidden_until_it_is_asked_for_and_hints_lead_there(browser: Chrome, server: Server) -> None:
    opened(browser, server, "seed=2&size=6&special=0")
    assert "ptimum" not in browser.find_element(By.TAG_NAME, "main").text
    for at in range(6):
        button(browser, "Hint").click()
        wait(browser).until(lambda page: "Hint: " in told(page) or "No tile" in told(page))
        field(browser, "Move").send_keys(told(browser).removeprefix("Hint: ").rstrip("."), Keys.ENTER)
        grown(browser, at)
        if is_finished(browser):
            break
    wait(browser).until(lambda page: "the optimum" in status(page))
    points = status(browser).split()[4]
    button(browser, "Goal").click()
    wait(browser).until(lambda page: f"The optimum is {points} points" in told(page))
    button(browser, "Take back").click()
    wait(browser).until(lambda page: not is_finished(page))


def test_the_puzzle_of_a_day_is_the_same_all_day_and_hints_solve_it(browser: Chrome, server: Server) -> None:
    first, again, other = (
        server.post(f"{HANDS}hands", {"day": day})[1] for day in ("2026-11-24", "2026-11-24", "2026-11-25")
    )
    assert first == again != other
    terminal = [str(BIN / "domino-bot"), "--puzzle", "--seed", "20261124"]
    shown = subprocess.run(terminal, input="goal\nquit\n", capture_output=True, text=True, check=True, timeout=HANG_S)
    assert f"exactly {json.loads(first)['goal']} points" in shown.stdout
    opened(browser, server, "day=2026-11-24")
    assert "finish with exactly " in status(browser)
    while not is_finished(browser):
        at = laid(browser)
        button(browser, "Hint").click()
        wait(browser).until(lambda page: "Hint: " in told(page))
        field(browser, "Move").send_keys(told(browser).removeprefix("Hint: ").rstrip("."), Keys.ENTER)
        grown(browser, at)
    assert status(browser).startswith("Solved: exactly ")


BIG = 2**53 + 1
"""A number that a page would round."""


def test_a_seed_with_more_digits_than_numbers_of_a_page_keep_deals_its_own_hand(
    browser: Chrome, server: Server
) -> None:
    def possible(seed: object) -> list[str]:
        start = json.loads(server.post(f"{HANDS}hands", {"seed": seed, "size": 5})[1])["start"]
        found: list[str] = json.loads(server.post(f"{HANDS}moves", {"start": start, "moves": []})[1])["moves"]
        return sorted(found)

    assert possible(BIG) == possible(str(BIG)) != possible(BIG - 1)
    opened(browser, server, f"seed={BIG}&size=5")
    assert sorted(passes(browser)) == possible(BIG)
    assert f"seed={BIG}" in browser.current_url


def test_what_cannot_be_laid_is_said_and_costs_nothing(browser: Chrome, server: Server) -> None:
    opened(browser, server, "seed=2&size=6&special=0")
    field(browser, "Move").send_keys("R 9 9", Keys.ENTER)
    wait(browser).until(lambda page: "R 9 9 cannot be laid here; expected one of S " in told(page))
    assert laid(browser) == 0


def test_two_dimensions_are_laid_in_the_notation_of_check(browser: Chrome, server: Server, tmp_path: Path) -> None:
    opened(browser, server, "seed=4&size=5&special=1&2d=1")
    while not is_finished(browser):
        at = laid(browser)
        button(browser, passes(browser)[-1]).click()
        grown(browser, at)
    moves = [item.text for item in browser.find_elements(By.CSS_SELECTOR, "ol.moves li")]
    status_, text = server.post(f"{HANDS}hands", {"seed": 4, "size": 5, "special": True, "2d": True})
    assert status_ == 200
    (tmp_path / "hand").write_text(json.loads(text)["start"].replace("--2d\n", ""))
    words = [str(BIN / "domino-bot"), "check", "--2d", str(tmp_path / "hand"), " ".join(moves)]
    done = subprocess.run(words, capture_output=True, text=True, check=True, timeout=HANG_S)
    assert "score: " + status(browser).split()[4].rstrip(".") in done.stdout.splitlines()


@pytest.mark.parametrize("wish", ["seed=5&size=12", "seed=4&size=12&2d=1"])
def test_a_hand_is_accessible_and_fits_a_telephone(browser: Chrome, server: Server, wish: str) -> None:
    opened(browser, server, wish)
    metrics = {"width": 390, "height": 800, "deviceScaleFactor": 1, "mobile": True}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    assert browser.execute_script("return document.documentElement.scrollWidth") <= 390
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    assert violations(browser) == []


@pytest.mark.parametrize(
    ("words", "hand"),
    each(
        3,
        [
            (("--size", "8", "--seed", "3", "--no-special"), "size=8&seed=3&special=0"),
            (("--puzzle", "--seed=7"), "seed=7&puzzle=1"),
            (("--2d", "--hand", "hand.txt"), "2d=1&hand=2_1_1_1_2"),
        ],
    ),
)
def test_display_deals_what_the_command_line_says(tmp_path: Path, words: tuple[str, ...], hand: str) -> None:
    (tmp_path / "hand.txt").write_text("2  1 1  2 1\n")
    process = started(tmp_path, "domino-bot", "--display", *words)
    assert process.stdout
    with ended(process), process.stdout:
        address = urlsplit(process.stdout.readline().strip())
    assert address.path.endswith(HANDS)
    assert sorted(address.fragment.split("&")) == sorted(hand.split("&"))


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ({"size": 0}, "size: expected 1 to 60 tiles"),
        ({"size": "3"}, "size: expected 1 to 60 tiles"),
        ({"seed": "x"}, "seed: expected a whole number"),
        ({"day": "tomorrow"}, "day: expected YYYY-MM-DD"),
        ({"hand": "1 7 7"}, "tile 1 of 1: there is no tile 7 7"),
    ],
)
def test_what_cannot_be_dealt_is_refused_in_one_line(server: Server, wish: dict[str, object], said: str) -> None:
    status_, text = server.post(f"{HANDS}hands", wish)
    assert status_ == 400
    assert said in text
    assert text.count("\n") == 1


def test_a_game_that_nobody_plays_alone_is_not_found(server: Server) -> None:
    assert server.get("alone/othello/") == (404, "there is no game 'othello' for one person\n")
