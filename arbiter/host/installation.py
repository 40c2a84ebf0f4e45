"""What a program needs to start beside its own file: the interpreter that `#!` names, and the installation to which a
program belongs, wherever that is: pyenv, conda, a virtual environment, a JDK or Node in a home folder.

Paths are texts: those of `pathlib` took 80 ms where these take 8.
"""

from __future__ import annotations

import ast
import contextlib
import json
import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit

from arbiter.host import paths
from arbiter.host.paths import absolute, entries, folder_of, is_folder, is_link, is_there, matching, name_of, real

PROGRAMS = {"bin", "sbin", "shims"}
"""Folders in which installations have their programs."""
SIGNS = ("lib", "lib64", "libexec", "pyvenv.cfg", "conda-meta", "jre", "release", "versions")
"""What beside such a folder shows that this is an installation, not somebody's folder with a `bin` in it."""
SHARED = {"/", "/usr", "/usr/local", "/opt", "/tmp", "/var/tmp", "/home", "/var", "/srv", "/mnt", "/dev", "/proc"}
MAPPING = re.compile(r"^MAPPING[^=]*= *(\{.*\})", re.MULTILINE)
EXEC = re.compile(rb"^'''exec'? *\"?([^\"\s]+)", re.MULTILINE)
"""How pip writes the interpreter of a script whose path is too long for `#!`."""


def home() -> str:
    """Give the home folder of the user."""
    return real(str(Path.home()))


def is_shared(folder: str) -> bool:
    """Tell whether a folder is no program's own: a home folder, one that holds it, or one of the system's."""
    return folder in SHARED or f"{home()}/".startswith(f"{folder}/")


def found(word: str, path: str | None) -> str | None:
    """Give the program that the first word of a command line names, as a shell finds it in a PATH."""
    place = word if "/" in word else shutil.which(word, path=path)
    return absolute(place) if place and is_there(place) else None


def chain(program: str, path: str | None) -> list[str]:
    """Give a program, what its `#!` line names, and so on; each by all the names that its links give it."""
    names: list[str] = []
    todo = [program]
    while todo:
        name = os.path.normpath(todo.pop())
        if name in names:
            continue
        names.append(name)
        if is_link(name):
            todo.append(str(Path(real(folder_of(name))) / Path(name).readlink()))
        else:
            todo += _interpreters(name, path)
    return names


def missing(program: str) -> str:
    """Say what is missing if not the program: what runs a script, or the folder from which it is named; else ""."""
    if not program.startswith("/") and paths.is_removed():
        return "; the current folder was removed"
    head = _head(program)
    named = os.fsdecode(head[2:].partition(b"\n")[0].strip(b" \t").partition(b" ")[0])
    if not head.startswith(b"#!") or is_there(named):
        return ""
    why = "ends with CR LF, as on Windows" if named.endswith("\r") else f"names {named}, which is not there"
    return f"; its first line {why}"


def _head(program: str) -> bytes:
    """Give the first bytes of a program, none of what is no file: to open a pipe would wait for who writes into it."""
    with contextlib.suppress(OSError, ValueError):
        if Path(program).is_file():
            with Path(program).open("rb") as file:
                return file.read(512)
    return b""


def _interpreters(program: str, path: str | None) -> Iterator[str]:
    """Give the programs that run a script."""
    head = _head(program)
    if not head.startswith(b"#!"):
        return
    first, *rest = os.fsdecode(head[2:].partition(b"\n")[0]).split() or [""]
    yield absolute(first)
    if name_of(first) == "env":
        wanted = [word for word in rest if not word.startswith("-") and "=" not in word]
        yield from (place for word in wanted[:1] if (place := found(word, path)))
    if trick := EXEC.search(head):
        yield os.fsdecode(trick[1])


