"""The class Player of the assignment, name by name, on top of the law and the engine.

`piece` and `player_exception` are the assignment's names of `Piece` and `PlayerError`.
"""

from __future__ import annotations

import contextlib
import enum
import os
from pathlib import Path
from typing import NoReturn

from arbiter.games.dama import law
from bots.dama.chooser import Chooser
from bots.dama.game import move_of
from bots.options import Options
from native.dama.engine import FOR_EVER

Piece = enum.Enum("Piece", {"x": "x", "o": "o", "X": "X", "O": "O", "e": law.EMPTY})
"""What stands in a cell: men and kings of player 1 (x, X) and of player 2 (o, O), or nothing (e)."""


class ErrorType(enum.Enum):
    """What went wrong in a `Player`."""

    index_out_of_bounds = enum.auto()
    missing_file = enum.auto()
    invalid_board = enum.auto()


class PlayerError(Exception):
    """What a `Player` refuses: `err_type` is the kind, `msg` says it in words. The history is as it was before."""

    def __init__(self, err_type: ErrorType, msg: str) -> None:
        super().__init__(msg)
        self.err_type, self.msg = err_type, msg


piece, player_exception = Piece, PlayerError

INDEX, FILE, BOARD = ErrorType.index_out_of_bounds, ErrorType.missing_file, ErrorType.invalid_board


class Player:
    """A player with a history of boards, the newest at offset 0. Every refusal is a `PlayerError`."""

    def __init__(self, player_nr: int = 1, chooser: Chooser | None = None, plies: int = law.PLIES) -> None:
        """Play for player 1 (x) or 2 (o) a game of at most so many `plies`, 0 for no limit.

        Moves come from `chooser`, at full strength if left out.
        """
        _check(player_nr in law.MAN, INDEX, f"players are 1 and 2, not {player_nr}")
        self._number = player_nr
        self._chooser = chooser
        self._plies = plies
        self._history: list[str] = []

    def __copy__(self) -> Player:
        """Give a player with the same history, independent from now on."""
        copy = Player(self._number, self._chooser, self._plies)
        copy._history = self._history.copy()
        return copy

    def __deepcopy__(self, memo: object) -> Player:
        """Give the same as a copy: the boards never change, and the chooser remembers nothing of a game."""
        return self.__copy__()

    def __call__(self, r: int, c: int, history_offset: int = 0) -> Piece:
        """Give what stands on row `r`, column `c` of the board that is `history_offset` older than the newest."""
        _check(0 <= r < 8 and 0 <= c < 8, INDEX, f"rows and columns are 0 to 7, not ({r}, {c})")
        return Piece(self._board(history_offset)[8 * r + c])

    def load_board(self, filename: str | os.PathLike[str]) -> None:
        """Append the board in a file; it must be a lawful board, by whatever move it came about."""
        try:
            text = Path(filename).read_bytes().decode("latin-1")
        except (OSError, ValueError) as error:
            _refuse(FILE, f"cannot read {os.fspath(filename)!r}: {_why(error)}")
        try:
            board = law.parse_board(text)
        except law.BoardError as error:
            _refuse(BOARD, f"{os.fspath(filename)}: {error}")
        self._history.append(board)

    def store_board(self, filename: str | os.PathLike[str], history_offset: int = 0) -> None:
        """Write a board of the history to a file, all at once: nobody ever reads half of it."""
        _write(filename, self._board(history_offset))

    def init_board(self, filename: str | os.PathLike[str]) -> None:
        """Write the initial board to a file; the history stays as it is."""
        _write(filename, law.START)

    def move(self) -> None:
        """Make a move and append the board after it, or the same board again if there is no legal move."""
        position = law.Position(self._board(0), self._number)
        if position.winner() is None:
            if self._chooser is None:
                self._chooser = Chooser(Options())
            position = position.play(move_of(self._chooser.choose(position, self._plies_left())))
        self._history.append(position.board)

    def valid_move(self) -> bool:
        """Tell whether one legal move, of either player, makes the newest board of the one before."""
        _check(len(self._history) >= 2, INDEX, f"two boards are needed, the history has {len(self._history)}")
        found = self.last_move()
        return found is not None and (self._history[-2] != law.START or found[0] == 1)

    def pop(self) -> None:
        """Remove the newest board."""
        self._board(0)
        self._history.pop()

    def wins(self, player_nr: int | None = None) -> bool:
        """Tell whether the opponent of a player, of this one if left out, has no piece left."""
        return self._pieces(law.OPPONENT[self._checked(player_nr)]) == 0

    def loses(self, player_nr: int | None = None) -> bool:
        """Tell whether a player, this one if left out, has no piece left."""
        return self._pieces(self._checked(player_nr)) == 0

    def recurrence(self) -> int:
        """Count how often the newest board occurs in the history."""
        return self._history.count(self._board(0))

    # Not of the assignment: what those who judge a game need.

    @property
    def stuck(self) -> bool:
        """Tell whether the newest board is the one before again."""
        return len(self._history) >= 2 and self._history[-1] == self._history[-2]

    def last_move(self) -> tuple[int, law.Move] | None:
        """Give who made the newest board of the one before, and how; None if no legal move does."""
        return law.move_between(*self._history[-2:]) if len(self._history) >= 2 else None

    def _board(self, history_offset: int) -> str:
        known = 0 <= history_offset < len(self._history)
        _check(known, INDEX, f"the history has {len(self._history)} boards, offset {history_offset} is beyond them")
        return self._history[-1 - history_offset]

    def _pieces(self, player_nr: int) -> int:
        return law.Position(self._board(0)).pieces()[player_nr - 1]

    def _checked(self, player_nr: int | None) -> int:
        _check(player_nr in (None, 1, 2), INDEX, f"players are 1 and 2, not {player_nr}")
        return self._number if player_nr is None else player_nr

    def _plies_left(self) -> int:
        """Give the plies until the game is drawn, supposing that the history begins where this player saw the game."""
        if not self._plies:
            return FOR_EVER
        played = len(self._history) - (self._number == 1 or self._history[0] == law.START)
        return max(1, self._plies - played)


def _check(condition: bool, err_type: ErrorType, msg: str) -> None:
    if not condition:
        _refuse(err_type, msg)


def _refuse(err_type: ErrorType, msg: str) -> NoReturn:
    raise PlayerError(err_type, msg) from None


def _why(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)


def _write(filename: str | os.PathLike[str], board: str) -> None:
    path = Path(filename)
    part = path.parent / ".board.tmp"
    try:
        part.write_text(law.format_board(board), encoding="ascii", newline="\n")
        part.replace(path)
    except (OSError, ValueError) as error:
        with contextlib.suppress(OSError, ValueError):
            part.unlink()
        _refuse(FILE, f"cannot write {os.fspath(filename)!r}: {_why(error)}")
