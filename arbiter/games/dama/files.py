"""A program of the course: a process for one game, which reads and writes boards in a folder of its own."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import tempfile
import time
import weakref
from collections.abc import Callable, Sequence
from pathlib import Path

from arbiter.games.dama import law
from arbiter.games.players import End, Patience, Player, PlayerError
from arbiter.host.scratch import remove

BOARD_BYTES = 1 << 16
"""Longest file that is read as a board."""
SETTLE_S = 0.5
"""How long a board may be malformed without growing, for programs write their files byte by byte: seconds in which the
program had a core if it wanted one."""

OURS = {errno.ENOSPC, errno.EDQUOT, errno.EMFILE, errno.ENFILE, errno.EIO, errno.EROFS}
"""What keeps the referee from writing and is no program's fault."""


def write_whole(path: Path, data: bytes) -> None:
    """Write a file that is whole from the first moment that it is there.

    The folder is a stranger's: under a name that it could foresee it may have put a link to somebody's file, or a pipe.
    Raises OSError.
    """
    part = path.with_name(f".arbiter.{os.urandom(16).hex()}")
    with part.open("xb") as file:  # follows no link, takes nothing that is there
        file.write(data)
    part.replace(path)


def read_plain(path: Path) -> bytes:
    """Read the beginning of a file that a program has written; a link or a pipe, which may have no end, is none.

    Raises OSError.
    """
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        mode = os.fstat(descriptor).st_mode
        if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
            raise OSError(errno.EINVAL, "this is no plain file")
        return os.read(descriptor, BOARD_BYTES)
    finally:
        os.close(descriptor)


class Folder:
    """A `Seat` of the referee: the boards of the game so far in a folder, `path`, and who continues them."""

    def __init__(self, player: Player, number: int, write: Callable[[Path, bytes], None] = write_whole) -> None:
        """Start the program with its number, in a fresh folder; its boards are written by `write`.

        Raises PlayerError (NOT_STARTED).
        """
        self.player, self._number, self._write = player, number, write
        self.path = Path(tempfile.mkdtemp(prefix="arbiter-dama-"))
        self._remove = weakref.finalize(self, remove, self.path)  # also where something else goes wrong
        self.known: dict[str, bytes] = {}
        self._size = -1
        self._still: Patience | None = None  # since when the board that is waited for has not grown
        player.kill()  # a program plays one game only
        try:
            player.begin([str(number)], self.path)
        except PlayerError:
            self._remove()
            raise

    def ask(self, boards: Sequence[str]) -> tuple[law.Move, float]:
        """Give it the boards that it has not got, wait for the next, and find the move that made it."""
        for number, board in enumerate(boards, 1):
            self.store(board_name(number), law.format_board(board).encode())
        name = board_name(len(boards) + 1)
        self._size, self._still = -1, None
        board, seconds = self.player.wait(lambda: self._read(name), lambda: self._age_s(name))
        self.known[name] = b""
        with contextlib.suppress(OSError):
            self.known[name] = read_plain(self.path / name)
        self._check()
        return self._move(boards[-1], board, name), seconds

    def _move(self, before: str, after: str, name: str) -> law.Move:
        evidence = law.format_board(after).encode()
        if before == after:
            raise PlayerError(self.player, End.ILLEGAL, f"stored the same board again as {name}", evidence)
        found = law.move_between(before, after)
        if found is None:
            raise PlayerError(self.player, End.ILLEGAL, f"no legal move makes {name} of the board before", evidence)
        if found[0] != self._number:
            raise PlayerError(self.player, End.ILLEGAL, f"{name} is a move of the other player", evidence)
        return found[1]

    def store(self, name: str, data: bytes) -> None:
        """Give the program a board, unless it has it. Raises PlayerError."""
        if name in self.known:
            return
        if os.path.lexists(self.path / name):
            raise PlayerError(self.player, End.TAMPERED, f"wrote {name}, which is the other player's", b"")
        try:
            self._write(self.path / name, data)
        except OSError as error:
            if error.errno in OURS:
                raise
            reason = f"let {name} not be written into its folder: {error.strerror}"
            raise PlayerError(self.player, End.TAMPERED, reason) from None
        self.known[name] = data

    def _read(self, name: str) -> str | None:
        """Read the board that is waited for, None while it is not there or still grows."""
        try:
            data = read_plain(self.path / name)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise PlayerError(self.player, End.MALFORMED, f"{name}: {error.strerror}") from None
        try:
            return law.parse_board(data.decode("latin-1"))
        except law.BoardError as error:
            if self._still is None or len(data) != self._size:
                self._size, self._still = len(data), self.player.patience()
            elif self._still.is_up(SETTLE_S):
                raise PlayerError(self.player, End.MALFORMED, f"{name}: {error}", data) from None
            return None

    def _age_s(self, name: str) -> float:
        """Give how many seconds ago a file was last changed: nobody can set that time, but with the machine's clock."""
        with contextlib.suppress(OSError):
            return time.time() - os.lstat(self.path / name).st_ctime
        return 0.0

    def _check(self) -> None:
        """Find old boards that are changed or gone, and files that do not belong there."""
        for name, data in self.known.items():
            try:
                same = read_plain(self.path / name).removesuffix(b"\n") == data.removesuffix(b"\n")
            except OSError:
                same = False
            if not same:
                raise PlayerError(self.player, End.TAMPERED, f"changed or removed {name}")
        try:
            entries = sorted(path.name for path in self.path.iterdir())
        except OSError as error:
            reason = f"let its folder not be looked at: {error.strerror}"
            raise PlayerError(self.player, End.TAMPERED, reason) from None
        for entry in entries:
            if entry not in self.known and not entry.startswith("."):
                raise PlayerError(self.player, End.TAMPERED, f"wrote a file that is not a board of its own: {entry!r}")

    def end(self) -> None:
        """Stop the program, which costs nothing; look at its folder and its memory a last time."""
        self.player.check_memory()
        self._check()
        self.abandon()

    def abandon(self) -> None:
        """Kill the program and remove its folder."""
        self.player.kill()
        self._remove()


def board_name(number: int) -> str:
    """Give the name of the file with a board; the first one is number 1."""
    return f"board_{number}.txt"
