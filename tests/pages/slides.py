"""A game for tests of drawings: a move is simply the next board, whatever it is, so that any change can be shown."""

from __future__ import annotations

import re
from typing import NamedTuple

from arbiter.games.board import BoardGame
from arbiter.games.contract import Transcript
from arbiter.games.players import Turn
from arbiter.games.squares import BoardDrawing
from arbiter.play.record import GameRecord, MatchRecord

PIECES = {"x": "first", "K": "first K", "o": "second", "#": "block"}
PLAYERS = ("./one", "./two")


class Slide(NamedTuple):
    """A board and whose turn it is."""

    board: str
    to_move: int = 0

    def legal_moves(self) -> list[str]:
        return [self.board]

    def play(self, board: str) -> Slide:
        return Slide(board, 1 - self.to_move)

    def is_over(self) -> bool:
        return False

    def score(self) -> tuple[int, int]:
        return self.board.count("x"), self.board.count("o")


class Undrawn(BoardGame[Slide, str]):
    """On a board of 3 columns and 2 rows, without pictures."""

    name, title, sides = "slides", "Slides", ("red", "green")
    written = "A move is `x` or <o>."
    begins = Slide("......")

    def read_move(self, position: Slide, text: str) -> str:
        if not re.fullmatch("[xoK#.]+", text):
            raise ValueError(f"{text} is no board")
        return text


class Slides(Undrawn):
    """The same with pictures."""

    drawing = BoardDrawing(3, 2, PIECES)


def shown(*boards: str) -> Transcript:
    return Transcript(1, "", boards)


def record(number: int, *boards: str) -> GameRecord:
    return GameRecord("slides", number, PLAYERS, 0, tuple(Turn(board, 0.01) for board in boards), (1, 0))


def match(*records: GameRecord) -> MatchRecord:
    return MatchRecord("slides", PLAYERS, len(records), (), records, False)
