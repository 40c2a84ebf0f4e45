"""How far games have come, where a person looks."""

from __future__ import annotations

import contextlib
import importlib
import sys
from collections.abc import Callable, Iterator


@contextlib.contextmanager
def progress(games: int) -> Iterator[Callable[[], None]]:
    """Show a bar on a terminal, nothing otherwise; give what takes it a game further."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    # Imported only where it is needed: a match without it starts in 0.4 s instead of 0.5.
    with importlib.import_module("arbiter.play.bar").bar(games) as advance:
        yield advance
