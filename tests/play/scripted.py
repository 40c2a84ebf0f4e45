"""Players from a script instead of programs, for referees that are tested alone."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from arbiter.games.players import End, Pick, PlayerError, Turn
from arbiter.host.limits import USUAL, Left, Limits

T = TypeVar("T")


@dataclasses.dataclass
class Scripted:
    """A player that gives its answers one by one and keeps a log, perhaps the same as another's.

    An answer may have several lines. The n-th answer takes n seconds.
    """

    name: str
    answers: list[str]
    log: list[str] = dataclasses.field(default_factory=list)
    offends: str = ""
    """At what it is caught: an entry of the log."""
    limits: Limits = USUAL
    act: Callable[[str], None] = print
    """What it does with an answer that is no output."""
    folder: Path | None = None
    given: int = 0
    left: Left | None = None
    fresh: bool = True

    def _note(self, text: str) -> None:
        self.log.append(f"{self.name} {text}")
        if self.offends and text.startswith(self.offends):
            raise PlayerError(self, End.EXTRA_OUTPUT, "wrote when it was not asked for a move", b"more")

    def _answer(self) -> str:
        self.given += 1
        return self.answers.pop(0)

    def begin(self, arguments: Sequence[str] = (), folder: Path | None = None) -> None:
        self.folder = folder
        self._note(" ".join(["begin", *arguments]))

    def check(self, *, alive: bool = True, pick: Pick | None = None) -> None:
        self._note("check" if alive else "check, dead or alive")

    def ask(self, question: bytes, pick: Pick | None = None, *, time_s: float | None = None) -> tuple[bytes, float]:
        self.fresh = False
        self._note(f"asked {question.decode().rstrip()}" + (f" within {time_s:g} s" if time_s else ""))
        assert question.endswith(b"\n") or not question
        for line in self._answer().encode().split(b"\n"):
            found = pick(line) if pick else line
            if found is not None:
                return found, self.given
        raise PlayerError(self, End.TIMEOUT, "no move", b"")

    def tell(self, message: bytes) -> None:
        assert message.endswith(b"\n") or not message
        self._note(f"told {message.decode().rstrip()}")

    def wait(self, look: Callable[[], T | None], age_s: Callable[[], float] = lambda: 0.0) -> tuple[T, float]:
        self._note("waited for")
        while True:
            if self.answers:
                self.act(self._answer())
            seen = look()
            if seen is not None:
                return seen, self.given

    def exchange(self, question: bytes, whole: Callable[[bytes], bool] = lambda _: False) -> tuple[bytes, float]:
        self._note(f"given {question.decode()!r}")
        return self._answer().encode(), self.given

    def patience(self) -> Scripted:
        return self

    def is_up(self, seconds: float) -> bool:
        """Never lose patience."""
        return False

    def check_memory(self) -> None:
        self._note("memory")

    def turn(self, move: str, time_s: float) -> Turn:
        return Turn(move, time_s, stderr=self.name)

    def reply(self, question: bytes) -> Turn:
        line, seconds = self.ask(question)
        return self.turn(line.decode("latin-1"), seconds)

    def kill(self) -> None:
        self._note("kill")


def pair(a: Sequence[str], b: Sequence[str], offends: tuple[str, str] = ("", "")) -> tuple[Scripted, Scripted]:
    """Make players A and B with one log."""
    first = Scripted("A", list(a), offends=offends[0])
    return first, Scripted("B", list(b), first.log, offends[1])
