"""The one replay of all pages: it draws what the game's drawing draws, it is small, and keys are answered at once."""

from __future__ import annotations

import base64
import dataclasses
import random
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.expected_conditions import url_matches
from selenium.webdriver.support.wait import WebDriverWait

from arbiter.games import catalogue
from arbiter.games.board import BoardGame
from arbiter.games.contract import Frame, Game, Transcript
from arbiter.games.domino.law import Move, Row, tile
from arbiter.games.grid import Grid
from arbiter.games.players import Turn
from arbiter.games.squares import BoardDrawing, Step
from arbiter.pages import page
from arbiter.pages.page import render
from arbiter.play.record import GameRecord, MatchRecord
from tests.many import each
from tests.pages import slides
from tests.pages.replays import NAMES, expected, league_page, random_record, shown, some_game
from tests.pages.slides import PIECES, Slide, Slides
from tests.pages.test_browser import GUARD_S, at, press

KIB = 1024
GAMES = ("othello", "ataxx", "dama", "domino")
STARTS = {"othello": "2 3, 2 4", "ataxx": "block c4, a7-b6, g7-f6", "dama": "b3-c4 a6-b5"}
OPTIONS = (("time per move", "10 s"), ("protections", "a long list of what was in force " * 9))


def match(game: Game, *records: GameRecord) -> MatchRecord:
    return MatchRecord(game.name, NAMES, len(records), OPTIONS, records, False)


def open_match(driver: Chrome, folder: Path, game: Game, *records: GameRecord, address: str = "") -> str:
    """Show the page of a match with every position; give its address."""
    file = folder / "games.html"
    file.write_text(render(match(game, *records), game, True), encoding="utf-8")
    driver.get("about:blank")
    driver.get(f"{file.as_uri()}{address}")
    return file.as_uri()


# ---- what is shown -------------------------------------------------------------------------------------------------


def board_game(name: str) -> BoardGame[Any, Any]:
    game = catalogue.game(name)
    assert isinstance(game, BoardGame)
    return game


@pytest.mark.parametrize("start", each(2, [True, False]))
@pytest.mark.parametrize("name", each(2, STARTS))
def test_every_position_is_drawn_as_the_game_draws_it_in_a_match_and_in_a_league(
    browser: Chrome, tmp_path: Path, name: str, start: bool
) -> None:
    game = board_game(name)
    record = random_record(game, 2, STARTS[name] if start else "")
    open_match(browser, tmp_path, game, record)
    assert shown(browser, 2) == expected(game, record)
    browser.get(f"{league_page(tmp_path, game, random_record(game, 1), record)}#game-2")
    assert shown(browser) == expected(game, record)
    assert browser.get_log("browser") == []


class Marked(BoardDrawing):
    """Says and marks what no script could find out."""

    called = ("<b>lower</b>", "upper")

    def beginning(self, start: str) -> str:
        return "nobody has <moved>"

    def caption(self, step: Step[Slide, str]) -> str:
        return f"{step.text.count('x')} crosses" if "K" in step.text else super().caption(step)

    def under(self, step: Step[Slide, str]) -> list[Any]:
        return [self.path(0, 5)]

    def over(self, step: Step[Slide, str]) -> list[Any]:
        return [self.polyline("t", [1]), self.mark(2)]


class OfItsOwn(Slides):
    drawing = Marked(3, 2, PIECES, points=lambda position: (7 * position.board.count("x"), len(position.board)))


class Pictures(BoardDrawing):
    """Makes its pictures in a way of its own."""

    def frames(self, game: Transcript, *, every: bool) -> list[Frame]:
        return [dataclasses.replace(frame, caption="!") for frame in super().frames(game, every=every)]


class Painted(Slides):
    drawing = Pictures(3, 2, PIECES, points=("x", "oK"))


BOARDS = ("x.....", "xo....", "xKo...", "xx....", "xx...x", "xx...x")


@pytest.mark.parametrize("game", [Slides(), OfItsOwn(), Painted()], ids=["usual", "own", "painted"])
def test_drawings_of_strangers_are_shown_as_they_are(browser: Chrome, tmp_path: Path, game: Slides) -> None:
    record = slides.record(1, *BOARDS)
    open_match(browser, tmp_path, game, record)
    assert shown(browser, 1) == expected(game, record)
    assert browser.get_log("browser") == []


