"""Forfeits by cause: a program that fails in the same way in every game fails in one row."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable

from arbiter.games.players import End, Offence
from arbiter.play.record import GameRecord

GAMES_NAMED = 12
ROWS = 100
SAID = 300
"""Characters of the last line of standard error."""
BY_ITSELF = {End.CRASH, End.NOT_STARTED}
"""Where the last line of standard error tells one cause from another. Elsewhere it may be what programs always say."""


@dataclasses.dataclass(slots=True)
class Cause:
    """Games that a player forfeited alike, the offence in the first of them, and how standard error ended there."""

    player: int
    offence: Offence
    said: str
    games: list[int] = dataclasses.field(default_factory=list)
    alike: bool = True
    """Whether the reasons are the same in all games."""

    @property
    def named(self) -> list[int]:
        """Give the first games."""
        return self.games[:GAMES_NAMED]


class Causes:
    """The forfeits of a match or a league; `count` is how many they are."""

    def __init__(self) -> None:
        """Begin with none."""
        self.count = 0
        self._found: dict[tuple[int, End, str], Cause] = {}

    @classmethod
    def of(cls, records: Iterable[GameRecord]) -> Causes:
        """Take the games of a match."""
        found = cls()
        for record in records:
            found.add(record, (0, 1))
        return found

    def add(self, record: GameRecord, players: tuple[int, int]) -> None:
        """Take a game, in which these players sat."""
        for seat, offence in record.offences().items():
            self.count += 1
            said = last_line(record.costs[seat].stderr)
            # Places and numbers differ from game to game: the cause is what is said of them.
            kind = re.sub(r"\d+", "0", said) if offence.end in BY_ITSELF else ""
            key = players[seat], offence.end, kind
            cause = self._found.setdefault(key, Cause(players[seat], offence, said))
            cause.games.append(record.number)
            cause.alike &= cause.offence.reason == offence.reason

    def rows(self) -> list[Cause]:
        """Give them, what happened most often first, at most `ROWS`."""
        return sorted(self._found.values(), key=lambda cause: -len(cause.games))[:ROWS]

    def unshown(self) -> int:
        """Give how many forfeits no row tells of."""
        return self.count - sum(len(cause.games) for cause in self.rows())


def offence_text(offence: Offence) -> str:
    """Say what somebody did wrong, in which way, and that once."""
    what, how = offence.end.value, offence.reason
    return how if how.startswith(what) else f"{what}: {how}" if how else what


def last_line(text: str) -> str:
    """Give the last line in which there is something."""
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1].strip()[:SAID] if lines else ""
