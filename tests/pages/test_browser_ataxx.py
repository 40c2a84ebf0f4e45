"""The page of an Ataxx match in a real browser: it loads, its boards are those of the game, keys replay it."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

from arbiter.games.players import End, Turn
from arbiter.play.record import GameRecord, MatchRecord
from tests.ataxx import plain_ataxx as plain
from tests.many import each
from tests.pages.drawn import points
from tests.pages.test_browser import click, colours, current, press

Show = Callable[[MatchRecord, bool], str]
PLAYERS = ("java -ea ataxx.Main", "ataxx-bot")
CLASSES = {"r": "red", "b": "blue", "x": "block"}


def game(number: int, *blocks: str) -> tuple[GameRecord, list[plain.Board]]:
    """Give a random game on a board with these blocks, and its positions, as plain loops play it."""
    chance, board, jumps, colour = random.Random(number), plain.start(), 0, "red"
    for name in blocks:
        plain.add_block(board, name)
    boards, turns = [dict(board)], []
    while not plain.is_over(board, jumps):
        steps = sorted(plain.steps(board, colour))
        step = chance.choice(steps) if steps else None
        jumps = plain.play(board, colour, step, jumps)
        turns.append(Turn(plain.write_step(step), 0.1))
        boards.append(dict(board))
        colour = plain.other(colour)
    scores = (list(board.values()).count("red"), list(board.values()).count("blue"))
    start = ", ".join(f"block {name}" for name in blocks)
    return GameRecord("ataxx", number, PLAYERS, 0, tuple(turns), scores, start=start), boards


def match(*records: GameRecord) -> MatchRecord:
    """Give the match of these games."""
    return MatchRecord("ataxx", PLAYERS, len(records), (("time per move", "10 s"),), records, False)


def board_of(element: WebElement) -> plain.Board:
    """Read the pieces and blocks out of the drawing."""
    lines = points(element)
    return {(x, 6 - y): owner for name, owner in CLASSES.items() for x, y in lines.get(name, [])}


@pytest.mark.parametrize("verbose", each(2, [True, False]))
def test_loads_without_a_complaint_and_asks_the_network_for_nothing(browser: Chrome, show: Show, verbose: bool) -> None:
    whole, _ = game(1, "b2", "d4")
    lost = GameRecord("ataxx", 2, PLAYERS, 1, whole.turns[:4], (0, 49), End.ILLEGAL, 0, "f3 is taken", b"* Red moves")
    address = show(match(whole, lost), verbose)
    assert "Ataxx" in browser.title
    assert browser.get_log("browser") == []
    events = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
    asked = [e["params"]["request"]["url"] for e in events if e["method"] == "Network.requestWillBeSent"]
    assert asked == [address]
    assert "f3 is taken" in browser.find_element(By.TAG_NAME, "body").text


@pytest.mark.parametrize("blocks", each(2, [(("b2", "c3", "d4"),), ((),)]))
def test_arrow_keys_step_through_the_game_as_the_law_says(browser: Chrome, show: Show, blocks: tuple[str, ...]) -> None:
    record, boards = game(3, *blocks)
    show(match(record), True)
    assert board_of(current(browser, 3)) == boards[-1]
    click(browser, "first")
    assert board_of(current(browser, 3)) == boards[0]
    for board in boards[1:13]:
        press(browser, Keys.ARROW_RIGHT)
        assert board_of(current(browser, 3)) == board
    press(browser, Keys.ARROW_LEFT)
    assert board_of(current(browser, 3)) == boards[11]
    click(browser, "last")
    assert board_of(current(browser, 3)) == boards[-1]


def test_pieces_and_blocks_are_painted_where_they_lie(browser: Chrome, show: Show) -> None:
    record, boards = game(4, "b2", "d4")
    show(match(record), False)
    picture = browser.find_element(By.CSS_SELECTOR, ".card .board")
    browser.execute_script('arguments[0].scrollIntoView({block: "center", behavior: "instant"})', picture)
    png = picture.screenshot_as_base64
    # Off the centre, where moves are marked; the picture starts 1.1 squares to the left of a7 and 0.6 above.
    squares = [(x, y) for x in range(7) for y in range(7)]
    seen = colours(browser, png, [((x + 1.1 - 0.33) / 7.7, (6 - y + 0.6) / 7.7) for x, y in squares])
    looks: dict[str | None, set[tuple[int, int, int]]] = {}
    for square, (red, green, blue) in zip(squares, seen, strict=True):
        owner = boards[-1].get(square)
        looks.setdefault(owner, set()).add((red, green, blue))
        assert (red > blue + 60) == (owner == "red"), (square, owner, red, green, blue)
        assert (blue > red + 60) == (owner == "blue"), (square, owner, red, green, blue)
    blocks, empty = looks["block"], looks.get(None, {(255, 255, 255)})
    assert max(map(sum, blocks)) + 60 < min(map(sum, empty))
