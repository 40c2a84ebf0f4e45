"""Games told of while they are played: files that grow, for whoever looks, in a folder of the match or league.

A worker writes the turns of its game, a line each, into a file of that game, and never more often than every
`INTERVAL_S`: of games that are over before, nobody hears. Who reads (`arbiter.serve.tail`) opens files and follows
them; nobody here waits for that, or knows of it. The arbiter removes files of games that are recorded, and in the end
the folder. It holds a lock there as long as it lives, however it dies.
"""

from __future__ import annotations

import collections
import contextlib
import fcntl
import json
import os
import shutil
import struct
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from arbiter.games.players import End, Turn
from arbiter.play.record import GameRecord
from arbiter.play.watch import Watch, Watched

INTERVAL_S = 0.05
"""Between two looks at what there is to tell; an instant player makes 400 moves meanwhile."""
MOST_BYTES = 1 << 22
"""Of a game; what is longer is not told to its end."""
KEPT = 100
"""Finished games of a match that are still there to be read; those of a league are in its journal."""
ABOUT, LOCK, ENDING = "about.json", "lock", ".turns"
BESIDE = "-live"
"""What a journal's folder is called more than the journal."""
PREFIX = "arbitro-live-"
FLOCK = "@hhqqi"
"""`struct flock` of fcntl(2)."""


class Strip(list[Turn]):
    """The turns of a game, of which a reporter tells."""

    __slots__ = ("_reporter",)

    def __init__(self, reporter: Reporter) -> None:
        """Begin without turns."""
        super().__init__()
        self._reporter = reporter

    def append(self, turn: Turn) -> None:
        """Write a turn down."""
        super().append(turn)
        if (now := time.monotonic()) >= self._reporter.due:
            self._reporter.tell(now)

    def __setitem__(self, at: Any, turn: Any) -> None:
        """Put another turn in the place of one: a referee may know only later what was said there."""
        super().__setitem__(at, turn)
        self._reporter.again()


class Lens(Watch):
    """Looks at players as any watch does, and has told what waits to be told."""

    def __init__(self, players: Sequence[Watched], reporter: Reporter) -> None:
        """Watch these players."""
        super().__init__(players)
        self._reporter = reporter

    def look(self, now: float) -> None:
        """Measure every player."""
        super().look(now)
        if now >= self._reporter.due and self._reporter.has_news:
            self._reporter.tell(now)


