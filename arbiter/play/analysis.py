"""Engines that evaluate positions: processes which run the `analyse` command of our bots, or one that speaks the same.

A line with a position goes in; a line with six columns, apart by tabs, comes out at once (docs/openings.md).
"""

from __future__ import annotations

import os
import re
import shutil
from typing import NamedTuple

from arbiter.games.players import PlayerError
from arbiter.host.command import split
from arbiter.host.guards import Guards
from arbiter.host.limits import Limits
from arbiter.play.player import Player

LIMITS = Limits(time_s=60.0, memory_mib=1024.0)
"""What an engine may use for a position; its command line says how long it is meant to think."""
COLUMNS = "value, move, depth, nodes, seconds, variation"
ROW = re.compile(
    r"([+-]?[0-9]{1,9})\t([^\t]+)\t(exact|won|lost|(?:<=)?[0-9]{1,9})\t([0-9]+)\t[0-9]+(?:\.[0-9]+)?\t([^\t]*)"
)


class EngineError(Exception):
    """An engine that does not run, does not answer, or answers something else."""


class Analysis(NamedTuple):
    """What an engine says of a position: the value for the side to move, proved if `exact`, and its best move.

    `winner` is 1 or -1 where no more is proved than that the side to move wins or loses, else 0. `line` begins with
    the move, if the engine tells more. A game played alone may have a proved upper bound, `most`, and then `value` is
    a proved lower one.
    """

    value: int
    move: str
    exact: bool
    line: tuple[str, ...] = ()
    nodes: int = 0
    most: int | None = None
    winner: int = 0


def read(line: str) -> Analysis:
    """Read a line of `analyse`. Raises EngineError."""
    row = ROW.fullmatch(line)
    if row is None:
        raise EngineError(f"expected six columns apart by tabs ({COLUMNS}), as `analyse` writes them, not {line!r}")
    variation = tuple(filter(None, row[5].removeprefix("-").split(", ")))
    most = int(row[3][2:]) if row[3].startswith("<=") else None
    winner = {"won": 1, "lost": -1}.get(row[3], 0)
    if winner * int(row[1]) < 0:
        raise EngineError(f"expected a value that goes with {row[3]!r}, not {line!r}")
    return Analysis(int(row[1]), row[2], row[3] == "exact", variation, int(row[4]), most, winner)


class Engine:
    """An engine, started when it is first asked, and again after it has failed. Raises ValueError for its command."""

    def __init__(self, command: str, guards: Guards, core: int = -1, limits: Limits | None = None) -> None:
        self.command = command
        self.player = Player(command, limits or LIMITS, core=core, guards=guards, environment=os.environ)

    def ask(self, position: str) -> Analysis:
        """Have it evaluate a position, as `analyse` reads it. Raises EngineError, after which it does not run."""
        try:
            if self.player.program() is None:
                self.player.begin()
            line, _ = self.player.ask(f"{position}\n".encode())
            return read(line.decode("latin-1"))
        except PlayerError as error:
            *_, said = self.player.cost().stderr.splitlines() or [""]
            self.player.kill()
            heard = f"; it said: {said}" if said else ""
            raise EngineError(f"`{self.command}`: {error.reason}{heard}") from None
        except EngineError as error:
            self.player.kill()
            raise EngineError(f"`{self.command}`: {error}") from None


def check_command(command: str) -> str:
    """Give back a command line that can be an engine's. Raises ValueError."""
    program = split(command)[0]
    if shutil.which(program) is None:
        raise ValueError(f"{program!r} is not a program that can be run; expected such as 'ENGINE analyse'")
    return command
