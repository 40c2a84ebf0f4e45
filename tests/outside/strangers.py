"""What tests know of the three games, and the command lines of their players."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from tests.outside.players import breakthrough_rules, connect_rules, othello_rules

HERE = Path(__file__).parent


class Stranger(NamedTuple):
    """A game: its name, its rules by plain loops, an opening after which some text is an illegal move,

    the points of who forfeits and of the other, and what a page says.
    """

    name: str
    rules: ModuleType
    opening: str
    forfeit: tuple[int, int]
    title: str
    written: str

    @property
    def module(self) -> str:
        """Give the name of its module, which is that of its folder."""
        return self.name.replace("-", "_")

    def player(self, way: str = "right", salt: str = "") -> str:
        """Give the command line of a player that is right, or wrong in some way."""
        script = HERE / "players/player.py"
        rules = Path(str(self.rules.__file__)).stem
        return shlex.join([sys.executable, "-E", "-s", "-S", str(script), rules, way, salt])

    def replayed(self, record: dict[str, Any], *, over: bool = True) -> list[dict[tuple[int, int], int]]:
        """Play a recorded game by the plain rules; give what lay where, at its start and after each move.

        The moves must be legal; and if the game is `over`, the points those of the rules.
        """
        game = self.rules.Game()
        for move in record["start"].split():
            assert move in game.moves()
            game.play(move)
        pictures = [game.picture()]
        for turn in record["turns"]:
            assert turn["move"] in game.moves()
            game.play(turn["move"])
            pictures.append(game.picture())
        assert over == (game.moves() == [])
        if over:
            assert tuple(record["scores"]) == tuple(game.points())[:: -1 if record["first"] else 1]
        return pictures


GAMES = (
    Stranger(
        "standard-othello",
        othello_rules,
        "d3 e3 f2 c2",
        (0, 64),
        "Standard Othello",
        "Squares are written <code>a1</code> to <code>h8</code>; who has no other move writes <code>pass</code>.",
    ),
    Stranger(
        "connect-four",
        connect_rules,
        "a a a a a a",
        (0, 1),
        "Connect Four",
        "A move is the letter of a column, <code>a</code> to <code>g</code>.",
    ),
    Stranger(
        "breakthrough",
        breakthrough_rules,
        "b2b3 f7e6 a2a3 e6e5",
        (0, 1),
        "Breakthrough",
        "A move is two squares, <code>a2a3</code>: where a pawn stands, and where it goes.",
    ),
)


def cards(page: str) -> list[str]:
    """Give the games of a page."""
    return re.findall(r"<article.*?</article>", page, re.DOTALL)