class Reporter:
    """Tells of the games of one worker. A disk that is full, or gone, silences it, and harms no game."""

    def __init__(self, folder: str, core: int) -> None:
        """Write into a folder."""
        self._folder, self._core = folder, core
        self._head: dict[str, Any] = {}
        self._turns: Strip = Strip(self)
        self._file, self._path, self._told, self._bytes = -1, Path(), 0, 0
        self._plays, self.due = False, 0.0

    def begin(self, game: str, number: int, players: tuple[str, str], first: int, start: str) -> None:
        """Take what is known of a game before its first turn."""
        self._head = {"game": game, "number": number, "players": players, "first": first, "start": start}
        self._head["core"] = self._core

    def sheet(self) -> Strip:
        """Give the paper for the turns of the game, which may begin again."""
        self._drop()
        self._turns, self._told, self._bytes, self._plays = Strip(self), 0, 0, True
        return self._turns

    def watch(self, players: Sequence[Watched]) -> Lens:
        """Give what looks at its players."""
        return Lens(players, self)

    @property
    def has_news(self) -> bool:
        """Tell whether there is something that was not told yet, if only that the game has begun."""
        return self._plays and (self._told < len(self._turns) or self._file < 0)

    def tell(self, now: float) -> None:
        """Write what was not written yet."""
        self.due = now + INTERVAL_S
        lines = [json.dumps(turn) for turn in self._turns[self._told :]]
        self._told = len(self._turns)
        self._write(lines)

    def again(self) -> None:
        """Tell the game from its beginning, as some of it has changed."""
        if self._file >= 0 and self._told:
            self._told = 0
            self._write([json.dumps(self._head)])

    def over(self, record: GameRecord) -> None:
        """Tell how it ended, if it has lasted long enough for somebody to have heard of it."""
        self._plays = False
        if self._file < 0:
            return
        self.tell(time.monotonic())
        self._write([json.dumps(ending(record))])
        self.close()

    def close(self) -> None:
        """Write no more of this game."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def _write(self, lines: list[str]) -> None:
        try:
            if self._file < 0:
                self._path = Path(self._folder, f"{self._head['number']}{ENDING}")
                self._path.unlink(
                    missing_ok=True
                )  # of a worker that was killed: who follows it shall not mistake this for it
                flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND | os.O_CLOEXEC
                self._file = os.open(self._path, flags, 0o600)
                lines = [json.dumps(self._head), *lines]
            data = "".join(f"{line}\n" for line in lines).encode()
            if self._bytes + len(data) <= MOST_BYTES:
                self._bytes += os.write(self._file, data)
            else:
                self._bytes = MOST_BYTES
        except OSError:
            self.due = float("inf")

    def _drop(self) -> None:
        """Forget a game that was not finished."""
        if self._file >= 0:
            self.close()
            with contextlib.suppress(OSError):
                self._path.unlink()


def ending(record: GameRecord) -> dict[str, Any]:
    """Give what is known of a game behind its turns."""
    data = record.to_json()
    del data["turns"]
    return data


class Broadcast:
    """The folder, as the arbiter has it while a match or league is played."""

    def __init__(self, folder: Path, about: dict[str, Any]) -> None:
        """Make the folder, or empty it; `about` tells those who look what is played."""
        self.folder, self._about = folder, about
        self._finished: collections.deque[int] = collections.deque()
        self._rows: collections.deque[list[Any]] = collections.deque(maxlen=KEPT)
        self._tally = [[0, 0, 0, 0], [0, 0, 0, 0]]  # points, won, drawn, lost
        self._played, self._due = 0, 0.0

    @classmethod
    def of_journal(cls, journal: Path) -> Self:
        """Tell of a league beside its journal."""
        return cls(beside(journal), {"journal": str(journal.absolute())})

    @classmethod
    def of_match(cls, game: str, players: tuple[str, str], games: int) -> Self:
        """Tell of a match where its user's processes keep what does not stay. Raises OSError."""
        place = os.environ.get("XDG_RUNTIME_DIR", "")
        place = place if place and os.access(place, os.W_OK) else tempfile.gettempdir()
        _sweep(Path(place))
        folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=place))
        return cls(folder, {"game": game, "players": players, "games": games})

    def __enter__(self) -> Self:
        """Be there. Raises OSError."""
        self.folder.mkdir(mode=0o700, exist_ok=True)
        for left in self.folder.iterdir():
            if left.name != LOCK:
                left.unlink()
        self._lock = os.open(self.folder / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        fcntl.lockf(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        self._publish()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Leave nothing."""
        shutil.rmtree(self.folder, ignore_errors=True)
        os.close(self._lock)

    def recorded(self, number: int) -> None:
        """Remove what is in the journal now."""
        with contextlib.suppress(OSError):
            (self.folder / f"{number}{ENDING}").unlink()

    def played(self, record: GameRecord) -> None:
        """Count a finished game of a match, and keep the last ones."""
        self._played += 1
        if record.end is not End.VOID:
            winner = record.winner()
            for seat, row in enumerate(self._tally):
                row[0] += record.scores[seat]
                row[2 if winner is None else 1 if winner == seat else 3] += 1
        if (self.folder / f"{record.number}{ENDING}").exists():
            self._finished.append(record.number)
            self._rows.append([record.number, *record.scores, record.end.name, record.offender, record.first])
            if len(self._finished) > KEPT:
                self.recorded(self._finished.popleft())
        if (now := time.monotonic()) >= self._due:
            self._due = now + 4 * INTERVAL_S
            self._publish()

    def close(self) -> None:
        """Tell the last of it; the folder stays until the `with` block is left."""
        self._publish(over=True)

    def _publish(self, *, over: bool = False) -> None:
        found = {**self._about, "played": self._played, "tally": self._tally, "rows": list(self._rows), "over": over}
        part = self.folder / f"{ABOUT}.part"
        with contextlib.suppress(OSError):
            part.write_text(json.dumps(found), encoding="utf-8")
            part.replace(self.folder / ABOUT)


def beside(journal: Path) -> Path:
    """Give where the games of a league are told of while it is played."""
    return journal.with_name(journal.name + BESIDE)


def holder(folder: Path) -> int:
    """Give the process id of the arbiter that tells of its games in a folder, 0 if it is gone."""
    try:
        lock = os.open(folder / LOCK, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW)
    except OSError:
        return 0
    try:
        asked = struct.pack(FLOCK, fcntl.F_WRLCK, os.SEEK_SET, 0, 0, 0)
        kind, *_, pid = struct.unpack(FLOCK, fcntl.fcntl(lock, fcntl.F_GETLK, asked))
    except OSError:
        return 0
    finally:
        os.close(lock)
    return 0 if kind == fcntl.F_UNLCK else int(pid)


def _sweep(place: Path) -> None:
    """Remove what arbiters that were killed have left."""
    with contextlib.suppress(OSError):
        for folder in place.glob(f"{PREFIX}*"):
            with contextlib.suppress(OSError):
                seen = folder.lstat()
                if seen.st_uid == os.getuid() and time.time() - seen.st_mtime > 60 and not holder(folder):
                    shutil.rmtree(folder, ignore_errors=True)