def test_captions_marks_and_points_of_strangers_are_those_of_their_drawing_in_a_league(
    browser: Chrome, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = OfItsOwn()
    monkeypatch.setattr(catalogue, "game", lambda name: game)
    record = slides.record(1, *BOARDS)
    browser.get(f"{league_page(tmp_path, game, record, slides.record(2, *BOARDS[:2]))}#game-1")
    assert shown(browser) == expected(game, record)


def test_boards_that_no_text_can_show_are_pictures(browser: Chrome, tmp_path: Path) -> None:
    class Odd(Slides):
        drawing = BoardDrawing(3, 2, PIECES, board=lambda position: position.board.replace(".", "\t"))

    record = slides.record(1, *BOARDS)
    open_match(browser, tmp_path, Odd(), record)
    assert shown(browser, 1) == expected(Odd(), record)


@pytest.mark.parametrize("name", each(2, GAMES))
def test_a_league_shows_chart_clocks_and_marks_as_a_match_does(browser: Chrome, tmp_path: Path, name: str) -> None:
    game, record = catalogue.game(name), some_game(name, 1)
    script = """
        const card = document.querySelector(arguments[0]);
        const text = (selector) => [...card.querySelectorAll(selector)].map((element) => element.textContent);
        return [card.querySelector(".replay svg").outerHTML, card.querySelector(".trend").outerHTML,
                text(".moves a"), text("figcaption b, figcaption i, figcaption small"), text(".clock span").length];
    """
    open_match(browser, tmp_path, game, record, address="#g1-5")
    in_match = browser.execute_script(script, ".card")
    browser.get(f"{league_page(tmp_path, game, record, some_game(name, 2))}#g1-5")
    assert browser.execute_script(script, "#game .card") == in_match
    assert in_match[4] == 2


def test_without_scripts_tiles_are_there_as_text_and_the_moves_as_they_were_written(
    browser: Chrome, tmp_path: Path
) -> None:
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    record = some_game("domino", 1)
    open_match(browser, tmp_path, catalogue.game("domino"), record)
    written = browser.find_element(By.CSS_SELECTOR, ".boards pre").get_property("textContent")
    rows = ["1|6", "… 6|3", "2|1 1|4 4|4", "… 4|4", "0|0 …"]
    assert str(written).split("\n") == rows * 2
    moves = str(browser.find_element(By.CSS_SELECTOR, ".moves").get_property("textContent"))
    assert moves.split("\n") == [f"{at}\t{turn.move}" for at, turn in enumerate(record.turns, 1)]


def test_dama_has_numbers_as_in_the_course_letters_by_a_switch_and_a_chart_of_pieces(
    browser: Chrome, tmp_path: Path
) -> None:
    game, record = catalogue.game("dama"), some_game("dama", 1)
    for address in (
        open_match(browser, tmp_path, game, record),
        f"{league_page(tmp_path, game, record, some_game('dama', 2))}#game-1",
    ):
        browser.get(address)
        assert browser.find_element(By.CSS_SELECTOR, ".course figcaption").text.startswith("Pieces ahead")
        names = [_axis(browser)]
        browser.find_element(By.XPATH, "//label[contains(., 'a\N{EN DASH}h')]").click()
        names.append(_axis(browser))
        assert names == ["0123456701234567", "abcdefgh12345678"]


def _axis(driver: Chrome) -> str:
    script = """
        const axes = [...document.querySelectorAll("#board .axis")];
        return axes.find((axis) => getComputedStyle(axis).display !== "none").textContent;
    """
    return str(driver.execute_script(script))


def test_names_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="2 rows has as many names or none, not 3"):
        Grid(3, 2, others=("abc", "123"))


def test_on_paper_every_position_is_there_and_away_again_after_it(browser: Chrome, tmp_path: Path) -> None:
    record = random_record(board_game("ataxx"), 1, plies=20)
    open_match(browser, tmp_path, catalogue.game("ataxx"), record)
    script = """
        dispatchEvent(new Event("beforeprint"));
        const printed = [...document.querySelectorAll(".positions figcaption")].map((caption) => caption.textContent);
        const boards = [...document.querySelectorAll(".positions desc")].map((board) => board.textContent);
        dispatchEvent(new Event("afterprint"));
        return [printed, boards, document.querySelectorAll(".positions").length];
    """
    captions, boards, left = browser.execute_script(script)
    positions = expected(catalogue.game("ataxx"), record)
    assert captions == [f"{at} {one['caption']} {one['score']}" for at, one in enumerate(positions)]
    assert len(set(boards)) > 15
    assert left == 0
    assert base64.b64decode(browser.execute_cdp_cmd("Page.printToPDF", {})["data"]).startswith(b"%PDF")


