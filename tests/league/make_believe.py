"""Workers of a league who play nothing: what comes of a game follows from its number, and which game is over next from
chance. So whole leagues are over in a moment, with kills wherever one likes.
"""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

from arbiter.games.players import End
from arbiter.host.limits import USUAL
from arbiter.league.batch import Assignment, Played
from arbiter.league.config import Entrant, League
from arbiter.league.play import Workers, play
from arbiter.league.schedule import Outcome
from arbiter.league.store import Store
from arbiter.play.record import GameRecord

Ending = Callable[[Assignment], tuple[End, int | None]]
"""How a game ends, and the seat of the offender."""


def league(
    players: int, format_: str = "round-robin", pairs: int = 2, suspend: int | None = 2, **more: object
) -> League:
    """Give a league of Othello."""
    entrants = tuple(Entrant(f"player {number}", "./bot", USUAL) for number in range(players))
    found = League("othello", format_, entrants, pairs, 3 if format_ == "swiss" else 0, suspend=suspend)
    return League(**{**{name: getattr(found, name) for name in found.__slots__}, **more})


def played(assignment: Assignment, end: End, offender: int | None) -> Played:
    """Give what comes of a game."""
    black = random.Random(assignment.number).randint(10, 54)
    a, b = (seat.name for seat in assignment.seats)
    scores = (black, 64 - black) if offender is None else (0, 64) if offender == 0 else (64, 0)
    record = GameRecord("othello", assignment.number, (a, b), assignment.first, (), scores, end, offender, end.value)
    return Played(record, "", "here", 0, (1, 2))


def workers(ending: Ending, jobs: int = 1, pick: Callable[[int], int] = lambda games: 0) -> Workers:
    """Give workers who have so many games at once, of which `pick` says which is over next."""

    def work(games: Iterator[Any], count: int) -> Generator[Played, None, None]:
        hands: list[Assignment] = []
        while True:
            while len(hands) < jobs and (game := next(games, None)):
                hands.append(game)
            if not hands:
                return
            done = hands.pop(pick(len(hands)))
            yield played(done, *ending(done))

    return work


def finish(path: Path, of: League, by: Workers, kill_after: int | None = None) -> list[Outcome]:
    """Play a journal on, to its end or until so many games are written; give what was played or marked."""
    found = []
    with contextlib.closing(Store.begin(path, of)) as store, contextlib.closing(play(store, by)) as games:
        for outcome in games:
            found.append(outcome)
            if len(found) == kill_after:
                break
    return found
