"""Whatever programs are called, play and write, on the pages of matches and leagues it is text, and nothing else."""

from __future__ import annotations

import dataclasses
import random
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver import Chrome

from arbiter.check.page import render as render_check
from arbiter.check.report import Report, Result, Status
from arbiter.games import catalogue
from arbiter.games.contract import Game
from arbiter.games.dialogues import Demand, Event, Finding
from arbiter.games.players import End, Offence, Turn
from arbiter.games.squares import BoardDrawing
from arbiter.pages import student, verdicts
from arbiter.pages.page import render
from arbiter.play.record import Cost, GameRecord, MatchRecord
from arbiter.review.judge import Effort
from arbiter.review.judgement import UNKNOWN, Judgement
from arbiter.review.result import Archive
from arbiter.review.run import reviews
from arbiter.review.shelf import Kept, Shelf
from tests.many import each, many
from tests.pages import engines
from tests.pages.matches import HOSTILE
from tests.pages.replays import league_page, random_record
from tests.pages.slides import PIECES, Slide, Slides

PIECES_OF_TEXT = (
    *HOSTILE,
    *("<", ">", "&", '"', "'", "`", "${alert(1)}", "</pre>", "</li><li>", "</svg>", "<!--", "-->", "]]>", "&lt;"),
    *("<template>", "</template>", "<math><mtext></mtext>", "<style>*{display:none}</style>", "<base href=//x>"),
    *("__proto__", "constructor", "\t", "\n", "\r", "\0", "\x1b[2J", "\u202e", "\u2028", "\ufeff", "\U0001f600"),
    *("e\u0301\u0301\u0301", "\\u003c", "-0", "9" * 30),
)
BATCH = 25
MANY = many(350, 25)
"""Records of each game."""
GUARD_S = 300


class Anything(Slides):
    """Every text is a legal move, which captions then name."""

    name, title = "anything", "Anything"
    drawing = BoardDrawing(3, 2, PIECES, points=("x", "oK"))

    def read_move(self, position: Slide, text: str) -> str:
        chance = random.Random(text)
        return "".join(chance.choice("xoK#..") for _ in range(6))


def record(game: Game, number: int, chance: random.Random) -> GameRecord:
    """Give a game in which every text is hostile."""

    def text(most: int = 6) -> str:
        return "".join(chance.choice(PIECES_OF_TEXT) for _ in range(chance.randint(1, most)))

    turns = tuple(Turn(text(3), chance.random(), stderr=text()) for _ in range(chance.randint(1, 6)))
    costs = Cost(1.0, 1.0, 1.0, text()), Cost(2.0, 1.0, 1.0, text())
    offender = chance.choice([None, 0, 1])
    also = Offence(End.CRASH, text(), text().encode()) if offender is not None and chance.random() < 0.5 else None
    end = End.FINISHED if offender is None else chance.choice([End.ILLEGAL, End.MALFORMED, End.CRASH])
    start = chance.choice(["", text(2)]) if game.name != "anything" else ""
    scores = (1, 0) if offender != 0 else (0, 1)
    names = (f"one {text()}", f"two {text()}")
    reason, evidence = text(), text().encode("utf-8", "replace")
    return GameRecord(game.name, number, names, 0, turns, scores, end, offender, reason, evidence, costs, start, also)


LOOK = """
    const all = [...document.querySelectorAll("*")];
    const on = all.flatMap((element) => element.getAttributeNames()).filter((name) => name.startsWith("on"));
    const strange = all.map((element) => element.localName).filter((name) =>
        ["img", "iframe", "object", "embed", "link", "base", "form", "math", "mtext", "marquee"].includes(name));
    const scripts = [...document.scripts].filter((script) => !script.type).length;
    const styles = document.querySelectorAll("style").length;
    return [window.hacked === undefined, on, strange, scripts, styles];
"""
STEP = """
    for (const slider of document.querySelectorAll("input[type=range]"))
        for (let position = 0; position <= Number(slider.max); position++) {
            slider.value = position;
            slider.dispatchEvent(new Event("input", { bubbles: true }));
        }
"""
EVERY_GAME = """
    const [numbers, done] = arguments;
    (async () => {
        for (const number of numbers) {
            location.hash = `#g${number}-0`;
            await new Promise((next) => setTimeout(next));
            %s
        }
    })().then(done);
"""


def nothing_gets_in(driver: Chrome, folder: Path, game: Game, records: list[GameRecord]) -> None:
    driver.set_script_timeout(GUARD_S)
    page = folder / "games.html"
    match = MatchRecord(game.name, records[0].players, len(records), ((records[0].reason,) * 2,), tuple(records), False)
    for verbose, engine in ((False, False), (True, False), (True, True)):
        page.write_text(render(match, game, verbose, engine=engine), encoding="utf-8", errors="replace")
        _visit(driver, page.as_uri(), records)
    for engine in (False, True):
        _visit(driver, league_page(folder, game, *records, engine=engine, names=records[0].players), records)


