"""The page of a league: one self-contained HTML file, made from its journal only."""

from __future__ import annotations

import array
import collections
import dataclasses
import sys
from collections.abc import Iterator
from typing import Any

from markupsafe import Markup
from rich.console import Console
from rich.progress import track

from arbiter.games.contract import Game
from arbiter.games.players import End
from arbiter.host import protection
from arbiter.host.visible import visible_text
from arbiter.league.play import outcome_of
from arbiter.league.schedule import Outcome, champion
from arbiter.league.show import lines, unplayed
from arbiter.league.standings import Standing, is_decided, standings
from arbiter.league.store import Store
from arbiter.pages import verdicts
from arbiter.pages.causes import Causes
from arbiter.pages.compact import CHUNK, TIMED, Compactor, script_json
from arbiter.pages.page import fill, script, source
from arbiter.pages.plots import Spread, boxes, interval, reach_of
from arbiter.pages.rounds import rounds
from arbiter.pages.scenes import looks
from arbiter.pages.text import NBSP, duration, memory
from arbiter.play.record import GameRecord
from arbiter.ratings.bradley_terry import Ratings
from arbiter.ratings.tally import Tally
from arbiter.review.result import of_store

UNUSUAL = {End.SUSPENDED: "not played", End.VOID: "void"}
"""What the list of games says of those that nobody lost by playing."""


@dataclasses.dataclass(slots=True)
class Share(Tally):
    """Results of one side, with its share of the points."""

    @property
    def share(self) -> str:
        """Mean score in percent."""
        return f"{100 * self.score / self.games:.0f}{NBSP}%" if self.games else "-"


class LeagueView:
    """What the page shows, summed up in one pass over the journal."""

    def __init__(self, store: Store, game: Game) -> None:
        """Read the journal; the league may still be going on."""
        self.league, self.game = store.league, game
        players = range(len(self.league.entrants))
        self.names = [entrant.name for entrant in self.league.entrants]
        self.cross = [[Share() for _ in players] for _ in players]
        self.sides = [(Share(), Share()) for _ in players]
        self.openings: dict[str, Share] = collections.defaultdict(Share)
        self.causes = Causes()
        self.index: list[list[Any]] = []
        self.chunks: list[Markup] = []
        self.plies = 0
        outcomes: list[Outcome] = []
        times = [array.array("f") for _ in players]
        peaks = [array.array("f") for _ in players]
        chunk: list[list[Any]] = []
        self.compactor = Compactor(game)
        self.finished, self.scheduled = store.counts()
        records = track(
            store.records(),
            "games",
            self.finished,
            console=Console(stderr=True),
            transient=True,
            disable=not sys.stderr.isatty(),
        )
        for number, (scheduled, record) in enumerate(records, 1):
            outcome = outcome_of(scheduled, record)
            outcomes.append(outcome)
            self._count(outcome, record)
            for seat, player in enumerate(scheduled.players):
                times[player].extend(record.times()[0 if seat == record.first else 1 :: 2])
                if record.costs[seat].peak_mib:  # nothing is measured of what never ran
                    peaks[player].append(record.costs[seat].peak_mib)
            chunk.append(self.compactor.compact(record, timed=number > self.finished - TIMED))
            if len(chunk) == CHUNK:
                self.chunks.append(script_json(chunk))
                chunk = []
        self.chunks += [script_json(chunk)] if chunk else []
        self.protections = protection.counted(store.protections())
        self.sessions, self.places = store.sessions(), store.places()
        self.repeats = store.repeats()
        self.rounds = rounds(self.league, outcomes, store.unfinished())
        self.champion, self.decided = champion(self.league, outcomes), is_decided(self.league, outcomes)
        self.lines, self.unplayed = lines(self.league, outcomes), unplayed(self.league, outcomes)
        self.table, self.ratings = standings(self.league, outcomes)
        order = [row.player for row in self.table]
        self.times = [Spread.of(times[player]) for player in order]
        self.peaks = [Spread.of(peaks[player]) for player in order]

    def _count(self, outcome: Outcome, record: GameRecord) -> None:
        a, b = outcome.game.players
        first = record.first
        if outcome.end is not End.VOID:
            self.cross[a][b].count(outcome.share(0))
            self.cross[b][a].count(outcome.share(1))
        if outcome.played:
            self.sides[outcome.game.players[first]][0].count(outcome.share(first))
            self.sides[outcome.game.players[1 - first]][1].count(outcome.share(1 - first))
            self.openings[record.start].count(outcome.share(first))
            self.causes.add(record, outcome.game.players)
        self.plies += len(record.turns)
        longest = max(record.times(), default=0.0)
        row = [record.number, outcome.game.round, a, b, first, *record.scores, len(record.turns)]
        offender = -1 if record.offender is None else record.offender + (2 if record.also else 0)
        self.index.append([*row, float(f"{1000 * longest:.3g}"), offender, UNUSUAL.get(record.end, "")])

    @property
    def untimed(self) -> int:
        """Give how many games of the page have no times, but for the forfeits among them."""
        return max(0, self.finished - TIMED)

    def data(self) -> dict[str, Any]:
        """Give what the script must know besides the chunks."""
        return {
            "names": [visible_text(name) for name in self.names],
            "looks": looks(self.game),
            "chunk": CHUNK,
            **self.compactor.tables(),
            "games": self.index,
        }


@dataclasses.dataclass(frozen=True, slots=True)
class StandingRow:
    """A line of the standings, with its picture and the likelihood that it is above the next."""

    standing: Standing
    interval: Markup
    above: str


def render(store: Store, game: Game, *, engine: bool = False) -> str:
    """Make the page; with `engine` it carries that of the game, if there is one."""
    view = LeagueView(store, game)
    reach = reach_of(max(abs(row.elo) + row.elo_error for row in view.table))
    return fill(
        "league.html",
        game,
        source("league.css"),
        script("stored.js", "sorting.js", "league.js"),
        engine=engine,
        review=verdicts.view(of_store(store)),
        view=view,
        league=view.league,
        rows=list(_rows(view.table, view.ratings, reach)),
        reach=reach,
        plots=(
            ("times", "Time of a move", duration, view.times, *boxes(view.times, duration, 1e-6)),
            ("peaks", "Peak memory in a game", memory, view.peaks, *boxes(view.peaks, memory, 0.1)),
        ),
        index=script_json(view.data()),
        marks=view.compactor.marks.things,
    )


def _rows(table: list[Standing], ratings: Ratings, reach: int) -> Iterator[StandingRow]:
    for row, below in zip(table, [*table[1:], None], strict=True):
        above = f"{100 * ratings.superiority(row.player, below.player):.0f}{NBSP}%" if below else ""
        yield StandingRow(row, interval(row.elo, row.elo_error, reach), above)
