"""What an examination is, and what comes out of it: plain data, from which text and page are made."""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Callable
from typing import TYPE_CHECKING

from arbiter.host.visible import visible_text

if TYPE_CHECKING:
    from arbiter.check.desk import Desk

SHOWN_BYTES = 80
"""Longest output that a sentence quotes; the dialogue below it shows more."""


@dataclasses.dataclass(frozen=True, slots=True)
class Demand:
    """What a protocol demands, and where that stands: a file of `docs/` and the title of a section."""

    text: str
    document: str
    section: str


@dataclasses.dataclass(frozen=True, slots=True)
class Event:
    """Something that happened in a dialogue, in seconds since the program was started.

    `what` is `we sent` or `it wrote` with the bytes, of which `pieces` came one after the other, or a note without any.
    """

    at_s: float
    what: str
    data: bytes = b""
    pieces: int = 1


@dataclasses.dataclass(frozen=True, slots=True)
class Finding:
    """What is wrong: a sentence, the demand, the end of the dialogue, the position, and the end of standard error."""

    sentence: str
    demand: Demand
    events: tuple[Event, ...] = ()
    board: str = ""
    stderr: str = ""


class FaultError(Exception):
    """What a program did against a demand. `silent` means only that it did not answer."""

    def __init__(self, sentence: str, demand: Demand, *, board: str = "", silent: bool = False) -> None:
        """Take a whole sentence, and the position as text where that helps."""
        super().__init__(sentence)
        self.sentence, self.demand, self.board, self.silent = sentence, demand, board, silent
        self.events: tuple[Event, ...] = ()
        self.stderr = ""

    def finding(self) -> Finding:
        """Give it as data."""
        return Finding(self.sentence, self.demand, self.events, self.board, self.stderr)


class NotReachedError(Exception):
    """The program gave no occasion for what was to be examined; the message says why."""


@dataclasses.dataclass(frozen=True, slots=True)
class Examination:
    """One examination: its name as the user reads it, what it does, and the names of those that must be passed first.

    `run` raises FaultError or NotReachedError.
    """

    name: str
    run: Callable[[Desk], None]
    needs: tuple[str, ...] = ()


class Status(enum.Enum):
    """How an examination ended."""

    PASSED = "passed"
    FAILED = "FAILED"
    NOT_REACHED = "not reached"


@dataclasses.dataclass(frozen=True, slots=True)
class Result:
    """The result of an examination: what is wrong if it failed, why it was not reached if so."""

    name: str
    status: Status
    finding: Finding | None = None
    why: str = ""


@dataclasses.dataclass(frozen=True, slots=True)
class Report:
    """Everything that is shown: the program, the game, settings as (name, value), and results in their order."""

    command: str
    game: str
    settings: tuple[tuple[str, str], ...]
    results: tuple[Result, ...]

    def count(self, status: Status) -> int:
        """Count the examinations that ended so."""
        return sum(result.status is status for result in self.results)


def show(data: bytes | str) -> str:
    """Quote bytes in a sentence, escaped so that all are visible, and not too many."""
    cut = data[:SHOWN_BYTES]
    return f"`{visible_text(cut)}{'...' if len(data) > len(cut) else ''}`"
