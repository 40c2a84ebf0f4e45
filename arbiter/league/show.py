"""Standings on a terminal, live while games are played."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator

from rich.console import Console, Group
from rich.live import Live
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from arbiter.league.config import League
from arbiter.league.schedule import Outcome, champion
from arbiter.league.standings import SprtWatch, comparison, standings
from arbiter.play.bar import columns
from arbiter.ratings.pentanomial import Interval

REFRESH_S = 0.5
LIVE_ROWS = 20
SHARE = 0.05
"""Share of the time that ratings may take while games are played: those of a hundred players take most of a second."""


def table(league: League, outcomes: list[Outcome], rows: int | None = None) -> Table:
    """Draw the standings, or their first `rows`."""
    shown = Table(box=None, pad_edge=False, header_style="bold")
    shown.add_column("#", justify="right")
    shown.add_column("player", overflow="fold")
    for name in ("Elo", "±", "score", "games", "won", "drawn", "lost", "forfeits", "margin", "±"):
        shown.add_column(name, justify="right", no_wrap=True)
    for place, row in enumerate(standings(league, outcomes)[0][:rows], 1):
        cells = [f"{row.elo:.0f}", f"{row.elo_error:.0f}", f"{row.score:g}", *map(str, (row.games, row.wins))]
        cells += [*map(str, (row.draws, row.losses, row.forfeits)), _signed(row.margin), _plain(row.margin_error)]
        shown.add_row(str(place), Text(row.name), *cells)
    return shown


def lines(league: League, outcomes: list[Outcome]) -> list[str]:
    """Say who has won a knockout, what two players' pairs show, and how their test stands."""
    found = []
    if (first := champion(league, outcomes)) is not None:
        found.append(f"{league.entrants[first].name} has won the knockout")
    if len(league.entrants) == 2 and (compared := comparison(outcomes)):
        a, b = (entrant.name for entrant in league.entrants)
        found.append(
            f"{a} against {b}: score {interval(compared.score, 3)}, Elo {interval(compared.elo, 1)}, "
            f"normalised Elo {interval(compared.normalised, 1)}, LOS {compared.superiority:.1%}, {compared.pairs} pairs"
        )
    if league.sprt:
        watch = SprtWatch(*league.sprt)
        for outcome in outcomes:
            watch.add(outcome)
        found.append(watch.text())
    return found


def interval(of: Interval, digits: int) -> str:
    """Write an estimate with its 95 % interval."""
    return f"{of.value:.{digits}f} [{of.low:.{digits}f}, {of.high:.{digits}f}]"


@contextlib.contextmanager
def live(league: League, outcomes: list[Outcome], scheduled: Callable[[], int]) -> Iterator[Callable[[], None]]:
    """Show progress and standings on standard error if that is a terminal; call what is given after each game."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    bar = Progress(*columns())
    task = bar.add_task("", completed=len(outcomes), total=scheduled())
    due = 0.0
    with Live(bar, console=Console(stderr=True), transient=True, refresh_per_second=1 / REFRESH_S) as screen:

        def show() -> None:
            nonlocal due
            bar.update(task, completed=len(outcomes), total=scheduled())
            if (begin := time.monotonic()) >= due:
                screen.update(Group(table(league, outcomes, LIVE_ROWS), *map(Text, lines(league, outcomes)), bar))
                now = time.monotonic()
                due = now + max(REFRESH_S, (now - begin) / SHARE)

        yield show


def _signed(value: float | None) -> str:
    return "-" if value is None else f"{value:+.1f}"


def _plain(value: float | None) -> str:
    return "-" if value is None else f"{value:.1f}"
