"""What a league's page shows beside its games: order, bracket, rounds, forfeits by cause, axes, and links."""

from __future__ import annotations

import dataclasses
import functools
import json
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.support.select import Select

from arbiter.games import catalogue
from arbiter.games.players import End
from arbiter.league.config import League
from arbiter.league.schedule import Outcome, next_stage, places
from arbiter.league.show import table
from arbiter.league.standings import standings
from arbiter.league.store import Store
from arbiter.pages.causes import Causes
from arbiter.pages.league import render
from arbiter.pages.plots import reach_of
from arbiter.pages.rounds import rounds
from arbiter.play.record import Cost, GameRecord
from arbiter.ratings.elo import rounded
from tests.league import make_believe, test_page
from tests.pages.matches import HOSTILE, forfeit, match

TRACEBACK = 'Traceback (most recent call last):\n  File "bot.py", line 17\nIndexError: {} is out of range\n\n'


def finished(of: League, stop: int = 10_000, wins: Callable[[int, int], float] = lambda a, b: a < b) -> list[Outcome]:
    """Play a league, or its first games; `wins` gives the score of the first player of a pair."""
    outcomes: list[Outcome] = []
    while len(outcomes) < stop and (stage := next_stage(of, outcomes)):
        for game in stage:
            share = wins(*game.players)
            outcomes.append(Outcome(game, (40, 24) if share == 1 else (24, 40) if share == 0 else (32, 32)))
    return outcomes[:stop]


def journal(path: Path, of: League, change: Callable[[GameRecord], GameRecord] = lambda record: record) -> Store:
    """Play a league of random games into a journal; `change` has the last word on each."""
    names = tuple(entrant.name for entrant in of.entrants)
    store = Store.begin(path, of)
    while stage := next_stage(of, store.outcomes()):
        store.schedule(stage)
        for game in stage:
            played = test_page.played(game, names)
            store.record(dataclasses.replace(played, record=change(played.record)))
    return store


def page(store: Store, folder: Path) -> str:
    (folder / "league.html").write_text(render(store, catalogue.game(store.league.game)), encoding="utf-8")
    store.close()
    return (folder / "league.html").as_uri()


def rows(driver: Chrome, selector: str) -> list[str]:
    """Give what is read in elements, each as one line."""
    script = "return [...document.querySelectorAll(arguments[0])].map(element => element.innerText)"
    return [" ".join(text.split()) for text in driver.execute_script(script, selector)]


# ---- a knockout ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 5, 8])
@pytest.mark.parametrize("seed", range(3))
def test_in_a_knockout_who_has_come_further_stands_higher(players: int, seed: int) -> None:
    of = make_believe.league(players, "knockout", pairs=1)
    chance = random.Random(seed)
    won = {(a, b): chance.random() < 0.5 for a in range(players) for b in range(a + 1, players)}
    outcomes = finished(of, wins=lambda a, b: won[a, b])
    out: dict[int, int] = {}  # the round in which a player has lost
    for outcome in outcomes:
        out[outcome.game.players[1 if outcome.share(0) else 0]] = outcome.game.round
    order = [row.player for row in standings(of, outcomes)[0]]
    assert order[0] not in out
    lost_in = [out[player] for player in order[1:]]
    assert lost_in == sorted(lost_in, reverse=True)
    assert sorted(order) == list(range(players))


def test_while_a_knockout_is_played_who_is_still_in_stands_above_who_is_out() -> None:
    of = make_believe.league(4, "knockout", pairs=1)
    outcomes = finished(of, 4, wins=lambda a, b: 0)  # both who were higher in the list have lost
    assert {row.player for row in standings(of, outcomes)[0][:2]} == {2, 3}
    assert [row.player for row in standings(of, outcomes[:2])[0]][-1] == 0
    of = make_believe.league(8, "knockout", pairs=1)
    reached = places(of, finished(of, 10))  # the first semi-final is over: 3 is out, as many have won as 1 and 2
    assert reached[0] < reached[1] == reached[2] < reached[3] < reached[4]


