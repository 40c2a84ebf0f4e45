"""The class Player of the assignment, name by name, on top of the law and the engine.

`piece` and `player_exception` are the assignment's names of `Piece` and `PlayerError`. What C++ finds in a class, such
as `Player::piece::x`, `Player::x`, `player_exception::missing_file`, `player_exception::err_type::missing_file`, is an
attribute of the class here.
"""

from __future__ import annotations

import copy
import enum
import operator
import os
from pathlib import Path
from typing import Any, NoReturn, SupportsIndex, overload

from arbiter.games.dama import law
from bots.dama import boards
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


class _Kind:
    """What `err_type` is: of an exception its kind, of the class the type of all kinds, as in C++."""

    @overload
    def __get__(self, error: None, owner: type[PlayerError]) -> type[ErrorType]: ...
    @overload
    def __get__(self, error: PlayerError, owner: type[PlayerError]) -> ErrorType: ...
    def __get__(self, error: PlayerError | None, owner: type[PlayerError]) -> type[ErrorType] | ErrorType:
        return error.t if error else ErrorType


class PlayerError(Exception):
    """What a `Player` refuses: `err_type` is the kind, also `t`, `msg` says it in words. The history is as before."""

    err_type = _Kind()
    index_out_of_bounds, missing_file, invalid_board = ErrorType

    def __init__(self, err_type: ErrorType, msg: str) -> None:
        super().__init__(msg)
        self.t, self.msg = err_type, msg

    def __reduce__(self) -> tuple[type[PlayerError], tuple[ErrorType, str]]:
        """Let copies and other processes have it."""
        return type(self), (self.t, self.msg)


piece, player_exception = Piece, PlayerError

BEYOND = 10**100
"""What is further from 0 is taken for this: Python does not write numbers of more than some thousand digits."""
FAR = 10**6
"""A limit of more plies is none."""
INDEX, FILE, BOARD = ErrorType.index_out_of_bounds, ErrorType.missing_file, ErrorType.invalid_board


