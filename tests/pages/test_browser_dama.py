"""The page of a Dama match in a real browser: pieces are seen where they stand, and the replay follows the law."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from arbiter.games.dama import law
from arbiter.games.players import End
from arbiter.play.record import GameRecord, MatchRecord
from tests.dama.test_page import drawn, game
from tests.pages.test_browser import colours, current, press

Show = Callable[[MatchRecord, bool], str]


def standing(driver: Chrome, number: int) -> str:
    """Read the pieces of the position that is shown back into a board."""
    shown: str = driver.execute_script("return arguments[0].innerHTML", current(driver, number))
    return drawn(shown.replace("></polyline>", "/>"))


def match(*records: GameRecord) -> MatchRecord:
    return MatchRecord("dama", ("a", "b"), len(records), (), records, False)


def stopped(record: GameRecord, turns: int) -> GameRecord:
    """End a game early."""
    reason = "no move within 30 s"
    return dataclasses.replace(
        record, turns=record.turns[:turns], end=End.TIMEOUT, offender=0, scores=(0, 2), reason=reason
    )


@pytest.mark.parametrize(("number", "opening"), [(1, 0), (3, 6)])
def test_arrow_keys_step_through_the_game_as_the_law_says(
    browser: Chrome, show: Show, number: int, opening: int
) -> None:
    record, positions = game(number, opening)
    show(match(stopped(record, 8)), True)
    for position in reversed(positions[:9]):
        assert standing(browser, number) == position.board
        press(browser, Keys.ARROW_LEFT)
    press(browser, Keys.ARROW_RIGHT)
    assert standing(browser, number) == positions[1].board
    assert browser.get_log("browser") == []


def test_pieces_are_seen_where_they_stand(browser: Chrome, show: Show) -> None:
    record, positions = next(
        (record, positions)
        for record, positions in map(game, range(1, 50))
        if any({"X", "O", "x", "o"} <= set(position.board) for position in positions)
    )
    last = max(at for at, position in enumerate(positions) if {"X", "O", "x", "o"} <= set(position.board))
    show(match(stopped(record, last)), False)
    png = browser.find_element(By.CSS_SELECTOR, ".card .board").screenshot_as_base64
    # A third of a square off the centre, beside crowns and rims; the picture starts at -1.1, -0.6.
    squares = [square for square in range(64) if law.PLAYABLE[square]]
    points = [((square % 8 + 0.33 + 1.1) / 8.7, (7 - square // 8 + 0.6) / 8.7) for square in squares]
    for square, (red, green, blue) in zip(squares, colours(browser, png, points), strict=True):
        seen = "xX" if min(red, green, blue) > 170 else "oO" if max(red, green, blue) < 90 else "."
        assert positions[last].board[square] in seen, (square, red, green, blue)