def installations(names: list[str]) -> list[str]:
    """Give the folders of the installations to which programs belong, those included on which these rest."""
    prefixes: list[str] = []
    todo = [prefix for name in names for prefix in _prefixes(name)]
    while todo:
        prefix = todo.pop(0)
        if prefix in prefixes:
            continue
        prefixes.append(prefix)
        if base := _setting(f"{prefix}/pyvenv.cfg", "home"):  # of a virtual environment
            for python in (f"{base}/python", f"{base}/python3"):
                todo += [other for name in chain(python, None) for other in _prefixes(name)]
    return prefixes


def _prefixes(program: str) -> Iterator[str]:
    """Give the folder of the installation that has a program, by its name and by its real one."""
    for place in dict.fromkeys((folder_of(program), real(folder_of(program)))):
        prefix = folder_of(place)
        if name_of(place) not in PROGRAMS or is_shared(prefix):
            continue
        if name_of(prefix) == ".local":  # programs and libraries, but not what else a person keeps there
            yield from (part for part in (f"{prefix}/bin", f"{prefix}/lib") if is_folder(part))
        elif any(is_there(f"{prefix}/{sign}") for sign in SIGNS):
            yield prefix


def _setting(file: str, name: str) -> str:
    """Read a setting of a file of `name = value`, "" if it is not there."""
    for line in paths.text_of(file).splitlines():
        key, equals, value = line.partition("=")
        if equals and key.strip() == name:
            return value.strip()
    return ""


def packages(prefixes: list[str]) -> list[str]:
    """Give the folders of Python packages that installations have, the system and the user among them."""
    places = [*prefixes, "/usr", "/usr/local", f"{home()}/.local"]
    places += [folder_of(prefix) for prefix in prefixes if name_of(prefix) == "lib"]
    return [
        folder
        for place in dict.fromkeys(places)
        for pattern in ("lib/python3*/*-packages", "lib64/python3*/*-packages", "lib/pypy*/*-packages")
        for folder in matching(place, pattern)
    ]


def editable(folder: str) -> Iterator[str]:
    """Give where the packages lie that a folder of packages names only: lines of .pth files, editable installs."""
    names = [entry.name for entry in entries(folder)]
    for file in (f"{folder}/{name}" for name in names if name.endswith(".pth")):
        for line in paths.text_of(file).splitlines():
            if line and not line.startswith(("import ", "import\t", "#")):
                yield str(Path(folder, line.strip()))
    for file in (f"{folder}/{name}" for name in names if name.startswith("__editable__") and name.endswith(".py")):
        with contextlib.suppress(ValueError, SyntaxError):
            if mapping := MAPPING.search(paths.text_of(file)):
                yield from ast.literal_eval(mapping[1]).values()
    for file in (f"{folder}/{name}/direct_url.json" for name in names if name.endswith(".dist-info")):
        with contextlib.suppress(ValueError, AttributeError):
            told = json.loads(paths.text_of(file))
            if told.get("dir_info", {}).get("editable"):
                yield unquote(urlsplit(told["url"]).path)


# ---- ours ----------------------------------------------------------------------------------------------------------

HOUSE = str(Path(__file__).resolve().parents[2])
OURS = ("bots", "native")
"""The packages of our bots, beside the arbiter's."""
MADE = ("build", "dist", ".git")
"""Where a checkout may have them again."""
DATA = ".local/share/arbitro"
"""In a home folder, what our bots have made and read."""


def is_house(folder: str) -> bool:
    """Tell whether packages of ours lie in a folder: a checkout, or an installation."""
    return is_there(f"{folder}/arbiter/host/launch.py")


def bots_of(house: str) -> list[str]:
    """Give what a folder with packages of ours has of our bots."""
    return [f"{house}/{name}" for name in (*OURS, *(MADE if is_there(f"{house}/pyproject.toml") else ()))]


def commands(folder: str) -> Iterator[str]:
    """Give the commands of our bots that belong to a folder of Python packages."""
    for file in matching(folder, "arbitro-*.dist-info/entry_points.txt"):
        for line in paths.text_of(file).splitlines():
            name, equals, target = (part.strip() for part in line.partition("="))
            if equals and target.startswith("bots."):
                yield f"{Path(folder).parents[2]}/bin/{name}"
