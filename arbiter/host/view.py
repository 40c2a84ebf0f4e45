"""What a player may see: the system, the installation to which its program belongs, and what its command line and
its `files` name; nothing of the other players, nor of our own bots, unless it is one.

Where namespaces are granted, a view is a root made by steps (root.c); elsewhere a list of paths for Landlock, which can
allow and not forbid: so of a folder in which something is hidden the children are listed.
"""

from __future__ import annotations

import dataclasses
import functools
import os
import re
import stat
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from arbiter.host import installation
from arbiter.host.claim import SYSTEM, named, taken
from arbiter.host.command import split
from arbiter.host.paths import entries, folder_of, is_folder, is_there, mounts, name_of, real, unescaped, within
from arbiter.host.paths import here as from_where

TMP = "/tmp"
LINKS = 40
"""Links that are followed for one path, as by the kernel."""
WORDS = re.compile(r"[^\s\0'\"<>|:;,()\[\]]+")

Rivals = tuple[tuple[str, tuple[str, ...]], ...]
"""Command line and `files` of each other player."""


@dataclasses.dataclass(frozen=True, slots=True, eq=False)
class View:
    """What a player may see, by real paths; `note` is what the arbiter should say of it, or "".

    `steps` and `listed` are as `launch_guard_start` has them.
    """

    steps: bytes
    listed: bytes
    shown: frozenset[str]
    hidden: frozenset[str]
    folders: tuple[str, ...]
    note: str = ""

    def shows(self, path: str) -> bool:
        """Tell whether a path can be read, as far as its own permissions let it."""
        place = real(path)
        return not within(place, self.hidden) and within(place, (*self.shown, "/proc", "/dev"))

    def lacks(self, said: str) -> str:
        """Find in what a program has said a file that is there, but that it may not read; "" if there is none."""
        for word in dict.fromkeys(WORDS.findall(said)):
            for folder in self.folders:
                path = os.path.normpath(str(Path(folder, word)))
                for candidate in (path, f"{path}.py"):
                    if any(within(place, (candidate,)) for place in self.shown) or installation.is_shared(candidate):
                        continue
                    if is_there(candidate) and not self.shows(candidate):
                        return candidate
        return ""


def view(command: str, files: tuple[str, ...] = (), rivals: Rivals = (), secrets: tuple[str, ...] = ()) -> View:
    """Give what a player of this command line may see beside rivals, who have programs of their own.

    `secrets` are files that it must not see wherever they lie. The same view is given again for the same words. Raises
    ValueError for a command line that cannot be split.
    """
    return _view(command, files, rivals, secrets, from_where(), os.environ.get("PATH"))


@functools.lru_cache(512)
def _view(
    command: str, files: tuple[str, ...], rivals: Rivals, secrets: tuple[str, ...], here: str, path: str | None
) -> View:
    return _Survey(command, files, rivals, here, path).view(secrets)


