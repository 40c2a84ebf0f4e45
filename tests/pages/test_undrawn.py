"""A page is never lost to a drawing: what cannot be drawn is shown as moves, with a line that says why."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from arbiter.games import catalogue
from arbiter.games.contract import Frame, Transcript
from arbiter.games.players import End, Offence
from arbiter.games.squares import BoardDrawing, Step
from arbiter.host.limits import USUAL
from arbiter.league.batch import Played
from arbiter.league.config import Entrant, League
from arbiter.league.schedule import next_stage
from arbiter.league.store import Store
from arbiter.pages import league
from arbiter.pages.causes import offence_text
from arbiter.pages.page import render
from arbiter.play.record import GameRecord, MatchRecord
from tests.pages.slides import PIECES, Slide, Slides, Undrawn, match, record
from tests.pages.test_browser import press

HOSTILE = "<img src=x onerror='window.hacked=true'>"


class Faulty(BoardDrawing):
    """Has no caption for a board with a K."""

    def caption(self, step: Step[Slide, str]) -> str:
        return {"x": "fine"}[step.text[0]]


class Short(BoardDrawing):
    """Forgets the start."""

    def frames(self, game: Transcript, *, every: bool) -> list[Frame]:
        return super().frames(game, every=every)[1:]

    def boards(self, game: Transcript) -> list[str]:
        return super().boards(game)[1:]


class FaultySlides(Slides):
    drawing = Faulty(3, 2, PIECES)


class ShortSlides(Slides):
    drawing = Short(3, 2, PIECES)


def cards(page: str) -> list[str]:
    return re.findall(r"<article.*?</article>", page, re.DOTALL)


def moves(card: str) -> list[str]:
    (listed,) = re.findall(r"<pre class=moves tabindex=0>(.*?)</pre>", card, re.DOTALL)
    return [move for line in str(listed).split("\n") for move in line.split("\t")[1:]]


@pytest.mark.parametrize("verbose", [False, True])
def test_a_game_without_a_drawing_is_shown_as_moves(verbose: bool) -> None:
    (card,) = cards(render(match(record(1, "x.....", "xo....")), Undrawn(), verbose))
    assert moves(card) == ["x.....", "xo...."]
    assert "over by the rules" in card
    assert not re.search('<svg|class="note"|class="replay|href', card)


@pytest.mark.parametrize("verbose", [False, True])
@pytest.mark.parametrize(
    ("game", "board", "why"),
    [
        (FaultySlides(), "K.....", "KeyError: 'K'"),
        (ShortSlides(), "x.....", "the drawing gave"),
        (Slides(), "nonsense", "nonsense is no board"),
        (Slides(), "\x1b[2J", r"\x1b[2J is no board"),
        (Slides(), "x", "a board has 6 characters, this one 1"),
        (Slides(), HOSTILE, "is no board"),
    ],
)
def test_what_cannot_be_drawn_is_shown_as_moves_and_said(game: Slides, board: str, why: str, verbose: bool) -> None:
    good, bad = record(1, "x.....", "xx...."), record(2, "x.....", board)
    drawn, written = cards(render(match(good, bad), game, verbose))
    notes = re.findall(r'<p class="note">(.*?)</p>', written)
    assert len(notes) == 1
    assert "This game cannot be drawn: " in notes[0]
    assert why in notes[0].replace("&#39;", "'")
    assert len(moves(written)) == 2
    assert "<img" not in written
    assert ("nobody has won" in written) == isinstance(game, FaultySlides)  # as far as it goes, a drawing is believed
    assert ("<svg" in drawn) == (not isinstance(game, ShortSlides))


def test_the_records_law_may_be_broken_in_each_of_our_games() -> None:
    for name, game in catalogue.all_games().items():
        wrong = GameRecord(name, 1, ("a", "b"), 0, record(1, "nonsense").turns, (1, 0), start="neither this")
        for verbose in (False, True):
            (card,) = cards(render(MatchRecord(name, ("a", "b"), 1, (), (wrong,), False), game, verbose))
            assert moves(card) == ["nonsense"], name
            assert "This game cannot be drawn: " in card


def test_the_foot_of_a_page_says_how_the_games_moves_are_written() -> None:
    feet = set()
    for name, game in catalogue.all_games().items():
        page = render(MatchRecord(name, ("a", "b"), 0, (), (), False), game, False)
        (foot,) = re.findall(r"<footer>.*?</footer>", page, re.DOTALL)
        assert ("row column" in foot) == (name == "othello")
        feet.add(foot)
    assert len(feet) == 4
    assert "A move is <code>x</code> or &lt;o&gt;. Marked" in render(match(), Slides(), False)


Write = Callable[..., str]


@pytest.fixture
def league_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Write the page of a league of these games; give its address."""

    def write(game: Undrawn, *records: GameRecord) -> str:
        monkeypatch.setattr(catalogue, "game", lambda name: game)
        entrants = tuple(Entrant(name, f"./{name}", USUAL) for name in ("one", "two"))
        plan = League("slides", "round-robin", entrants, (len(records) + 1) // 2)
        store = Store.begin(tmp_path / "league.db", plan)
        store.schedule(next_stage(plan, []))
        for done in records:
            store.record(Played(done, "", "", 0, (None, None)))
        (tmp_path / "league.html").write_text(league.render(store, game), encoding="utf-8")
        store.close()
        return (tmp_path / "league.html").as_uri()

    return write


def text(driver: Chrome, selector: str) -> str:
    return str(driver.find_element(By.CSS_SELECTOR, selector).get_property("textContent"))


def test_a_league_shows_moves_of_what_cannot_be_drawn(browser: Chrome, league_page: Write) -> None:
    wrong = record(2, HOSTILE, "x.....")
    address = league_page(Slides(), record(1, "x.....", "xx...."), wrong)
    browser.get(f"{address}#game-2")
    assert HOSTILE in text(browser, "#game .note")
    assert text(browser, "#game .moves") == f"{HOSTILE}x....."
    press(browser, Keys.ARROW_LEFT)
    assert text(browser, "#game output") == "1 / 2"
    assert browser.find_elements(By.CSS_SELECTOR, "#game figure svg") == []
    browser.get("about:blank")
    browser.get(f"{address}#game-1")
    assert not browser.find_element(By.CSS_SELECTOR, "#game .note").is_displayed()
    assert len(browser.find_elements(By.CSS_SELECTOR, "#game figure svg")) == 1
    assert browser.get_log("browser") == []


def test_a_league_of_a_game_without_a_drawing_loads(browser: Chrome, league_page: Write) -> None:
    browser.get(f"{league_page(Undrawn(), record(1, 'x.....'), record(2, 'o.....'))}#game-1")
    assert text(browser, "#game .moves") == "x....."
    assert browser.find_elements(By.CSS_SELECTOR, "#game figure svg") == []
    assert browser.get_log("browser") == []


class Wide(Slides):
    """On a board of more squares than base 64 has names."""

    begins = Slide("." * 117)
    drawing = BoardDrawing(13, 9, PIECES)


def test_a_league_draws_a_board_of_more_than_64_squares(browser: Chrome, league_page: Write) -> None:
    boards = ["." * at + "xoK" + "." * (114 - at) for at in (0, 62, 63, 64, 100, 114)]
    browser.get(f"{league_page(Wide(), record(1, *boards), record(2))}#game-1")
    for board in reversed(boards):
        assert text(browser, "#game figure desc").replace(" ", "") == board
        press(browser, Keys.ARROW_LEFT)
    assert browser.get_log("browser") == []


def test_a_piece_that_takes_where_another_stands_is_marked_in_a_league(browser: Chrome, league_page: Write) -> None:
    browser.get(f"{league_page(Slides(), record(1, 'x..o..', '...x..'), record(2))}#game-1")
    marks = browser.find_elements(By.CSS_SELECTOR, "#game use[href='#last']")
    assert [(mark.get_attribute("x"), mark.get_attribute("y")) for mark in marks] == [("0", "1")]


@pytest.mark.parametrize(
    ("reason", "told"),
    [
        ("ended by itself with exit status 2", "ended by itself with exit status 2"),
        ("by signal 9", "ended by itself: by signal 9"),
        ("", "ended by itself"),
    ],
)
def test_an_offence_is_said_once(reason: str, told: str) -> None:
    assert offence_text(Offence(End.CRASH, reason)) == told
