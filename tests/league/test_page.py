"""The page of a league in a real browser: sort, filter, open, replay, deep link, print; and nothing gets in or out."""

from __future__ import annotations

import base64
import contextlib
import functools
import json
import random
import re
from pathlib import Path

import pytest
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select
from selenium.webdriver.support.wait import WebDriverWait

from arbiter.games import catalogue
from arbiter.games.players import End, Turn
from arbiter.host.limits import USUAL
from arbiter.league.batch import Assignment, Played
from arbiter.league.config import Entrant, League
from arbiter.league.schedule import ScheduledGame, next_stage
from arbiter.league.store import Store
from arbiter.pages.league import render
from arbiter.play.record import Cost, GameRecord
from tests.league.make_believe import finish, workers
from tests.league.make_believe import league as believed
from tests.many import each
from tests.pages import plain_othello
from tests.pages.matches import HOSTILE
from tests.pages.test_browser import GUARD_S, board_of, press

NAMES = ("alpha", "beta", "gamma", " ".join(HOSTILE))
EVERYTHING = " ".join(HOSTILE)


@functools.cache
def some_game(seed: int) -> list[tuple[int, int]]:
    return plain_othello.random_game(random.Random(seed))


def played(game: ScheduledGame, names: tuple[str, ...]) -> Played:
    """One of a few random games, with a forfeit in each third one, whose offender writes what is hostile."""
    chance = random.Random(game.number)
    moves = some_game(game.number % 17)
    offender = game.number % 2 if game.number % 3 == 0 else None
    moves = moves if offender is None else moves[:9]
    black, white = plain_othello.count(plain_othello.boards(moves)[-1])
    scores = (white, black) if game.first else (black, white)
    record = GameRecord(
        game="othello",
        number=game.number,
        players=(names[game.players[0]], names[game.players[1]]),
        first=game.first,
        turns=tuple(Turn(f"{row} {column}", chance.uniform(1e-4, 2)) for row, column in moves),
        scores=scores if offender is None else (0, 64) if offender == 0 else (64, 0),
        end=End.FINISHED if offender is None else End.MALFORMED,
        offender=offender,
        reason="" if offender is None else EVERYTHING,
        evidence=b"" if offender is None else EVERYTHING.encode() + b"\0\xff",
        costs=(Cost(1, 0.5, 10.0, EVERYTHING), Cost(2, 0.5, 20.0, f"{EVERYTHING}\n\x1b]0;title\x07")),
    )
    return Played(record, "2026-01-01T00:00:00.000+00:00", "host", 0, (1, 2))


def journal(path: Path, pairs: int) -> dict[int, GameRecord]:
    """Make the journal of a league of four; give its games by number."""
    entrants = tuple(Entrant(name, f"./bot {name}", USUAL) for name in NAMES)
    league = League("othello", "round-robin", entrants, pairs)
    store = Store.begin(path, league)
    stage = next_stage(league, [])
    store.schedule(stage)
    records = {}
    for game in stage:
        done = played(game, NAMES)
        assert store.record(done)
        records[game.number] = done.record
    assert not store.record(done)  # a second result of the same game is none
    store.close()
    return records


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, dict[int, GameRecord]]:
    """The address of a page of 240 games, and the games."""
    folder = tmp_path_factory.mktemp("league")
    records = journal(folder / "league.db", 20)
    store = Store.open(folder / "league.db")
    (folder / "league.html").write_text(render(store, catalogue.game(store.league.game)), encoding="utf-8")
    store.close()
    return (folder / "league.html").as_uri(), records


League4 = tuple[str, dict[int, GameRecord]]


def texts(driver: Chrome, selector: str) -> list[str]:
    script = "return [...document.querySelectorAll(arguments[0])].map(element => element.textContent)"
    found: list[str] = driver.execute_script(script, selector)
    return found


def listed(driver: Chrome) -> list[int]:
    return [int(text) for text in texts(driver, "#table tbody td:first-child")]


def open_game(driver: Chrome, league: League4, number: int) -> GameRecord:
    driver.get("about:blank")
    driver.get(f"{league[0]}#game-{number}")
    return league[1][number]


def wait_for(driver: Chrome, number: int) -> None:
    """Wait until a game is open: a link changes the address at once, and the page a moment later."""
    WebDriverWait(driver, GUARD_S).until(lambda one: "".join(texts(one, "#game h3")[:1]).startswith(f"Game {number}:"))


