"""What comes out of an examination: plain data, from which text and page are made."""

from __future__ import annotations

import dataclasses
import enum

from arbiter.games.dialogues import Finding


class Status(enum.Enum):
    """How an examination ended."""

    PASSED = "passed"
    FAILED = "FAILED"
    NOT_REACHED = "not reached"


@dataclasses.dataclass(frozen=True, slots=True)
class Result:
    """The result of an examination: what is wrong if it failed; why it was not reached if so, or a remark if passed."""

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
