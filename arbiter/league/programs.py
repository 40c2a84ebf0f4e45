"""The files of the players: which they are, and how another machine gets them, or finds its own and compares."""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from arbiter import __version__
from arbiter.host.command import split
from arbiter.league.config import Entrant, League


class DiffersError(Exception):
    """A machine on which a player is not what it is here."""


@dataclasses.dataclass(frozen=True, slots=True)
class File:
    """A file of a player: the SHA-256 that it must have, None if there must be none; its bytes if it is shipped."""

    player: str
    path: str
    sha256: str | None
    in_path: bool = False
    content: bytes | None = None
    executable: bool = False


@dataclasses.dataclass(frozen=True, slots=True)
class Kit:
    """All that another machine must have, or is given, to play a league; `version` is that of the arbiter."""

    files: tuple[File, ...]
    version: str = __version__

    @property
    def key(self) -> str:
        """Give a name that no other set of files has."""
        shipped = [(file.path, file.sha256, file.executable) for file in self.files if file.content is not None]
        return hashlib.sha256(repr(shipped).encode()).hexdigest()

    def place(self, scratch: Path) -> Path:
        """Write the shipped files below `scratch`, compare the others; give the folder to play in.

        Raises DiffersError, OSError.
        """
        shipped = [file for file in self.files if file.content is not None]
        folder = scratch / f"players-{self.key}" if shipped else Path.cwd()
        for file in shipped:
            path = folder / file.path
            if checksum(path) != file.sha256:
                path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                path.unlink(missing_ok=True)
                path.write_bytes(file.content or b"")
                path.chmod(0o500 if file.executable else 0o400)
        for file in self.files:
            found = checksum(_find(file.path) if file.in_path else folder / file.path)
            if found != file.sha256:
                there, here = (f"SHA-256 {sha[:12]}" if sha else "no such file" for sha in (found, file.sha256))
                raise DiffersError(f"{file.path} of {file.player!r} differs: {there} there, {here} here")
        return folder


def kit(league: League, *, ship: bool) -> Kit:
    """Say what other machines need; with `ship`, they get every file that is named relative to this folder.

    Raises OSError, ValueError.
    """
    files: dict[str, File] = {}
    for entrant in league.entrants:
        for word, path, in_path in _named(entrant):
            sha = checksum(path)
            content = None
            if ship and sha is not None and not in_path and not path.is_absolute():
                if ".." in path.parts:
                    raise ValueError(f"{word} of {entrant.name!r} is not below this folder, and so cannot be shipped")
                content = path.read_bytes()
            files[word] = File(entrant.name, word, sha, in_path, content, os.access(path, os.X_OK))
    return Kit(tuple(files.values()))


def programs(league: League) -> Iterator[tuple[str, str, str]]:
    """Give (player, path, SHA-256) of every file of a player, the program itself first."""
    for entrant in league.entrants:
        for word, path, in_path in _named(entrant):
            if sha := checksum(path):
                yield entrant.name, str(path) if in_path else word, sha


def checksum(path: Path) -> str | None:
    """Give the SHA-256 of a file, None if there is none that we can read."""
    with contextlib.suppress(OSError):
        if path.is_file():
            with path.open("rb") as file:
                return hashlib.file_digest(file, "sha256").hexdigest()
    return None


def _named(entrant: Entrant) -> list[tuple[str, Path, bool]]:
    """Give (word, path, looked for in PATH?) of the program, found or not, and of all other files of a player."""
    program, *words = split(entrant.command)
    words = [word for word in words if Path(word).is_file()]
    for name in entrant.files:
        inside = sorted(path for path in Path(name).rglob("*") if path.is_file() and "__pycache__" not in path.parts)
        words += [str(path) for path in inside] or [name]
    in_path = "/" not in program
    first = (program, _find(program) if in_path else Path(program), in_path)
    return [first, *((word, Path(word), False) for word in dict.fromkeys(words))]


def _find(program: str) -> Path:
    return Path(shutil.which(program) or program)