def test_a_bracket_has_every_encounter_and_says_who_went_on_and_why() -> None:
    of = make_believe.league(5, "knockout", pairs=1)
    outcomes = finished(of, wins=lambda a, b: 0.5 if (a, b) == (3, 4) else float(a < b))
    outcomes = [dataclasses.replace(o, scores=(40, 24)) if o.game.number == 1 else o for o in outcomes]
    outcomes = [dataclasses.replace(o, scores=(30, 34)) if o.game.number == 2 else o for o in outcomes]
    found = rounds(of, outcomes[:2], [])
    assert [title for title, _ in found] == ["Quarter-finals", "Semi-finals", "Final"]
    first, second, last = (meetings for _, meetings in found)
    assert [(one.players, one.bye, one.ahead) for one in first] == [
        ((0, None), True, 0),
        ((3, 4), False, 3),
        ((1, None), True, 1),
        ((2, None), True, 2),
    ]
    assert (first[1].scores, first[1].note) == ((1, 1), "by points")
    assert [(one.players, one.bye, one.ahead, one.scores) for one in second] == [
        ((0, 3), False, None, None),
        ((1, 2), False, None, None),
    ]
    assert [(one.players, one.bye) for one in last] == [((None, None), False)]


def test_a_bracket_keeps_its_order_whoever_wins() -> None:
    of = make_believe.league(4, "knockout", pairs=1)
    _, (_, (final,)) = rounds(of, finished(of, wins=lambda a, b: float((a, b) != (0, 3))), [])
    assert (final.players, final.scores, final.ahead) == ((3, 1), (0, 2), 1)


def test_a_bracket_says_who_is_suspended_and_who_was_only_higher_in_the_list() -> None:
    of = make_believe.league(4, "knockout", pairs=1)
    drawn = finished(of, wins=lambda a, b: 0.5)
    assert {one.note for _, meetings in rounds(of, drawn, []) for one in meetings} == {"higher in the list"}
    marked = [dataclasses.replace(one, end=End.SUSPENDED, offender=0) for one in finished(of, 2)]
    (_, meetings), _ = rounds(of, marked, [])
    assert (meetings[0].players, meetings[0].ahead, meetings[0].note) == ((0, 3), 3, "suspended")


def test_the_page_of_a_knockout_shows_its_bracket(browser: Chrome, tmp_path: Path) -> None:
    of = make_believe.league(6, "knockout", pairs=1)
    store = journal(tmp_path / "league.db", of)
    outcomes = store.outcomes()
    browser.get(page(store, tmp_path))
    assert rows(browser, ".knockout .rounds h3") == ["Quarter-finals", "Semi-finals", "Final"]
    ahead = rows(browser, ".knockout .meeting .ahead .name")
    table_ = rows(browser, "#ranks tbody th")
    assert len(ahead) == 4 + 2 + 1  # two byes among them
    assert (ahead[-1], set(ahead[-3:-1])) == (table_[0], set(table_[:2]))
    assert rows(browser, "h1") == [f"{table_[0]} has won"]
    scores = rows(browser, ".knockout .meeting .games-between")
    assert sum(float(score.replace("½", ".5")) for score in scores) == len(outcomes)
    assert rows(browser, ".knockout .meeting.bye .name").count("bye") == 2
    browser.find_elements(By.CSS_SELECTOR, ".knockout .games-between")[0].click()
    two = {" ".join(text.split()) for text in rows(browser, "#table td:nth-child(3)")}
    assert two == set(rows(browser, ".knockout .meeting:not(.bye) .name")[:2])
    assert browser.get_log("browser") == []


# ---- a Swiss -------------------------------------------------------------------------------------------------------


def test_a_swiss_has_its_rounds_with_scores_byes_and_what_is_not_played_yet() -> None:
    of = make_believe.league(5, "swiss", pairs=1)
    outcomes = finished(of)
    found = rounds(of, outcomes, [])
    assert [title for title, _ in found] == ["Round 1", "Round 2", "Round 3"]
    points = dict.fromkeys(range(5), 0.0)
    for number, (_, meetings) in enumerate(found, 1):
        assert sorted(p for one in meetings for p in one.players if p is not None) == list(range(5))
        assert [one.bye for one in meetings] == [False, False, True]
        for one in meetings:
            came = one.before
            assert came is not None
            for seat, player in enumerate(one.players):
                if player is None:
                    continue
                assert came[seat] == points[player]
                own = [o for o in outcomes if o.game.round == number and player in o.game.players]
                score = sum(o.share(o.game.players.index(player)) for o in own)
                points[player] += 2 if one.bye else score
                assert one.bye or (one.scores is not None and one.scores[seat] == score)
    begun = rounds(of, outcomes[:3], [outcomes[3].game])
    assert [one.scores for one in begun[0][1]] == [(2.0, 0.0), (1.0, 0.0), None]
    waiting = rounds(of, outcomes[:4], [o.game for o in outcomes[4:8]])
    assert [one.scores for one in waiting[1][1]] == [None, None, None]


