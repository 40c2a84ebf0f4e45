"""A broken package of a stranger is told in one line before any program is started, and disturbs nobody else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.league.files import run, write
from tests.many import each
from tests.outside.strangers import GAMES
from tests.play.court import Court, python

STICKS = """
import argparse
from typing import NamedTuple

from markupsafe import Markup

from arbiter.games.board import BoardGame
from arbiter.games.contract import Frame, Squares


class Position(NamedTuple):
    heap: int = 21
    to_move: int = 0

    def legal_moves(self):
        return list(range(1, min(3, self.heap) + 1))

    def play(self, move):
        return Position(self.heap - move, 1 - self.to_move)

    def is_over(self):
        return self.heap == 0

    def score(self):
        return (1, 0) if self.to_move else (0, 1)


class Heaps:
    css = symbols = ""
    squares = None

    def frames(self, game, *, every):
        played = [Frame(Markup("<svg></svg>"), "") for _ in ("", *game.moves)]
        return played if every else played[-1:]

    def ending(self, game):
        return "the heap is gone"

    def rows(self, game):
        return [("taken", [(int(move), 0, "") for move in game.moves])]


class Sticks(BoardGame):
    drawing = Heaps()
    name, title = "sticks", "Sticks"
    sides = ("left", "right")
    begins = Position()

    def options(self):
        parser = argparse.ArgumentParser(add_help=False)
        parser.add_argument("--most", type=int, default=3)
        return parser


GAME = Sticks()
"""
BROKEN = {
    "no such entry": ("GAME = Sticks()", "", "AttributeError: module 'sticks' has no attribute 'GAME'"),
    "no such module": (STICKS, "import sticks_and_stones", "ModuleNotFoundError: No module named 'sticks_and_stones'"),
    "does not parse": ("GAME = Sticks()", "GAME = (", "SyntaxError: "),
    "leaves": ("GAME = Sticks()", "raise SystemExit('good bye')", "SystemExit: good bye"),
    "wrong class": ("GAME = Sticks()", "GAME = Sticks", "expected an object of class Game, got ABCMeta"),
    "other name": ('name, title = "sticks"', 'name, title = "stones"', "it calls itself 'stones'"),
    "no name": ('name, title = "sticks", "Sticks"', 'title = "Sticks"', "has no attribute 'name'"),
    "no title": ('name, title = "sticks", "Sticks"', 'name = "sticks"', "has no attribute 'title'"),
    "no start": ("    begins = Position()\n", "", "has no attribute 'begins'"),
    "same sides": ('("left", "right")', '("left", "left")', "both sides are called 'left'"),
    "not a side": ('("left", "right")', '("left", "")', "expected a text that can be shown, got ''"),
    "law raises": ("return Position(self.heap - move", "return Position(self.heap - 1 / 0", "ZeroDivisionError: "),
    "no method": ("def score(self)", "def points(self)", "has no attribute 'score'"),
    "abstract": (
        "class Sticks(BoardGame)",
        "from arbiter.games.contract import Game\nclass Sticks(Game)",
        "Can't instantiate abstract class Sticks with abstract methods read_start, referee",
    ),
    "score": ("return (1, 0) if", "return (1, None) if", "the score is 1 and None, not two integers"),
    "stuck": ("return list(range(1, min(3, self.heap) + 1))", "return [3][self.heap % 2 :]", "there is no legal move"),
    "to move": ("1 - self.to_move)", "2)", "to_move is 2, not 0 or 1"),
    "read otherwise": (
        '    sides = ("left"',
        '    def write_move(self, move):\n        return "x" * (move // 2)\n    sides = ("left"',
        "is read as another one",
    ),
    "taken option": ('"--most"', '"--time"', "its option --time is taken"),
    "taken by another game": ('"--most"', '"--blocks"', "its option --blocks is taken"),
    "taken for words": ('"--most"', '"--words"', "its option --words is taken"),
    "help of its own": ("add_help=False", "add_help=True", "its option -h/--help is taken"),
    "required option": ("default=3", "required=True", "the following arguments are required: --most"),
    "a word": ('"--most"', '"most"', "take a word that is no option"),
    "no looks": ("css = symbols", "symbols", "has no attribute 'css'"),
    "looks": ('css = symbols = ""', 'css, symbols = "", 1', "expected a text for a page, got 1"),
    "too few frames": ('("", *game.moves)', "game.moves", "as frames(), expected "),
    "too many frames": ("else played[-1:]", "else played", "as the last of frames(), expected 1"),
    "no board": ("squares = None", "squares = Squares('', (), {}, lambda game: 1 / 0)", "ZeroDivisionError: "),
    "too few boards": ("squares = None", "squares = Squares('', (), {}, lambda game: [])", "squares.boards(), "),
    "not to be sent": ("squares = None", "squares = Squares('', {1}, {}, lambda game: [])", "TypeError: "),
    "no rows": ("def rows(", "def tiles(", "has no attribute 'rows'"),
    "tiles": ('(int(move), 0, "")', "{int(move)}", "TypeError: "),
    "perhaps a word": ('"--most"', '"most", nargs="?"', "take a word that is no option"),
}


def install(outside: Court, folder: Path, old: str = "", new: str = "", name: str = "sticks") -> None:
    """Put the package where the arbiter finds it, as an installer does, with something else in one place."""
    assert old in STICKS
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir(parents=True)
    text = (STICKS.replace(old, new, 1) if old else STICKS).replace('"sticks"', f'"{name}"')
    (folder / f"{name}.py").write_text(text, encoding="utf-8")
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[arbitro.games]\n{name} = {name}:GAME\n", encoding="utf-8")
    outside.environment["PYTHONPATH"] += f":{folder}"


@pytest.mark.parametrize("what", each(8, BROKEN))
def test_a_broken_package_is_told_in_one_line_before_any_program_starts(
    outside: Court, tmp_path: Path, what: str
) -> None:
    old, new, sentence = BROKEN[what]
    install(outside, tmp_path / "package", old, new)
    started = tmp_path / "started"
    refused = outside.finish(outside.start("--game", "sticks", "--no-sandbox", f"touch {started}", f"touch {started}"))
    assert (refused.status, refused.page) == (2, "")
    assert refused.errors.startswith("arbiter: the game 'sticks'")
    assert refused.errors.count("\n") == 1
    assert sentence in refused.errors
    assert not started.exists()


def test_broken_packages_disturb_neither_other_games_nor_help(outside: Court, tmp_path: Path) -> None:
    for number, (old, new, _) in enumerate(BROKEN.values()):
        name = f"sticks{number}"
        install(outside, tmp_path / name, old, new, name)
    for other in GAMES:
        played = outside.judge("--game", other.name, other.player(), other.player())
        assert [game["end"] for game in played.games] == ["FINISHED"]
    for words in (["--help"], ["check", "--help"], ["league", "--help"]):
        status, page, errors = run(outside, *words)
        assert (status, errors) == (0, "")
        assert page.startswith("usage: arbiter")


def test_the_whole_package_is_played(outside: Court, tmp_path: Path) -> None:
    install(outside, tmp_path / "package")
    played = outside.judge("--game", "sticks", "--most", "2", "true", "true")
    assert [game["end"] for game in played.games] == ["CRASH"]


def test_a_package_that_chats_when_it_is_loaded_writes_nothing_into_the_page(outside: Court, tmp_path: Path) -> None:
    install(outside, tmp_path / "package", "GAME = Sticks()", "print('hello')\nGAME = Sticks()")
    played = outside.judge("--game", "sticks", "true", "true")
    assert "hello" not in played.page
    assert "hello" in played.errors


TIRES = """    def play(self, move, count=__import__("itertools").count(1)):
        import multiprocessing
        if self.heap == 9 and multiprocessing.parent_process() and next(count) == 3:
            raise KeyError("who\\nknows")
