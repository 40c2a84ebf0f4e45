r"""The referee of Othello, to the byte of `docs/protocol-othello.md`.

The first player is told `1\n`, the other `0\n`; from then on each is told the other's move and answers with its own. At
the end both are told `-1 -1\n`; the one who is stuck gets it in place of the last move. A program that speaks `opening`
is told, behind its colour, how many moves are played already, and these moves.
"""

from __future__ import annotations

import argparse
import dataclasses
import random

from arbiter.games.boards import OTHELLO, Adjudicate, never
from arbiter.games.othello.law import IllegalMoveError, MalformedMoveError, Position, parse_move
from arbiter.games.players import End, Player, PlayerError, Turn
from arbiter.host.limits import USUAL, Limits

BLACK, WHITE, OVER = b"1\n", b"0\n", b"-1 -1\n"
PROTOCOLS = ("course", "opening")
TRIES = 100


@dataclasses.dataclass(slots=True)
class Othello:
    """See `arbiter.games.Referee`.

    `protocols` are those of A and B. Only where both are `opening` can games begin after `plies` random moves, of which
    each row is played with both colours and `seed` makes them, or after `starts`, in turn.
    """

    protocols: tuple[str, str] = ("course", "course")
    plies: int = 0
    seed: int | None = None
    starts: tuple[str, ...] = ()
    name: str = dataclasses.field(default="othello", init=False)
    forfeit: tuple[int, int] = dataclasses.field(default=(0, 64), init=False)
    limits: Limits = dataclasses.field(default=USUAL, init=False)

    def options(self) -> list[tuple[str, str]]:
        """Give the settings as a reader should know them."""
        shown = []
        if "opening" in self.protocols:
            shown.append(("protocols", ", ".join(self.protocols)))
        if self.starts:
            shown.append(("openings", f"{len(self.starts)} in turn"))
        if self.plies:
            shown.append(("random openings", f"{self.plies} plies"))
        return shown

    def start(self, number: int) -> str:
        """Give the opening's moves, separated by commas, the same for games 2k - 1 and 2k; "" is the usual start."""
        pair = (number - 1) // 2
        if self.starts:
            return self.starts[pair % len(self.starts)]
        rng = random.Random(f"{self.seed} {pair}")
        for _ in range(TRIES if self.plies else 0):
            moves, position = OTHELLO.random_moves(self.plies, rng)
            if not position.is_over():
                return OTHELLO.opening_text(moves)
        return ""

    def begin(self, player: Player, seat: int, *, first: bool) -> None:
        """Start the program if it does not run."""
        player.begin()

    def play(
        self,
        players: tuple[Player, Player],
        first: int,
        turns: list[Turn],
        start: str,
        adjudicate: Adjudicate = never,
    ) -> tuple[int, int]:
        """Play one game; the first player is black."""
        black, white = players[first], players[1 - first]
        black.check()
        white.check()
        white.tell(self._colour(WHITE, 1 - first, start))
        position, points = OTHELLO.opening(start), None
        mover, other, question = black, white, self._colour(BLACK, first, start)
        try:
            while not position.is_over() and (points := adjudicate(position, None)) is None:
                line, seconds = mover.ask(question)
                position = _play(position, line, mover)
                turns.append(mover.turn(line.decode("ascii"), seconds))
                question = line + b"\n"
                mover, other = other, mover
            for player in (mover, other):
                player.check(alive=False)  # a program may die after its last move; that costs the next game
        except PlayerError as error:
            innocent = white if error.player is black else black
            innocent.tell(OVER)
            raise
        black.tell(OVER)
        white.tell(OVER)
        blacks, whites = points or position.score()
        return (whites, blacks) if first else (blacks, whites)

    def _colour(self, colour: bytes, seat: int, start: str) -> bytes:
        """Give the line that tells a program its colour, and in the protocol `opening` what is played already."""
        if self.protocols[seat] == "course":
            return colour
        moves = start.split(", ") if start else []
        return " ".join([colour.decode().strip(), str(len(moves)), *moves]).encode() + b"\n"


def from_options(options: argparse.Namespace) -> Othello:
    """Make the referee that the command line asks for. Raises ValueError."""
    first, comma, second = options.protocol.partition(",")
    protocols = first, second if comma else first
    for protocol in protocols:
        if protocol not in PROTOCOLS:
            raise ValueError(f"--protocol: {protocol!r} is neither course nor opening")
    if (options.openings or options.starts) and "course" in protocols:
        raise ValueError(
            "--openings: the course's protocol of Othello begins at the start only; expected --protocol opening, which "
            "both programs must speak"
        )
    if options.openings % 2:
        raise ValueError(f"--openings: expected an even number, so that black is to move, got {options.openings}")
    return Othello(protocols, options.openings, options.seed, options.starts)


def _play(position: Position, line: bytes, mover: Player) -> Position:
    try:
        return position.play(parse_move(line.decode("latin-1")))
    except MalformedMoveError as error:
        raise PlayerError(mover, End.MALFORMED, str(error), line) from None
    except IllegalMoveError as error:
        raise PlayerError(mover, End.ILLEGAL, str(error), line) from None
