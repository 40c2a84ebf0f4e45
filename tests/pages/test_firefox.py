"""The pages in Firefox: they load without a complaint or a request, keys step the board, and the engine answers."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from arbiter.games import catalogue
from arbiter.pages.page import render
from arbiter.play.record import GameRecord, MatchRecord
from tests.league import make_believe
from tests.league.test_tables import journal, page
from tests.pages import engines, plain_othello
from tests.pages.firefox import Firefox, firefox
from tests.pages.matches import game, hostile_match, match
from tests.play.court import HANG_S

pytestmark = pytest.mark.long  # to start Firefox takes as long as twenty tests in Chromium


@pytest.fixture(scope="module")
def fox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    """One browser for all these tests."""
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    if program is None:
        missing = "Firefox is not installed (Debian's firefox-esr): pages are tested in Chromium only"
        if "CI" in os.environ:
            pytest.fail(missing)
        pytest.skip(missing)
    with firefox(program, tmp_path_factory.mktemp("firefox")) as browser:
        yield browser


def load(fox: Firefox, folder: Path, played: MatchRecord, verbose: bool, *, engine: bool = False) -> str:
    """Show the page of a match."""
    file = folder / "games.html"
    file.write_text(render(played, catalogue.game(played.game), verbose, engine=engine), encoding="utf-8")
    fox.get(file.as_uri())
    return file.as_uri()


def shown(fox: Firefox, where: str) -> plain_othello.Board:
    """Read the discs of the one board that is seen, none if there are more or fewer."""
    script = """
        const seen = [...document.querySelectorAll(arguments[0])].filter((board) => board.checkVisibility());
        if (seen.length !== 1) return [[], []];
        const discs = (name) => [...seen[0].querySelectorAll(`polyline.${name}`)].flatMap((line) => {
            const numbers = line.getAttribute("points").split(" ").map(Number);
            return numbers.filter((_, at) => at % 2 === 0).map((x, at) => [numbers[2 * at + 1], x]);
        });
        return [discs("k"), discs("w")];
    """
    black, white = fox.execute_script(script, where)
    return {(row, column): colour for colour, discs in (("black", black), ("white", white)) for row, column in discs}


def positions(record: GameRecord) -> list[plain_othello.Board]:
    return plain_othello.boards([(int(turn.move[0]), int(turn.move[2])) for turn in record.turns])


def quiet(fox: Firefox, address: str) -> None:
    """Nothing was logged, and nothing asked for but the page."""
    assert fox.execute_script("return document.readyState") == "complete"
    assert fox.complaints == []
    assert {asked.partition("#")[0] for asked in fox.asked} <= {address}


@pytest.mark.parametrize(
    ("played", "verbose", "engine"),
    [
        (lambda: match(game(1), game(2)), True, True),
        (lambda: match(*map(game, range(1, 6))), False, False),
        (hostile_match, True, False),
    ],
    ids=["replays and an engine", "final positions", "hostile programs"],
)
def test_a_match_loads_without_a_complaint_and_asks_the_network_for_nothing(
    fox: Firefox, tmp_path: Path, played: Callable[[], MatchRecord], verbose: bool, engine: bool
) -> None:
    address = load(fox, tmp_path, played(), verbose, engine=engine)
    quiet(fox, address)
    assert fox.execute_script("return window.hacked === undefined")


def soon(fox: Firefox, where: str, board: plain_othello.Board) -> bool:
    """Wait until a board is shown: it is drawn with the next picture."""
    end = time.monotonic() + HANG_S
    while shown(fox, where) != board:
        assert time.monotonic() < end, (board, shown(fox, where))
        time.sleep(0.02)
    return True


@pytest.mark.parametrize("format_", ["knockout", "round-robin", "swiss"])
def test_a_league_loads_without_a_complaint_and_its_games_are_stepped_through(
    fox: Firefox, tmp_path: Path, format_: str
) -> None:
    store = journal(tmp_path / "league.db", make_believe.league(5, format_, pairs=1))
    record = next(record for _, record in store.records(1))
    address = page(store, tmp_path)
    fox.get(f"{address}#game-1")
    boards = positions(record)
    assert soon(fox, "#game svg.board", boards[-1])
    for board in boards[-2:-6:-1]:
        fox.press("ArrowLeft")
        assert soon(fox, "#game svg.board", board)
    quiet(fox, address)


def test_arrow_keys_step_through_the_game_as_the_law_says(fox: Firefox, tmp_path: Path) -> None:
    record = game(1)
    address = load(fox, tmp_path, match(record), True)
    boards = positions(record)
    assert soon(fox, ".replay svg.board", boards[-1])
    for board in boards[-2:-8:-1]:
        fox.press("ArrowLeft")
        assert soon(fox, ".replay svg.board", board)
    fox.press("ArrowRight")
    assert soon(fox, ".replay svg.board", boards[-6])
    quiet(fox, address)


@pytest.mark.parametrize(("name", "depth"), engines.BOARDS.items())
def test_the_engine_in_the_page_says_what_the_process_says(fox: Firefox, tmp_path: Path, name: str, depth: int) -> None:
    engines.open_engine(fox, name, tmp_path)
    asked = engines.positions(name, 3)
    assert engines.searched(fox, asked, depth) == engines.analysed(name, asked, depth)
    quiet(fox, (tmp_path / f"{name}.html").as_uri())


def test_the_engine_in_the_page_solves_a_hand(fox: Firefox, tmp_path: Path) -> None:
    engines.open_engine(fox, "domino", tmp_path)
    (found,) = engines.solved(fox, ["3 1 2 2 3 3 3"])
    assert found["exact"]
    quiet(fox, (tmp_path / "domino.html").as_uri())


def test_what_a_page_complains_of_would_be_seen(fox: Firefox, tmp_path: Path) -> None:
    load(fox, tmp_path, match(game(1)), False)
    fox.execute_async_script("console.error('planted'); setTimeout(arguments[0], 0)")
    assert any("planted" in line for line in fox.complaints)
