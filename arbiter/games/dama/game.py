"""Dama as the arbiter knows it (`arbiter.games.contract`)."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from arbiter.games.board import BoardGame
from arbiter.games.contract import Settings
from arbiter.games.dama import law
from arbiter.games.dama.drawing import DRAWING
from arbiter.games.dama.notation import DamaNotation, points
from arbiter.games.dama.referee import DamaReferee
from arbiter.games.extras import Bot, PageEngine, Reviewing, Writing
from arbiter.games.lines import Lines
from arbiter.host.limits import Limits

if TYPE_CHECKING:
    from arbiter.games.dialogues import Examination

EXAMINATIONS = {"course": "examination_files", "pipe": "examination_pipe"}
"""The modules that list them."""


def pipe(plies: int) -> Lines:
    """Give the protocol of the pipe, with the plies after which a game is drawn."""
    return Lines(f"1 {plies}", f"2 {plies}", "end", "{moves}", document="docs/protocol-dama.md")


WRITING = Writing(tuple(map(law.square_text, range(64))), ("1", "2"), even=100.0)


class Dama(BoardGame[law.Position, law.Move]):
    """Draughts of the course, by board files or by pipe. A win is worth two points, a draw one."""

    name, title, sides, unit = "dama", "Dama", ("player 1", "player 2"), "points"
    written = "A move is written `c3-d4`; player 1 has `x`, player 2 `o`, kings are capitals."
    protocols = ("course", "pipe")
    begins = law.Position()
    illegal = (law.IllegalMoveError,)
    forfeit = (0, 2)
    limits = Limits(time_s=30.0, memory_mib=100.0)
    only_results = True
    room, drawing = "arbiter.games.dama", DRAWING
    notation = DamaNotation()
    engine = PageEngine.ours("dama", "the learned evaluation of `dama-bot`, without its endgame tables", WRITING)
    reviewing = Reviewing("dama-bot analyse --hash 4", blunder=0.5, most=1, worth=points)
    bot = Bot("dama-bot --level {level}", "pipe")

    def read_move(self, position: law.Position, text: str) -> law.Move:
        """Read a move. Raises ValueError."""
        return law.parse_move(text)

    def opening(self, text: str) -> law.Position:
        """Give the position of a start: moves, or a board and who is to move. Raises ValueError."""
        return law.parse_position(text) if _is_position(text) else super().opening(text)

    def opening_moves(self, text: str) -> list[str]:
        """Give what a program is told of a start: its moves, or the board, on which player 1 is to move."""
        words = text.replace(",", " ").split()
        return words[:1] if _is_position(text) else words

    def options(self) -> argparse.ArgumentParser:
        """Give the options of Dama alone."""
        parser = argparse.ArgumentParser(add_help=False)
        group = parser.add_argument_group(self.title)
        group.add_argument(
            "--plies", type=int, default=law.PLIES, metavar="N", help="a draw after so many (%(default)s)"
        )
        return parser

    def examinations(self, protocol: str) -> Sequence[Examination]:
        """List what a program is examined in."""
        return self.listed(f"{self.room}.{EXAMINATIONS[protocol]}")

    def referee(self, settings: Settings) -> DamaReferee:
        """Make the referee. Raises ValueError."""
        plies: int = settings.options.plies
        if not 0 < plies <= law.MOST_PLIES:
            raise ValueError(f"--plies: expected a number from 1 to {law.MOST_PLIES}, got {plies}")
        self.check_openings(settings)
        return DamaReferee(self, settings, pipe(plies), plies)


def _is_position(text: str) -> bool:
    words = text.split()
    return len(words) == 2 and len(words[1]) == 1


GAME = Dama()