# ---- what a person does --------------------------------------------------------------------------------------------


def test_each_step_is_in_the_address_without_a_trace_in_the_history(browser: Chrome, tmp_path: Path) -> None:
    game = catalogue.game("othello")
    open_match(browser, tmp_path, game, some_game("othello", 1), some_game("othello", 2))
    length = browser.execute_script("return history.length")
    wait = WebDriverWait(browser, GUARD_S)
    last = int(at(browser).split()[-1])
    for back in (1, 2):
        press(browser, Keys.ARROW_LEFT)
        wait.until(url_matches(f"#g1-{last - back}$"))
    address = browser.current_url
    assert browser.execute_script("return history.length") == length
    browser.get("about:blank")
    browser.get(address)
    assert at(browser).startswith(f"{last - 2} / ")


def test_the_chart_can_be_clicked(browser: Chrome, tmp_path: Path) -> None:
    open_match(browser, tmp_path, catalogue.game("othello"), some_game("othello", 1))
    last = int(at(browser).split()[-1])
    script = """
        const chart = document.querySelector(".trend"), box = chart.getBoundingClientRect();
        const clientX = box.left + box.width * (arguments[0] + 0.5) / (arguments[1] + 1), clientY = box.top + 5;
        chart.dispatchEvent(new PointerEvent("pointerdown", { clientX, clientY, bubbles: true }));
    """
    for wanted in (0, 7, last):
        browser.execute_script(script, wanted, last)
        assert at(browser) == f"{wanted} / {last}"


def board_in_sight(driver: Chrome) -> bool:
    script = """
        const card = document.querySelector("#game .card") ?? document;
        const box = card.querySelector(".replay svg").getBoundingClientRect();
        return box.top >= -1 && box.bottom <= innerHeight + 1;
    """
    return bool(driver.execute_script(script))


@pytest.mark.parametrize("where", ["match", "league"])
def test_no_key_scrolls_the_page_away_from_the_board_that_it_steps(browser: Chrome, tmp_path: Path, where: str) -> None:
    game, records = catalogue.game("othello"), [some_game("othello", number) for number in (1, 2)]
    if where == "match":
        open_match(browser, tmp_path, game, *records, address="#g1-3")
    else:
        browser.get(f"{league_page(tmp_path, game, *records)}#g1-3")
    prefix = "#game" if where == "league" else "#game-1"
    for key, position in (
        (Keys.ARROW_RIGHT, 4),
        (Keys.HOME, 0),
        (Keys.ARROW_RIGHT, 1),
        (Keys.END, -1),
        (Keys.HOME, 0),
        (Keys.ARROW_LEFT, 0),
    ):
        press(browser, key)
        now, last = browser.find_element(By.CSS_SELECTOR, f"{prefix} output").text.split(" / ")
        assert (int(now), board_in_sight(browser)) == (int(last) if position < 0 else position, True), key


