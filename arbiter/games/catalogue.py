"""The games that there are: our rooms, and those that other packages name in the entry point group `arbitro.games`."""

from __future__ import annotations

import contextlib
import functools
import importlib
import pkgutil
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from arbiter import games
from arbiter.games.contract import Game
from arbiter.games.rehearsal import rehearse

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "arbitro.games"
USUAL = "othello"
"""The game of a command line that names none."""


class GameError(ValueError):
    """A game that is not there, or is not as the contract says; the message is one line."""


@functools.cache
def names() -> tuple[str, ...]:
    """Give the names of all games, ours and those of others, in alphabetical order."""
    return tuple(sorted({*rooms(), *_others()}))


def names_with(name: str) -> tuple[str, ...]:
    """Give names of games among which this one is, or all: to look for those of others takes a sixth of a start."""
    return rooms() if name in rooms() else names()


@functools.cache
def game(name: str) -> Game:
    """Give a game by its name. Raises GameError."""
    if name in rooms():
        found: object = importlib.import_module(f"{games.__name__}.{name}.game").GAME
        assert isinstance(found, Game)
        return found
    others = _others()
    if name not in others:
        raise GameError(f"{name!r} is not a game; there are {', '.join(names())}")
    return _foreign(name, others[name])


@functools.cache
def all_games() -> dict[str, Game]:
    """Give every game that is as it must be, by its name."""
    found = {}
    for name in names():
        try:
            found[name] = game(name)
        except GameError:  # said when it is asked for
            continue
    return found


@functools.cache
def ours() -> tuple[Game, ...]:
    """Give the games of this package."""
    return tuple(game(name) for name in rooms())


@functools.cache
def rooms() -> tuple[str, ...]:
    """Give the names of the games of this package."""
    return tuple(module.name for module in pkgutil.iter_modules(games.__path__) if module.ispkg)


@functools.cache
def _others() -> dict[str, EntryPoint]:
    """Give the entry points of other packages; a name of ours stays ours."""
    points = importlib.import_module("importlib.metadata").entry_points(group=GROUP)
    return {point.name: point for point in points if point.name not in rooms()}


def _foreign(name: str, point: EntryPoint) -> Game:
    """Load a stranger's game and try it, so that nothing is missing when games have been played."""
    where = f"the game {name!r} ({point.value})"
    found = _tried(where, point.load)
    if not isinstance(found, Game):
        raise GameError(f"{where}: expected an object of class Game, got {type(found).__name__}")
    if (called := _tried(where, lambda: found.name)) != name:
        raise GameError(f"{where}: it calls itself {called!r}")
    _tried(where, lambda: rehearse(found))
    return found


def _tried(where: str, work: Callable[[], object]) -> object:
    try:
        with contextlib.redirect_stdout(sys.stderr):  # standard output is for pages
            return work()
    except (Exception, SystemExit) as error:  # whatever a stranger's module does wrong is one line
        raise GameError(f"{where}: {type(error).__name__}: {' '.join(str(error).split())}") from error