"""
"""A law that fails in a worker alone, in the third game."""


def test_a_law_that_fails_amid_a_game_is_told_in_one_line_with_the_place_and_costs_no_other(
    outside: Court, tmp_path: Path
) -> None:
    package = tmp_path / "package"
    install(outside, package, "    def play(self, move):\n", TIRES)
    player = python("wrong_sticks.py", "right")
    failed = outside.finish(outside.start("--game", "sticks", "--no-sandbox", player, player, "5"))
    lines = (package / "sticks.py").read_text().splitlines()
    place = f"{package / 'sticks.py'}, line {lines.index(TIRES.splitlines()[-1]) + 1}"
    *score, last = failed.errors.splitlines()
    assert last == f"arbiter: a worker failed: KeyError: 'who\\nknows' ({place})"
    assert [line.split("\t")[0] for line in score] == [player, player]
    assert (failed.status, [game["end"] for game in failed.games]) == (1, ["FINISHED"] * 2)
    assert "KeyError" in failed.page
    assert outside.left() == []


@pytest.mark.parametrize("what", ["taken by another game", "law raises"])
def test_a_league_of_a_broken_game_is_refused_before_it_begins(outside: Court, tmp_path: Path, what: str) -> None:
    install(outside, tmp_path / "package", *BROKEN[what][:2])
    league = write(tmp_path / "league.toml", {"a": "true", "b": "true"}, 'game = "sticks"')
    status, output, errors = run(outside, "league", str(league))
    assert (status, output) == (2, "")
    assert "the game 'sticks'" in (last := errors.splitlines()[-1])
    assert BROKEN[what][2] in last
    assert not (tmp_path / "league.db").exists()


def test_an_examination_of_a_broken_game_is_refused_in_one_line(outside: Court, tmp_path: Path) -> None:
    install(outside, tmp_path / "package", *BROKEN["law raises"][:2])
    status, output, errors = run(outside, "check", "--game", "sticks", "true")
    assert (status, output, errors.count("\n")) == (2, "", 1)
    assert "ZeroDivisionError" in errors
