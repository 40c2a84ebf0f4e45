"""The page in a real browser: what a person sees and does, and what a hostile program cannot do."""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Callable
from typing import Any

import pytest
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

from arbiter.games.players import End
from arbiter.play.record import MatchRecord
from tests.many import each
from tests.pages import plain_othello
from tests.pages.drawn import points
from tests.pages.matches import HOSTILE, forfeit, game, hostile_match, match

Show = Callable[[MatchRecord, bool], str]
GUARD_S = 60


def current(driver: Chrome, number: int = 1) -> WebElement:
    """Give the picture of a game's replay."""
    return driver.find_element(By.CSS_SELECTOR, f"#game-{number} .replay figure")


def at(driver: Chrome, number: int = 1) -> str:
    """Give which position a replay shows, and the last one."""
    return str(driver.find_element(By.CSS_SELECTOR, f"#game-{number} output").get_property("textContent"))


def board_of(element: WebElement) -> plain_othello.Board:
    """Read the discs out of the drawing."""
    lines = points(element)
    colours = {"k": "black", "w": "white"}
    return {(row, col): colour for name, colour in colours.items() for col, row in lines.get(name, [])}


def press(driver: Chrome, key: str) -> None:
    ActionChains(driver).send_keys(key).perform()


def click(driver: Chrome, button: str) -> None:
    driver.find_element(By.CSS_SELECTOR, f"[data-go={button}]").click()


def colours(driver: Chrome, png: str, points: list[tuple[float, float]]) -> list[tuple[int, int, int]]:
    """Give the colours of a picture (base64) at points whose coordinates are fractions of its width and height."""
    driver.get("about:blank")
    script = """
        const [png, points, done] = arguments;
        const image = new Image();
        image.onload = () => {
            const canvas = document.createElement("canvas");
            canvas.width = image.width;
            canvas.height = image.height;
            const context = canvas.getContext("2d");
            context.drawImage(image, 0, 0);
            done(points.map(([x, y]) => [...context.getImageData(x * image.width, y * image.height, 1, 1).data]));
        };
        image.src = "data:image/png;base64," + png;
    """
    found: list[list[int]] = driver.execute_async_script(script, png, points)
    return [(red, green, blue) for red, green, blue, _ in found]


def played_moves(record_moves: list[str]) -> list[tuple[int, int]]:
    return [(int(move[0]), int(move[2])) for move in record_moves]


@pytest.mark.parametrize("verbose", each(2, [True, False]))
def test_loads_without_a_complaint_and_asks_the_network_for_nothing(browser: Chrome, show: Show, verbose: bool) -> None:
    address = show(match(*(game(number) for number in range(1, 6))), verbose)
    assert "A" in browser.title
    assert browser.get_log("browser") == []
    events = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
    asked = [e["params"]["request"]["url"] for e in events if e["method"] == "Network.requestWillBeSent"]
    assert asked == [address]


def test_arrow_keys_step_through_the_game_as_the_law_says(browser: Chrome, show: Show) -> None:
    record = game(1)
    show(match(record), True)
    boards = plain_othello.boards(played_moves([turn.move for turn in record.turns]))
    assert board_of(current(browser)) == boards[-1]
    for board in reversed(boards[:-1]):
        press(browser, Keys.ARROW_LEFT)
        assert board_of(current(browser)) == board
    press(browser, Keys.ARROW_LEFT)  # there is nothing before the start
    for board in boards[1:]:
        press(browser, Keys.ARROW_RIGHT)
        assert board_of(current(browser)) == board
    press(browser, Keys.ARROW_RIGHT)
    assert board_of(current(browser)) == boards[-1]


def test_buttons_step_through_the_game_as_the_law_says(browser: Chrome, show: Show) -> None:
    record = game(2)
    show(match(record), True)
    boards = plain_othello.boards(played_moves([turn.move for turn in record.turns]))
    for button, index in (("first", 0), ("next", 1), ("next", 2), ("previous", 1), ("last", -1), ("previous", -2)):
        click(browser, button)
        assert board_of(current(browser, 2)) == boards[index], button


