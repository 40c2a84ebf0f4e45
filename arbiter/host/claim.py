"""What a command line names: the program, and the files that are its own."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from pathlib import Path

from arbiter.host import installation
from arbiter.host.command import split
from arbiter.host.paths import is_there, name_of, real, within

SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/etc")
"""What every player sees."""
INTERPRETERS = re.compile(
    r"(\w*sh|env|busybox|python|pypy|java|node|nodejs|bun|deno|perl|ruby|php|lua|luajit|mono|dotnet|R)[\d.]*"
)
"""Programs that are nobody's own."""
CLASS_PATHS = {"-cp", "-jar", "-classpath", "--class-path", "-p", "--module-path"}
LONGEST = 4096


def named(words: tuple[str, ...], here: str) -> Iterator[str]:
    """Give the files and folders that a command line names behind its program.

    They can be parts of words (`--book=x.bin`, `-cp build:lib/x.jar`). Where Python is to run a module, or Java a class
    without being told where it is, it is looked for in the current folder.
    """
    for word in words[1:]:
        for part in dict.fromkeys((word, *re.split("[=:,;]", word))):
            if part and (part == word or "/" in part or "." in part) and len(part) < LONGEST:
                path = str(Path(here, part))
                if is_there(path):
                    yield path
    name = name_of(words[0])
    if name.startswith(("python", "pypy")) and "-m" in words:
        yield here
    if name == "java" and CLASS_PATHS.isdisjoint(words):
        yield here


@functools.lru_cache(1024)
def taken(command: str, files: tuple[str, ...], here: str, path: str | None) -> tuple[str, ...]:
    """Give what belongs to a player alone, by real paths: its program, and what its command line and `files` name."""
    words = split(command)
    own = [place for place in named(words, here) if not within(place, SYSTEM)]
    own += [str(Path(here, file)) for file in files]
    program = installation.found(words[0], path)
    if program and not INTERPRETERS.fullmatch(name_of(program)):
        own.append(program)
    return tuple(place for place in map(real, own) if not installation.is_shared(place))
