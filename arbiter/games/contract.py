"""What the arbiter wants of a game.

A referee is given players, running and watched, and gives points; an offence is a `PlayerError`, for which the match
takes the game away and kills the offender. A game whose programs play only one hand each ends them itself.
"""

from __future__ import annotations

from typing import Protocol

from arbiter.games.boards import Adjudicate, never
from arbiter.play.player import Player
from arbiter.play.record import Turn
from arbiter.play.watch import Limits


class Referee(Protocol):
    """How one game is refereed between two programs."""

    name: str
    """As `--game` takes it."""
    forfeit: tuple[int, int]
    """Points of the offender and of the other player when a game is forfeited, unless the error has its own."""
    limits: Limits
    """What a player may use unless the user says otherwise."""

    def options(self) -> list[tuple[str, str]]:
        """Give the settings of the referee that a reader should know, as (name, value)."""

    def start(self, number: int) -> str:
        """Give where game `number` starts (from 1, A first in the odd ones), in the game's notation; "" is as usual."""

    def begin(self, player: Player, seat: int, *, first: bool) -> None:
        """Begin a game with one player, who moves first or not; mostly `player.begin()`. Raises PlayerError."""

    def play(
        self,
        players: tuple[Player, Player],
        first: int,
        turns: list[Turn],
        start: str,
        adjudicate: Adjudicate = never,
    ) -> tuple[int, int]:
        """Play one game from `start`; `first` is the player who moves first there. Append every move to `turns`.

        Give the points of both. The game is over as soon as `adjudicate` gives points for the position on the board.

        Players know when it comes back, or raises, that the game is over, but for the offender.
        Raises PlayerError.
        """
