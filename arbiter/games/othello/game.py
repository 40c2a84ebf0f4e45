"""Othello as the arbiter knows it (`arbiter.games.contract`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from arbiter.games.board import BoardGame
from arbiter.games.extras import Bot, PageEngine, Reviewing, Writing
from arbiter.games.lines import Lines
from arbiter.games.othello import law
from arbiter.games.othello.drawing import DRAWING
from arbiter.games.symmetry import SquareNotation

if TYPE_CHECKING:
    from arbiter.games.dialogues import Examination

DOCUMENT = "docs/protocol-othello.md"
COURSE = Lines("1", "0", "-1 -1", status=255, document=DOCUMENT)
OPENING = Lines("1", "0", "-1 -1", "{count} {moves}", status=255, document=DOCUMENT)
LINES = {"course": COURSE, "opening": OPENING}


WRITING = Writing(law.TEXT, ("black", "white"), even=6.0)


class OthelloNotation(SquareNotation):
    """See `arbiter.games.contract.Notation`."""

    margin = True

    def position_text(self, position: law.Position) -> str:
        """Write a position."""
        return law.format_position(position)

    def key(self, position: law.Position) -> str:
        """Give the same text for symmetric positions."""
        return self.key_of(position.board, position.mover)


class Othello(BoardGame[law.Position, int]):
    """The game of orthogonal captures without passes."""

    name, title, sides, unit = "othello", "Othello", ("black", "white"), "discs"
    written = "A square is written `row column`, as in the protocol."
    begins = law.Position()
    lines = LINES
    separator = ", "
    illegal = (law.IllegalMoveError,)
    forfeit = (0, 64)
    room, drawing = "arbiter.games.othello", DRAWING
    notation = OthelloNotation("discs", within=2, plies=12, side=8)
    engine = PageEngine.ours(
        "othello", "the learned evaluation of `othello-bot` and what is proved of openings, without its book", WRITING
    )
    reviewing = Reviewing("othello-bot analyse --hash 4", blunder=6, most=64)
    bot = Bot("othello-bot opening --level {level}", "opening")

    def write_move(self, move: int) -> str:
        """Write a square `row column`."""
        return law.TEXT[move]

    def read_move(self, position: law.Position, text: str) -> int:
        """Read a square. Raises ValueError."""
        return law.parse_move(text)

    def examinations(self, protocol: str) -> Sequence[Examination]:
        """List what a program is examined in."""
        return self.listed(f"{self.room}.examination", protocol)


GAME = Othello()