class _Survey:
    """Looks around for one player."""

    def __init__(self, command: str, files: tuple[str, ...], rivals: Rivals, here: str, path: str | None) -> None:
        self._command, self._here, self._links = command, here, dict[str, str]()
        words = split(command)
        program = installation.found(words[0], path)
        names = installation.chain(program, path) if program else []
        self._mine = {self._follow(name) for name in names}
        self._named = {self._follow(name) for name in named(words, here)}
        self._files = {self._follow(str(Path(here, file))) for file in files}
        prefixes = installation.installations(names)
        self._libraries = installation.packages(prefixes)
        self._own = self._is_ours(words)
        self._prefixes = {self._follow(prefix) for prefix in prefixes}
        python = any(name_of(name).startswith(("python", "pypy")) for name in names)
        self._editable = list(self._editable_installs()) if python else []
        of_rivals = {place for rival, theirs in rivals for place in taken(rival, theirs, here, path)}
        self._taken = {place for place in of_rivals - self._mine - self._named if not within(place, self._files)}

    def view(self, secrets: tuple[str, ...]) -> View:
        """Put together what has been found."""
        shown = {self._follow(folder) for folder in SYSTEM}
        shown |= self._prefixes | {*self._editable} | self._files | self._mine
        shown |= {place for place in self._named if is_folder(place) and not installation.is_shared(place)}
        if self._own:
            shown.add(f"{installation.home()}/{installation.DATA}")
        folders, alone = {self._here}, []
        for file in sorted(self._mine | self._named):
            folder = folder_of(file)
            if is_folder(file) or within(file, shown - {file}):
                continue
            shown.add(file)
            folders.add(folder)
            if installation.is_shared(folder) or any(within(place, (folder,)) for place in self._taken):
                alone.append(file)
            else:
                shown.add(folder)
        shown = {place for place in shown if is_there(place)}
        hidden = {real(secret) for secret in secrets} | self._taken | _private()
        if not self._own:
            hidden |= set(self._ours(shown))
        keep = shown | {self._here}
        hidden = {part for place in hidden - keep if within(place, shown) for part in _without(place, keep)}
        shown = {place for place in shown if not within(place, shown - {place})}
        listed = [entry for place in sorted(shown) for entry in _listed(place, hidden)]
        # Where Python looks for modules it must be able to list what is there.
        looked = [*self._editable, *(place for place in shown if not is_folder(place))]
        listed += {f"{folder_of(place)}/" for place in looked if not installation.is_shared(folder_of(place))}
        steps, note = _zeroed(self._steps(shown, hidden)), self._note(alone)
        return View(steps, _zeroed(listed), frozenset(shown), frozenset(hidden), tuple(sorted(folders)), note)

    def _follow(self, path: str) -> str:
        """Give the real path, and keep the links on the way, which must be there as well."""
        todo, at, followed = _parts(path), "", 0
        while todo:
            part = todo.pop()
            if part == "..":
                at = folder_of(at)
                continue
            link = f"{at}/{part}"
            try:
                target = str(Path(link).readlink()) if followed < LINKS else ""
            except OSError:
                target = ""
            if not target:
                at = link
                continue
            self._links[link] = target
            followed += 1
            todo += _parts(target)
            at = "" if target.startswith("/") else at
        return at or "/"

    def _is_ours(self, words: tuple[str, ...]) -> bool:
        """Tell whether the player is one of our bots."""
        ours = {real(command) for place in self._libraries for command in installation.commands(place)}
        module = words[words.index("-m") + 1 :][:1] if "-m" in words else ()
        return bool(ours & (self._mine | self._named)) or any(name.startswith("bots.") for name in module)

    def _editable_installs(self) -> Iterator[str]:
        """Give where editable installs lie; of ours, what belongs to the arbiter, and to the bots for one of them."""
        for folder in self._libraries:
            for place in installation.editable(folder):
                where = self._follow(place)
                if installation.is_house(where):
                    yield f"{where}/arbiter"
                    yield from (f"{where}/{name}" for name in installation.OURS if self._own)
                elif is_there(where) and not installation.is_shared(where):
                    yield where

    def _ours(self, shown: set[str]) -> Iterator[str]:
        """Give where our bots lie."""
        libraries = [*self._libraries, *installation.packages([sys.prefix])]
        inside = (entry.path for folder in shown for entry in ([] if within(folder, SYSTEM) else entries(folder)))
        for house in {installation.HOUSE, *libraries, *shown, *inside}:
            if installation.is_house(house):
                yield from installation.bots_of(house)
        for folder in libraries:
            yield from installation.commands(folder)

    def _steps(self, shown: set[str], hidden: set[str]) -> Iterator[str]:
        """Give the steps that make a root of it: what is hidden first, then folders before what lies in them."""
        yield from (f"h{place}" for place in sorted(hidden))
        kinds = {place: "d" if is_folder(place) else "f" for place in {*shown, *_mounted(shown, hidden)}}
        kinds[TMP] = "m"
        if self._here != "/":
            kinds[self._here] = "w" if within(self._here, shown) else "m"
        yield from (f"{kind}{place}" for place, kind in sorted(kinds.items()))
        for link, target in self._links.items():
            if not within(link, shown):
                yield from (f"l{link}", target)

    def _note(self, alone: list[str]) -> str:
        found = [file for file in alone if not installation.is_shared(folder_of(file))]
        if not found:
            return ""
        names = ", ".join(map(name_of, found))
        folders = ", ".join(dict.fromkeys(map(folder_of, found)))
        return f"{self._command} may read of {folders} only {names}, as another player's program lies there"


def _parts(path: str) -> list[str]:
    """Give the names that a path is made of, the last one first."""
    return [part for part in reversed(path.split("/")) if part not in ("", ".")]


def _without(place: str, keep: set[str]) -> Iterator[str]:
    """Give a path, or if something must be kept in it what else is there."""
    if not any(within(other, (place,)) for other in keep):
        yield place
        return
    for entry in entries(place):
        if entry.path not in keep:
            yield from _without(entry.path, keep)


def _listed(place: str, hidden: set[str]) -> Iterator[str]:
    """Give a path, or if something is hidden in it, it for listing and what else is there."""
    below = {other for other in hidden if within(other, (place,))}
    if place in below:
        return
    if not below:
        yield place
        return
    yield f"{place}/"
    for entry in entries(place):
        if not entry.is_symlink():
            yield from _listed(entry.path, below)


@functools.cache
def _private() -> frozenset[str]:
    """Give what lies in /etc and is not for every user."""

    def look(folder: str) -> Iterator[str]:
        for entry in entries(folder):
            if entry.is_symlink():
                continue
            mode = entry.stat(follow_symlinks=False).st_mode
            if not mode & stat.S_IROTH or (stat.S_ISDIR(mode) and not mode & stat.S_IXOTH):
                yield entry.path
            elif stat.S_ISDIR(mode):
                yield from look(entry.path)

    return frozenset(look("/etc"))


def _mounted(shown: set[str], hidden: set[str]) -> Iterator[str]:
    """Give what is mounted below what is shown: an overlay shows one file system only."""
    for words in mounts():
        place = unescaped(words[4])
        if place not in shown and within(place, shown) and not within(place, hidden) and is_there(place):
            yield place


def _zeroed(texts: Iterable[str]) -> bytes:
    return b"".join(os.fsencode(text) + b"\0" for text in texts)