def test_moves_stand_on_one_line_each_on_a_wide_window(browser: Chrome, tmp_path: Path) -> None:
    metrics = {"width": 1280, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        for name in GAMES:
            open_match(browser, tmp_path, catalogue.game(name), some_game(name, 1))
            script = (
                "return [...document.querySelectorAll('.moves a')].filter((a) => a.getClientRects()[0].height > 30)"
            )
            assert browser.execute_script(script) == [], name
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


@pytest.mark.parametrize("name", each(2, GAMES))
def test_the_board_of_a_page_of_one_game_is_above_the_fold(browser: Chrome, tmp_path: Path, name: str) -> None:
    metrics = {"width": 1280, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        open_match(browser, tmp_path, catalogue.game(name), some_game(name, 1))
        assert browser.execute_script("return scrollY") == 0
        assert board_in_sight(browser)
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


# ---- what it costs -------------------------------------------------------------------------------------------------


def bytes_a_game(game: Game, records: list[GameRecord]) -> float:
    """Give what a game costs on a page with every position, beside the page itself."""
    one, all_of_them = (len(render(match(game, *some), game, True).encode()) for some in (records[:1], records))
    return (all_of_them - one) / (len(records) - 1)


@pytest.mark.parametrize(("name", "plies"), [("othello", 64), ("ataxx", 105), ("dama", 100)])
def test_a_game_with_every_position_costs_at_most_three_kib(name: str, plies: int) -> None:
    """Of 10 games. Our bots play 31 moves of Othello, 75 to 103 of Ataxx, 83 of Dama, which ends after 100."""
    records = [random_record(board_game(name), n, plies=plies) for n in range(1, 11)]
    assert sum(len(record.turns) for record in records) >= 45 * len(records)
    assert bytes_a_game(board_game(name), records) <= 3 * KIB


@pytest.mark.parametrize("name", ["othello", "ataxx", "dama"])
def test_a_move_of_a_long_game_costs_at_most_19_bytes(name: str) -> None:
    game = board_game(name)
    short, long = ([random_record(game, n, plies=plies) for n in range(1, 11)] for plies in (20, 400))
    moves = sum(len(record.turns) for record in long) - sum(len(record.turns) for record in short)
    assert (bytes_a_game(game, long) - bytes_a_game(game, short)) * len(long) <= 19 * moves


def laid_at_random(number: int, size: int) -> GameRecord:
    """Give a game of dominoes in which both lay the same row; a third of the hand are special tiles."""
    chance, row, moves = random.Random(number), Row(), list[Move]()
    some = [(0, 0), (11, 11), (12, 21), *((a, b) for a in range(1, 7) for b in range(a, min(a + 2, 6) + 1))][:9]
    left = Counter(chance.choices(some, k=size))
    start = f"{size}\n" + "".join(f"{a} {b}\n" for a, b in left.elements())
    while choices := list(row.moves(kind for kind, count in left.items() if count)):
        moves.append(chance.choice(choices))
        left[tile(moves[-1].a, moves[-1].b)] -= 1
        row.place(moves[-1])
    turns = (Turn(" ".join(map(str, moves)), 0.2),) * 2
    return GameRecord("domino", number, NAMES, 0, turns, (1, 1), start=start)


@pytest.mark.parametrize(("size", "most"), [(10, 3 * KIB), (60, 11 * KIB)])
def test_a_large_hand_of_dominoes_costs_some_bytes_a_tile(size: int, most: int) -> None:
    records = [laid_at_random(number, size) for number in range(1, 11)]
    assert sum(record.turns[0].move.count(" ") // 3 + 1 for record in records) >= 8 * size
    assert bytes_a_game(catalogue.game("domino"), records) <= most


def layouts(driver: Chrome) -> int:
    metrics = driver.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
    return int(next(one["value"] for one in metrics if one["name"] == "LayoutCount"))


def elements_with_layout(driver: Chrome) -> int:
    """Count what is in cards and has been given a replay; the others have neither controls nor layout."""
    return len(driver.find_elements(By.CSS_SELECTOR, ".card .controls"))


def few_layouts_a_key(driver: Chrome, folder: Path, games: int) -> None:
    game = catalogue.game("othello")
    record = some_game("othello", 1)
    records = [dataclasses.replace(record, number=number) for number in range(1, games + 1)]
    open_match(driver, folder, game, *records)
    driver.execute_cdp_cmd("Performance.enable", {})
    driver.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(arguments[0])))")
    assert elements_with_layout(driver) < 10
    before = layouts(driver)
    press(driver, Keys.ARROW_LEFT)
    assert at(driver).split(" / ")[0] == str(len(record.turns) - 1)
    first = layouts(driver) - before
    for _ in range(10):
        press(driver, Keys.ARROW_LEFT)
    more = layouts(driver) - before - first
    driver.execute_cdp_cmd("Performance.disable", {})
    assert first <= 8
    assert more <= 40
    assert elements_with_layout(driver) < 10


def test_a_key_makes_few_layouts_on_a_page_of_a_hundred_games(browser: Chrome, tmp_path: Path) -> None:
    few_layouts_a_key(browser, tmp_path, 100)


@pytest.mark.long
def test_a_key_makes_few_layouts_on_a_page_of_a_thousand_games(browser: Chrome, tmp_path: Path) -> None:
    few_layouts_a_key(browser, tmp_path, 1000)


def test_no_style_looks_again_at_a_whole_page_of_scripts() -> None:
    """`:has` at the root does, with each change anywhere."""
    for style in (Path(page.__file__).parent / "templates").glob("*.css"):
        assert re.findall(r".*(?<!js\)):has.*", style.read_text("utf-8")) == [], style.name


def test_a_page_names_its_scripts_once() -> None:
    text = render(match(catalogue.game("othello"), some_game("othello", 1)), catalogue.game("othello"), True)
    assert len(re.findall(r"<script>", text)) == 1
    assert text.count("class Replay") == 1
