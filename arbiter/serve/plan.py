"""What is to be played at a table, as a page asks for it."""

from __future__ import annotations

import dataclasses
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from arbiter.games import catalogue
from arbiter.games.board import BoardGame
from arbiter.games.contract import Game, Referee
from arbiter.games.turns import PERSON
from arbiter.host.command import split
from arbiter.host.limits import Limits
from arbiter.host.paths import absolute
from arbiter.host.words import clock as read_clock
from arbiter.play.options import limits_with

LONGEST = 2000
"""Characters of a command line."""
MOST_S, MOST_MIB = 3600.0, 65536
"""Of a move, and of a player."""


class PlanError(ValueError):
    """A wish that cannot be met; the message is one line."""


@dataclasses.dataclass(frozen=True, slots=True)
class Chair:
    """Who sits there: the `name` that records have, and a `command` with its `protocol`, "" for a person."""

    name: str
    command: str = ""
    protocol: str = PERSON

    @property
    def is_person(self) -> bool:
        """Tell whether a person sits there."""
        return not self.command


@dataclasses.dataclass(frozen=True, slots=True)
class Plan:
    """A table: the game's name, A and B, what programs may use, where games start (as records have it), and the seed
    that programs find in their environment. `clock` is that of persons too.
    """

    game: str
    chairs: tuple[Chair, Chair]
    limits: Limits
    start: str = ""
    seed: int = 0

    def referee(self, start: str) -> Referee:
        """Make a referee for games from a start. Raises ValueError where a protocol cannot tell it."""
        game = catalogue.game(self.game)
        a, b = self.chairs
        starts = (start,) if start and isinstance(game, BoardGame) else ()
        return game.referee(game.settings((a.protocol, b.protocol), seed=self.seed, starts=starts))

    def options(self) -> tuple[tuple[str, str], ...]:
        """Give the settings that a reader should know."""
        return tuple(self.limits.shown())


def read(wish: Mapping[str, Any], seed: int) -> Plan:
    """Read the wish of a page. Raises PlanError."""
    try:
        name = _text(wish, "game")
        if name not in catalogue.names():
            raise PlanError(f"game: expected one of {', '.join(catalogue.names())}, got {name!r}")
        game = catalogue.game(name)
        seats = wish.get("seats")
        if not isinstance(seats, list) or len(seats) != 2 or not all(isinstance(seat, dict) for seat in seats):
            raise PlanError("seats: expected two of them")
        chairs = _chair(seats[0], game, "A"), _chair(seats[1], game, "B")
        text = _text(wish, "start")
        start = game.read_start(text) if text.strip() else ""
        plan = Plan(name, chairs, _limits(wish, game), start, seed)
        plan.referee(start)
    except PlanError:
        raise
    except ValueError as error:
        raise PlanError(str(error)) from None
    return plan


def command_of(game: Game, level: int | None) -> str:
    """Give the command line of our bot, found beside this program if it is not in PATH. Raises PlanError."""
    bot = game.bot
    if bot is None:
        raise PlanError(f"{game.title} has no bot of ours")
    if bot.levels and level not in bot.levels:
        raise PlanError(f"level: expected {bot.levels[0]} to {bot.levels[-1]}")
    program, *words = bot.command.format(level=level).split()
    beside = [Path(absolute(place)).with_name(program) for place in (sys.argv[0], sys.executable)]
    found = next((str(path) for path in beside if path.is_file()), shutil.which(program))
    if found is None:
        raise PlanError(f"{program} is neither in PATH nor beside the arbiter")
    return " ".join([f"'{found}'" if " " in found else found, *words])


def _chair(seat: Mapping[str, Any], game: Game, letter: str) -> Chair:
    kind = _text(seat, "kind")
    if kind == PERSON:
        return Chair(_text(seat, "name").strip()[:40] or "a person")
    if kind == "bot":
        level = seat.get("level")
        command = command_of(game, level if isinstance(level, int) else None)
        assert game.bot
        return Chair(game.bot.command.format(level=level), command, game.bot.protocol)
    if kind != "program":
        raise PlanError(f"seat {letter}: expected a person, a bot or a program, got {kind!r}")
    command, protocol = _text(seat, "command").strip(), _text(seat, "protocol") or game.protocols[0]
    if not command.isprintable():
        raise PlanError(f"seat {letter}: a command line is one line")
    split(command)
    if protocol not in game.protocols:
        raise PlanError(f"seat {letter}: expected a protocol of {', '.join(game.protocols)}, got {protocol!r}")
    return Chair(command, command, protocol)


def _limits(wish: Mapping[str, Any], game: Game) -> Limits:
    given: dict[str, Any] = {}
    for field, name, most in (("time_s", "time", MOST_S), ("memory_mib", "memory", MOST_MIB)):
        value = wish.get(name)
        if value is None:
            continue
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= most:
            raise PlanError(f"{name}: expected a number above 0, at most {most:g}")
        given[field] = float(value)
    if text := _text(wish, "clock").strip():
        try:
            given["clock"] = read_clock(text)
        except Exception as error:  # argparse has errors of its own
            raise PlanError(f"clock: {error}") from None
        given.pop("time_s", None)
    return limits_with(game, game.limits, given)


def _text(wish: Mapping[str, Any], name: str) -> str:
    value = wish.get(name, "")
    if not isinstance(value, str) or len(value) > LONGEST:
        raise PlanError(f"{name}: expected a text of at most {LONGEST} characters")
    return value
