"""What is proved of the openings, a page knows: what it says of them is what the bot says."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from selenium.webdriver import Chrome

from arbiter.games.othello.law import Position, format_position, parse_move, parse_position
from bots.othello.game import bitboards
from bots.othello.openings import after_move, look_up
from tests.pages import engines
from tests.pages.test_study import choose, do, open_study, wait_for

HARD = [
    "---------------------X----XXXX----OOOX------O------------------- black",
    "---------------------------XXX----OOOX-----XXX------X----------- white",
    "--------------------XO-----OXOX---XXXO-----O-O------------------ black",
]
"""Won positions of which a search of 2 to 4 plies, of the first one also of 12, finds a move that does not win."""
HASTE = """
    const data = document.getElementById("engine"), carried = JSON.parse(data.textContent);
    carried.levels[10].time = 1e-9;
    data.textContent = JSON.stringify(carried);
"""
"""Full strength has no time but for what it knows."""


def openings(number: int, seed: int) -> list[str]:
    """Give positions of the first ten plies of Othello, the start and hard ones first; symmetric ones differ."""
    chance, found = random.Random(seed), [format_position(Position()), *HARD]
    while len(found) < number:
        position = Position()
        for _ in range(chance.randint(1, 10)):
            if moves := position.legal_moves():
                position = position.play(chance.choice(moves))
        if position.legal_moves():
            found.append(format_position(position))
    return found


def test_what_is_proved_of_the_openings_a_page_knows_as_the_bot_does(browser: Chrome, tmp_path: Path) -> None:
    engines.open_engine(browser, "othello", tmp_path)
    asked = openings(40, seed=3)
    found = engines.searched(browser, asked, 3)
    assert found == engines.analysed("othello", asked, 3)
    assert found[0][:3] == ["+31", "2 3", "exact"]
    assert {depth for _, _, depth, *_ in found} == {"3", "exact", "won", "lost"}


def test_an_estimate_is_that_of_a_bot_without_the_openings(browser: Chrome, tmp_path: Path) -> None:
    engines.open_engine(browser, "othello", tmp_path)
    asked = openings(15, seed=5)
    estimated = engines.searched(browser, asked, 4, estimate=True)
    assert estimated == engines.analysed("othello", asked, 4, "--no-openings")


def test_the_chart_of_a_game_has_estimates_only(browser: Chrome, tmp_path: Path) -> None:
    """Where the table ends, whoever was proved to win would else seem to have lost what searches do not see."""
    open_study(browser, tmp_path, "othello")
    script = """
        const usual = Engine.prototype.search;
        window.kinds = new Set();
        Engine.prototype.search = function (position, asked) {
            kinds.add(asked.estimate);
            return usual.call(this, position, asked);
        };
    """
    browser.execute_script(script)
    do(browser, "course")
    wait_for(browser, ".thought .trend")
    assert browser.execute_script("return [...kinds]") == [True]


def test_no_move_that_a_page_names_gives_away_what_is_proved_of_an_opening(browser: Chrome, tmp_path: Path) -> None:
    """Nor does a value contradict it: of the best move, of three moves, of the move that full strength plays."""
    engines.open_engine(browser, "othello", tmp_path)
    browser.execute_script(HASTE)
    texts = openings(25, seed=6)
    script = """
        const found = [];
        for (const position of words[0])
            found.push([await engine.search(position, { depth: 2 }), await engine.lines(position, { depth: 2 }),
                        await engine.choose(position, 10)]);
        return found;
    """
    judged = 0
    for text, (best, lines, chosen) in zip(texts, engines.ask(browser, script, texts), strict=True):
        board = bitboards(parse_position(text))
        if (known := look_up(*board)) is None:
            assert best["winner"] == 0
            continue
        judged += 1
        assert best["winner"] == (known.least > 0) - (known.most < 0)
        worth = {move: after_move(*board, parse_move(move)) for move in (chosen, best["move"])}
        for of_move in worth.values():
            assert of_move is None or of_move.most >= known.least
        assert known.most >= 0 or {line["winner"] for line in lines} == {-1}
        assert known.least <= 0 or lines[0]["winner"] == 1 or lines[0]["value"] > best["value"]
        for line in (best, *lines):
            of_line = after_move(*board, parse_move(line["move"]))
            if of_line:
                assert of_line.least <= line["value"] <= of_line.most or line is best
        assert known.least <= best["value"] <= known.most
        assert known.least <= lines[0]["value"] <= known.most
    assert judged > 15


@pytest.mark.long
def test_what_is_proved_of_two_hundred_openings_a_page_knows_as_the_bot_does(browser: Chrome, tmp_path: Path) -> None:
    engines.open_engine(browser, "othello", tmp_path)
    asked = openings(200, seed=4)
    assert engines.searched(browser, asked, 5) == engines.analysed("othello", asked, 5)


@pytest.mark.parametrize(
    ("opening", "words"),
    [
        ("", r"black \+31 proved"),
        ("2 3, 2 4, 4 5, 2 2", r"white \+30 proved"),
        ("2 3, 2 4, 2 5, 1 4", r"black \+\d+ depth \d+, a win proved"),
    ],
)
def test_what_is_proved_of_an_opening_is_said_under_the_board(
    browser: Chrome, tmp_path: Path, opening: str, words: str
) -> None:
    """In the last one black wins, by how much nobody knows."""
    open_study(browser, tmp_path, "othello", 0, opening)
    choose(browser, "count", 1)
    do(browser, "analyse")
    wait_for(browser, ".board .goal")
    lines = browser.execute_script("return [...document.querySelectorAll('.lines b')].map((line) => line.textContent)")
    assert len(lines) == 1
    assert re.fullmatch(words, lines[0])
    do(browser, "analyse")
