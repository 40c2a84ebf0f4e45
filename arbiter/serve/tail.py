"""Reads what `arbiter.play.live` writes, as it grows. Nothing there is trusted: what cannot be read is left out."""

from __future__ import annotations

import contextlib
import json
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from arbiter.games.players import Turn
from arbiter.play.live import ABOUT, ENDING, MOST_BYTES
from arbiter.play.record import GameRecord

FILES = 256
"""That are followed at once."""
ABOUT_BYTES = 1 << 20


class Begun(NamedTuple):
    """A game, before its first turn."""

    game: str
    number: int
    players: tuple[str, str]
    first: int
    start: str
    core: int


class Heard(NamedTuple):
    """What was read of a game, by the name of its file: that it has begun, turns, how it has ended, and whether nothing
    more will come.
    """

    name: str
    begun: Begun | None
    turns: list[Turn]
    over: dict[str, Any] | None
    gone: bool


class Growing:
    """A file that grows."""

    def __init__(self, path: Path) -> None:
        """Open it. Raises OSError."""
        self._file = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK)
        seen = os.fstat(self._file)
        self.inode, self._rest, self._read = seen.st_ino, b"", 0
        if not stat.S_ISREG(seen.st_mode):
            self.close()
            raise OSError

    def lines(self) -> list[bytes]:
        """Give the lines that are whole now."""
        if self._file < 0:
            return []
        found = []
        while (part := os.read(self._file, 1 << 16)) and self._read < 2 * MOST_BYTES:
            self._read += len(part)
            *whole, self._rest = (self._rest + part).split(b"\n")
            found += whole
        return found

    def close(self) -> None:
        """Read no more."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


class Tail:
    """A folder in which games are told of."""

    def __init__(self, folder: Path) -> None:
        """Begin before the first line."""
        self.folder = folder
        self._files: dict[str, Growing] = {}

    def about(self) -> dict[str, Any]:
        """Give what is told of all, nothing if nobody tells."""
        with contextlib.suppress(OSError, ValueError, RecursionError), (self.folder / ABOUT).open("rb") as file:
            found = json.loads(file.read(ABOUT_BYTES))
            return found if isinstance(found, dict) else {}
        return {}

    def read(self) -> Iterator[Heard]:
        """Give what is new."""
        there: dict[str, int] = {}
        with contextlib.suppress(OSError), os.scandir(self.folder) as entries:
            there = {entry.name: entry.inode() for entry in entries if entry.name.endswith(ENDING)}
        for name, file in list(self._files.items()):
            gone = there.get(name) != file.inode
            yield heard(name, file.lines(), gone=gone)
            if gone:
                file.close()
                del self._files[name]
        for name in sorted(there.keys() - self._files.keys(), key=_number):
            if len(self._files) < FILES:
                with contextlib.suppress(OSError):
                    self._files[name] = file = Growing(self.folder / name)
                    yield heard(name, file.lines(), gone=False)

    def close(self) -> None:
        """Read no more."""
        for file in self._files.values():
            file.close()
        self._files = {}


def _number(name: str) -> int:
    digits = name.removesuffix(ENDING)
    return int(digits) if digits.isdecimal() and len(digits) < 12 else 0


def heard(name: str, lines: list[bytes], *, gone: bool) -> Heard:
    """Read lines of a file."""
    begun, over, turns = None, None, list[Turn]()
    for line in lines:
        with contextlib.suppress(ValueError, TypeError, KeyError, RecursionError):
            said = json.loads(line)
            if isinstance(said, list):
                move, time_s, cpu_s, stderr = said
                turns.append(Turn(str(move), float(time_s), float(cpu_s), str(stderr)))
            elif "scores" in said:
                over = said
            else:
                a, b = map(str, said["players"])
                numbers = int(said["number"]), int(said["first"]), int(said["core"])
                begun = Begun(str(said["game"]), numbers[0], (a, b), numbers[1] % 2, str(said["start"]), numbers[2])
                turns = []  # what was told before has changed
    return Heard(name, begun, turns, over, gone)


def record_of(over: dict[str, Any], turns: list[Turn]) -> GameRecord | None:
    """Give the record of a game of which all was told, None if that is not so."""
    try:
        return GameRecord.from_json({**over, "turns": [turn._asdict() for turn in turns]})
    except (ValueError, TypeError, KeyError):
        return None
