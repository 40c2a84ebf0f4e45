"""What a league is: its players, its game and its format, read from a TOML file (`docs/league.md`)."""

from __future__ import annotations

import argparse
import dataclasses
import functools
import hashlib
import json
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NoReturn

from arbiter.games import catalogue
from arbiter.games.contract import Game, Referee
from arbiter.host.command import split
from arbiter.host.environment import Variables
from arbiter.host.limits import Clock, Limits
from arbiter.host.view import Rivals
from arbiter.league.files import kind, wrong
from arbiter.play import options as settings
from arbiter.play.adjudication import Adjudication

SUSPEND = 3
"""Forfeits by one cause after which a player is suspended."""
MOST_GAMES = 1_000_000
"""Of a league: each is in memory once it is scheduled."""
FORMATS = ("round-robin", "gauntlet", "swiss", "knockout")


@dataclasses.dataclass(frozen=True, slots=True)
class Entrant:
    """A player of a league: a name of its own, its command line, its limits, the protocol that it speaks, the files and
    folders that it needs beside those that its command line names, and further variables of its environment.
    """

    name: str
    command: str
    limits: Limits
    protocol: str = "course"
    files: tuple[str, ...] = ()
    environment: Variables = ()


@dataclasses.dataclass(frozen=True, slots=True)
class League:
    """What is to be played.

    Whenever two players meet they play `pairs` pairs of games, each pair from one opening, with both colours. `rounds`
    are those of a Swiss league; the first player is the one whom a gauntlet tests. Everything that chance decides
    follows from `seed`. `options` are settings of the game, as the command line writes them; `files` are those of
    openings, with their SHA-256. With `sprt`, logistic Elo of two hypotheses, two players play until one is rejected,
    at most `pairs` pairs. Who has forfeited `suspend` games by the same cause is suspended, unless that is 0; None is
    `SUSPEND`, or what the journal has.
    """

    game: str
    format: str
    entrants: tuple[Entrant, ...]
    pairs: int = 1
    rounds: int = 0
    seed: int = 0
    options: tuple[str, ...] = ()
    sprt: tuple[float, float] | None = None
    namespaces: bool = True
    sandbox: bool = True
    read_all: bool = False
    files: tuple[tuple[str, str], ...] = ()
    suspend: int | None = None

    def rivals(self, player: int) -> Rivals | None:
        """Give what a player must not read of the others, None if it may read all."""
        others = (entrant for number, entrant in enumerate(self.entrants) if number != player)
        return None if self.read_all else tuple((entrant.command, entrant.files) for entrant in others)

    def referee(self, a: int = 0, b: int = 0) -> Referee:
        """Give the referee of games between two entrants. Raises ValueError for settings that the game forbids."""
        return _referee(self.game, self.options, self.entrants[a].protocol, self.entrants[b].protocol, self.seed)

    def adjudication(self) -> Adjudication | None:
        """Give who may end games early. Raises ValueError."""
        return _adjudication(self.game, self.options, self.seed)

    def to_json(self) -> dict[str, Any]:
        """Give the league as JSON values."""
        return dataclasses.asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> League:
        """Read back what `to_json` gave, or gave in an earlier version, in which nobody was suspended."""
        entrants = tuple(
            Entrant(
                **{
                    **e,
                    "limits": _limits_of(e["limits"]),
                    "files": tuple(e.get("files", ())),
                    "environment": tuple((name, value) for name, value in e.get("environment", ())),
                }
            )
            for e in data["entrants"]
        )
        sprt = tuple(data["sprt"]) if data["sprt"] else None
        files = tuple((name, digest) for name, digest in data.get("files", ()))
        read = {"entrants": entrants, "options": tuple(data["options"]), "sprt": sprt, "files": files}
        return cls(**{"suspend": 0, **data, **read})


