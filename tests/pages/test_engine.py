"""The engine that a page carries: it says what the same engine says as a process, and it is data that nothing loads."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from arbiter.games import catalogue
from arbiter.games.ataxx import law as ataxx
from arbiter.games.dama import law as dama
from arbiter.games.domino.law import judge, read_hand
from arbiter.games.othello import law as othello
from arbiter.pages.page import render
from arbiter.play.record import MatchRecord
from bots.ataxx.game import to_engine
from bots.ataxx.player import LEVELS as ATAXX_LEVELS
from bots.dama.chooser import LEVELS as DAMA_LEVELS
from bots.dama.game import bitboards as dama_bits
from bots.options import Level
from bots.othello.game import bitboards as othello_bits
from bots.othello.player import LEVELS as OTHELLO_LEVELS
from native.ataxx.engine import SMALL_WEIGHTS, Ataxx
from native.dama.engine import Dama
from native.othello.check import Checker
from native.othello.engine import Othello
from tests.bots.driver import environment
from tests.many import each, many
from tests.pages import engines, matches, test_browser_ataxx
from tests.pages.test_browser import at, press

SMALL = zlib.decompress(SMALL_WEIGHTS.read_bytes())
DOCUMENT = Path(__file__).parents[2] / "docs" / "page-engine.md"
GAMES = ("othello", "ataxx", "dama", "domino")


def written(name: str, move: Any) -> str:
    """Write a move as the engine does: in Ataxx an extend has no source."""
    if name != "ataxx":
        return str(engines.board_game(name).write_move(move))
    if move == ataxx.PASS:
        return "0000"
    source, target = (ataxx.SQUARES[square] for square in move)
    return str(target if ataxx.distance(*move) == 1 else source + target)


@pytest.mark.parametrize(("name", "depth"), each(2, engines.BOARDS.items()))
def test_values_moves_lines_and_node_counts_are_those_of_the_process(
    browser: Chrome, tmp_path: Path, name: str, depth: int
) -> None:
    engines.open_engine(browser, name, tmp_path)
    asked = engines.positions(name, 10)
    assert engines.searched(browser, asked, depth) == engines.analysed(name, asked, depth)


@pytest.mark.long
@pytest.mark.parametrize(("name", "depth"), engines.BOARDS.items())
def test_values_are_those_of_the_process_in_two_hundred_positions(
    browser: Chrome, tmp_path: Path, name: str, depth: int
) -> None:
    engines.open_engine(browser, name, tmp_path)
    asked = engines.positions(name, 200, seed=2)
    assert engines.searched(browser, asked, depth) == engines.analysed(name, asked, depth)


def optimum_is_that_of_the_process(driver: Chrome, folder: Path, number: int, seed: int) -> None:
    engines.open_engine(driver, "domino", folder)
    asked = engines.hands(number, seed)
    for hand, found in zip(asked, engines.solved(driver, asked), strict=True):
        verdict = judge(read_hand(hand), " ".join(found["line"]))
        assert (verdict.reason, verdict.score, found["exact"]) == ("", found["value"], True), hand
        best = judge(read_hand(hand), engines.bot("domino", "--challenge", given=hand))
        assert (found["value"], found["bound"]) == (best.score, best.score), hand


def test_the_optimum_of_a_hand_is_that_of_the_process(browser: Chrome, tmp_path: Path) -> None:
    optimum_is_that_of_the_process(browser, tmp_path, 10, 1)


@pytest.mark.long
def test_the_optimum_is_that_of_the_process_for_many_hands(browser: Chrome, tmp_path: Path) -> None:
    optimum_is_that_of_the_process(browser, tmp_path, many(200, 30), 2)


@pytest.mark.parametrize("name", each(3, engines.BOARDS))
def test_legal_moves_and_positions_are_those_of_the_law(browser: Chrome, tmp_path: Path, name: str) -> None:
    engines.open_engine(browser, name, tmp_path)
    game, chance = engines.board_game(name), random.Random(3)
    assert game.notation
    here = game.begins
    played: list[Any] = []
    while here.legal_moves() and len(played) < 70:
        played.append(chance.choice(here.legal_moves()))
        here = here.play(played[-1])
    script = """
        let here = engine.start;
        const steps = [];
        for (const move of words[0]) {
            steps.push([here, await engine.moves(here)]);
            here = await engine.play(here, move);
        }
        return [...steps, [here, await engine.moves(here)]];
    """
    steps = engines.ask(browser, script, [written(name, move) for move in played])
    here = game.begins
    for (position, moves), move in zip(steps, [*played, None], strict=True):
        assert position.split()[:3] == game.notation.position_text(here).split()[:3]
        assert sorted(moves) == sorted({written(name, legal) for legal in here.legal_moves()})
        here = here.play(move) if move is not None else here


def test_moves_as_records_have_them_are_understood(browser: Chrome, tmp_path: Path) -> None:
    engines.open_engine(browser, "ataxx", tmp_path)
    after = engines.ask(browser, 'return engine.play(engine.start, "a7-b6", "g7-e5")')
    position = ataxx.Position().play(ataxx.parse_move("a7-b6")).play(ataxx.parse_move("g7-e5"))
    assert after.split()[:3] == ataxx.format_fen(position).split()[:3]


def test_a_row_so_far_goes_on_as_well_as_it_can(browser: Chrome, tmp_path: Path) -> None:
    engines.open_engine(browser, "domino", tmp_path)
    hand = "5 1 2 2 3 3 3 2 6 11 11"
    script = """
        const asked = `${words[0]} S 2 3`;
        return [await engine.moves(asked), await engine.search(asked), await engine.play(asked, "L 1 2")];
    """
    moves, found, after = engines.ask(browser, script, hand)
    assert sorted(moves) == ["L 1 2", "L 11 11", "L 6 2", "R 11 11", "R 3 3"]
    verdict = judge(read_hand(hand), " ".join(["S 2 3", *found["line"]]))
    assert (verdict.reason, verdict.score, found["exact"]) == ("", found["value"], True)
    assert after == "5 1 2 2 3 2 6 3 3 11 11 S 2 3 L 1 2"


@pytest.mark.parametrize("name", each(3, engines.BOARDS))
def test_three_lines_are_the_best_of_all_moves_searched_equally_deep(
    browser: Chrome, tmp_path: Path, name: str
) -> None:
    engines.open_engine(browser, name, tmp_path)
    (asked,) = engines.positions(name, 1, seed=5)
    script = """
        const values = {};
        for (const move of await engine.moves(words[0])) {
            const after = await engine.play(words[0], move);
            values[move] = -(await engine.search(after, { depth: 3 })).value;
        }
        await engine.clear();
        return [await engine.lines(words[0], { depth: 4 }), values, await engine.lines(words[0], { nodes: 20000 })];
    """
    lines, values, more = engines.ask(browser, script, asked)
    best = sorted(values.items(), key=lambda move: -move[1])[:3]
    assert [(line["move"], line["value"]) for line in lines] == best
    assert {line["depth"] for line in lines} == {4}
    assert all(line["line"][0] == line["move"] for line in lines)
    assert len(more) == len(lines)
    assert len({line["depth"] for line in more}) == 1


@pytest.mark.parametrize(
    ("name", "estimate"),
    [
        ("othello", lambda text: Othello(1).evaluate(*othello_bits(othello.parse_position(text))) / 100),
        ("ataxx", lambda text: Ataxx(1, SMALL).evaluate(to_engine(ataxx.parse_fen(text)))),
        ("dama", lambda text: Dama(1).evaluate(*dama_bits(dama.parse_position(text)))),
    ],
)
def test_the_evaluation_is_that_of_the_engine_and_a_search_deepens_ply_by_ply(
    browser: Chrome, tmp_path: Path, name: str, estimate: Callable[[str], float]
) -> None:
    engines.open_engine(browser, name, tmp_path)
    asked = engines.positions(name, 5, seed=8)
    script = """
        const found = [];
        for (const position of words[0]) {
            const depths = [];
            for await (const [best] of engine.deepen(position, { depth: 3 }))
                depths.push(best.exact ? "exact" : best.depth);
            found.push([await engine.evaluate(position), depths]);
        }
        return found;
    """
    for position, (value, depths) in zip(asked, engines.ask(browser, script, asked), strict=True):
        assert abs(value - estimate(position)) <= (0.5 if name == "othello" else 0)
        assert depths[-1] == "exact" or depths == [1, 2, 3]


@pytest.mark.parametrize(
    ("name", "levels"), [("othello", OTHELLO_LEVELS), ("ataxx", ATAXX_LEVELS), ("dama", DAMA_LEVELS)]
)
def test_levels_are_those_of_the_bot_and_play_legal_moves(
    browser: Chrome, tmp_path: Path, name: str, levels: dict[int, Level]
) -> None:
    engines.open_engine(browser, name, tmp_path)
    carried = json.loads(browser.find_element(By.ID, "engine").get_attribute("textContent") or "")
    assert {int(n): Level(**values) for n, values in carried["levels"].items()} == levels
    asked = engines.positions(name, 3, seed=6)
    script = """
        const found = [];
        for (const position of words[0]) {
            const moves = await engine.moves(position), chosen = [];
            for (const level of engine.levels) chosen.push(await engine.choose(position, level));
            await engine.clear();
            found.push([moves, chosen, await engine.choose(position, 7, { random: () => 0.99 })]);
        }
        return found;
    """
    plain = ["--no-openings"] if name == "othello" else []
    best = [line[1] for line in engines.analysed(name, asked, levels[7].depth, *plain)]
    for (moves, chosen, seventh), expected in zip(engines.ask(browser, script, asked), best, strict=True):
        assert len(chosen) == 11
        assert set(chosen) <= set(moves)
        assert seventh == expected


def test_a_search_ends_when_it_is_told_and_the_next_question_is_answered(browser: Chrome, tmp_path: Path) -> None:
    engines.open_engine(browser, "othello", tmp_path)
    script = """
        const control = new AbortController();
        const endless = engine.search(words[0], { depth: 60, signal: control.signal });
        const waiting = engine.search(words[0], { depth: 60, signal: control.signal });
        const next = engine.search(words[0], { depth: 5, fresh: true });
        setTimeout(() => control.abort(), 200);
        const ended = await Promise.allSettled([endless, waiting]);
        return [ended.map((one) => one.reason?.name), await next];
    """
    (position,) = engines.positions("othello", 1)
    ended, found = engines.ask(browser, script, position)
    assert ended == ["AbortError", "AbortError"]
    assert [[str(found["nodes"]), found["move"]]] == [
        [nodes, move] for _, move, _, nodes, _ in engines.analysed("othello", [position], 5)
    ]


def test_bounds_are_proved_as_the_checker_proves_them(browser: Chrome, tmp_path: Path) -> None:
    engines.open_engine(browser, "othello", tmp_path)
    chance, asked, expected = random.Random(9), list[tuple[str, int]](), list[bool | None]()
    while len(asked) < 40:
        position = othello.Position()
        while position.legal_moves() and position.board.count(othello.EMPTY) > 13:
            position = position.play(chance.choice(position.legal_moves()))
        if position.legal_moves():
            bits, checker = othello_bits(position), Checker()
            least = checker.margin(*bits) + chance.choice((-3, 0, 1, 4))
            asked.append((othello.format_position(position), least))
            expected.append(checker.gets(*bits, least).yes)
    script = """
        const found = [];
        for (const [position, least] of words[0])
            found.push([least, await engine.prove(position, { least, time: 60 })]);
        return found;
    """
    found = engines.ask(browser, script, asked)
    assert all(proved["exact"] for _, proved in found)
    assert [proved["value"] >= least for least, proved in found] == expected
    for (text, least), (_, proved) in zip(asked, found, strict=True):  # and the move keeps it
        after = othello.parse_position(text).play(othello.parse_move(proved["move"]))
        if proved["value"] >= least and after.legal_moves():
            assert not Checker().gets(*othello_bits(after), 1 - least).yes


@pytest.mark.parametrize("name", each(3, ["ataxx", "dama", "domino"]))
def test_an_engine_that_proves_no_bounds_says_so(browser: Chrome, tmp_path: Path, name: str) -> None:
    engines.open_engine(browser, name, tmp_path)
    script = "return await engine.prove(words[0], { least: 1 }).catch((error) => error.message)"
    position = "1 1 2" if name == "domino" else engines.positions(name, 1)[0]
    assert engines.ask(browser, script, position) == "this engine proves no bounds"


def test_nonsense_is_refused_with_a_word_of_what_it_was(browser: Chrome, tmp_path: Path) -> None:
    engines.open_engine(browser, "othello", tmp_path)
    script = """
        const asked = [engine.moves("nonsense"), engine.play(engine.start, "0 0"), engine.moves("x".repeat(1 << 18))];
        const said = (await Promise.allSettled(asked)).map((one) => one.reason.message);
        return [...said, await engine.moves(engine.start)];
    """
    said = engines.ask(browser, script)
    assert said[:3] == ["this is no position: nonsense", "0 0 is not legal", "this text is too long"]
    assert len(said[3]) == 4


@pytest.mark.parametrize("name", each(4, GAMES))
def test_nothing_is_loaded_and_the_policy_allows_webassembly_and_the_worker_only(
    browser: Chrome, tmp_path: Path, name: str
) -> None:
    engines.open_engine(browser, name, tmp_path)
    address = browser.current_url
    position = "3 1 2 2 3 3 3" if name == "domino" else engines.positions(name, 1)[0]
    engines.ask(browser, "await engine.search(words[0], { depth: 3 });", position)
    assert browser.get_log("browser") == []
    events = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
    asked = [e["params"]["request"]["url"] for e in events if e["method"] == "Network.requestWillBeSent"]
    assert [url for url in asked if not url.startswith("blob:")] == [address]
    policy = browser.find_element(By.CSS_SELECTOR, "meta[http-equiv]").get_attribute("content") or ""
    digest = "'sha256-[0-9A-Za-z+/=]{44}'"
    assert re.fullmatch(
        f"default-src 'none'; style-src {digest}; script-src {digest} 'wasm-unsafe-eval'; worker-src blob:; "
        "base-uri 'none'; form-action 'none'",
        policy,
    )


def test_without_webassembly_everything_but_the_engine_is_there(browser: Chrome, tmp_path: Path) -> None:
    record = matches.game(1)
    file = tmp_path / "games.html"
    file.write_text(render(matches.match(record), catalogue.game("othello"), True, engine=True), encoding="utf-8")
    hidden = {"source": "delete globalThis.WebAssembly"}
    added = browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", hidden)
    try:
        browser.get(file.as_uri())
        assert browser.execute_script("return Engine.here()") is None
        last = at(browser)
        press(browser, Keys.ARROW_LEFT)
        assert at(browser) != last
        assert browser.get_log("browser") == []
    finally:
        browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)


KIB = 1024
TEN: dict[str, tuple[int, Callable[[], Any]]] = {
    "othello": (850 * KIB, lambda: matches.match(*(matches.game(n) for n in range(1, 11)))),
    "ataxx": (300 * KIB, lambda: test_browser_ataxx.match(*(test_browser_ataxx.game(n)[0] for n in range(1, 11)))),
}


@pytest.mark.parametrize("verbose", [False, True])
@pytest.mark.parametrize("name", TEN)
def test_a_page_of_ten_games_is_small_and_carries_what_its_own_game_needs(name: str, verbose: bool) -> None:
    most, make = TEN[name]
    page = render(make(), catalogue.game(name), verbose, engine=True)
    assert len(page.encode()) <= most
    assert "This page carries an engine: " in page


@pytest.mark.parametrize("name", GAMES)
def test_a_page_names_the_data_of_its_engine_and_a_page_without_is_as_it_was(name: str) -> None:
    game = catalogue.game(name)
    assert game.engine
    whole = engines.empty_page(game)
    assert len(whole.encode()) <= TEN.get(name, (300 * KIB,))[0]
    without = render(MatchRecord(name, ("a", "b"), 1, (), (), True), game, False)
    told = re.search(rf"^\| {name} \|.* (\d+) \|$", DOCUMENT.read_text("utf-8"), re.IGNORECASE | re.MULTILINE)
    assert told
    assert len(whole) - len(without) == pytest.approx(int(told[1]) * KIB, rel=0.02)
    assert "engine" not in without
    assert "wasm" not in without


def test_a_game_without_an_engine_has_pages_without_one(monkeypatch: pytest.MonkeyPatch) -> None:
    game = catalogue.game("othello")
    monkeypatch.setattr(type(game), "engine", None)
    assert "wasm" not in engines.empty_page(game)


@pytest.mark.long
def test_the_modules_are_what_their_sources_make() -> None:
    """Where `make wasm` has installed the compiler."""
    house = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-m", "native.wasm", "--check"],
        env=environment(PYTHONPATH=f"{house / 'build/ziglang'}"),
        capture_output=True,
        cwd=house,
        text=True,
        check=False,
    )
    if done.returncode == 2:
        pytest.skip(done.stderr.strip())
    assert (done.stderr, done.returncode) == ("", 0)
