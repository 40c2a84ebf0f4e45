"""The leagues, journals and matches that a server knows."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path

from arbiter.league.store import StoreError
from arbiter.serve.contest import Contest
from arbiter.serve.sources import Source, source_of, sources_in
from arbiter.serve.steward import Steward

CONTESTS = 100
"""Of a folder that are listed."""


class Arena:
    """Contests, each with a number that stays."""

    def __init__(self, place: Path | None) -> None:
        """Look at what a path is or has."""
        self.steward = Steward()
        self._place = place
        self._known: dict[Path, Contest] = {}
        self._begun: list[Source] = []
        self.only = self._only()

    def contests(self) -> list[Contest]:
        """Give what is there now."""
        for contest in self._known.values():
            contest.tended()
        if self.only:
            return [self.only]
        sources = sources_in(self._place, CONTESTS) if self._place else ()
        return [self._of(source) for source in (*self._begun, *sources)]

    def begin(self, source: Source) -> Contest:
        """Take a match that was written here, and have it played. Raises PlanError."""
        contest = self._of(source)
        self.steward.order(contest, {"do": "start"})
        self._begun.insert(0, source)
        return contest

    def contest(self, number: int) -> Contest:
        """Give one by its number. Raises LookupError."""
        for contest in self._known.values():
            if contest.number == number:
                return contest
        raise LookupError(f"there is no league or match {number}")

    def close(self) -> None:
        """Let all viewers go."""
        self.steward.close()
        for contest in self._known.values():
            contest.close()

    def _only(self) -> Contest | None:
        source = None
        with contextlib.suppress(StoreError):
            source = source_of(self._place) if self._place else None
        return self._of(source) if source else None

    def _of(self, source: Source) -> Contest:
        if source.place not in self._known:
            number = len(self._known) + 1
            self._known[source.place] = contest = Contest(number, source)
            contest.tended = self._tending(contest)
        return self._known[source.place]

    def _tending(self, contest: Contest) -> Callable[[], None]:
        return lambda: self.steward.look(contest)
