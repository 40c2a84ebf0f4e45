"""Standings on a terminal, live while games are played."""

from __future__ import annotations

import contextlib
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from rich.console import Console, Group
from rich.live import Live
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from arbiter.games.players import End
from arbiter.league.config import League
from arbiter.league.schedule import Outcome, champion
from arbiter.league.standings import SprtWatch, comparison, standings
from arbiter.play.bar import columns
from arbiter.play.interrupt import let_terminals_go
from arbiter.ratings.elo import rounded
from arbiter.ratings.pentanomial import Interval

REFRESH_S = 0.5
LIVE_ROWS = 20
SHARE = 0.05
"""Share of the time that ratings may take while games are played: those of a hundred players take most of a second."""


def table(league: League, outcomes: Sequence[Outcome], rows: int | None = None) -> Table:
    """Draw the standings, or their first `rows`."""
    shown = Table(box=None, pad_edge=False, header_style="bold")
    shown.add_column("#", justify="right")
    shown.add_column("player", overflow="fold")
    found = standings(league, outcomes)[0]
    unplayed = any(row.unplayed for row in found)
    for name in ("Elo", "±", "score", "games", "won", "drawn", "lost", "forfeits"):
        shown.add_column(name, justify="right", no_wrap=True)
    for name in (["unplayed"] if unplayed else []) + ["margin", "±"]:
        shown.add_column(name, justify="right", no_wrap=True)
    for place, row in enumerate(found[:rows], 1):
        cells = [f"{rounded(row.elo):.0f}", f"{row.elo_error:.0f}", f"{row.score:g}", *map(str, (row.games, row.wins))]
        cells += [*map(str, (row.draws, row.losses, row.forfeits)), *([str(row.unplayed)] if unplayed else [])]
        cells += [_signed(row.margin), _plain(row.margin_error)]
        shown.add_row(str(place), Text(row.name), *cells)
    return shown


def lines(league: League, outcomes: Sequence[Outcome]) -> list[str]:
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


def unplayed(league: League, outcomes: Sequence[Outcome]) -> list[str]:
    """Say which games count as lost or not at all because they could not be played, and why."""
    # All behind the forfeit that suspended a player is marked, and so the last that was played is the cause.
    played = sorted((o for o in outcomes if o.played), key=lambda o: o.game.number)
    causes = {o.game.players[seat]: end.value for o in played for seat, end in o.forfeits()}
    marks = Counter(o.game.players[seat] for o in outcomes if not o.played for seat, _ in o.forfeits())
    found = []
    for player, count in sorted(marks.items()):
        name = league.entrants[player].name
        told = f"{name} is suspended, for it {causes.get(player, 'failed')} again and again"
        found.append(f"{told}: {count} games are lost unplayed (after a mend: --pardon)")
    if void := [str(outcome.game.number) for outcome in outcomes if outcome.end is End.VOID]:
        found.append(
            f"void, for the arbiter's guards were killed from outside, and counted nowhere: game {', '.join(void)}"
        )
    return found


def interval(of: Interval, digits: int) -> str:
    """Write an estimate with its 95 % interval."""
    value, low, high = (f"{rounded(x, digits):.{digits}f}" for x in (of.value, of.low, of.high))
    return f"{value} [{low}, {high}]"


@contextlib.contextmanager
def live(league: League, outcomes: Mapping[int, Outcome], scheduled: Callable[[], int]) -> Iterator[Callable[[], None]]:
    """Show progress and standings on standard error if that is a terminal; call what is given after each game."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    bar = Progress(*columns())
    task = bar.add_task("", completed=len(outcomes), total=scheduled() or None)  # nobody knows before it begins
    due = 0.0
    with Live(bar, console=Console(stderr=True), transient=True, refresh_per_second=1 / REFRESH_S) as screen:

        def show() -> None:
            nonlocal due
            bar.update(task, completed=len(outcomes), total=scheduled())
            if (begin := time.monotonic()) >= due:
                found = [*outcomes.values()]
                screen.update(Group(table(league, found, LIVE_ROWS), *map(Text, lines(league, found)), bar))
                now = time.monotonic()
                due = now + max(REFRESH_S, (now - begin) / SHARE)

        try:
            yield show
        finally:  # the terminal may have gone, without a word to us
            let_terminals_go()


def _signed(value: float | None) -> str:
    return "-" if value is None else f"{rounded(value, 1):+.1f}"


def _plain(value: float | None) -> str:
    return "-" if value is None else f"{value:.1f}"
