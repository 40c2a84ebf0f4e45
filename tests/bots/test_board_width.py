"""A board on a terminal is as large as the terminal has room for."""

from __future__ import annotations

import re
import sys

import pytest

from tests.bots.driver import ATAXX, OTHELLO
from tests.bots.terminal import COLOUR, session

GAMES = {
    "othello": ([*OTHELLO, "play", "--level", "0"], "> ", 8),
    "dama": ([sys.executable, "-m", "bots.dama", "terminal", "--level", "0"], "> ", 8),
    "ataxx": ([*ATAXX, "--level", "0"], ":", 7),
}
USUAL = {"othello": 26, "dama": 26, "ataxx": 16}


def board(game: str, lines: int, columns: int, **changes: str) -> list[str]:
    """Give the lines of the first board that is shown, without what is said above it and below."""
    command, prompt, _ = GAMES[game]
    with session(command, prompt=prompt, size=(lines, columns), changes=changes) as child:
        shown = COLOUR.sub("", str(child.before)).replace("\r", "")
    found = [line for line in shown.splitlines() if re.match(r"[ 0-8] [^a-zA-Z]+$|[0-8] [ xorb.-]+$", line)]
    assert max(map(len, found)) < columns
    return found


@pytest.mark.parametrize("game", GAMES)
def test_squares_are_large_where_there_is_room_and_small_where_there_is_not(game: str) -> None:
    squares = GAMES[game][2]
    for lines, columns, wide, high in ((40, 80, 7, 3), (24, 80, 0, 1), (24, 13, 1, 1)):
        found = board(game, lines, columns)
        named = [line for line in found if re.match("[0-8] ", line)]
        assert len(named) == squares
        assert len(named[0]) == (2 + wide * squares if wide else USUAL[game])
        assert len(found) - len(named) in ((high - 1) * squares, (high - 1) * squares + (game != "ataxx"))


def test_large_pieces_are_as_many_as_small_ones() -> None:
    assert sum("▄▄▄" in line for line in board("othello", 40, 80)) == 2
    assert sum("▄▄▄" in line for line in board("dama", 40, 80)) == 6
    assert sum("▄▄▄" in line for line in board("ataxx", 40, 80)) == 2


def test_without_colours_squares_are_never_large() -> None:
    assert len(board("dama", 40, 80, NO_COLOR="1")) == 9