def _visit(driver: Chrome, address: str, records: list[GameRecord]) -> None:
    driver.get("about:blank")
    driver.get_log("browser")
    driver.get(address)
    driver.execute_async_script(EVERY_GAME % STEP, [one.number for one in records])
    assert driver.execute_script(LOOK) == [True, [], [], 1, 1]
    assert driver.get_log("browser") == []


def text_of(chance: random.Random, most: int = 6) -> str:
    return "".join(chance.choice(PIECES_OF_TEXT) for _ in range(chance.randint(1, most)))


def judged(record: GameRecord, chance: random.Random) -> Kept:
    """Give a review by an engine that is a stranger, too: what it is called, its moves and variations are hostile."""

    def judgement() -> Judgement:
        value = float(chance.randint(-9, 9))
        bounds = (value, value) if chance.random() < 0.5 else UNKNOWN
        return Judgement(bounds, {3: value, 4: -value}, text_of(chance, 3), (text_of(chance), text_of(chance)))

    return Kept(text_of(chance), Effort(depth=4), (tuple(judgement() for _ in range(len(record.turns) + 1)),))


def reviews_are_text(driver: Chrome, folder: Path, count: int, seed: int) -> None:
    """Show reviews with a match, with a league, and of a student: legal games, and all else is hostile."""
    chance, game = random.Random(seed), engines.board_game("othello")
    strange = [record(game, number, chance) for number in range(1, count + 1)]
    records = [
        dataclasses.replace(one, turns=random_record(game, number, plies=8).turns, start="", players=strange[0].players)
        for number, one in enumerate(strange, 1)
    ]
    archive = Archive("othello", records[0].players, Shelf(folder / f"{seed}.reviews"))
    archive.match = MatchRecord("othello", records[0].players, count, (), tuple(records), False)
    archive.shelf.begin()
    for one in records:
        archive.shelf.put(one, judged(one, chance))
    found = list(reviews(archive))
    assert len(found) == count
    page = folder / "reviewed.html"
    for engine in (False, True):
        shown = render(archive.match, game, True, engine=engine, review=verdicts.view(archive))
        page.write_text(shown, encoding="utf-8", errors="replace")
        _visit(driver, page.as_uri(), records)
        address = league_page(
            folder, game, *records, engine=engine, names=records[0].players, review=lambda one: judged(one, chance)
        )
        _visit(driver, address, records)
        assert driver.execute_script("return document.querySelector('.review') !== null")
    for player in (0, 1):
        page.write_text(student.render(archive, player, found), encoding="utf-8", errors="replace")
        _visit(driver, page.as_uri(), records)


def examinations_are_text(driver: Chrome, folder: Path, count: int, seed: int) -> None:
    """Show examinations of programs that are called, and that wrote, anything."""
    chance, page = random.Random(seed), folder / "check.html"

    def result() -> Result:
        events = tuple(
            Event(chance.random(), chance.choice(["it wrote", "it was sent"]), text_of(chance).encode(), 1)
            for _ in range(3)
        )
        found = Finding(text_of(chance), Demand(text_of(chance), "a.md", "b"), events, text_of(chance), text_of(chance))
        return Result(text_of(chance), chance.choice(list(Status)), found, text_of(chance))

    results = tuple(result() for _ in range(count))
    report = Report(text_of(chance), "othello", (("seconds", text_of(chance)),), results)
    page.write_text(render_check(report, catalogue.game("othello")), encoding="utf-8", errors="replace")
    _visit(driver, page.as_uri(), [])


def test_reviews_and_examinations_are_text(browser: Chrome, tmp_path: Path) -> None:
    reviews_are_text(browser, tmp_path, 2, seed=1)
    examinations_are_text(browser, tmp_path, 2, seed=1)


@pytest.mark.long
def test_more_hostile_records_of_reviews_and_examinations_are_text(browser: Chrome, tmp_path: Path) -> None:
    for seed in range(2, 2 + MANY // BATCH):
        reviews_are_text(browser, tmp_path, BATCH, seed)
        examinations_are_text(browser, tmp_path, BATCH, seed)


def games() -> list[Any]:
    return [Anything(), catalogue.game("othello"), catalogue.game("domino")]


@pytest.mark.parametrize("at", each(3, range(3)))
def test_hostile_names_moves_and_standard_errors_are_text(
    browser: Chrome, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: int
) -> None:
    _try(browser, tmp_path, monkeypatch, games()[at], range(1, 5))


@pytest.mark.long
@pytest.mark.parametrize("at", range(3))
def test_more_hostile_records_are_text(
    browser: Chrome, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: int
) -> None:
    for begin in range(0, MANY, BATCH):
        _try(browser, tmp_path, monkeypatch, games()[at], range(begin + 1, begin + BATCH + 1), seed=begin)


def _try(
    driver: Chrome, folder: Path, monkeypatch: pytest.MonkeyPatch, game: Game, numbers: range, seed: int = 0
) -> None:
    if game.name == "anything":
        monkeypatch.setattr(catalogue, "game", lambda name: game)
    chance = random.Random(f"{game.name} {seed}")
    nothing_gets_in(driver, folder, game, [record(game, at, chance) for at, _ in enumerate(numbers, 1)])
