"""Boards of squares that have no looks of their own: what is drawn where, and what a person can tell apart."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from arbiter.games import catalogue
from arbiter.games.contract import Transcript
from arbiter.games.grid import Grid
from arbiter.games.squares import BoardDrawing
from arbiter.pages.page import render
from tests.bots.driver import HANG_S, environment
from tests.many import each
from tests.pages.slides import Slide, Slides, match, record, shown
from tests.pages.test_browser import colours

POLYLINE = re.compile(r'<polyline class="(\w+)" points="([^"]*)"/>')
LAST = re.compile(r'<use href="#last" x="(\d+)" y="(\d+)"/>')
PATH = re.compile(r'<path class="path" d="M([\d ]+)L([\d ]+)"/>')
SLIDES = Slides()

DRAW = """
import sys
from arbiter.games import catalogue
from arbiter.games.contract import Transcript
drawing = catalogue.game(sys.argv[1]).drawing
frames = drawing.frames(Transcript(1, sys.argv[2], ()), every=True)
assert "<svg" in frames[0].svg and drawing.css and drawing.symbols
launchers = "arbiter.play", "arbiter.host._launch", "arbiter.host.launch"
print([name for name in sys.modules if name.startswith(launchers)])
"""


def places(svg: str, name: str) -> list[str]:
    """Give the squares where a kind of marker lies, `x y`."""
    found = [points.split() for kind, points in POLYLINE.findall(svg) if kind == name]
    return [f"{x} {y}" for points in found for x, y in zip(points[::2], points[1::2], strict=True)]


@pytest.mark.parametrize("name", ["ataxx", "dama", "domino", "othello"])
def test_drawing_a_board_imports_no_launcher(name: str) -> None:
    start = "1\n1 2\n" if name == "domino" else ""
    command = [sys.executable, "-c", DRAW, name, start]
    done = subprocess.run(command, capture_output=True, text=True, timeout=HANG_S, env=environment(), check=False)
    assert (done.stdout, done.stderr) == ("[]\n", "")


def test_pieces_lie_where_the_board_has_them() -> None:
    (start, svg) = (frame.svg for frame in SLIDES.drawing.frames(shown("xo.K#x"), every=True))
    assert POLYLINE.findall(start) == []
    p = [places(svg, f"p{at}") for at in range(4)]
    assert p == [["0 0", "2 1"], ["0 1"], ["1 0"], ["1 1"]]
    assert "<desc>xo. K#x</desc>" in svg


def test_a_board_that_is_counted_upwards_has_its_first_row_at_the_bottom() -> None:
    grid = Grid(2, 3, names=("ab", "123"), up=True)
    assert grid.points() == ("0 2", "1 2", "0 1", "1 1", "0 0", "1 0")
    assert grid.lines("abcdef") == ["ef", "cd", "ab"]
    assert re.findall(r'x="-.8" y="(\d)"[^>]*>(\d)<', grid.symbol()) == [("2", "1"), ("1", "2"), ("0", "3")]


def test_the_picture_has_room_for_the_names_where_they_stand() -> None:
    assert Grid(2, 3).view() == "-.6 -.6 2.2 3.2"
    assert Grid(2, 3, ("ab", "123")).view() == "-1.1 -1.1 2.7 3.7"
    assert Grid(2, 3, ("ab", "123"), up=True).view() == "-1.1 -.6 2.7 3.7"


@pytest.mark.parametrize(("dark", "first"), [(0, "M-.5 2.5"), (1, "M.5 2.5")])
def test_dark_squares_are_those_of_the_parity(dark: int, first: str) -> None:
    drawn = re.findall(r'class="dark" d="([^"]*)"', Grid(4, 4, up=True, dark=dark).symbol())[0]
    assert drawn.startswith(first)
    assert drawn.count("M") == 8


@pytest.mark.parametrize(
    ("before", "after", "last", "turned", "path"),
    [
        ("......", "x.....", ["0 0"], [], []),  # a piece is put
        (".ox...", "xxx...", ["0 0"], ["1 0"], []),  # and turns another
        ("x.....", "..x...", ["2 0"], [], [("0 0", "2 0")]),  # a piece moves
        ("x..o..", "...x..", ["0 1"], [], [("0 0", "0 1")]),  # and takes another where that stands
        ("x..o.o", ".x.x.x", ["1 0"], ["0 1", "2 1"], [("0 0", "1 0")]),  # and turns two
        ("x.....", ".xx...", ["1 0", "2 0"], [], []),  # a piece splits
        ("xo....", "..x...", ["2 0"], ["1 0"], [("0 0", "2 0")]),  # a piece takes another on its way
        ("x.....", "x.....", [], [], []),  # a pass
    ],
)
def test_a_move_is_marked(
    before: str, after: str, last: list[str], turned: list[str], path: list[tuple[str, str]]
) -> None:
    svg = SLIDES.drawing.frames(shown(before, after), every=True)[-1].svg
    assert [f"{x} {y}" for x, y in LAST.findall(svg)] == last
    assert places(svg, "t") == turned
    assert PATH.findall(svg) == path


def test_captions_name_who_moved_and_points_are_shown_where_the_game_counts_any() -> None:
    start, first, second = SLIDES.drawing.frames(shown("x.....", "xo...."), every=True)
    assert [frame.caption for frame in (start, first, second)] == ["start", "red x.....", "green xo...."]
    assert second.points is None
    assert SLIDES.drawing.ending(shown("x.....")) == "red has won"
    assert SLIDES.drawing.ending(shown("xo....")) == "nobody has won"

    class Counted(Slides):
        drawing = BoardDrawing(3, 2, {"x": "first", "o": "second"}, points=Slide.score)

    assert [frame.points for frame in Counted().drawing.frames(shown("x.x..o"), every=True)] == [(0, 0), (2, 1)]
    assert "<title>Game 1, position 1, red x.x..o: 2 red, 1 green</title>" in (
        Counted().drawing.frames(shown("x.x..o"), every=False)[0].svg
    )


@pytest.mark.parametrize(
    ("columns", "pieces", "names", "wrong"),
    [
        (3, {"x": "dog"}, ("", ""), "`first`, `second`, .* not 'dog'"),
        (3, {"x": "first"}, ("ab", ""), "3 columns has as many names or none, not 2"),
        (0, {"x": "first"}, ("", ""), "0 columns"),
    ],
)
def test_a_description_that_does_not_hold_together_is_refused_when_it_is_made(
    columns: int, pieces: Mapping[str, str], names: tuple[str, str], wrong: str
) -> None:
    with pytest.raises(ValueError, match=wrong):
        BoardDrawing(columns, 2, pieces, names=names)


def test_a_board_of_another_size_and_a_move_against_the_law_are_refused() -> None:
    with pytest.raises(ValueError, match="a board has 6 characters, this one 2"):
        SLIDES.drawing.frames(shown("xx"), every=False)
    with pytest.raises(ValueError, match="no is no board"):
        SLIDES.drawing.frames(shown("no"), every=False)


def test_a_drawing_without_a_game_says_so() -> None:
    with pytest.raises(TypeError, match="attribute of the game's class"):
        BoardDrawing(3, 2, {"x": "first"}).frames(shown(), every=True)


Stage = Callable[[Slides, str], list[tuple[int, int, int]]]


@pytest.fixture
def stage(browser: Chrome, tmp_path: Path) -> Stage:
    """Show the board `xo.K#x` of a game by day, by night or on paper; give the colours of spots on it."""

    def spots(game: Slides, light: str) -> list[tuple[int, int, int]]:
        media = {"media": "print"} if light == "print" else {"media": ""}
        features = [{"name": "prefers-color-scheme", "value": "light" if light == "print" else light}]
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {**media, "features": features})
        (tmp_path / "board.html").write_text(render(match(record(1, "xo.K#x")), game, False), encoding="utf-8")
        browser.get((tmp_path / "board.html").as_uri())
        assert browser.get_log("browser") == []
        picture = browser.find_element(By.CSS_SELECTOR, ".card .board")
        browser.execute_script('arguments[0].scrollIntoView({block: "center", behavior: "instant"})', picture)
        png = picture.screenshot_as_base64
        # The picture starts at -.6 -.6 and is 3.2 by 2.2: beside the middle of discs, the second's ring, empty, block.
        points = [(-0.2, 0.1), (0.8, 0.1), (1.0, -0.3), (2.2, 0.2), (1.2, 1.2)]
        return colours(browser, png, [((x + 0.6) / 3.2, (y + 0.6) / 2.2) for x, y in points])

    return spots


def apart(one: tuple[int, int, int], other: tuple[int, int, int]) -> int:
    return max(abs(x - y) for x, y in zip(one, other, strict=True))


@pytest.mark.parametrize("light", each(3, ["dark", "light", "print"]))
@pytest.mark.parametrize("sides", [("red", "green"), ("white", "black"), ("north", "south")])
def test_both_players_pieces_empty_and_blocked_squares_are_told_apart(
    stage: Stage, light: str, sides: tuple[str, str]
) -> None:
    game = type("Sided", (Slides,), {"sides": sides})()
    first, second, ring, empty, block = stage(game, light)
    looks = [first, second, empty, block]
    for at, one in enumerate(looks):
        assert all(apart(one, other) > 40 for other in looks[at + 1 :]), (light, sides, looks)
    assert apart(ring, second) > 40
    if sides == ("white", "black"):
        assert min(first) > 200
        assert max(second) < 60
    if sides == ("red", "green"):
        assert first[0] > first[1] + 60
        assert second[1] > second[0] + 60


def test_every_game_of_ours_draws_its_usual_start() -> None:
    for name, game in catalogue.all_games().items():
        assert game.drawing
        start = "1\n1 2\n" if name == "domino" else ""
        assert len(game.drawing.frames(Transcript(1, start, ()), every=True)) == 1
