"""A fault: one place of one file, what stands there and what is planted instead."""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Iterable
from typing import Any

IDENTITY = ("file", "function", "line", "operator", "before", "after")


@dataclasses.dataclass(frozen=True, slots=True)
class Mutant:
    """A fault in `file`, bytes `start` to `end`. It is known by the other fields, so that edits elsewhere in the file
    leave it what it is: `function` is where it stands, `line` the text of its first line, `before` and `after` are the
    replaced text with single spaces.
    """

    file: str
    function: str
    line: str
    operator: str
    before: str
    after: str
    start: int
    end: int
    text: str

    def identity(self) -> dict[str, str]:
        """Give what it is known by."""
        return {name: getattr(self, name) for name in IDENTITY}

    def key(self) -> str:
        """Give a short name of the identity."""
        return key_of(self.identity())

    def planted(self, source: bytes) -> bytes:
        """Give the file with the fault."""
        return source[: self.start] + self.text.encode() + source[self.end :]

    def __str__(self) -> str:
        """Say what is planted where, on one line."""
        return describe(self.identity())


def key_of(identity: dict[str, Any]) -> str:
    """Give a short name of an identity, wherever it was read from."""
    text = "\0".join(str(identity[name]) for name in IDENTITY)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def describe(identity: dict[str, str]) -> str:
    """Say what is planted where, on one line."""
    where = f"{identity['file']} ({identity['function'] or 'outside functions'}): {identity['operator']}"
    return f"{where}: `{identity['before']}` -> `{identity['after']}` in `{identity['line']}`"


def plain(text: str) -> str:
    """Give a text with single spaces."""
    return " ".join(text.split())


def make(file: str, function: str, source: bytes, operator: str, start: int, end: int, text: str) -> Mutant:
    """Make the fault that puts `text` in place of the bytes `start` to `end`."""
    begin = source.rfind(b"\n", 0, start) + 1
    line = source[begin:].split(b"\n", 1)[0].decode()
    before = plain(source[start:end].decode())
    return Mutant(file, function, plain(line), operator, before, plain(text), start, end, text)


def distinct(mutants: Iterable[Mutant]) -> list[Mutant]:
    """Leave out what changes nothing, and all but the first of those that have one identity."""
    found: dict[str, Mutant] = {}
    for mutant in mutants:
        if mutant.before != mutant.after:
            found.setdefault(mutant.key(), mutant)
    return list(found.values())