def test_other_leagues_have_no_rounds() -> None:
    of = make_believe.league(4)
    assert rounds(of, finished(of), []) == []


def test_the_page_of_a_swiss_shows_its_rounds(browser: Chrome, tmp_path: Path) -> None:
    browser.get(page(journal(tmp_path / "league.db", make_believe.league(5, "swiss", pairs=1)), tmp_path))
    assert rows(browser, ".swiss .rounds h3") == ["Round 1", "Round 2", "Round 3"]
    assert len(rows(browser, ".swiss .meeting")) == 9
    assert len(rows(browser, ".swiss .meeting.bye")) == 3
    assert browser.get_log("browser") == []


# ---- forfeits ------------------------------------------------------------------------------------------------------


def crash(number: int, said: str = TRACEBACK, player: int = 1) -> GameRecord:
    """One game that a player lost, by its number, so that it need not be played again."""
    one = crashed(player)
    costs = [dataclasses.replace(cost, stderr=said.format(number)) for cost in one.costs]
    return dataclasses.replace(one, number=number, costs=(costs[0], costs[1]))


@functools.cache
def crashed(player: int) -> GameRecord:
    return forfeit(1, player, End.CRASH, "it ended (exit status 1)")


def test_forfeits_of_one_cause_are_one_row_with_the_last_line_of_standard_error() -> None:
    games = [
        *(crash(number) for number in range(1, 19)),
        crash(19, "MemoryError\n"),
        crash(20, player=0),
        forfeit(21, 1, End.TIMEOUT, "no answer in 10 s", stderr="thinking of a4\n"),
        forfeit(22, 1, End.TIMEOUT, "no answer in 9 s", stderr="thinking of h8\n"),
        forfeit(23, 1, End.ILLEGAL, "3 4 is taken"),
    ]
    causes = Causes.of(games)
    found = [(row.player, row.offence.end.name, row.said, row.games, row.alike) for row in causes.rows()]
    assert found == [
        (1, "CRASH", "IndexError: 1 is out of range", list(range(1, 19)), True),
        (1, "TIMEOUT", "thinking of a4", [21, 22], False),
        (1, "CRASH", "MemoryError", [19], True),
        (0, "CRASH", "IndexError: 20 is out of range", [20], True),
        (1, "ILLEGAL", "", [23], True),
    ]
    assert (causes.count, causes.unshown()) == (23, 0)


def test_rows_of_forfeits_come_to_an_end() -> None:
    causes = Causes.of(crash(number, chr(0x100 + number)) for number in range(1, 301))
    assert (causes.count, len(causes.rows()), causes.unshown()) == (300, 100, 200)


def test_both_pages_show_a_cause_once_and_lead_to_its_games(
    browser: Chrome, show: Callable[..., str], tmp_path: Path
) -> None:
    said = TRACEBACK + " ".join(HOSTILE)

    def fail(record: GameRecord) -> GameRecord:
        if record.offender is None:
            return record
        return dataclasses.replace(record, end=End.CRASH, costs=(Cost(stderr=said), Cost(stderr=said)))

    store = journal(tmp_path / "league.db", make_believe.league(2, pairs=40, suspend=0), fail)
    lost = {o.game.number: o.game.players[o.offender] for o in store.outcomes() if o.offender is not None}
    browser.get(page(store, tmp_path))
    assert rows(browser, ".forfeits h2") == [f"Forfeits {len(lost)}"]
    items = browser.find_elements(By.CSS_SELECTOR, ".forfeits li")
    assert len(items) == 2
    for item, player in zip(items, (lost[3], lost[6]), strict=True):
        assert "IndexError" not in item.text
        assert all(planted in item.text for planted in HOSTILE)
        *named, more = item.find_elements(By.CSS_SELECTOR, ".where a")
        games = [number for number, loser in lost.items() if loser == player]
        assert [int(link.text) for link in named] == games[:12]
        assert more.text == f"{len(games) - 12} more"
        more.click()
        assert [int(text) for text in rows(browser, "#table td:first-child")] == games
    assert browser.execute_script("return window.hacked === undefined")
    show(match(*(crash(number) for number in range(1, 19))), False)
    (told,) = rows(browser, ".forfeits li")
    assert "Standard error ends with IndexError: 1 is out of range" in told
    assert told.endswith("18 games: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 and 6 more")


