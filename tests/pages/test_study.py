"""What a person does with the engine in a replay: by clicks, in a browser; the law judges every move."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

from arbiter.games import catalogue
from arbiter.games.board import BoardGame
from arbiter.games.domino.law import judge, read_hand
from arbiter.pages.page import render
from arbiter.play.record import MatchRecord
from tests.bots.driver import HANG_S
from tests.many import each, many
from tests.pages import engines
from tests.pages.replays import HAND, NAMES, league_page, random_record, some_game
from tests.pages.test_browser import GUARD_S

BOARDS = ("othello", "ataxx", "dama")
PLIES = 120
MANY = many(34, 3)
"""Games of each game."""
"""In Dama nobody need ever win."""
CLICK = """
    const [seed, plies, done] = arguments;
    let state = seed;
    const random = (count) => (state = (state * 48271) % 2147483647) % count;
    const card = document.querySelector(".card");
    const said = () => card.querySelector(".said").textContent;
    const pause = () => new Promise((next) => setTimeout(next, 2));
    const click = (node) => node.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    const any = (nodes) => nodes[random(nodes.length)];
    const title = () => card.querySelector(".board title").textContent.replace("Played on: ", "");
    const played = () => title().split(", ").filter(Boolean);
    const offered = () => [...card.querySelectorAll(".targets circle, .passes button")];
    (async () => {
        while (played().length < plies) {
            while (!offered().length && !said().includes("over")) await pause();
            if (!offered().length) break;
            const before = played().length;
            const choice = any(offered());
            const origin = choice.matches(".origin");
            click(choice);
            if (origin) click(any([...card.querySelectorAll(".targets .target")]));
            while (played().length === before) await pause();
        }
        return [played(), said()];
    })().then(done, (error) => done(String(error)));
"""


def board_game(name: str) -> BoardGame[Any, Any]:
    game = catalogue.game(name)
    assert isinstance(game, BoardGame)
    return game


def open_study(driver: Chrome, folder: Path, name: str, at: int = 0, start: str = "") -> None:
    """Show position `at` of a random game on the page of a match that carries the engine."""
    game = board_game(name)
    match = MatchRecord(name, NAMES, 1, (), (random_record(game, 1, start),), False)
    file = folder / "games.html"
    file.write_text(render(match, game, True, engine=True), encoding="utf-8")
    driver.set_script_timeout(HANG_S)
    driver.get("about:blank")
    driver.get(f"{file.as_uri()}#g1-{at}")


def do(driver: Chrome, name: str) -> None:
    driver.find_element(By.CSS_SELECTOR, f"[data-do={name}]").click()


def choose(driver: Chrome, name: str, value: object) -> None:
    script = """
        const select = document.querySelector(`[name=${arguments[0]}]`);
        select.value = arguments[1];
        select.dispatchEvent(new Event("change", { bubbles: true }));
    """
    driver.execute_script(script, name, str(value))


def wait_for(driver: Chrome, selector: str) -> None:
    script = "return document.querySelector(arguments[0]) !== null"  # elements come and go meanwhile
    WebDriverWait(driver, GUARD_S).until(lambda page: page.execute_script(script, selector))


def said(driver: Chrome) -> str:
    return str(driver.execute_script("return document.querySelector('.said').textContent"))


def wait_until_said(driver: Chrome, word: str) -> None:
    WebDriverWait(driver, GUARD_S).until(lambda page: word in said(page))


def a_game_by_clicks(driver: Chrome, folder: Path, name: str, seed: int) -> None:
    """Play a whole game from the start, as first or second player, against level 3."""
    open_study(driver, folder, name)
    choose(driver, "side", seed % 2)
    do(driver, "play")
    outcome = driver.execute_async_script(CLICK, seed, PLIES)
    assert isinstance(outcome, list), outcome
    moves, told = outcome
    game = board_game(name)
    position = game.begins
    for text in moves:
        move = game.read_move(position, text)
        assert move in position.legal_moves() or name == "ataxx"
        position = position.play(move)
    assert position.is_over() == ("over" in told)
    assert position.is_over() or len(moves) >= PLIES
    if position.is_over() and name != "dama":
        assert "{}\N{EN DASH}{}".format(*position.score()) in told
    assert driver.get_log("browser") == []


@pytest.mark.parametrize("name", each(3, BOARDS))
def test_a_game_against_level_three_by_clicks_is_legal_by_the_law(browser: Chrome, tmp_path: Path, name: str) -> None:
    a_game_by_clicks(browser, tmp_path, name, 2)


ASKED = """
    globalThis.asked = [];
    const send = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (question) {
        if (question.method !== "begin") asked.push([question.method, ...question.words.slice(0, 2)]);
        return send.call(this, question);
    };