def boards(record: GameRecord) -> list[plain_othello.Board]:
    return plain_othello.boards([(int(turn.move[0]), int(turn.move[2])) for turn in record.turns])


def shown(driver: Chrome) -> plain_othello.Board:
    return board_of(driver.find_element(By.CSS_SELECTOR, "#game figure svg"))


def test_loads_and_is_used_without_a_complaint_and_asks_the_network_for_nothing(
    browser: Chrome, league: League4
) -> None:
    browser.get(league[0])
    for head in browser.find_elements(By.CSS_SELECTOR, "th button"):
        head.click()
    browser.find_element(By.CSS_SELECTOR, "#table a").click()
    press(browser, Keys.ARROW_LEFT)
    assert browser.get_log("browser") == []
    events = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
    asked = [e["params"]["request"]["url"] for e in events if e["method"] == "Network.requestWillBeSent"]
    assert {address.partition("#")[0] for address in asked} == {league[0]}


def test_standings_are_sorted_by_any_column(browser: Chrome, league: League4) -> None:
    browser.get(league[0])
    columns = texts(browser, "#ranks thead th")
    column = columns.index("Lost")
    cells = f"#ranks tbody tr > :nth-child({column + 1})"
    lost = [int(text) for text in texts(browser, cells)]
    button = browser.find_elements(By.CSS_SELECTOR, "#ranks thead th")[column].find_element(By.TAG_NAME, "button")
    button.click()
    assert [int(text) for text in texts(browser, cells)] == sorted(lost, reverse=True)
    button.click()
    assert [int(text) for text in texts(browser, cells)] == sorted(lost)
    browser.find_element(By.CSS_SELECTOR, "#ranks thead th:nth-child(2) button").click()
    names = texts(browser, "#ranks tbody th")
    assert names == sorted(names, key=str.casefold)


def test_the_list_is_sorted_filtered_and_leafed_through(browser: Chrome, league: League4) -> None:
    address, records = league
    browser.get(address)
    assert not browser.find_element(By.ID, "scriptless").is_displayed()
    assert listed(browser) == list(range(1, 101))
    browser.find_element(By.ID, "forth").click()
    assert listed(browser) == list(range(101, 201))
    browser.find_element(By.CSS_SELECTOR, '[data-by="5"]').click()
    lengths = sorted(len(record.turns) for record in records.values())
    assert [int(text) for text in texts(browser, "#table td:nth-child(6)")] == lengths[:100]
    browser.find_element(By.CSS_SELECTOR, '[data-by="5"]').click()
    assert [int(text) for text in texts(browser, "#table td:nth-child(6)")] == lengths[::-1][:100]
    Select(browser.find_element(By.ID, "by-player")).select_by_visible_text("beta")
    Select(browser.find_element(By.ID, "by-other")).select_by_visible_text("alpha")
    both = {number for number, record in records.items() if set(record.players) == {"alpha", "beta"}}
    assert set(listed(browser)) == both
    for choice, wanted in (
        ("won", {n for n in both if (w := records[n].winner()) is not None and records[n].players[w] == "beta"}),
        ("drawn", {n for n in both if records[n].winner() is None}),
        ("lost", {n for n in both if (w := records[n].winner()) is not None and records[n].players[w] == "alpha"}),
        ("forfeit", {n for n in both if (o := records[n].offender) is not None and records[n].players[o] == "beta"}),
    ):
        Select(browser.find_element(By.ID, "by-result")).select_by_value(choice)
        assert set(listed(browser)) == wanted, choice


def test_a_game_that_two_suspended_players_have_not_played_is_lost_by_both(browser: Chrome, tmp_path: Path) -> None:
    def ending(game: Assignment) -> tuple[End, int | None]:
        late = [seat for seat, player in enumerate(game.seats) if player.name != "player 2"]
        return (End.TIMEOUT, late[0]) if game.number > 1 else (End.VOID, None)

    of = believed(3, pairs=3, suspend=1)
    finish(tmp_path / "league.db", of, workers(ending))
    with contextlib.closing(Store.open(tmp_path / "league.db")) as store:
        found = {one.game.number: one for one in store.outcomes()}
        (tmp_path / "league.html").write_text(render(store, catalogue.game(of.game)), encoding="utf-8")
    both = {number for number, one in found.items() if one.also}
    assert both
    assert any(one.end is End.VOID for one in found.values())
    browser.get((tmp_path / "league.html").as_uri())
    results = Select(browser.find_element(By.ID, "by-result"))
    for choice in ("won", "drawn", "lost"):
        results.select_by_value(choice)
        shown = set(listed(browser))
        assert shown >= both if choice == "lost" else not shown & both, choice
        drawn = {n for n, one in found.items() if one.played and one.share(0) == 0.5}
        assert choice != "drawn" or shown == drawn
    for player in (0, 1):
        Select(browser.find_element(By.ID, "by-player")).select_by_value(str(player))
        assert both <= set(listed(browser))


