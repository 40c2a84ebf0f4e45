"""Board games of two players who move in turns: a law and a name, and the rest is here.

A game derives from `BoardGame` and says where it begins (`begins`) and how a move is written; all else has a default.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from arbiter.games.contract import Game, IllegalMoveError, Position, Referee, Settings
from arbiter.games.lines import Lines
from arbiter.games.turns import TurnReferee

if TYPE_CHECKING:
    from arbiter.games.dialogues import Examination

P = TypeVar("P", bound=Position[Any])
M = TypeVar("M")
USUAL = {"course": Lines("first", "second", "end", "{moves}")}
"""The protocol of a game that describes none."""


class BoardGame(Game, Generic[P, M]):
    """A game on a board, of any law."""

    begins: P
    """The position at the start."""
    lines: Mapping[str, Lines] = USUAL
    """The protocols of lines that programs may speak, by name, the usual one first."""
    move: str = ".*"
    """A pattern of all that is written as a move is, legal or not."""
    separator: str = " "
    """Between the moves of an opening in records."""
    illegal: tuple[type[ValueError], ...] = (IllegalMoveError,)
    """What `read_move` raises for what is a move, but none that can be played."""
    even: bool = True
    """Whether random openings have an even number of plies, so that who moves first in records begins."""

    @property
    def protocols(self) -> tuple[str, ...]:
        """Give the names of the protocols, the usual one first."""
        return tuple(self.lines)

    # ---- moves -----------------------------------------------------------------------------------------------------

    def write_move(self, move: M) -> str:
        """Write a move as records and programs have it."""
        return str(move)

    def read_move(self, position: P, text: str) -> M:
        """Read a move. Raises ValueError for what is no move; of class `illegal` for one that cannot be played."""
        legal: list[M] = position.legal_moves()
        for move in legal:
            if self.write_move(move) == text:
                return move
        if re.fullmatch(self.move, text):
            raise IllegalMoveError(f"{text} is not a legal move here")
        example = self.write_move(legal[0])
        raise ValueError(f"{text!r} is not written as a move is, such as {example}")

    # ---- where games begin -----------------------------------------------------------------------------------------

    def opening(self, text: str) -> P:
        """Give the position of a start, as records have it: moves. Raises ValueError."""
        position = self.begins
        for move in self.opening_moves(text):
            position = position.play(self.read_move(position, move))
        return position

    def position(self, start: str) -> str:
        """Give where a game starts as the engine of pages reads it. Raises ValueError."""
        return self.notation.position_text(self.opening(start)) if self.notation else ""

    def opening_moves(self, text: str) -> list[str]:
        """Give the moves of a start as records have it."""
        words = text.split(self.separator.strip() or None)
        return [word.strip() for word in words if word.strip()]

    def opening_text(self, moves: Sequence[M]) -> str:
        """Write moves as records have a start."""
        return self.separator.join(map(self.write_move, moves))

    def read_start(self, text: str) -> str:
        """Read where a game starts as people write it. Raises ValueError."""
        words = re.split(r"\s*,\s*" if "," in self.separator else r"[\s,]+", text.strip(" \t,"))
        text = self.separator.join(" ".join(word.split()) for word in words)
        position = self.opening(text)
        if position.is_over():
            raise ValueError("the game is over there")
        if position.to_move:
            first, second = self.sides
            raise ValueError(
                f"{second} is to move there; expected {first}, who moves first, that is an even number of moves"
            )
        return text

    def random_opening(self, plies: int, rng: Random) -> tuple[list[M], P]:
        """Play random moves from the start, fewer than `plies` if the game is over before; give the position too."""
        moves: list[M] = []
        position = self.begins
        while len(moves) < plies and (legal := position.legal_moves()):
            moves.append(rng.choice(legal))
            position = position.play(moves[-1])
        return moves, position

    # ---- a program is examined -------------------------------------------------------------------------------------

    def examinations(self, protocol: str) -> Sequence[Examination]:
        """List what a program is examined in: what is general, for a protocol of lines."""
        return self.listed("arbiter.games.examination", self, self.lines[protocol]) if protocol in self.lines else ()

    # ---- the referee -----------------------------------------------------------------------------------------------

    def referee(self, settings: Settings) -> Referee:
        """Make the referee. Raises ValueError for openings that a protocol cannot tell."""
        self.check_openings(settings)
        return TurnReferee(self, settings, self.lines)

    def check_openings(self, settings: Settings) -> None:
        """Raise ValueError for openings that a protocol of lines cannot tell, or that the second player would begin."""
        able = [name for name, lines in self.lines.items() if lines.opening]
        for protocol in settings.protocols:
            if (settings.plies or settings.starts) and protocol in self.lines and protocol not in able:
                expected = f"; expected --protocol {' or '.join(able)}, which both programs must speak" if able else ""
                what = f"the protocol {protocol} of {self.title} begins at the start only"
                raise ValueError(f"--openings: {what}{expected}")
        if self.even and settings.plies % 2:
            raise ValueError(
                f"--openings: expected an even number, so that {self.sides[0]} is to move, got {settings.plies}"
            )