"""
MOST_NODES, MOST_S = 300_000, 0.25
"""Of a move at any level; `tests.evidence page_answers` has the milliseconds."""


@pytest.mark.parametrize("name", each(3, BOARDS))
def test_the_engines_first_move_is_a_small_piece_of_work_at_every_level(
    browser: Chrome, tmp_path: Path, name: str
) -> None:
    added = browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": ASKED})
    try:
        open_study(browser, tmp_path, name, at=10)
    finally:
        browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)
    choose(browser, "side", 1)
    choose(browser, "level", 9)
    do(browser, "play")
    wait_until_said(browser, "to move after")
    asked = browser.execute_script("return asked")
    methods = [method for method, *_ in asked]
    assert methods == ["play"] * 10 + ["moves", "choose", "play", "moves"]  # and nothing is searched twice
    assert asked[11][2] == 9
    plans = json.loads(str(browser.find_element(By.ID, "engine").get_property("textContent")))["levels"].values()
    assert all(plan.get("time", 0) <= MOST_S for plan in plans)
    deepest = max(int(plan.get("depth", 0)) for plan in plans)
    found = engines.searched(browser, engines.positions(name, 10, seed=5), deepest)
    assert max(int(nodes) for *_, nodes, _ in found) <= MOST_NODES


@pytest.mark.long
@pytest.mark.parametrize("name", BOARDS)
def test_games_against_level_three_by_clicks_are_legal_by_the_law(browser: Chrome, tmp_path: Path, name: str) -> None:
    for seed in range(11, 11 + MANY):
        a_game_by_clicks(browser, tmp_path, name, seed)


@pytest.mark.parametrize("name", each(3, BOARDS))
def test_analysis_shows_a_bar_lines_and_marks(browser: Chrome, tmp_path: Path, name: str) -> None:
    open_study(browser, tmp_path, name, 6, {"othello": "2 3, 2 4", "ataxx": "block c4", "dama": "b3-c4 a6-b5"}[name])
    choose(browser, "count", 3)
    do(browser, "analyse")
    wait_for(browser, ".lines li:nth-child(3)")
    wait_for(browser, ".board .goal")
    lines = browser.execute_script("return [...document.querySelectorAll('.lines b')].map((line) => line.textContent)")
    assert all("depth" in line or "proved" in line for line in lines)
    do(browser, "analyse")
    assert browser.execute_script("return document.querySelector('.board .goal')") is None
    assert not browser.find_element(By.CSS_SELECTOR, ".meter").is_displayed()
    assert browser.get_log("browser") == []


def test_the_keyboard_plays_and_a_move_is_taken_back(browser: Chrome, tmp_path: Path) -> None:
    open_study(browser, tmp_path, "dama")
    choose(browser, "side", "both")
    do(browser, "play")
    wait_for(browser, ".origin")
    for selector in (".origin", ".target"):
        browser.execute_script("document.querySelector(arguments[0]).focus()", f".targets {selector}")
        ActionChains(browser).send_keys(Keys.ENTER).perform()
    wait_until_said(browser, "o to move after")
    assert browser.find_element(By.CSS_SELECTOR, "figcaption b").text == "+1"
    do(browser, "back")
    wait_until_said(browser, "x to move")
    assert browser.find_element(By.CSS_SELECTOR, "figcaption b").text == "+0"
    do(browser, "play")  # and away from what was played
    assert browser.find_element(By.CSS_SELECTOR, "figcaption").text.startswith("0 start")
    assert browser.find_elements(By.CSS_SELECTOR, ".targets circle") == []


def test_a_step_of_the_replay_puts_away_what_was_played(browser: Chrome, tmp_path: Path) -> None:
    open_study(browser, tmp_path, "othello", 4)
    do(browser, "play")
    wait_for(browser, ".target")
    browser.find_element(By.CSS_SELECTOR, "[data-go=next]").click()
    assert browser.find_element(By.CSS_SELECTOR, "figcaption").text.startswith("5 ")
    assert browser.find_element(By.CSS_SELECTOR, "[data-do=play]").get_attribute("aria-pressed") == "false"
    assert browser.find_elements(By.CSS_SELECTOR, ".target") == []


def test_a_hint_is_a_legal_move_and_is_marked(browser: Chrome, tmp_path: Path) -> None:
    open_study(browser, tmp_path, "othello")
    do(browser, "hint")
    wait_for(browser, ".goal")
    game = board_game("othello")
    assert said(browser).split(",")[0] in map(game.write_move, game.begins.legal_moves())


@pytest.mark.parametrize("name", each(3, BOARDS))
def test_a_position_that_is_set_up_is_played_on(browser: Chrome, tmp_path: Path, name: str) -> None:
    open_study(browser, tmp_path, name)
    choose(browser, "side", "both")
    do(browser, "play")
    wait_for(browser, ".targets circle")
    before = browser.find_element(By.CSS_SELECTOR, ".replay desc").get_property("textContent")
    do(browser, "setup")
    wait_for(browser, ".targets .empty")
    square = {"othello": "0 0", "ataxx": "d4", "dama": "b1"}[name]
    script = """
        const square = document.querySelector(`.empty[aria-label="${arguments[0]}"]`);
        square.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    """
    browser.execute_script(script, square)
    after = browser.find_element(By.CSS_SELECTOR, ".replay desc").get_property("textContent")
    assert sum(x != y for x, y in zip(str(before), str(after), strict=True)) == 1
    do(browser, "setup")
    wait_for(browser, ".targets .target, .targets .origin")
    assert browser.get_log("browser") == []


def board_shown(driver: Chrome) -> str:
    return str(driver.find_element(By.CSS_SELECTOR, ".replay desc").get_property("textContent"))


@pytest.mark.parametrize(("side", "at"), each(4, itertools.product([0, 1], [0, 1, 4])))
def test_nobody_moves_while_a_position_is_set_up_and_i_play_says_who_is_to_move(
    browser: Chrome, tmp_path: Path, at: int, side: int
) -> None:
    open_study(browser, tmp_path, "othello", at)
    choose(browser, "side", 1 - side)
    before = board_shown(browser)
    do(browser, "setup")
    wait_for(browser, ".targets .empty")
    choose(browser, "side", side)
    do(browser, "analyse")
    do(browser, "hint")
    do(browser, "back")
    # A question that the engine answers behind all others: whatever it was asked is done then.
    browser.execute_async_script("Engine.here().moves(Engine.here().start).then(arguments[0])")
    assert board_shown(browser) == before
    assert said(browser).startswith("Touch squares")
    browser.find_element(By.CSS_SELECTOR, ".empty[aria-label='0 0']").click()  # no text of an engine's has that
    assert board_shown(browser) != before
    choose(browser, "side", "both")
    choose(browser, "side", side)
    do(browser, "analyse")
    do(browser, "analyse")
    do(browser, "hint")
    browser.execute_async_script("Engine.here().moves(Engine.here().start).then(arguments[0])")
    assert said(browser).startswith("Touch squares")
    do(browser, "setup")
    wait_until_said(browser, f"{board_game('othello').sides[side]} to move")
    assert browser.get_log("browser") == []


def test_a_move_that_the_engine_thinks_of_is_not_played_into_what_is_set_up(browser: Chrome, tmp_path: Path) -> None:
    open_study(browser, tmp_path, "othello", 1)
    choose(browser, "side", 0)
    before = board_shown(browser)
    browser.execute_script("for (const what of ['play', 'setup']) document.querySelector(`[data-do=${what}]`).click()")
    wait_for(browser, ".targets .empty")
    browser.execute_async_script("Engine.here().moves(Engine.here().start).then(arguments[0])")
    assert board_shown(browser) == before
    assert browser.find_elements(By.CSS_SELECTOR, ".targets .empty")


def test_what_is_no_position_is_said_and_can_be_put_right(browser: Chrome, tmp_path: Path) -> None:
    open_study(browser, tmp_path, "dama")
    do(browser, "setup")
    wait_for(browser, ".targets .empty")
    browser.find_element(By.CSS_SELECTOR, ".empty[aria-label=b5]").click()  # a thirteenth piece
    do(browser, "setup")
    wait_until_said(browser, "this is no position")
    for _ in range(4):
        browser.find_element(By.CSS_SELECTOR, ".empty[aria-label=b5]").click()
    do(browser, "setup")
    wait_until_said(browser, "x to move")


def test_a_row_of_dominoes_is_finished_by_hand_and_each_tiles_loss_is_told(browser: Chrome, tmp_path: Path) -> None:
    game = catalogue.game("domino")
    record = some_game("domino", 1)
    file = tmp_path / "games.html"
    file.write_text(render(MatchRecord("domino", NAMES, 1, (), (record,), False), game, True, engine=True), "utf-8")
    browser.get(f"{file.as_uri()}#g1-2")
    do(browser, "optimum")
    wait_until_said(browser, "the optimum")
    best = int(said(browser).split()[2])
    do(browser, "losses")
    wait_until_said(browser, "lost")
    assert said(browser).startswith("The optimum of the hand is ")
    do(browser, "play")
    moves = ["S 1 6", "R 6 3"]
    while True:
        wait_until_said(browser, "our row")
        offered = browser.execute_script(
            "return [...document.querySelectorAll('.passes button')].map((b) => b.textContent)"
        )
        if "finished" in said(browser):
            break
        moves.append(offered[0])
        browser.find_element(By.CSS_SELECTOR, ".passes button").click()
        wait_until_said(browser, f"our row of {len(moves)}")
    verdict = judge(read_hand(HAND), " ".join(moves))
    assert verdict.reason == ""
    assert f"finished: {verdict.score} points" in said(browser)
    assert verdict.score <= best
    shown = browser.execute_script("return document.querySelector('.replay desc').textContent").split(" / ")[1]
    assert shown.startswith(f"your row: {verdict.score} ") or "your row: 0, but" in shown
    assert browser.get_log("browser") == []


def test_the_game_as_the_engine_sees_it_is_a_chart_in_a_league_too(browser: Chrome, tmp_path: Path) -> None:
    game = board_game("dama")
    records = [random_record(game, number, plies=8) for number in (1, 2)]
    browser.get(f"{league_page(tmp_path, game, *records, engine=True)}#g1-3")
    do(browser, "course")
    wait_for(browser, ".thought .trend")
    bars = browser.find_element(By.CSS_SELECTOR, ".thought .trend").get_dom_attribute("viewBox") or ""
    assert bars.split()[2] == "9"
    assert browser.get_log("browser") == []


def test_an_evaluation_that_fails_can_be_asked_for_again(browser: Chrome, tmp_path: Path) -> None:
    open_study(browser, tmp_path, "othello", 4)
    script = """
        const usual = Engine.prototype.search;
        Engine.prototype.search = function (position, asked) {
            Engine.prototype.search = usual;
            return Promise.reject(new Error("no memory"));
        };
    """
    browser.execute_script(script)
    do(browser, "course")
    wait_until_said(browser, "no memory")
    do(browser, "course")
    wait_for(browser, ".thought .trend")
    assert browser.find_element(By.CSS_SELECTOR, "[data-do=course]").get_attribute("aria-disabled") == "true"
    do(browser, "course")  # of a game that is evaluated there is nothing else to see
    assert len(browser.find_elements(By.CSS_SELECTOR, ".thought .trend")) == 1


def test_the_study_fits_a_telephone_and_a_tap_plays(browser: Chrome, tmp_path: Path) -> None:
    metrics = {"width": 390, "height": 800, "deviceScaleFactor": 1, "mobile": True}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
    try:
        open_study(browser, tmp_path, "othello")
        do(browser, "play")
        wait_for(browser, ".target")
        assert browser.execute_script("return document.documentElement.scrollWidth") <= 390
        script = """
            const target = document.querySelector(".targets .target");
            target.scrollIntoView({ block: "center" });
            const box = target.getBoundingClientRect();
            return [box.left + box.width / 2, box.top + box.height / 2];
        """
        x, y = browser.execute_script(script)
        browser.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        browser.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        wait_until_said(browser, "to move after")
    finally:
        browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


@pytest.fixture(autouse=True)
def nothing_is_loaded(browser: Chrome) -> Iterator[None]:
    yield
    assert all("Content Security Policy" not in entry["message"] for entry in browser.get_log("browser"))
