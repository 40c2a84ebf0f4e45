"""An engine judges the positions of a course: first what it can prove, from the end on, then all others equally deep.

A move is judged by two values of the same horizon: that of the position before it, some plies deep, and that of the
position after it, a ply less deep. Values of other depths are never compared.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

from arbiter.games.contract import Game
from arbiter.games.extras import Course, Reviewing
from arbiter.play.analysis import Analysis, Engine
from arbiter.review.judgement import UNKNOWN, Bounds, Judgement, bounds

TIME_S = 1.0
"""Of a game, unless the user says otherwise."""
PROOFS = 0.5
"""Share of the time for proofs, and ..."""
ATTEMPT = 0.1
"""... of it, of a game's time, for each of them: what is not proved until then is left to the search."""
MISSES = 2
"""Positions without a proof, in a row, before which there will be none."""
NODES = 500_000
"""For a proof, where the depth is fixed and no clock decides."""
FIRST, STEP, LAST = 4, 2, 60
"""Depths that are tried while there is time: even ones, as some engines think more of who has just moved."""
GROWTH = 4.0
"""How much longer the next of these depths is taken to last than the one before."""


class Effort(NamedTuple):
    """How hard to think: seconds for a game; or plies, always the same; or until everything is proved."""

    time_s: float | None = TIME_S
    depth: int | None = None
    exact: bool = False

    def __str__(self) -> str:
        """Say it as a reader should know it."""
        if self.exact:
            return "until every value is proved"
        return f"{self.depth} plies deep" if self.depth else f"{self.time_s:g} s a game"

    def covers(self, other: Effort) -> bool:
        """Tell whether what was found so is as good as the other would be."""
        if self.exact or other.exact:
            return self.exact
        if self.depth or other.depth:
            return (self.depth or 0) >= (other.depth or 1 << 30)
        return (self.time_s or 0.0) >= (other.time_s or 0.0)


class Judge:
    """Asks an engine for the positions of one course, of a game that is drawn after `limit` plies (None: never)."""

    def __init__(
        self,
        engine: Engine,
        game: Game,
        terms: Reviewing,
        effort: Effort,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """Take an engine that answers as `analyse` does."""
        self._engine, self._game, self._terms, self._effort, self._now = engine, game, terms, effort, now

    def judge(self, course: Course, limit: int | None, share: float = 1.0) -> list[Judgement]:
        """Judge all positions, within a share of the time. Raises EngineError."""
        found = [Judgement() for _ in course.positions]
        if course.final is not None:
            found[-1] = Judgement((course.final, course.final))
        self._course, self._limit, self._found = course, limit, found
        begin, time_s = self._now(), (self._effort.time_s or 0.0) * share
        self._prove(time_s)
        if not course.alone and not self._effort.exact:
            self._deepen(begin + time_s)
        return found

    def _prove(self, time_s: float) -> None:
        """Go back from the end as long as there are proofs; of a course that is played alone, always."""
        effort, course, misses = self._effort, self._course, 0
        until = self._now() + PROOFS * time_s
        each_s = time_s / len(course.positions) if course.alone else ATTEMPT * time_s
        how = "exact" if effort.exact else f"nodes {NODES}" if effort.depth else f"time {max(each_s, 0.001):.6f}"
        if course.alone and effort.depth:
            how = "time 5"
        for at in reversed(range(len(course.positions))):
            if self._is_final(at):
                continue
            self._note(at, self._ask(at, how))
            misses = misses + 1 if self._found[at].bounds == UNKNOWN else 0
            late = not effort.exact and not effort.depth and self._now() >= until
            if not course.alone and (late or (misses == MISSES and not effort.exact)):
                return

    def _deepen(self, until: float) -> None:
        """Search what is not proved deeper and deeper, all of it or nothing."""
        effort, depth = self._effort, self._effort.depth or FIRST
        while depth <= LAST:
            begin = self._now()
            self._level(depth)
            spent = self._now() - begin
            if effort.depth or self._now() + GROWTH * spent > until or not self._open():
                return
            depth += STEP

    def _level(self, depth: int) -> None:
        """Give both values of every move whose loss is not proved."""
        for at in self._open():
            for place, plies in ((at, depth), (at + 1, depth - 1)):
                judgement = self._found[place]
                if plies and plies not in judgement.values and not self._is_final(place):
                    self._note(place, self._ask(place, f"depth {plies}"), plies)

    def _open(self) -> list[int]:
        """Give the positions before moves whose loss is not proved."""
        moves = range(len(self._course.moves))
        return [at for at in moves if not (self._found[at].proved and self._found[at + 1].proved)]

    def _is_final(self, at: int) -> bool:
        return at == len(self._found) - 1 and self._course.final is not None

    def _ask(self, at: int, how: str) -> Analysis:
        return self._engine.ask(f"{self._course.positions[at]}\t{how}")

    def _note(self, at: int, answer: Analysis, depth: int | None = None) -> None:
        """Add what an answer says to what is known."""
        before = self._found[at]
        left = None if self._limit is None else self._limit - at
        proved = bounds(self._game, answer, left)
        values = dict(before.values)
        if depth is not None and not answer.exact:
            values[depth] = self._terms.worth(answer.value)
        both: Bounds = max(before.bounds[0], proved[0]), min(before.bounds[1], proved[1])
        better = proved != UNKNOWN or (depth is not None and before.bounds == UNKNOWN)
        deepest = depth is None or depth >= max(before.values, default=0)
        move, line = (answer.move, answer.line) if better and deepest else (before.move, before.line)
        self._found[at] = Judgement(both, values, move, line)