class Player:
    """A player with a history of boards, the newest at offset 0. Every refusal is a `PlayerError`."""

    piece = Piece

    _number: int
    _chooser: Chooser | None
    _plies: int
    _history: list[str]

    def __init__(self, player_nr: int | Player = 1, chooser: Chooser | None = None, plies: int | None = None) -> None:
        """Play for player 1 (x) or 2 (o), or be a copy of another player, independent from now on.

        After so many `plies`, 0 for never, the game is expected to be drawn; if it goes on, so does the player, as if
        there were no limit. Moves come from `chooser`. What is left out is as with the other player, or as the
        assignment has it: the usual limit, and full strength.
        """
        if isinstance(player_nr, Player):
            self._number, self._chooser, self._plies = player_nr._number, player_nr._chooser, player_nr._plies
            self._history = player_nr._history.copy()
        else:
            self._number, self._chooser, self._plies, self._history = _player(player_nr), None, law.PLIES, []
        if chooser is not None:
            can_choose = callable(getattr(chooser, "choose", None))
            _check(can_choose, INDEX, f"moves come from a chooser, which {_shown(chooser)} is not")
            self._chooser = chooser
        if plies is not None:
            self._plies = _whole(plies, "a limit of plies")

    def __getstate__(self) -> object:
        """Give what a copy is made of: a history of its own, and whatever a subclass adds."""
        state = super().__getstate__()
        own, slots = state if isinstance(state, tuple) else (state, None)
        own = {**own, "_history": self._history.copy()}
        return (own, slots) if slots else own

    def __deepcopy__(self, memo: dict[int, Any]) -> Player:
        """Give a copy that shares nothing but the chooser, of which all may ask, in any thread."""
        memo[id(self._chooser)] = self._chooser
        memo[id(self)] = twin = copy.copy(self)
        state = twin.__getstate__()
        for part in state if isinstance(state, tuple) else (state,):
            for name, value in part.items():
                setattr(twin, name, copy.deepcopy(value, memo))
        return twin

    def __call__(self, r: int, c: int, history_offset: int = 0) -> Piece:
        """Give what stands on row `r`, column `c` of the board that is `history_offset` older than the newest."""
        row, column = _whole(r, "a row"), _whole(c, "a column")
        _check(0 <= row < 8 and 0 <= column < 8, INDEX, f"rows and columns are 0 to 7, not ({row}, {column})")
        return Piece(self._board(history_offset)[8 * row + column])

    def load_board(self, filename: str | os.PathLike[str]) -> None:
        """Append the board in a file; it must be a lawful board, by whatever move it came about."""
        path = _path(filename)
        try:
            self._history.append(boards.read(path))
        except law.BoardError as error:
            raise PlayerError(BOARD, f"{path}: {error}") from error
        except (OSError, ValueError) as error:
            raise PlayerError(FILE, f"cannot read {str(path)!r}: {_why(error)}") from error

    def store_board(self, filename: str | os.PathLike[str], history_offset: int = 0) -> None:
        """Write a board of the history to a file, as `boards.write` does: nobody reads half of an ordinary one."""
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
        """Tell whether one legal move, of either player, makes the newest board of the one before.

        It is none if a man stands on its last row, whoever has moved what: it had to become a king.
        """
        _check(len(self._history) >= 2, INDEX, f"two boards are needed, the history has {len(self._history)}")
        found, newest = self.last_move(), self._history[-1]
        if found is None or any(
            law.MAN[player] in newest[8 * row : 8 * row + 8] for player, row in law.LAST_ROW.items()
        ):
            return False
        return self._history[-2] != law.START or found[0] == 1

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

    def can_move(self, player_nr: int) -> bool:
        """Tell whether a player, were it to move, has a legal move on the newest board."""
        return not law.Position(self._board(0), player_nr).is_over()

    def last_move(self) -> tuple[int, law.Move] | None:
        """Give who made the newest board of the one before, and how; None if no legal move does."""
        return law.move_between(*self._history[-2:]) if len(self._history) >= 2 else None

    def _board(self, history_offset: int) -> str:
        offset = _whole(history_offset, "an offset")
        known = 0 <= offset < len(self._history)
        _check(known, INDEX, f"the history has {len(self._history)} boards, offset {offset} is beyond them")
        return self._history[-1 - offset]

    def _pieces(self, player_nr: int) -> int:
        return law.Position(self._board(0)).pieces()[player_nr - 1]

    def _checked(self, player_nr: int | None) -> int:
        return self._number if player_nr is None else _player(player_nr)

    def _plies_left(self) -> int:
        """Give the plies until the game is drawn, supposing that the history begins where this player saw the game.

        Whoever judges may allow more: a game that was not drawn then is taken for one without a limit.
        """
        played = len(self._history) - (self._number == 1 or self._history[0] == law.START)
        left = self._plies - played
        return left if 0 < left <= FAR else FOR_EVER


for _piece in Piece:
    setattr(Player, _piece.name, _piece)


def _check(condition: bool, err_type: ErrorType, msg: str) -> None:
    if not condition:
        _refuse(err_type, msg)


def _refuse(err_type: ErrorType, msg: str) -> NoReturn:
    raise PlayerError(err_type, msg) from None


def _why(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)


def _player(number: SupportsIndex) -> int:
    """Give the number of a player, 1 or 2."""
    known = _whole(number, "a player")
    _check(known in law.MAN, INDEX, f"players are 1 and 2, not {known}")
    return known


def _whole(number: SupportsIndex, what: str) -> int:
    """Give a number as an integer; what C++ would not compile is refused."""
    try:
        return max(-BEYOND, min(operator.index(number), BEYOND))
    except TypeError:
        _refuse(INDEX, f"{what} is a whole number, not {_shown(number)}")


def _shown(value: object) -> str:
    """Write a value as Python does, or only its kind where Python does not: numbers have too many digits."""
    try:
        return repr(value)
    except ValueError:
        return f"this {type(value).__name__}"


def _path(filename: str | bytes | os.PathLike[str]) -> Path:
    """Give the path of a file; `Path` would take `board/` and `board/.`, which name a folder, for `board`."""
    try:
        name = os.fsdecode(filename)
    except TypeError:
        _refuse(FILE, f"a file has a name, which {_shown(filename)} is not")
    _check(name.rpartition("/")[2] not in ("", "."), FILE, f"a file has a name, which {name!r} is not")
    return Path(name)


def _write(filename: str | os.PathLike[str], board: str) -> None:
    path = _path(filename)
    try:
        boards.write(path, board)
    except (OSError, ValueError) as error:
        _refuse(FILE, f"cannot write {str(path)!r}: {_why(error)}")