def test_play_shows_the_game_to_its_end_and_stops_there(browser: Chrome, show: Show) -> None:
    record = forfeit(1, 0, End.CRASH, "exit status 1", length=2)
    show(match(record), True)
    button = browser.find_element(By.CSS_SELECTOR, "[data-go=play]")
    button.click()
    assert (at(browser), button.get_attribute("aria-label")) == ("0 / 2", "Pause")
    wait = WebDriverWait(browser, GUARD_S)
    wait.until(lambda driver: button.get_attribute("aria-label") == "Play")
    assert at(browser) == "2 / 2"


def test_each_game_has_a_replay_of_its_own(browser: Chrome, show: Show) -> None:
    show(match(game(1), game(2)), True)
    first, second = browser.find_elements(By.CSS_SELECTOR, ".replay")
    before = board_of(first)
    browser.execute_script("arguments[0].scrollIntoView()", second)
    WebDriverWait(browser, GUARD_S).until(lambda driver: second.get_attribute("tabindex") == "0")
    browser.execute_script("arguments[0].focus()", second)
    press(browser, Keys.HOME)
    press(browser, Keys.ARROW_RIGHT)
    assert at(browser, 2).startswith("1 / ")
    assert board_of(first) == before


def test_the_move_list_and_the_address_lead_to_a_position(browser: Chrome, show: Show) -> None:
    address = show(match(game(1)), True)
    browser.find_elements(By.CSS_SELECTOR, ".moves a")[4].click()
    assert at(browser).startswith("5 / ")
    browser.get("about:blank")
    browser.get(address + "#g1-7")
    assert at(browser).startswith("7 / ")


@pytest.mark.parametrize("length", each(3, [0, 1, 30]))
def test_discs_are_drawn_where_they_lie(browser: Chrome, show: Show, length: int) -> None:
    record = forfeit(1, 0, End.TIMEOUT, "no answer in 10 s", length=length)
    show(match(record), False)
    board = plain_othello.boards(played_moves([turn.move for turn in record.turns]))[-1]
    png = browser.find_element(By.CSS_SELECTOR, ".card .board").screenshot_as_base64
    # Off the centre, where the last move is marked; the picture starts 1.1 squares above and left of square 0 0.
    squares = [(row, col) for row in range(8) for col in range(8)]
    seen = colours(browser, png, [((col + 1.33) / 8.7, (row + 1.1) / 8.7) for row, col in squares])
    for square, (red, green, blue) in zip(squares, seen, strict=True):
        look = "white" if min(red, green, blue) > 150 else "black" if max(red, green, blue) < 110 else None
        assert look == board.get(square), (square, red, green, blue)
        assert look or green > red + 30


WRITTEN = {"X": "black", "O": "white"}


def written(driver: Chrome) -> list[list[str]]:
    """Give what a reader hears of each position: its number, the move that led there, and the rows of the board."""
    nodes = {node["nodeId"]: node for node in driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]}

    def text(node: str) -> str:
        if nodes[node]["role"]["value"] == "StaticText":
            return str(nodes[node]["name"]["value"])
        return "".join(text(child) for child in nodes[node].get("childIds", ()) if child in nodes)

    found = [re.fullmatch(r"(\d+) *(\d \d)?((?:[-XO]{8} *){8})?", text(name)) for name in nodes]
    told = [match for match in found if match and (match[2] or match[3])]
    return [[match[1], match[2] or "", *(match[3] or "").split()] for match in told]


def written_board(rows: list[str]) -> plain_othello.Board:
    return {(y, x): WRITTEN[disc] for y, row in enumerate(rows) for x, disc in enumerate(row) if disc in WRITTEN}


