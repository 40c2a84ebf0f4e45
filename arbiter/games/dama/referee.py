r"""The referee of Dama, by board files or by pipe, as `docs/protocol-dama.md` has it.

A program of the course (`course`) is started for each game with 1 or 2 as its last argument, in a fresh folder of its
own, and killed at the end. A program that speaks by pipe (`pipe`) is told `NUMBER PLIES` and the other's moves, answers
with its own, and is told `end`.
"""

from __future__ import annotations

import argparse
import dataclasses
import random
from typing import Protocol

from arbiter.games.boards import DAMA, Adjudicate, never
from arbiter.games.dama import law
from arbiter.games.dama.files import Folder
from arbiter.games.players import End, Player, PlayerError, Turn
from arbiter.host.limits import Limits

PROTOCOLS = ("course", "pipe")
END = b"end\n"
TRIES = 100


class Seat(Protocol):
    """A player of one game, whatever it speaks."""

    player: Player

    def ask(self, boards: list[str], last: law.Move | None) -> tuple[law.Move, float]:
        """Have it move, after the other's `last` move; give the move, and the seconds. Raises PlayerError."""

    def end(self) -> None:
        """Let it know, or feel, that the game is over. Raises PlayerError for an offence that only now shows."""

    def abandon(self) -> None:
        """Leave nothing behind, after an offence."""


@dataclasses.dataclass(slots=True)
class Dama:
    """See `arbiter.games.Referee`. A win is worth two points, a draw one.

    `protocols` are those of A and B; after `plies` moves of both players the game is drawn; `opening` is the number of
    random moves before, of which each row is played with both colours; `seed` makes them. `starts` are openings to be
    played in turn instead.
    """

    protocols: tuple[str, str] = ("course", "course")
    plies: int = law.PLIES
    opening: int = 0
    seed: int | None = None
    starts: tuple[str, ...] = ()
    name: str = dataclasses.field(default="dama", init=False)
    forfeit: tuple[int, int] = dataclasses.field(default=(0, 2), init=False)
    limits: Limits = dataclasses.field(default=Limits(time_s=30.0, memory_mib=100.0), init=False)
    _seats: dict[int, Seat] = dataclasses.field(default_factory=dict, init=False)

    def options(self) -> list[tuple[str, str]]:
        """Give the settings as a reader should know them."""
        shown = [("draw after", f"{self.plies} moves")]
        if "pipe" in self.protocols:
            shown.append(("protocols", ", ".join(self.protocols)))
        if self.starts:
            shown.append(("openings", f"{len(self.starts)} in turn"))
        if self.opening:
            shown.append(("random openings", f"{self.opening} plies"))
        return shown

    def start(self, number: int) -> str:
        """Give the opening's moves, separated by blanks, or its position; the same for games 2k - 1 and 2k."""
        pair = (number - 1) // 2
        if self.starts:
            return self.starts[pair % len(self.starts)]
        rng = random.Random(f"{self.seed} {pair}")
        for _ in range(TRIES if self.opening else 0):
            moves, position = DAMA.random_moves(self.opening, rng)
            if position.legal_moves():
                return DAMA.opening_text(moves)
        return ""

    def begin(self, player: Player, seat: int, *, first: bool) -> None:
        """Start the program, for this game only if it is one of the course."""
        number = 1 if first else 2
        if self.protocols[seat] == "course":
            self._seats[number] = Folder(player, number)
        else:
            player.begin()
            self._seats[number] = _Pipe(player, number, self.plies)

    def play(
        self,
        players: tuple[Player, Player],
        first: int,
        turns: list[Turn],
        start: str,
        adjudicate: Adjudicate = never,
    ) -> tuple[int, int]:
        """Play one game; the first player is player 1."""
        try:
            one, two = self._play(turns, start, adjudicate)
            return (two, one) if first else (one, two)
        finally:
            for seat in self._seats.values():
                seat.abandon()
            self._seats.clear()

    def _play(self, turns: list[Turn], start: str, adjudicate: Adjudicate) -> tuple[int, int]:
        """Give the points of player 1 and of player 2."""
        position, last, points = DAMA.opening(start), None, None
        boards = [position.board]
        for number in (1, 2):
            if isinstance(seat := self._seats[number], _Pipe):
                seat.tell_start(start)
        while position.winner() is None and (left := self.plies - len(turns)) > 0:
            if points := adjudicate(position, left):
                break
            seat = self._seats[position.mover]
            last, seconds = seat.ask(boards, last)
            position = position.play(last)
            boards.append(position.board)
            turns.append(seat.player.turn(str(last), seconds))
        for number in (position.mover, law.OPPONENT[position.mover]):
            self._seats[number].end()
        return points or DAMA.points(position)


class _Pipe:
    """A program that is told moves by its pipe."""

    def __init__(self, player: Player, number: int, plies: int) -> None:
        self.player, self._number, self._plies = player, number, plies
        self._question = b""
        self._over = False

    def tell_start(self, opening: str) -> None:
        """Begin the game: player 1 is told when it is asked."""
        self.player.check()
        words = [str(self._number), str(self._plies), *opening.split()]
        if len(words) == 4 and len(words[2]) == 64:  # a position, in which player 1 is to move
            del words[3]
        self._question = " ".join(words).encode() + b"\n"
        if self._number == 2:
            self.player.tell(self._question)

    def ask(self, boards: list[str], last: law.Move | None) -> tuple[law.Move, float]:
        """Tell the other's move; read a move."""
        question = self._question if last is None else f"{last}\n".encode()
        line, seconds = self.player.ask(question)
        try:
            move = law.parse_move(line.decode("latin-1"))
            law.Position(boards[-1], self._number).play(move)
        except law.MalformedMoveError as error:
            raise PlayerError(self.player, End.MALFORMED, str(error), line) from None
        except law.IllegalMoveError as error:
            raise PlayerError(self.player, End.ILLEGAL, str(error), line) from None
        return move, seconds

    def end(self) -> None:
        """Tell that the game is over. A program may die after its last move; that costs the next game."""
        self.player.check(alive=False)
        self.abandon()

    def abandon(self) -> None:
        """Tell that the game is over, whatever has happened."""
        if not self._over:
            self.player.tell(END)
        self._over = True


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add what `from_options` reads."""
    group = parser.add_argument_group("Dama")
    group.add_argument("--plies", type=int, default=law.PLIES, metavar="N", help="a draw after so many (%(default)s)")


def from_options(options: argparse.Namespace) -> Dama:
    """Make the referee that the command line asks for. Raises ValueError."""
    first, comma, second = options.protocol.partition(",")
    protocols = first, second if comma else first
    for protocol in protocols:
        if protocol not in PROTOCOLS:
            raise ValueError(f"--protocol: {protocol!r} is neither course nor pipe")
    if options.plies < 1:
        raise ValueError(f"--plies: expected a number above 0, got {options.plies}")
    if options.openings % 2:
        raise ValueError(f"--openings: expected an even number, so that player 1 is to move, got {options.openings}")
    return Dama(protocols, options.plies, options.openings, options.seed, options.starts)
