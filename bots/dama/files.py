"""Games through board files in the current folder: `play` is a player, `verify` the one who judges both."""

from __future__ import annotations

import contextlib
import enum
import stat
import time
from collections.abc import Callable
from pathlib import Path

from arbiter.games.dama import law
from bots.dama.chooser import Chooser
from bots.dama.game import undecided
from bots.dama.player import BOARD, FILE, Player, PlayerError

SETTLE_S = 0.5
"""How long a board may be malformed without growing: strangers write their files in place, byte by byte."""
POLL_S = (0.001, 0.02)
"""Seconds between two looks for a file, first and later: the kernel is asked 50 times a second, which costs nothing."""
IDLE_S = 600.0
TIME_S = 30.0


class GoneError(Exception):
    """The board that was waited for did not come in time."""


class RemovedError(Exception):
    """The folder of the boards is not there any more, so that none can come."""


class End(enum.Enum):
    """Why a player stops."""

    WON = "the opponent has no piece left"
    LOST = "no piece left"
    STUCK = "no legal move: the same board again, which loses"
    OPPONENT_STUCK = "the opponent has not moved, which loses"
    LIMIT = "the limit of moves is reached, a draw"
    BLOCKED = "no legal move after the last one, which loses"
    OPPONENT_BLOCKED = "the opponent has no legal move after the last one, which loses"


def board_name(number: int) -> str:
    """Give the name of the file with a board; the initial one is number 1."""
    return f"board_{number}.txt"


def wait_for_board(player: Player, path: Path, limit_s: float) -> None:
    """Load a board as soon as it is there, whole and lawful.

    Raises GoneError if no file comes within `limit_s` seconds, RemovedError if none can come, PlayerError if it is
    malformed and stays so, and at once if what is there cannot be read, or is no file.
    """
    until, pause = time.monotonic() + limit_s, POLL_S[0]
    size, grown = -1, time.monotonic()
    while True:
        now = time.monotonic()
        _refuse_others(path)
        try:
            player.load_board(path)
        except PlayerError as error:
            if error.err_type is FILE and not isinstance(error.__cause__, FileNotFoundError):
                raise
            length = _size(path) if error.err_type is BOARD else -1
            if length != size:
                size, grown, pause = length, now, POLL_S[0]
            if size >= 0 and now - grown >= SETTLE_S:
                raise
            if _is_removed(path.parent):
                raise RemovedError("the folder of the boards was removed") from None
            if now >= until:
                raise GoneError(f"no {path.name} within {limit_s:g} s") from None
        else:
            return
        time.sleep(pause)
        pause = min(2 * pause, POLL_S[1])


def _refuse_others(path: Path) -> None:
    """Refuse what is there and no file; a pipe would be waited for without end."""
    with contextlib.suppress(OSError):
        mode = path.stat().st_mode
        if not stat.S_ISREG(mode):
            raise PlayerError(
                FILE, f"{path} is {'a folder' if stat.S_ISDIR(mode) else 'no ordinary file'}, not a board"
            )


def _is_removed(folder: Path) -> bool:
    """Tell whether a folder is not there; the current one goes on under its name `.` when it was removed."""
    try:
        return not folder.absolute().is_dir()
    except FileNotFoundError:
        return True


def _size(path: Path) -> int:
    """Give the bytes of a file, -1 if it has gone."""
    try:
        return path.stat().st_size
    except OSError:
        return -1


def play(chooser: Chooser, number: int, folder: Path, plies: int | None, idle_s: float) -> End:
    """Play as player `number` until the game is over; a limit of 0 `plies` is none.

    Whoever names a limit knows that the judge ends the game there. Without one the usual limit is reckoned with, but
    boards beyond it are answered, as the judge may allow more. Boards that are there stay: whoever begins again where
    a game has begun goes on with the moves that were made.

    Raises GoneError, RemovedError, PlayerError for files that are malformed or cannot be read or written, ValueError
    for an illegal move.
    """
    player, at = Player(number, chooser, law.PLIES if plies is None else plies), number
    while True:
        wait_for_board(player, folder / board_name(at), idle_s)
        if player.stuck:
            return End.OPPONENT_STUCK
        if at > 2 and not _moved(player, law.OPPONENT[number]):
            raise ValueError(f"{board_name(at)}: not a legal move of player {law.OPPONENT[number]}")
        if player.loses():
            return End.LOST
        if plies and at > plies:
            return End.LIMIT if player.can_move(number) else End.BLOCKED
        answer = folder / board_name(at + 1)
        if answer.exists():
            wait_for_board(player, answer, idle_s)
            if not _moved(player, number) and (player.can_move(number) or not player.stuck):
                raise ValueError(f"{answer.name} is there, and not a legal move of player {number}: of another game")
        else:
            player.move()
            player.store_board(answer)
        if player.wins():
            return End.WON
        if player.stuck:
            return End.STUCK
        if at == plies:
            return End.LIMIT if player.can_move(law.OPPONENT[number]) else End.OPPONENT_BLOCKED
        at += 2


def _moved(player: Player, mover: int) -> bool:
    """Tell whether `mover` made the newest board by a legal move."""
    last = player.last_move()
    return last is not None and last[0] == mover


def verify(folder: Path, plies: int, time_s: float, say: Callable[[str], None]) -> int | None:
    """Write the first board and judge what the players make of it; give the winner, None for a draw.

    Raises PlayerError if the first board cannot be written, ValueError if there are boards already, RemovedError.
    """
    if old := sorted(path.name for path in folder.glob("board_*.txt")):
        raise ValueError(f"the folder holds boards of an earlier game, such as {old[0]}: remove them")
    judge = Player()
    judge.init_board(folder / board_name(1))
    judge.load_board(folder / board_name(1))
    mover, number = 1, 1
    while not plies or number <= plies:
        other, name = law.OPPONENT[mover], board_name(number + 1)
        try:
            wait_for_board(judge, folder / name, time_s)
        except GoneError as error:
            say(f"{name}: player {mover} took too long: {error}")
            return other
        except PlayerError as error:
            wrote = "a malformed board" if error.err_type is BOARD else "what cannot be read"
            say(f"{name}: player {mover} wrote {wrote}: {error.msg}")
            return other
        if judge.stuck:
            say(f"{name}: player {mover} has not moved")
            return other
        last = judge.last_move()
        if last is None or last[0] != mover:
            say(f"{name}: not a legal move of player {mover}")
            return other
        say(f"{name}: player {mover} {last[1]}")
        if judge.wins(mover):
            say(f"{name}: player {other} has no piece left")
            return mover
        mover, number = other, number + 1
    if not judge.can_move(mover):
        say(f"{board_name(number)}: player {mover} has no legal move")
        return law.OPPONENT[mover]
    say(undecided(plies))
    return None
