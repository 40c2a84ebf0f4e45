"""The examination that every board game has: a program that is subtly wrong is told so, whatever it plays."""

from __future__ import annotations

import subprocess
import sys

import pytest

from arbiter.games.demands import USUAL
from arbiter.games.dialogues import Demand, Examination
from tests.check.examined import examine, failure, not_passed, wrong
from tests.check.sticks import GAME
from tests.many import each

FIRST, SECOND = "a first move as first", "as second: wait for first's move, then answer"
END, WHOLE = (
    "`end` ends a game, is not answered, and the next one begins",
    "whole games in one process, with both sides",
)
PIECES, AT_ONCE = "one byte at a time", "the end of a game and the next one at once"
QUIT, INPUT = "`quit`: silence and exit status 0", "end of input: silence and exit status 0"
WRONG = [
    ("buffered", FIRST, "it wrote `2\\n` only when its input ended: it does not flush.", USUAL.answer),
    ("cr_lf", FIRST, "It answered `2\\r\\n`: the line ends with CR LF", USUAL.answer),
    ("talks", FIRST, "It answered `I take 2\\n`: there is other text around the move `2`", USUAL.answer),
    ("twice", FIRST, "Behind its answer, it wrote `2\\n`, which nobody had asked for.", USUAL.only),
    (
        "exchanged",
        FIRST,
        "Told `first`, first, it waited; told `second`, second, it wrote `2\\n` at once: it exchanges the sides.",
        USUAL.sides,
    ),
    ("always_first", SECOND, "Told `second`, second, it wrote `2\\n` before first had moved. It plays", USUAL.sides),
    ("answers_end", END, "After `end`, when the game was over, it wrote `ok\\n`", USUAL.over),
    ("one_game", END, "After `end`, when the game was over, it ended by itself with exit status 0.", USUAL.stay),
    ("leaks", WHOLE, "told the very same of this game only, answers `1`, which is legal", USUAL.fresh),
    ("greedy", WHOLE, "it answered `3`, which is illegal: 3 is not a legal move here.", USUAL.legal),
    ("no_openings", "games after an opening", "which is illegal: ", USUAL.legal),
    ("by_read", PIECES, "it takes what one read() gives for a whole message", USUAL.pieces),
    ("first_line", AT_ONCE, "throws away what stands behind its first line", USUAL.pieces),
    ("stays", QUIT, "Told `quit` before any game, it did not end within 0.5 s.", USUAL.end),
    ("status", INPUT, "it ended by itself with exit status 3; expected was exit status 0.", USUAL.end),
    ("says_goodbye", INPUT, "it wrote `bye\\n` instead of ending in silence.", USUAL.end),
]


NEITHER = """
import importlib, pkgutil, sys
from arbiter import games
for found in pkgutil.walk_packages(games.__path__, "arbiter.games."):
    importlib.import_module(found.name)
above = ("arbiter.check", "arbiter.host.launch", "arbiter.host._")
print(*sorted(name for name in sys.modules if name.startswith(above)))
"""


def examinations() -> list[Examination]:
    return list(GAME.examinations("course"))


@pytest.mark.parametrize(("way", "name", "sentence", "demand"), each(4, WRONG), ids=[way for way, *_ in WRONG])
def test_a_wrong_player_is_told_what_is_wrong(way: str, name: str, sentence: str, demand: Demand) -> None:
    finding = failure(examinations(), wrong("wrong_sticks.py", way), name)
    assert sentence in finding.sentence
    assert finding.demand == demand


def test_a_right_player_passes() -> None:
    assert not_passed(examine(examinations(), wrong("wrong_sticks.py", "right"))) == []


def test_a_position_is_shown_by_its_moves() -> None:
    finding = failure(examinations(), wrong("wrong_sticks.py", "greedy"), WHOLE)
    assert finding.board.startswith("after 3 ")


def test_what_an_examination_is_needs_neither_desk_nor_launcher() -> None:
    found = subprocess.run([sys.executable, "-P", "-c", NEITHER], capture_output=True, text=True, check=True)
    assert found.stdout == "\n"