def difference(old: dict[str, Any], new: dict[str, Any]) -> str:
    """Say where two leagues differ, "" if they do not."""
    for key, value in json.loads(json.dumps(new)).items():
        if old[key] == value:
            continue
        if key == "files":
            return "the files of openings are not as they were"
        if key != "entrants":
            return f"{key} is {json.dumps(old[key])} there and {json.dumps(value)} here"
        for before, after in zip(old[key], value, strict=False):
            if before != after:
                return f"player {before['name']!r} is not as it was"
        return f"it has {len(old[key])} players, not {len(value)}"
    return ""


def _limits_of(data: dict[str, Any]) -> Limits:
    clock = data.get("clock")
    return Limits(**{**data, "clock": Clock(*clock) if clock else None})


@functools.cache
def _referee(game: str, options: tuple[str, ...], a: str, b: str, seed: int) -> Referee:
    """Make a referee once for all games, which have the same openings and hands then, whatever happens to files."""
    found = catalogue.game(game)
    return settings.referee(found, _options(found, (*options, "--protocol", f"{a},{b}"), seed))


@functools.cache
def _adjudication(game: str, options: tuple[str, ...], seed: int) -> Adjudication | None:
    found = catalogue.game(game)
    return settings.adjudication(found, _options(found, options, seed))


@functools.cache
def _options(game: Game, words: tuple[str, ...], seed: int) -> argparse.Namespace:
    """Read the settings of a game. Raises ValueError."""

    def make(games: list[argparse.ArgumentParser]) -> argparse.ArgumentParser:
        parser = _Parser(add_help=False, allow_abbrev=False, parents=games)
        settings.add_options(parser)
        return parser

    return settings.with_games(game, make).parse_args(words, argparse.Namespace(seed=seed))


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise ValueError(f"[options]: {message}")