def test_a_test_that_has_its_verdict_is_over_on_its_page(tmp_path: Path) -> None:
    of = believed(2, pairs=300, sprt=(0.0, 100.0))
    finish(tmp_path / "open.db", of, workers(lambda game: (End.FINISHED, None)), 6)
    finish(tmp_path / "over.db", of, workers(lambda game: (End.FINISHED, None)))
    told = {}
    for name in ("open", "over"):
        with contextlib.closing(Store.open(tmp_path / f"{name}.db")) as store:
            assert store.counts()[0] < store.counts()[1]
            told[name] = render(store, catalogue.game(of.game))
    assert "Not all is played." in told["open"]
    assert "Over by its verdict." not in told["open"]
    assert "Not all is played." not in told["over"]
    assert "Over by its verdict." in told["over"]


@pytest.mark.parametrize("number", each(2, [1, 150]))
def test_a_game_is_replayed_as_the_law_says(browser: Chrome, league: League4, number: int) -> None:
    record = open_game(browser, league, number)
    positions = boards(record)
    assert shown(browser) == positions[-1]
    for board in reversed(positions[:-1]):
        press(browser, Keys.ARROW_LEFT)
        assert shown(browser) == board
    for button, index in (("last", -1), ("previous", -2), ("first", 0), ("next", 1)):
        browser.find_element(By.CSS_SELECTOR, f"#game [data-go={button}]").click()
        assert shown(browser) == positions[index], button
    first, second = record.players[record.first], record.players[1 - record.first]
    assert f"{first} (black) against {second} (white)" in texts(browser, "#game h3")[0]
    assert texts(browser, "#game .moves a") == [turn.move for turn in record.turns]


def test_a_click_in_the_list_opens_a_game_and_a_link_leads_to_a_position(browser: Chrome, league: League4) -> None:
    browser.get(league[0])
    assert not browser.find_element(By.ID, "game").is_displayed()
    browser.find_elements(By.CSS_SELECTOR, "#table td:first-child a")[6].click()
    wait_for(browser, 7)
    record = league[1][7]
    assert shown(browser) == boards(record)[-1]
    browser.find_elements(By.CSS_SELECTOR, "#game .moves a")[4].click()
    assert shown(browser) == boards(record)[5]
    WebDriverWait(browser, GUARD_S).until(lambda driver: driver.current_url.endswith("#g7-5"))
    address = browser.current_url
    browser.get("about:blank")
    browser.get(address)
    assert shown(browser) == boards(record)[5]
    forfeit = browser.find_element(By.CSS_SELECTOR, ".forfeits .where a")
    number = int(forfeit.text)
    forfeit.click()
    wait_for(browser, number)
    assert shown(browser) == boards(league[1][number])[-1]


def test_without_scripts_the_standings_are_there(browser: Chrome, league: League4) -> None:
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    browser.get(league[0])
    rows = browser.find_elements(By.CSS_SELECTOR, "#ranks tbody tr")
    assert len(rows) == 4
    assert all(row.is_displayed() for row in rows)
    assert browser.find_element(By.ID, "scriptless").is_displayed()
    assert not browser.find_element(By.ID, "list").is_displayed()


@pytest.mark.long
def test_prints_standings_and_the_open_game(browser: Chrome, league: League4) -> None:
    open_game(browser, league, 7)
    pdf = base64.b64decode(browser.execute_cdp_cmd("Page.printToPDF", {"printBackground": False})["data"])
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) >= 2
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    for selector, seen in (("#ranks", True), ("#game .board", True), ("#by-player", False), ("#game input", False)):
        assert browser.find_element(By.CSS_SELECTOR, selector).is_displayed() == seen, selector