def test_without_scripts_the_last_board_the_moves_and_every_board_as_text_are_there(
    browser: Chrome, show: Show
) -> None:
    record = game(3)
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    show(match(record), True)
    boards = plain_othello.boards(played_moves([turn.move for turn in record.turns]))
    assert board_of(current(browser, 3)) == boards[-1]
    assert current(browser, 3).is_displayed()
    moves = [[str(at), turn.move] for at, turn in enumerate(record.turns, 1)]
    assert written(browser) == moves
    browser.find_element(By.CSS_SELECTOR, ".boards summary").click()
    texts = written(browser)
    assert [told for *told, _, _, _, _, _, _, _, _ in texts] == [["0", ""], *moves]
    assert [written_board(rows) for _, _, *rows in texts] == boards
    assert browser.find_elements(By.CSS_SELECTOR, "button") == []


def brightness(driver: Chrome) -> int:
    colour = driver.execute_script("return getComputedStyle(document.body).backgroundColor")
    return sum(int(part) for part in re.findall(r"\d+", colour)[:3])


def test_dark_and_light_follow_the_system_and_the_choice(browser: Chrome, show: Show) -> None:
    show(match(game(1)), False)
    for scheme, choice in (("dark", "light"), ("light", "dark")):
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
        browser.find_element(By.XPATH, "//label[normalize-space()='Auto']").click()
        assert (brightness(browser) < 150) == (scheme == "dark")
        browser.find_element(By.XPATH, f"//label[normalize-space()='{choice.capitalize()}']").click()
        assert (brightness(browser) < 150) == (choice == "dark")


def test_prints_every_position(browser: Chrome, show: Show) -> None:
    record = game(1)
    show(match(record), True)
    pdf = base64.b64decode(browser.execute_cdp_cmd("Page.printToPDF", {"printBackground": False})["data"])
    streams = re.findall(rb"/FlateDecode.*?stream\r?\n(.*?)\r?\nendstream", pdf, re.DOTALL)
    content = b"".join(zlib.decompressobj().decompress(stream) for stream in streams)
    boards = len(record.turns) + 1
    assert content.count(b" c\n") > 100 * boards  # a disc is a handful of curves
    assert browser.find_elements(By.CSS_SELECTOR, ".positions") == []  # on paper only


def test_fits_a_telephone(browser: Chrome, show: Show) -> None:
    metrics = {"width": 360, "height": 740, "deviceScaleFactor": 1, "mobile": True}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        for verbose in (False, True):
            show(hostile_match(), verbose)
            assert browser.execute_script("return document.documentElement.scrollWidth") <= 360
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


@pytest.mark.parametrize("verbose", each(2, [True, False]))
def test_what_programs_wrote_is_text_and_nothing_else(browser: Chrome, show: Show, verbose: bool) -> None:
    show(hostile_match(), verbose)
    assert browser.execute_script("return window.hacked === undefined")
    assert len(browser.find_elements(By.CSS_SELECTOR, "script:not([type])")) == 1
    assert browser.find_elements(By.CSS_SELECTOR, "img, iframe, object, embed, link, base, form") == []
    attributes = "return [...document.querySelectorAll('*')].flatMap(element => element.getAttributeNames())"
    assert [name for name in browser.execute_script(attributes) if name.startswith("on")] == []
    text = browser.execute_script("return document.body.textContent")
    assert all(planted in text for planted in HOSTILE)
    assert browser.get_log("browser") == []


def test_the_policy_stops_a_script_that_got_in(browser: Chrome, show: Show) -> None:
    show(match(game(1)), False)
    outcome: dict[str, Any] = browser.execute_async_script(
        """
        const done = arguments[0];
        const script = document.createElement("script");
        script.textContent = "window.hacked = true";
        document.body.append(script);
        const box = document.createElement("div");
        const attack = "window.hacked = true";
        box.innerHTML = `<img src=x onerror='${attack}'><b style='color: red' onclick='${attack}'>x`;
        document.body.append(box);
        box.querySelector("b").click();
        fetch("data:,x").then(() => "loaded", () => "blocked").then((fetched) =>
            setTimeout(() => done({ hacked: window.hacked === true, fetched }), 100));
        """
    )
    assert outcome == {"hacked": False, "fetched": "blocked"}
    assert any("Content Security Policy" in entry["message"] for entry in browser.get_log("browser"))
