"""Whole games by a script that knows roles and names only: by mouse and by keys, against our bot, a stranger's program
and another person, in Chromium and in Firefox.
"""

from __future__ import annotations

import itertools
import random
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest
from selenium.webdriver import Chrome

from arbiter.games import catalogue
from tests.many import many
from tests.pages.firefox import Firefox
from tests.pages.test_firefox import fox
from tests.play.court import compile_player, python
from tests.serve.hands import Chromium, Person, Window
from tests.serve.server import Server, Table

__all__ = ["fox"]
pytestmark = pytest.mark.long

BOARDS = ("Dama", "Othello", "Ataxx")
RIVALS = ("a program", "our bot", "a person")
WHOLE = list(itertools.product(BOARDS, RIVALS, ("keys", "mouse")))
STRANGERS: dict[str, Callable[[Path], str]] = {
    "Othello": lambda folder: compile_player("instant", folder),
    "Ataxx": lambda _: python("course.py", "plain"),
    "Dama": lambda folder: f"{compile_player('plain_dama', folder)} 1",
}
PROTOCOLS = {"Ataxx": "course", "Dama": "pipe"}
LONGEST = many(300, 20)
"""Moves after which a person resigns: pieces that are moved at random need never win."""


def play(window: Window, server: Server, folder: Path, game: str, rival: str, hands: str) -> None:
    """Play a game to its end; what the page lists must be what is kept."""
    person = Person(window, random.Random(7), keys=hands == "keys")
    command = STRANGERS[game](folder) if rival == "a program" else ""
    protocol = PROTOCOLS.get(game, catalogue.game(game.lower()).protocols[0])
    person.sit_down(server.address, game, rival, command, protocol)
    move, step = 1, 1 if rival == "a person" else 2
    while person.wait(move) and move < LONGEST:
        person.move()
        move += step
    if "is over" not in person.said():
        person.use(person.find("button", "Resign"))
        while "is over" not in person.said():
            pass
    number = int(str(window.execute_script("return location.pathname")).rstrip("/").rsplit("/", 1)[1])
    (record,) = Table(server, number).records()
    assert person.moves() == [turn["move"] for turn in record["turns"]]
    assert rival == "a person" or record["offender"] in (None, 0)
    assert command == "" or shlex.split(record["players"][1]) == shlex.split(command)


def lay(window: Window, server: Server, hands: str) -> None:
    """Lay a hand of Domino to its end, alone: each tile is listed as it is laid."""
    person = Person(window, random.Random(7), keys=hands == "keys")
    person.take_a_hand(server.address)
    tiles = 0
    while "is finished" not in person.said():
        person.lay()
        tiles += 1
        assert len(person.moves()) == tiles


@pytest.mark.parametrize(("game", "rival", "hands"), WHOLE[:: many(1, 5)])
def test_a_whole_game_is_played_in_chromium(
    browser: Chrome, server: Server, tmp_path: Path, game: str, rival: str, hands: str
) -> None:
    play(Chromium(browser), server, tmp_path, game, rival, hands)
    assert browser.get_log("browser") == []


@pytest.mark.parametrize(("game", "rival", "hands"), WHOLE[many(0, 1) :: many(1, 9)])
def test_a_whole_game_is_played_in_firefox(
    fox: Firefox, server: Server, tmp_path: Path, game: str, rival: str, hands: str
) -> None:
    play(fox, server, tmp_path, game, rival, hands)
    assert fox.complaints == []


@pytest.mark.parametrize("hands", ["mouse", "keys"])
def test_a_hand_is_laid_in_chromium(browser: Chrome, server: Server, hands: str) -> None:
    lay(Chromium(browser), server, hands)
    assert browser.get_log("browser") == []


@pytest.mark.parametrize("hands", ["mouse", "keys"])
def test_a_hand_is_laid_in_firefox(fox: Firefox, server: Server, hands: str) -> None:
    lay(fox, server, hands)
    assert fox.complaints == []