# ---- numbers and links ---------------------------------------------------------------------------------------------


def test_zero_has_no_sign(browser: Chrome, tmp_path: Path) -> None:
    assert [str(rounded(value, digits)) for value, digits in ((-0.3, 0), (-0.04, 1), (-0.6, 0))] == [
        "0.0",
        "0.0",
        "-1.0",
    ]
    of = make_believe.league(3, pairs=1)
    outcomes = finished(of, wins=lambda a, b: 0.5)
    cells = [str(cell) for column in table(of, outcomes).columns for cell in column.cells]
    assert not [cell for cell in cells if re.fullmatch(r"-[0.]+", cell)]
    text = json.dumps([f"{rounded(row.elo):.0f}" for row in standings(of, outcomes)[0]])
    assert text == '["0", "0", "0"]'


@pytest.mark.parametrize(
    ("most", "reach"), [(0, 10), (10, 10), (11, 20), (50, 50), (51, 100), (201, 500), (1821, 2000)]
)
def test_the_axis_of_elo_goes_to_a_round_number(most: float, reach: int) -> None:
    assert reach_of(most) == reach


def test_the_column_of_elo_has_a_head_and_an_axis_that_fits_its_marks(browser: Chrome, tmp_path: Path) -> None:
    browser.get(page(journal(tmp_path / "league.db", make_believe.league(4, pairs=2)), tmp_path))
    head = browser.find_element(By.CSS_SELECTOR, "#ranks th.plot")
    assert head.text.startswith("Elo")
    least, zero, most = (int(text) for text in rows(browser, "#ranks .ticks span"))
    assert (least, zero) == (-most, 0)
    places = """
        const middle = (box) => box.x + box.width / 2;
        const boxes = (selector) => [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
        return [boxes("#ranks .ticks span").map((box) => box.x), boxes("#ranks .interval .median").map(middle)];
    """
    ticks, marks = browser.execute_script(places)
    elo = [int(text) for text in rows(browser, "#ranks tbody td:nth-child(3)")]
    for value, x in zip(elo, marks, strict=True):
        assert x == pytest.approx(ticks[0] + (value + most) / (2 * most) * (ticks[2] - ticks[0]), abs=1.5)


def test_cells_lead_to_their_games_and_names_to_their_rows(browser: Chrome, tmp_path: Path) -> None:
    store = journal(tmp_path / "league.db", make_believe.league(4, pairs=3, suspend=0))
    outcomes = store.outcomes()
    address = page(store, tmp_path)
    browser.get(address)

    def listed() -> list[int]:
        return [int(text) for text in rows(browser, "#table td:first-child")]

    cell = browser.find_element(By.CSS_SELECTOR, '.cross a[href="#list-2-1-"]')
    cell.click()
    between = [o.game.number for o in outcomes if set(o.game.players) == {1, 2}]
    assert listed() == between
    Select(browser.find_element(By.ID, "by-player")).select_by_visible_text("all")
    cell.click()  # the address is the same, the choice was another one
    assert listed() == between
    browser.find_element(By.CSS_SELECTOR, "#player-3 a.bad").click()
    lost = [o.game.number for o in outcomes if o.offender is not None and o.game.players[o.offender] == 3]
    assert listed() == lost
    for selector in (".cross tbody th a", "#table td:nth-child(3) a", ".forfeits li > a"):
        name = browser.find_element(By.CSS_SELECTOR, selector)
        told = name.text
        name.click()
        assert rows(browser, "#ranks tr:target th") == [told]
    browser.get("about:blank")
    browser.get(f"{address}#list-0--won")
    won = [o.game.number for o in outcomes if 0 in o.game.players and o.share(o.game.players.index(0)) == 1]
    assert listed() == won
    browser.get("about:blank")
    browser.get(f"{address}#list-9-<b>-x")
    assert listed() == [o.game.number for o in outcomes]
    assert browser.get_log("browser") == []


def test_on_a_telephone_the_choice_of_colours_is_one_line(browser: Chrome, tmp_path: Path) -> None:
    metrics = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        for of in (make_believe.league(6, "knockout", pairs=1), make_believe.league(5, "swiss", pairs=1)):
            browser.get(page(journal(tmp_path / f"{of.format}.db", of), tmp_path))
            places = "return [...document.querySelectorAll('.theme span')].map((one) => one.getBoundingClientRect().y)"
            assert len(set(browser.execute_script(places))) == 1
            assert browser.execute_script("return document.documentElement.scrollWidth") <= 390
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