@pytest.mark.long
def test_names_moves_and_standard_error_are_text_and_nothing_else(browser: Chrome, league: League4) -> None:
    record = open_game(browser, league, 6)
    assert record.offender is not None
    browser.find_element(By.CSS_SELECTOR, "#game .stderr summary").click()
    assert browser.execute_script("return window.hacked === undefined")
    assert len(browser.find_elements(By.CSS_SELECTOR, "script:not([type])")) == 1
    assert browser.find_elements(By.CSS_SELECTOR, "img, iframe, object, embed, link, base, form") == []
    attributes = "return [...document.querySelectorAll('*')].flatMap(element => element.getAttributeNames())"
    assert [name for name in browser.execute_script(attributes) if name.startswith("on")] == []
    for selector in (".ending", ".evidence", ".stderr pre"):
        assert all(planted in texts(browser, f"#game {selector}")[0] for planted in HOSTILE), selector
    assert all(planted in " ".join(texts(browser, "#ranks tbody th")) for planted in HOSTILE)
    assert all(planted in " ".join(texts(browser, "#by-player option")) for planted in HOSTILE)
    assert browser.get_log("browser") == []


def test_hostile_moves_are_text_too(browser: Chrome, tmp_path: Path) -> None:
    entrants = tuple(Entrant(name, "./bot", USUAL) for name in ("one", "two"))
    league = League("domino", "round-robin", entrants)
    store = Store.begin(tmp_path / "league.db", league)
    stage = next_stage(league, [])
    store.schedule(stage)
    turns = (Turn(EVERYTHING, 1.0), Turn("S 1 2", 1.0))
    cost = Cost(stderr=EVERYTHING)
    record = GameRecord(
        "domino", 1, ("one", "two"), 0, turns, (0, 3), End.ILLEGAL, 0, EVERYTHING, b"x", (cost, cost), "1\n1 2\n"
    )
    store.record(Played(record, "", "", 0, (None, None)))
    (tmp_path / "league.html").write_text(render(store, catalogue.game(store.league.game)), encoding="utf-8")
    store.close()
    browser.get(f"{(tmp_path / 'league.html').as_uri()}#game-1-2")
    assert browser.execute_script("return window.hacked === undefined")
    assert all(planted in texts(browser, "#game .written")[0] for planted in HOSTILE)
    assert texts(browser, "#game .label")[1:] == ["first: 0", "second: 3"]
    assert browser.get_log("browser") == []


def test_fits_a_telephone(browser: Chrome, league: League4) -> None:
    metrics = {"width": 360, "height": 740, "deviceScaleFactor": 1, "mobile": True}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        open_game(browser, league, 6)
        assert browser.execute_script("return document.documentElement.scrollWidth") <= 360
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


@pytest.mark.long
def test_play_goes_on_by_itself(browser: Chrome, league: League4) -> None:
    open_game(browser, league, 3)
    browser.find_element(By.CSS_SELECTOR, "#game [data-go=first]").click()
    ActionChains(browser).click(browser.find_element(By.CSS_SELECTOR, "#game [data-go=play]")).perform()
    button = browser.find_element(By.CSS_SELECTOR, "#game [data-go=play]")
    assert button.get_attribute("aria-label") == "Pause"
    browser.execute_async_script("setTimeout(arguments[0], 1000)")
    assert texts(browser, "#game output")[0] in ("1 / 9", "2 / 9", "3 / 9")
    button.click()
    assert button.get_attribute("aria-label") == "Play"


@pytest.mark.long
def test_a_page_of_many_games_has_the_times_of_the_last_and_of_forfeits(
    browser: Chrome, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arbiter.pages.league.TIMED", 5)
    records = journal(tmp_path / "league.db", 2)
    store = Store.open(tmp_path / "league.db")
    page = tmp_path / "league.html"
    page.write_text(render(store, catalogue.game(store.league.game)), encoding="utf-8")
    store.close()
    for number, timed in ((1, False), (3, True), (len(records) - 1, True)):  # the third is a forfeit
        record = open_game(browser, (page.as_uri(), records), number)
        assert shown(browser) == boards(record)[-1]
        assert texts(browser, "#game .moves a") == [turn.move for turn in record.turns]
        assert bool(texts(browser, "#game .moves li[title]")) == timed
        assert ("of CPU" in texts(browser, "#game .facts-line")[0]) == timed
    assert "of the last 5 games" in texts(browser, "#untimed")[0]
    assert browser.get_log("browser") == []
