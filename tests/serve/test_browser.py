"""A table in a real browser, by a script that knows roles and labels only."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import pytest
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.select import Select
from selenium.webdriver.support.wait import WebDriverWait

from tests.many import each
from tests.pages.test_accessible import violations
from tests.serve.server import BIN, HANG_S, Server

BOARDS = {"Othello": "othello", "Ataxx": "ataxx", "Dama": "dama"}


def wait(driver: Chrome) -> WebDriverWait[Chrome]:
    """Wait for what is looked at again and again; the page may replace a part while it is looked at."""
    return WebDriverWait(driver, HANG_S, 0.05, ignored_exceptions=[StaleElementReferenceException])


def button(driver: Chrome, name: str) -> WebElement:
    """Give the one button of that name that is shown."""

    def shown(page: Chrome) -> list[WebElement]:
        found = [one for one in page.find_elements(By.XPATH, f"//button[normalize-space()='{name}']") if is_shown(one)]
        assert len(found) < 2, name
        return found

    return wait(driver).until(shown)[0]


def is_shown(node: WebElement) -> bool:
    return bool(node.is_displayed())


def field(driver: Chrome, label: str, nth: int = 0) -> WebElement:
    return driver.find_elements(
        By.XPATH, f"//label[starts-with(normalize-space(), '{label}')]//*[self::input or self::select]"
    )[nth]


def status(driver: Chrome) -> str:
    """Give what the page says; nothing until the browser has come to it, which its driver may not wait for."""
    return str(driver.execute_script("return document.querySelector('[role=status]')?.textContent ?? ''"))


def sit_down(driver: Chrome, server: Server, game: str, *seats: str) -> None:
    """Choose a game and who plays, and open the table."""
    driver.get(server.address)
    driver.find_element(By.XPATH, f"//label[normalize-space()='{game}']").click()
    for nth, who in enumerate(seats):
        Select(field(driver, "Who", nth)).select_by_visible_text(who)
    button(driver, "Sit down").click()
    wait(driver).until(lambda page: "to move" in status(page) or "thinks" in status(page))


TARGETS = "return [...document.querySelectorAll('article [role=button][aria-label]')]"


def targets(driver: Chrome) -> list[WebElement]:
    found: list[WebElement] = driver.execute_script(TARGETS)
    return found


def ready(driver: Chrome, moves: int) -> str:
    """Wait until a person is to make move number `moves`, or the game is over; give what the page says."""
    return str(
        wait(driver).until(
            lambda page: (
                (said := status(page))
                and ("is over" in said or (f"move {moves}: " in said and "to move" in said))
                and said
            )
        )
    )


def by_mouse(driver: Chrome, rng: random.Random) -> None:
    """Click on something that can be clicked, and on where it goes."""
    passes = driver.find_elements(By.XPATH, "//button[normalize-space()='Pass']")
    if passes:
        passes[0].click()
        return
    chosen = rng.choice(targets(driver))
    goes_on = "origin" in str(chosen.get_attribute("class")).split()
    ActionChains(driver).move_to_element(chosen).click().perform()
    if goes_on:
        goals = driver.execute_script(TARGETS + ".filter((node) => node.matches('.target'))")
        ActionChains(driver).move_to_element(rng.choice(goals)).click().perform()


CENTRE = "const { x, y, width, height } = arguments[0].getBoundingClientRect(); return [x + width / 2, y + height / 2]"


def by_drag(driver: Chrome, kind: str) -> None:
    """Drag a piece, by a mouse or a finger, to a square that is shown as a target once the piece is lifted."""

    def at(what: str, look: str, slip: int = 0) -> None:
        node = wait(driver).until(lambda page: page.execute_script(f"{TARGETS}.find((node) => node.matches('{look}'))"))
        if what.endswith(("Start", "Pressed")):
            driver.execute_script("arguments[0].scrollIntoView({ block: 'center' })", node)
        x, y = (value + slip for value in driver.execute_script(CENTRE, node))
        if kind == "mouse":
            about = {"type": what, "x": x, "y": y, "button": "left", "clickCount": 1}
            driver.execute_cdp_cmd("Input.dispatchMouseEvent", about)
        else:
            points = [] if what == "touchEnd" else [{"x": x, "y": y}]
            driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": what, "touchPoints": points})

    names = {"mouse": ("mousePressed", "mouseMoved", "mouseReleased"), "touch": ("touchStart", "touchMove", "touchEnd")}
    press, move, release = names[kind]
    at(press, ".origin")
    at(move, ".origin", 25)  # farther than a finger slips
    assert len(driver.find_elements(By.CSS_SELECTOR, ".dragged")) == 1
    at(move, ".target")
    at(release, ".target")


@pytest.mark.parametrize(("game", "kind"), each(3, [("Ataxx", "mouse"), ("Dama", "mouse"), ("Dama", "touch")]))
def test_a_piece_is_dragged_to_where_it_goes(browser: Chrome, server: Server, game: str, kind: str) -> None:
    sit_down(browser, server, game, "a person", "a person")
    ready(browser, 1)
    by_drag(browser, kind)
    ready(browser, 2)
    by_drag(browser, kind)
    ready(browser, 3)
    assert browser.find_elements(By.CSS_SELECTOR, ".dragged") == []
    assert browser.get_log("browser") == []


def test_a_piece_that_is_dropped_elsewhere_stays_where_it_was(browser: Chrome, server: Server) -> None:
    sit_down(browser, server, "Dama", "a person", "a person")
    ready(browser, 1)
    before = len(targets(browser))
    node = browser.execute_script(TARGETS + ".find((node) => node.matches('.origin'))")
    ActionChains(browser).drag_and_drop_by_offset(node, 300, -10).perform()
    wait(browser).until(
        lambda page: len(targets(page)) == before and not page.find_elements(By.CSS_SELECTOR, ".dragged")
    )
    assert "move 1:" in status(browser)


def number(driver: Chrome) -> int:
    return int(driver.current_url.rstrip("/").rsplit("/", 1)[1])


@pytest.mark.parametrize("game", each(3, BOARDS))
def test_a_stranger_plays_after_three_clicks_by_mouse(browser: Chrome, server: Server, game: str) -> None:
    rng = random.Random(5)
    sit_down(browser, server, game)
    for move in (1, 3):
        ready(browser, move)
        by_mouse(browser, rng)
    ready(browser, 5)
    button(browser, "Take back").click()
    ready(browser, 3)
    button(browser, "Hint").click()
    wait(browser).until(lambda page: "Hint: " in page.find_element(By.XPATH, "//*[@role='log']").text)
    button(browser, "Resign").click()
    wait(browser).until(lambda page: "is over. B wins" in status(page) and "A resigned" in status(page))
    button(browser, "Swap sides").click()
    wait(browser).until(lambda page: "Game 2, move 2: " in status(page) and "to move" in status(page))
    assert browser.get_log("browser") == []


@pytest.mark.parametrize("what", each(3, ["Dama", "Domino", "othello-bot --level 1", "Othello", "Ataxx"]))
def test_it_takes_three_clicks_from_the_command_to_the_first_move(browser: Chrome, server: Server, what: str) -> None:
    """Typing, a choice of a list and a drag are what they are; buttons and squares that are clicked are counted."""
    browser.get(server.address)
    clicks = itertools.count()
    if what.startswith("othello-bot"):
        next(clicks)
        Select(field(browser, "Who", 1)).select_by_visible_text("a program")
        field(browser, "Command line", 1).send_keys(str(BIN / what))
    elif what != "Othello":
        next(clicks)
        browser.find_element(By.XPATH, f"//label[normalize-space()='{what}']").click()
    next(clicks)
    button(browser, "Sit down").click()
    wait(browser).until(targets)
    next(clicks)
    if what in ("Ataxx", "Dama"):
        by_drag(browser, "mouse")
    else:
        ActionChains(browser).move_to_element(targets(browser)[0]).click().perform()
    done = "1 tile" if what == "Domino" else "move 3: "
    wait(browser).until(lambda page: done in status(page))
    assert next(clicks) <= 3


def test_the_keyboard_alone_makes_a_move_on_the_board(browser: Chrome, server: Server) -> None:
    sit_down(browser, server, "Dama")
    ready(browser, 1)
    for _ in range(2):
        goals = ".filter((node) => node.matches('.target')).concat(found.filter((node) => node.matches('.origin')))[0]"
        node = browser.execute_script(TARGETS.replace("return", "const found =") + f"; return found{goals}")
        browser.execute_script("arguments[0].focus()", node)
        ActionChains(browser).send_keys(Keys.ENTER).perform()
    ready(browser, 3)


def test_who_looks_for_a_square_by_keyboard_stays_there_while_others_do_something(
    browser: Chrome, server: Server
) -> None:
    table = server.open("dama", {"kind": "person"}, {"kind": "person"})
    browser.get(server.address + table.where)
    ready(browser, 1)
    seen = "return document.activeElement.getAttribute('aria-label')"
    node = targets(browser)[-1]
    browser.execute_script("arguments[0].focus()", node)
    square = browser.execute_script(seen)
    assert square
    table.order("pause")
    wait(browser).until(lambda page: ", paused" in status(page))
    assert browser.execute_script(seen) == square
    table.order("go")
    wait(browser).until(lambda page: ", paused" not in status(page))
    ActionChains(browser).send_keys(Keys.ENTER).perform()
    wait(browser).until(lambda page: page.find_elements(By.CSS_SELECTOR, f".chosen[aria-label='{square}']"))


def test_a_game_is_evaluated_again_when_it_has_gone_on(browser: Chrome, server: Server) -> None:
    table = server.open("othello", {"kind": "person"}, {"kind": "person"})
    viewer = table.follow()
    browser.get(server.address + table.where)
    for plies in range(3):
        ready(browser, plies + 1)
        button(browser, "Evaluate the game").click()
        wait(browser).until(lambda page: page.find_elements(By.CSS_SELECTOR, ".thought .trend"))
        assert len(browser.find_elements(By.CSS_SELECTOR, ".thought .trend")) == 1
        table.order("move", seat=plies % 2, move=viewer.asked(plies)[0])
    ready(browser, 4)
    assert not browser.find_elements(By.CSS_SELECTOR, ".thought")
    viewer.close()


def test_who_loads_the_page_again_can_resign_and_take_back_one_move(browser: Chrome, server: Server) -> None:
    table = server.open("othello", {"kind": "person"}, {"kind": "person"})
    viewer = table.follow()
    for plies in (0, 1):
        table.order("move", seat=plies, move=viewer.asked(plies)[0])
    browser.get(server.address + table.where)
    ready(browser, 3)
    button(browser, "Take back").click()
    ready(browser, 2)  # both are persons, though this page has seen only one of them asked
    table.order("pause")
    table.order("move", seat=1, move=viewer.asked(1)[0])
    viewer.until(lambda state: len(state["turns"]) == 2)
    browser.refresh()
    wait(browser).until(lambda page: "move 3: " in status(page))
    assert button(browser, "Resign").get_attribute("aria-disabled") == "false"
    viewer.close()


def test_what_cannot_be_played_is_said(browser: Chrome, server: Server) -> None:
    sit_down(browser, server, "Othello", "a person", "a person")
    ready(browser, 1)
    field(browser, "Move").send_keys("9 9", Keys.ENTER)
    wait(browser).until(lambda page: "cannot be played here" in page.find_element(By.XPATH, "//*[@role='log']").text)
    assert "move 1" in status(browser)
    wait(browser).until(targets)  # and the board still takes a move


def test_a_viewer_steps_back_while_the_game_goes_on(browser: Chrome, server: Server) -> None:
    table = server.open("othello", {"kind": "person"}, {"kind": "bot", "level": 0})
    viewer = table.follow()
    for turns in (0, 2, 4):
        table.order("move", seat=0, move=viewer.asked(turns)[0])
    browser.get(server.address + table.where)
    ready(browser, 7)
    browser.find_element(By.XPATH, "//button[@aria-label='First position']").click()
    table.order("move", seat=0, move=viewer.asked(6)[0])
    ready(browser, 9)
    shown = browser.execute_script("return document.querySelector('[aria-live=polite]:not(.turn)').textContent")
    assert shown == "0 / 8"
    browser.find_element(By.XPATH, "//button[@aria-label='Next position']").click()
    button(browser, "Play from here").click()
    ready(browser, 3)  # the bot has answered again
    assert button(browser, "Play from here").get_attribute("aria-disabled") == "true"
    viewer.close()


# A page whose connection is lost hears the whole state of another one, which is what the browser opens then.
RECONNECTING = """
const Usual = EventSource;
window.EventSource = class extends Usual {
  constructor(url) {
    super(url);
    window.reconnect = () => {
      const next = new Usual(url);
      const hear = ({ data }) => {
        next.close();
        this.dispatchEvent(new MessageEvent("message", { data }));
        window.heard = true;
      };
      next.addEventListener("message", hear, { once: true });
    };
  }
};
"""


def test_a_viewer_who_was_cut_off_still_looks_at_the_same_position(browser: Chrome, server: Server) -> None:
    table = server.open("othello", {"kind": "person"}, {"kind": "bot", "level": 0})
    viewer = table.follow()
    for turns in (0, 2):
        table.order("move", seat=0, move=viewer.asked(turns)[0])
    viewer.asked(4)
    script = browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": RECONNECTING})
    browser.get(server.address + table.where)
    browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)
    shown = "return document.querySelector('[aria-live=polite]:not(.turn)').textContent"
    ready(browser, 5)
    for button_, position in ("Previous position", "3 / 4"), ("Last position", "4 / 4"):
        browser.find_element(By.XPATH, f"//button[@aria-label='{button_}']").click()
        browser.execute_script("window.heard = false; reconnect()")
        wait(browser).until(lambda page: page.execute_script("return window.heard"))
        assert browser.execute_script(shown) == position
    viewer.close()


@pytest.mark.parametrize("page", ["hall", "table"])
def test_the_pages_are_accessible_and_fit_a_telephone(browser: Chrome, server: Server, page: str) -> None:
    if page == "hall":
        browser.get(server.address)
    else:
        sit_down(browser, server, "Othello")
        ready(browser, 1)
    metrics = {"width": 390, "height": 800, "deviceScaleFactor": 1, "mobile": True}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    assert browser.execute_script("return document.documentElement.scrollWidth") <= 390
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    assert violations(browser) == []


@pytest.fixture(autouse=True)
def nothing_else_is_loaded(browser: Chrome) -> Iterator[None]:
    yield
    browser.get("about:blank")
    assert all("Content Security Policy" not in entry["message"] for entry in browser.get_log("browser"))
