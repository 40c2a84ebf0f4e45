"""The pictures of a game, if its drawing can make them. No page is lost to one: what went wrong is a note on it."""

from __future__ import annotations

import itertools
import operator
import string
from collections.abc import Callable
from typing import TypeVar

from arbiter.games.contract import Drawing, Frame, Game, TileRow, Transcript
from arbiter.games.extras import Layings, Scenes
from arbiter.games.players import End
from arbiter.host.visible import visible_text
from arbiter.play.record import GameRecord

T = TypeVar("T")
NAMES = string.ascii_uppercase + string.ascii_lowercase + string.digits + "+/"
"""Names of the first squares in `changes`, those of base 64."""
BEYOND = 0x100
"""After them square `n` is the character of this number and `n`."""
LONGEST = 300
"""Characters of a note."""


class Pictures:
    """A record on its way to a page; `note` says, in a sentence, what could not be shown."""

    def __init__(self, game: Game, record: GameRecord) -> None:
        """Take a record."""
        self.game, self.drawing, self.record, self.note = game, game.drawing, record, ""
        self.played = record.transcript()

    def frames(self, *, every: bool) -> list[Frame]:
        """Give the start and the position after each move, or only the last; none if there are no pictures."""
        return self.attempt(lambda drawing: self._whole(drawing.frames(self.played, every=every), every), [])

    def scenes(self) -> Scenes | None:
        """Give the positions as data; None if there are no squares."""
        return self.attempt(self._scenes, None)

    def layings(self) -> Layings | None:
        """Give a game of tiles, tile by tile; None if it is none."""
        return self.attempt(self._layings, None)

    def rows(self) -> list[TileRow]:
        """Give rows of tiles of a game that has no squares."""
        return self.attempt(self._rows, [])

    def position(self) -> str:
        """Give where the game began as its engine writes it, "" if that is as usual or there is no engine."""
        if not self.record.start or not self.game.engine:
            return ""
        return self.attempt(lambda drawing: self.game.position(self.record.start), "")

    def ending(self) -> str:
        """Say why a game without offence was over, and whatever else there is to say."""
        ground = "void" if self.record.end is End.VOID else "adjudicated"
        if self.record.end is End.FINISHED:
            ground = self.attempt(lambda drawing: drawing.ending(self.played), "") or "over by the rules"
        return visible_text(": ".join(filter(None, [ground, self.record.reason])))

    def _whole(self, positions: list[T], every: bool) -> list[T]:
        expected = len(self.played.moves) + 1 if every else 1
        if len(positions) != expected:
            raise ValueError(f"expected {expected} positions, the drawing gave {len(positions)}")
        return positions

    def _scenes(self, drawing: Drawing) -> Scenes | None:
        squares = drawing.squares
        if squares is None:
            return None
        found = squares.scenes(self.played) if squares.scenes else Scenes(squares.boards(self.played), {}, {}, [])
        self._whole(found.boards, True)
        return found

    def _layings(self, drawing: Drawing) -> Layings | None:
        tiles: Callable[[Transcript], Layings] | None = getattr(drawing, "layings", None)
        return tiles(self.played) if tiles else None

    def _rows(self, drawing: Drawing) -> list[TileRow]:
        rows = [] if drawing.squares else drawing.rows(self.played)
        return [(str(label), [(int(a), int(b), str(kind)) for a, b, kind in row]) for label, row in rows]

    def attempt(self, work: Callable[[Drawing], T], otherwise: T) -> T:
        """Do it, unless there is no drawing; note what goes wrong first."""
        if self.drawing is None:
            return otherwise
        try:
            return work(self.drawing)
        except Exception as error:  # a drawing may be a stranger's, and the games are played
            why = " ".join(str(error).split()) or type(error).__name__
            kind = "" if isinstance(error, ValueError) else f"{type(error).__name__}: "
            self.note = self.note or visible_text(f"This game cannot be drawn: {kind}{why}")[:LONGEST]
            return otherwise


def changes(boards: list[str]) -> list[str]:
    """Give, move by move, each square that changes followed by what is on it then."""
    return [
        "".join(
            [letter(at) + after[at] for at in itertools.compress(range(len(after)), map(operator.ne, before, after))]
        )
        for before, after in itertools.pairwise(boards)
    ]


def letter(square: int) -> str:
    """Name the first squares by letters of base 64, others by characters from `BEYOND` on."""
    return NAMES[square] if square < len(NAMES) else chr(BEYOND + square)