def read(
    path: Path,
    seed: int | None,
    sprt: tuple[float, float] | None,
    *,
    namespaces: bool,
    sandbox: str | None = None,
    suspend: int | None = None,
) -> League:
    """Read a league from a file; what the command line says comes before the file's.

    Raises OSError; ValueError with what is wrong and what was expected.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise ValueError(wrong(path, "a TOML file of players, a text in UTF-8")) from None
    except tomllib.TOMLDecodeError as error:
        if kind(path):
            raise ValueError(wrong(path, "a TOML file of players")) from None
        raise ValueError(f"this is no TOML: {error}") from None
    except RecursionError:
        raise ValueError("this is no TOML of ours: its brackets are too deep") from None
    if text := next((text for text in _texts(data) if "\0" in text), None):
        raise ValueError(f"no program can be told a text with NUL in it, got {text[:80]!r}")
    take = _Toml(data, "")
    names = catalogue.names_with(str(data.get("game", catalogue.USUAL)))
    game = catalogue.game(take.choice("game", catalogue.USUAL, names))
    limits = _limits(take, "", game, game.limits)
    entrants = [_entrant(table, f"player {n}: ", game, limits) for n, table in enumerate(take.tables("player"), 1)]
    format_ = take.choice("format", "round-robin", FORMATS)
    own, shut, suspended = take.table("options"), take.sandbox(), take.from_zero("suspend")
    shut = sandbox or shut
    league = League(
        game=game.name,
        format=format_,
        entrants=tuple(entrants),
        pairs=take.positive("pairs", 10_000 if sprt else 1),
        rounds=take.positive("rounds", 0 if format_ != "swiss" else _swiss_rounds(len(entrants))),
        seed=take.whole("seed", 0) if seed is None else seed,
        options=_words(own),
        sprt=sprt,
        namespaces=namespaces,
        sandbox=shut != "none",
        read_all=shut == "read-all",
        files=tuple(_digests(own.get("openings"))),
        suspend=suspended if suspend is None else suspend,
    )
    take.finish()
    _check(league)
    return league


def _check(league: League) -> None:
    """Raise ValueError for what cannot be played."""
    names = [entrant.name for entrant in league.entrants]
    if len(names) < 2:
        raise ValueError(f"a league needs two [[player]] tables or more, there {'is' if names else 'are'} {len(names)}")
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"two players are called {name!r}; give each a name of its own")
    if league.sprt and len(names) != 2:
        raise ValueError(f"--sprt compares two players, there are {len(names)}")
    if league.sprt and league.format != "round-robin":
        raise ValueError(f"--sprt is for two players that meet again and again, not for format = {league.format!r}")
    if league.rounds and league.format != "swiss":
        raise ValueError(f"rounds: only format = 'swiss' has them, not {league.format!r}")
    if league.format == "swiss" and league.rounds >= len(names) + len(names) % 2:
        raise ValueError(f"rounds: {league.rounds} rounds need more players than {len(names)}; nobody meets twice")
    count = len(names)
    meetings = {"round-robin": count * (count - 1) // 2, "swiss": league.rounds * (count // 2)}
    games = 2 * league.pairs * meetings.get(league.format, count - 1)
    if games > MOST_GAMES:
        raise ValueError(f"pairs: {league.pairs} make a league of {games} games; expected at most {MOST_GAMES}")
    found = catalogue.game(league.game)
    for protocol, time_s, clock in {(e.protocol, e.limits.time_s, e.limits.clock) for e in league.entrants}:
        given = _options(found, (*league.options, "--protocol", protocol), league.seed)
        # With the time, as some games tell their players how much of it they may use.
        settings.referee(found, argparse.Namespace(**{**vars(given), "time_s": time_s, "clock": clock}))
    league.adjudication()


def _entrant(take: _Toml, where: str, game: Game, limits: Limits) -> Entrant:
    command = take.text("command", None)
    try:
        split(command)
    except ValueError as error:
        raise ValueError(f"{where}command: {error}") from None
    name = take.text("name", command)
    if not name.strip() or not name.isprintable():
        raise ValueError(f"{where}name: {name!r} cannot be shown")
    files = take.texts("files")
    if missing := [file for file in files if not Path(file).exists()]:
        raise ValueError(f"{where}files: there is no {missing[0]!r}")
    variables = take.table("environment")
    if not all(isinstance(value, str) and name and "=" not in name for name, value in variables.items()):
        raise ValueError(f"{where}environment: expected a table of texts, got {variables!r}")
    own, speaks = _limits(take, where, game, limits), take.text("protocol", game.protocols[0])
    entrant = Entrant(name, command, own, speaks, files, tuple(variables.items()))
    take.finish()
    return entrant


def _limits(take: _Toml, where: str, game: Game, usual: Limits) -> Limits:
    given: dict[str, Any] = {}
    for field, limit in (settings.LIMITS | settings.TIMES).items():
        value = getattr(usual, field)
        if not take.has(limit.name):
            continue
        if isinstance(value, int):
            given[field] = take.positive(limit.name, value)
            continue
        if isinstance(value, float):
            given[field] = take.number(limit.name, value)
            continue
        try:
            given[field] = limit.read(take.text(limit.name, None))
        except argparse.ArgumentTypeError as error:
            raise ValueError(f"{where}{limit.name}: {error}") from None
    given["ponder"] = take.boolean("ponder", usual.ponder)
    try:
        return settings.limits_with(game, usual, given)
    except ValueError as error:
        raise ValueError(f"{where}{error}") from None


def _swiss_rounds(players: int) -> int:
    """Give as many rounds as a knockout has: enough for one player to be ahead of all others."""
    return max(1, (players - 1).bit_length())


def _digests(openings: Any) -> Iterator[tuple[str, str]]:
    """Give the file of openings, if there is one, with its SHA-256."""
    if isinstance(openings, str) and Path(openings).is_file():
        yield openings, hashlib.sha256(Path(openings).read_bytes()).hexdigest()


def _words(options: Mapping[str, Any]) -> tuple[str, ...]:
    """Write settings as the command line does: `openings = 4` is --openings 4, `layouts = true` is --layouts."""
    words: list[str] = []
    for name, value in options.items():
        if name == "protocol":
            raise ValueError("[options]: protocol belongs to each [[player]]")
        if name.endswith(("-a", "-b")):
            raise ValueError(f"[options]: {name} is an option of matches; no player of a league is always A or B")
        if value is not False:
            words += [f"--{name}"] if value is True else [f"--{name}", str(value)]
    return tuple(words)


def _texts(data: Any) -> Iterator[str]:
    """Give all texts of a file, however deep its tables are."""
    left = [data]
    while left:
        value = left.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            left += [*value, *value.values()]
        elif isinstance(value, list):
            left += value


class _Toml:
    """A TOML table from which keys are taken one by one; what is left over is an error."""

    def __init__(self, data: dict[str, Any], where: str) -> None:
        self._data, self._where = dict(data), where

    def has(self, key: str) -> bool:
        return key in self._data

    def _take(self, key: str, usual: Any, expected: str, *kinds: type) -> Any:
        value = self._data.pop(key, usual)
        if value is None:
            raise ValueError(f"{self._where}{key} is missing; expected {expected}")
        if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
            raise ValueError(f"{self._where}{key}: expected {expected}, got {value!r}")
        return value

    def text(self, key: str, usual: str | None) -> str:
        return str(self._take(key, usual, "a text", str))

    def texts(self, key: str) -> tuple[str, ...]:
        found = self._take(key, [], "a list of texts", list)
        if not all(isinstance(text, str) and text for text in found):
            raise ValueError(f"{self._where}{key}: expected a list of texts, got {found!r}")
        return tuple(found)

    def choice(self, key: str, usual: str, choices: tuple[str, ...]) -> str:
        value = self.text(key, usual)
        if value not in choices:
            raise ValueError(f"{self._where}{key}: expected one of {', '.join(choices)}, got {value!r}")
        return value

    def boolean(self, key: str, usual: bool) -> bool:
        return bool(self._take(key, usual, "true or false", bool))

    def sandbox(self) -> str:
        value = self._take("sandbox", True, 'true, false or "read-all"', bool, str)
        if value not in (True, False, "read-all"):
            raise ValueError(f'{self._where}sandbox: expected true, false or "read-all", got {value!r}')
        return str({True: "full", False: "none"}.get(value, value))

    def whole(self, key: str, usual: int) -> int:
        return int(self._take(key, usual, "a whole number", int))

    def from_zero(self, key: str) -> int | None:
        value = self.whole(key, 0) if self.has(key) else None
        if value is not None and value < 0:
            raise ValueError(f"{self._where}{key}: expected a number from zero, got {value}")
        return value

    def positive(self, key: str, usual: int) -> int:
        value = self.whole(key, usual)
        if value < 1 and value != usual:
            raise ValueError(f"{self._where}{key}: expected a number above zero, got {value}")
        return value

    def number(self, key: str, usual: float) -> float:
        value = self._take(key, usual, "a number above zero", int, float)
        if not 0 < value < float("inf"):
            raise ValueError(f"{self._where}{key}: expected a number above zero, got {value}")
        return float(min(value, sys.float_info.max))  # a whole number has no largest one

    def table(self, key: str) -> dict[str, Any]:
        return dict(self._take(key, {}, "a table", dict))

    def tables(self, key: str) -> list[_Toml]:
        found = self._take(key, [], f"[[{key}]] tables", list)
        if not all(isinstance(table, dict) for table in found):
            raise ValueError(f"{key}: expected [[{key}]] tables")
        return [_Toml(table, f"{key} {number}: ") for number, table in enumerate(found, 1)]

    def finish(self) -> None:
        if self._data:
            raise ValueError(f"{self._where}{next(iter(self._data))!r} is not a setting")
