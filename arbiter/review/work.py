"""A game as a task, its judgements as the answer: all that a process on any core, or any machine, needs."""

from __future__ import annotations

import contextlib
import dataclasses
import shlex
import shutil
import sys
import time
from pathlib import Path

from arbiter.games import catalogue
from arbiter.games.board import BoardGame
from arbiter.games.contract import Game
from arbiter.games.extras import Course
from arbiter.host.command import split
from arbiter.league.batch import Tools
from arbiter.play.analysis import LIMITS, Engine, EngineError
from arbiter.play.record import GameRecord
from arbiter.review.course import ReviewError, courses, reviewing
from arbiter.review.judge import Effort, Judge
from arbiter.review.judgement import Judgement
from arbiter.review.shelf import Kept

GRACE_S = 0.5
"""For an engine to end by itself."""
EVER_S = 1e8
PATIENCE = 2.0
"""How much longer than it was given an engine may think of a position before it is given up."""


@dataclasses.dataclass(frozen=True, slots=True)
class Judged:
    """A game whose positions were judged, or an `error` that says why they could not be."""

    record: GameRecord
    kept: Kept | None
    error: str = ""


@dataclasses.dataclass(frozen=True, slots=True)
class ReviewTask:
    """A game to be reviewed by an engine; it is drawn after `limit` plies (None: never). See `arbiter.league.batch`."""

    record: GameRecord
    limit: int | None
    engine: str
    effort: Effort

    @property
    def number(self) -> int:
        """Give the number of the game."""
        return self.record.number

    def run(self, core: int, tools: Tools) -> Judged:
        """Judge the game with an engine of this process, which lives on among the `tools` for the next game."""
        engine = engine_of(self.engine, self.effort, core, tools)
        try:
            return Judged(self.record, self._judge(engine))
        except (EngineError, ReviewError) as error:
            return Judged(self.record, None, str(error))

    def _judge(self, engine: Engine) -> Kept:
        game = catalogue.game(self.record.game)
        terms = reviewing(game, self.engine)
        found = courses(game, terms, self.record, self.limit)
        judge, share = Judge(engine, game, terms, self.effort), 1 / max(1, len(found))
        judged = [written(game, self.record, course, judge.judge(course, self.limit, share)) for course in found]
        return Kept(self.engine, self.effort, tuple(judged))


def installed(command: str) -> str:
    """Give a command line with the path of its program where that lies beside our Python, and not in PATH."""
    program = split(command)[0]
    if "/" in program or shutil.which(program):
        return command
    beside = Path(sys.executable).parent / program
    if not beside.exists():
        return command
    return shlex.join([str(beside), *split(command)[1:]])


def engine_of(command: str, effort: Effort, core: int, tools: Tools) -> Engine:
    """Give the engine among the tools, or a new one that ends with them."""
    time_s = EVER_S if effort.exact or effort.depth else max(LIMITS.time_s, PATIENCE * (effort.time_s or 0.0))
    limits = dataclasses.replace(LIMITS, time_s=time_s)
    guards, program = tools.guards(namespaces=True, sandbox=False), installed(command)
    return tools.get((Engine, program, limits), lambda: Engine(program, guards, core, limits), _dismiss)


def _dismiss(engine: Engine) -> None:
    engine.player.dismiss(time.monotonic() + GRACE_S)


def written(game: Game, record: GameRecord, course: Course, found: list[Judgement]) -> tuple[Judgement, ...]:
    """Write an engine's moves as the records of the game do, as far as they can be read."""
    if not isinstance(game, BoardGame):
        return tuple(found)
    position, result = game.opening(record.start), []
    for at, judgement in enumerate(found):
        line: list[str] = []
        with contextlib.suppress(ValueError):
            there = position
            for text in judgement.line or tuple(filter(None, [judgement.move.removeprefix("-")])):
                move = game.read_move(there, text)
                there = there.play(move)
                line.append(game.write_move(move))
        result.append(judgement._replace(move=line[0] if line else "", line=tuple(line)))
        if at < len(course.moves):
            position = position.play(game.read_move(position, course.moves[at]))
    return tuple(result)
