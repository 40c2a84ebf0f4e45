"""The games of a result, wherever they lie: the journal of a league, or what `--json` of a match has written."""

from __future__ import annotations

import contextlib
import dataclasses
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from arbiter.games import catalogue
from arbiter.games.contract import Game
from arbiter.games.players import End
from arbiter.league.files import is_database
from arbiter.league.schedule import ScheduledGame
from arbiter.league.store import Store, StoreError
from arbiter.play.match import usual_referee
from arbiter.play.record import GameRecord, MatchRecord
from arbiter.review.shelf import SUFFIX, Shelf

UNPLAYED = (End.VOID, End.SUSPENDED)
"""How games end that nobody has played."""


@dataclasses.dataclass(frozen=True, slots=True)
class Entry:
    """A game with its players by their places among all, A first, and the plies after which it is drawn, if any."""

    record: GameRecord
    players: tuple[int, int]
    limit: int | None


class Archive:
    """An open result. `names` are those of the players; `store` is the journal, `match` what a JSON file holds."""

    def __init__(self, game: str, names: tuple[str, ...], shelf: Shelf) -> None:
        """Begin without games."""
        self.game: Game = catalogue.game(game)
        self.names, self.shelf = names, shelf
        self.store: Store | None = None
        self.match: MatchRecord | None = None
        self._limit: int | None = None
        self._limits: dict[tuple[int, int], int | None] = {}  # of pairs: a referee may read a file of openings

    def entries(self) -> Iterator[Entry]:
        """Give the games in their order. Raises StoreError."""
        if self.store:
            for game, record in self.store.records():
                yield self.entry(game, record)
        for record in self.match.records if self.match else ():
            yield Entry(record, (0, 1), self._limit)

    def entry(self, game: ScheduledGame, record: GameRecord) -> Entry:
        """Give a game of the journal."""
        if game.players not in self._limits:
            self._limits[game.players] = self._league_limit(*game.players)
        return Entry(record, game.players, self._limits[game.players])

    def close(self) -> None:
        """Close the journal."""
        if self.store:
            self.store.close()

    def player(self, name: str) -> int:
        """Find a player by its name, by A or B in a match. Raises ValueError."""
        if name in self.names:
            return self.names.index(name)
        if self.match and name in ("A", "B"):
            return "AB".index(name)
        known = ", ".join(map(repr, self.names[:20])) + (" or A or B" if self.match else "")
        raise ValueError(f"no player is called {name!r}; there are {known}")

    def _league_limit(self, a: int, b: int) -> int | None:
        assert self.store
        try:
            limit: int | None = getattr(self.store.league.referee(a, b), "limit", None)
        except (ValueError, OSError):  # a file of openings that is not here any more
            return _usual_limit(self.game.name)
        return limit


def of_store(store: Store) -> Archive:
    """Give the games of an open journal, which stays its owner's."""
    result = Archive(store.league.game, tuple([entrant.name for entrant in store.league.entrants]), Shelf(store.path))
    result.store = store
    return result


def open_result(path: Path) -> Archive:
    """Open a journal, or a file of `--json`. Raises StoreError."""
    try:
        is_journal = is_database(path)
    except OSError as error:
        raise StoreError(f"{path}: {error.strerror}") from None
    if is_journal:
        return of_store(Store.open(path))
    match, limit = _read_match(path)
    result = Archive(match.game, match.players, Shelf(path.with_name(path.name + SUFFIX)))
    result.match, result._limit = match, limit
    return result


def _read_match(path: Path) -> tuple[MatchRecord, int | None]:
    """Read what `--json` has written, and the limit of plies of its games."""
    try:
        data = json.loads(path.read_bytes())
    except (ValueError, RecursionError):
        raise StoreError(f"{path}: this is neither the journal of a league nor what --json writes") from None
    try:
        a, b = data["players"]
        options = tuple([(str(name), str(value)) for name, value in data["options"].items()])
        records = tuple(map(GameRecord.from_json, data["records"]))
        match = MatchRecord(data["game"], (a, b), data["games_planned"], options, records, data["interrupted"])
        limit = data["limit"] if "limit" in data else _usual_limit(match.game)
        if not all(isinstance(text, str) for text in (match.game, a, b)):
            raise TypeError(f"expected texts, found {match.game!r} between {a!r} and {b!r}")
        if any(record.game != match.game for record in records):
            raise ValueError(f"not all games are of {match.game!r}")
        if not (limit is None or type(limit) is int) or type(match.games_planned) is not int:
            raise TypeError(f"expected numbers, found {match.games_planned!r} games of at most {limit!r} plies")
        return match, limit
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        what = f"{type(error).__name__}: {error}"
        raise StoreError(f"{path}: this is not as --json writes it ({what})") from None


def _usual_limit(game: str) -> int | None:
    """Give the limit of a game where a file of an older version does not say it."""
    with contextlib.suppress(ValueError):
        limit: Any = getattr(usual_referee(game), "limit", None)
        return limit if isinstance(limit, int) else None
    return None
