"""What the server and the process of a table say to each other, and how that process hears it while it waits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from arbiter.play.pool import Link
from arbiter.play.watch import Watch, Watched

HEARD = 4096
"""Characters of the end of what a program says between two looks."""


class Order(NamedTuple):
    """What a person wants: `do` it, from `seat` (0 for A), with a `move`, `at` that many plies."""

    do: str
    seat: int = 0
    move: str = ""
    at: int = 0


class AgainError(Exception):
    """The game begins again, with the first `plies` of its turns; programs are told of the first `told` of these, and
    answer the others again.
    """

    def __init__(self, plies: int, told: int) -> None:
        """Keep so many."""
        super().__init__(plies, told)
        self.plies, self.told = plies, told


class NewError(Exception):
    """The game on the board ends without a result, and another begins, in which player `first` moves first."""

    def __init__(self, first: int) -> None:
        """Begin it."""
        super().__init__(first)
        self.first = first


class LeaveError(Exception):
    """The table is closed, or the server is gone."""


class Wire:
    """The link to the server. Orders are taken by whoever has the game in hand, one after the other."""

    def __init__(self, link: Link, obey: Callable[[Order], None]) -> None:
        """Take the link; `obey` may raise what ends a wait."""
        self._link, self._obey = link, obey
        self._heard = {0: "", 1: ""}

    def voice(self, seat: int, text: str) -> None:
        """Take what a program says: it is passed on at the next look, however many pieces it comes in."""
        self._heard[seat] = (self._heard[seat] + text)[-HEARD:]

    def _pass_on(self) -> None:
        for seat, text in self._heard.items():
            if text:
                self._heard[seat] = ""
                self._send("stderr", seat=seat, text=text)

    def tell(self, kind: str, **values: Any) -> None:
        """Say what has happened. Raises LeaveError."""
        self._pass_on()
        self._send(kind, **values)

    def _send(self, kind: str, **values: Any) -> None:
        try:
            self._link.send((kind, values))
        except OSError:
            raise LeaveError from None

    def listen(self, seconds: float = 0.0) -> None:
        """Wait so long for an order, and obey all that there are. Raises LeaveError, and what `obey` raises."""
        self._pass_on()
        while self._link.poll(seconds):
            try:
                order = self._link.recv()
            except (EOFError, OSError):  # the server was killed, and so shall we be
                order = None
            if order is None:
                raise LeaveError
            seconds = 0.0
            self._obey(order)


class Lookout(Watch):
    """Looks at players as any watch does, and then listens."""

    def __init__(self, players: Sequence[Watched], wire: Wire) -> None:
        """Watch these players."""
        super().__init__(players)
        self._wire = wire

    def look(self, now: float) -> None:
        """Measure every player; raise what an order raises."""
        super().look(now)
        self._wire.listen()
