"""What a league or a match is, and what of it is finished: as a journal has it, or the folder of a match."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar

from arbiter.games import catalogue
from arbiter.games.contract import Game
from arbiter.games.players import End
from arbiter.host.visible import visible_text
from arbiter.host.words import digits
from arbiter.league import config
from arbiter.league.config import League
from arbiter.league.files import is_database
from arbiter.league.show import lines, unplayed
from arbiter.league.standings import is_decided, standings
from arbiter.league.store import Store, StoreError
from arbiter.pages import league as league_page
from arbiter.pages import verdicts
from arbiter.pages.page import render
from arbiter.pages.verdicts import ReviewView
from arbiter.play.live import ENDING, KEPT, PREFIX, beside, holder
from arbiter.play.match import usual_referee
from arbiter.play.record import GameRecord, MatchRecord
from arbiter.ratings.elo import rounded
from arbiter.review.result import of_store
from arbiter.review.run import Request
from arbiter.serve.tail import Growing, Tail, heard, record_of

T = TypeVar("T")
Summary = dict[str, Any]
"""For a page, plain data: the names of the `columns` of standings, their `rows`, further `lines`, how many games are
`finished` and `scheduled`, whether a test is `decided`, so that no more are played, and the last `games`: number,
players, who moved first, points, and what is unusual."""
COLUMNS = ("player", "Elo", "±", "score", "games", "won", "drawn", "lost", "forfeits")


class Source(Protocol):
    """A league or a match."""

    @property
    def name(self) -> str:
        """Give what it is called in the hall."""

    @property
    def place(self) -> Path:
        """Give the file or folder by which it is known."""

    @property
    def folder(self) -> Path:
        """Give where its games are told of while they are played."""

    def game(self) -> Game:
        """Give what is played. Raises LookupError."""

    def stamp(self) -> object:
        """Give what changes when the summary does."""

    def summary(self) -> Summary:
        """Sum up what is finished. Raises LookupError."""

    def record(self, number: int) -> GameRecord | None:
        """Give a finished game."""

    def page(self, number: int | None) -> str:
        """Make the page of all finished games, or of one. Raises LookupError."""

    def clear(self) -> None:
        """Remove what an arbiter that was killed has left and nobody needs."""


class OfLeague:
    """A league: its journal, and the file that names its players, of which one may not be there."""

    def __init__(self, journal: Path, file: Path | None) -> None:
        """Take them."""
        self.place, self.file = journal, file
        self.name, self.folder = journal.stem, beside(journal)

    def league(self) -> League:
        """Give what is, or is to be, played. Raises LookupError."""
        if self.place.exists():
            return self._with(lambda store: store.league)
        try:
            if self.file is None:
                raise LookupError(f"there is no {self.place.name} any more")
            return config.read(self.file, None, None, namespaces=True)
        except (OSError, ValueError) as error:
            raise LookupError(f"{self.file.name if self.file else ''}: {error}") from None

    def begun(self) -> list[str]:
        """Give the words of a command line that go on with the journal, whatever its file says now, or said when others
        came before it. Raises LookupError.
        """
        if not self.place.exists():
            return []
        league = self.league()
        words = ["--seed", str(league.seed)]
        words += ["--sprt", *map(digits, league.sprt)] if league.sprt else []
        words += ["--sandbox", ("read-all" if league.read_all else "full") if league.sandbox else "none"]
        words += ["--suspend", str(league.suspend)] if league.suspend is not None else []
        return [*words, *([] if league.namespaces else ["--no-namespace"])]

    def game(self) -> Game:
        """Give what is played."""
        return installed(self.league().game)

    def stamp(self) -> object:
        """Give times and sizes of the files."""
        found = []
        for path in (self.place, self.place.with_name(f"{self.place.name}-wal"), self.file or self.place):
            with contextlib.suppress(OSError):
                seen = path.stat()
                found.append((seen.st_ino, seen.st_mtime_ns, seen.st_size))
        return found

    def summary(self) -> Summary:
        """Read the journal; the league may still be going on, or not have begun."""
        if self.place.exists():
            return self._with(self._summed)
        league = self.league()
        rows = [[visible_text(entrant.name), *[""] * (len(COLUMNS) - 1)] for entrant in league.entrants]
        return {"columns": COLUMNS, "rows": rows, "lines": [], "finished": 0, "scheduled": 0, "games": []}

    def _summed(self, store: Store) -> Summary:
        league, outcomes = store.league, store.outcomes()
        finished, scheduled = store.counts()
        names = [visible_text(entrant.name) for entrant in league.entrants]
        rows = []
        for row in standings(league, outcomes)[0]:
            numbers = (row.games, row.wins, row.draws, row.losses, row.forfeits)
            elo = f"{rounded(row.elo):.0f}", f"{row.elo_error:.0f}", f"{row.score:g}"
            rows.append([names[row.player], *elo, *map(str, numbers)])
        by_number = {outcome.game.number: outcome for outcome in outcomes}
        games = [
            [number, *(names[p] for p in one.game.players), one.game.first, *one.scores, told(one.end, one.offender)]
            for number in store.latest(KEPT)
            if (one := by_number.get(number))
        ]
        said = [visible_text(line) for line in (*lines(league, outcomes), *unplayed(league, outcomes))]
        counts = {"finished": finished, "scheduled": scheduled, "decided": is_decided(league, outcomes)}
        return {"columns": COLUMNS, "rows": rows, "lines": said, **counts, "games": games}

    def record(self, number: int) -> GameRecord | None:
        """Read a game from the journal."""
        if not self.place.exists():
            return None
        return self._with(lambda store: next((record for _, record in store.records(number)), None))

    def page(self, number: int | None) -> str:
        """Make the page of `arbiter report`, or that of a game."""
        if number is None:
            return self._with(lambda store: league_page.render(store, catalogue.game(store.league.game), engine=True))
        record = self.record(number)
        review = self._with(
            lambda store: verdicts.view(of_store(store), Request(frozenset([number]))) if record else None
        )
        return one_game(record, number, review)

    def clear(self) -> None:
        """Remove nothing: a journal goes on, and empties its folder then."""
        return

    def _with(self, read: Callable[[Store], T]) -> T:
        try:
            with contextlib.closing(Store.open(self.place)) as store:
                return read(store)
        except (StoreError, catalogue.GameError) as error:
            raise LookupError(str(error)) from None


class OfMatch:
    """A match without a journal, of which the last games are kept as long as it is played."""

    def __init__(self, folder: Path) -> None:
        """Take the folder that `arbiter --live` has announced."""
        self.place = self.folder = folder
        self.name = f"match {folder.name.removeprefix(PREFIX)}"

    def game(self) -> Game:
        """Give what is played."""
        name = self._about().get("game")
        if name not in catalogue.names():
            raise LookupError("this match is over: its page is what the arbiter has written")
        return catalogue.game(name)

    def stamp(self) -> object:
        """Give all that is told of the match."""
        return repr(Tail(self.folder).about())

    def summary(self) -> Summary:
        """Sum up what the arbiter tells."""
        about = self._about()
        try:
            names = [visible_text(str(name)) for name in about["players"]]
            rows = [[names[at], *map(str, map(int, about["tally"][at]))] for at in (0, 1)]
            games = [
                [int(number), *names, int(first), int(a), int(b), told(End[end], offender)]
                for number, a, b, end, offender, first in reversed(about["rows"])
            ]
            counts = {"finished": int(about["played"]), "scheduled": int(about["games"])}
        except (KeyError, IndexError, TypeError, ValueError):
            raise LookupError("this match is over: its page is what the arbiter has written") from None
        columns = ("player", "points", "won", "drawn", "lost")
        return {"columns": columns, "rows": rows, "lines": [], "games": games, **counts}

    def record(self, number: int) -> GameRecord | None:
        """Read a game that is kept."""
        try:
            file = Growing(self.folder / f"{number}{ENDING}")
        except OSError:
            return None
        with contextlib.closing(file):
            found = heard("", file.lines(), gone=False)
            return record_of(found.over, found.turns) if found.over else None

    def page(self, number: int | None) -> str:
        """Make the page of a game."""
        if number is None:
            raise LookupError("the page of a match is what the arbiter writes when it is over")
        return one_game(self.record(number), number)

    def clear(self) -> None:
        """Remove the folder if its arbiter was killed."""
        if not is_played(self):
            shutil.rmtree(self.folder, ignore_errors=True)

    def _about(self) -> dict[str, Any]:
        return Tail(self.folder).about()


def told(end: End, offender: object) -> str:
    """Say what is unusual about the end of a game."""
    who = f"{'AB'[offender]} " if offender in (0, 1) and isinstance(offender, int) else ""
    return "" if end is End.FINISHED else f"{who}{end.value}"


def one_game(record: GameRecord | None, number: int, review: ReviewView | None = None) -> str:
    """Make the page of a game. Raises LookupError."""
    if record is None:
        raise LookupError(f"game {number} is not finished, or was never scheduled")
    limit = getattr(usual_referee(record.game), "limit", None)
    match = MatchRecord(record.game, record.players, 1, (), (record,), False, limit)
    return render(match, installed(record.game), True, engine=True, review=review)


def installed(name: str) -> Game:
    """Give a game by its name. Raises LookupError."""
    try:
        return catalogue.game(name)
    except catalogue.GameError as error:
        raise LookupError(str(error)) from None


def source_of(path: Path) -> Source | None:
    """Give what a path is of a league or match, None if it is neither. Raises StoreError."""
    with contextlib.suppress(OSError):
        if path.is_dir():
            return OfMatch(path) if "games" in Tail(path).about() else None
        if not path.is_file():  # who opens a pipe waits for another who does
            return None
        if path.suffix == ".toml":
            return OfLeague(path.with_suffix(".db"), path) if _names_players(path) else None
        if is_database(path):
            Store.open(path).close()
            file = path.with_suffix(".toml")
            return OfLeague(path, file if file.is_file() else None)
    return None


def sources_in(folder: Path, most: int) -> Sequence[Source]:
    """Give the leagues of a folder, each once."""
    found: dict[Path, Source] = {}
    with contextlib.suppress(OSError):
        for path in sorted(folder.iterdir()):
            if path.suffix in (".toml", ".db") and path.with_suffix(".db") not in found and len(found) < most:
                with contextlib.suppress(StoreError):
                    if source := source_of(path):
                        found[source.place] = source
    return list(found.values())


def _names_players(path: Path) -> bool:
    with contextlib.suppress(OSError, ValueError):
        return path.stat().st_size < 1 << 20 and "[[player]]" in path.read_text("utf-8")
    return False


def is_played(source: Source) -> int:
    """Give the process id of the arbiter that plays it and tells of it, 0 if there is none."""
    return holder(source.folder)
