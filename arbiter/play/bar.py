"""The bar that shows on a terminal how many games have been played."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, TextColumn, TimeRemainingColumn

from arbiter.play.interrupt import let_terminals_go


def columns() -> tuple[ProgressColumn, ...]:
    """Give what a bar of games shows."""
    return TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()


@contextlib.contextmanager
def bar(games: int) -> Iterator[Callable[[], None]]:
    """Show a bar on standard error as long as the context lasts; give what takes it a game further."""
    with Progress(*columns(), console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=games)
        try:
            yield lambda: progress.advance(task)
        finally:  # the terminal may have gone, without a word to us
            let_terminals_go()
