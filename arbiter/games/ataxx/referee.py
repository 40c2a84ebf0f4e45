r"""The referee of Ataxx, between programs of the course's command language and UAI engines, in any mixture.

Its own board is the judge. A program of the course hears `manual red`, `manual blue`, `new`, both again (there are
programs whose `new` makes Blue an AI again), blocks, the opening's moves, a seed, and a `dump`, whose end shows that it
has understood; then `auto C`, and each move of the other side. Of what it writes only `* Red moves a7-b6.` and the like
counts, also behind a prompt on the same line. A UAI engine hears the position and the time with every question.
"""

from __future__ import annotations

import argparse
import dataclasses
import random
import re
from collections.abc import Callable

from arbiter.games.ataxx import law
from arbiter.games.ataxx.openings import LAYOUTS, Opening, balanced_opening
from arbiter.games.boards import Adjudicate, never, read_ataxx_move
from arbiter.games.players import End, Pick, Player, PlayerError, Turn
from arbiter.host.limits import USUAL, Limits

PROTOCOLS = ("course", "uai")
START_UP_S = 10.0
"""Least time that a program gets to start and to take up a game, which with Java may be a second."""
MOVETIME_S = 0.15
"""How long UAI engines are told to think."""


@dataclasses.dataclass(slots=True)
class Ataxx:
    """See `arbiter.games.Referee`.

    `protocols` are those of A and B; `blocks` are set in every game, or with `layouts` those of the built-in set in
    turn; `plies` is the length of random openings, of which each is played with both colours; `seed` makes them. With
    `starts`, openings in turn, there are no other blocks and no random moves.
    """

    protocols: tuple[str, str] = ("course", "course")
    blocks: tuple[str, ...] = ()
    layouts: bool = False
    plies: int = 0
    seed: int | None = None
    movetime_s: float = MOVETIME_S
    starts: tuple[str, ...] = ()
    name: str = dataclasses.field(default="ataxx", init=False)
    forfeit: tuple[int, int] = dataclasses.field(default=(0, 49), init=False)
    limits: Limits = dataclasses.field(default=USUAL, init=False)

    def options(self) -> list[tuple[str, str]]:
        """Give the settings as a reader should know them."""
        shown = []
        if "uai" in self.protocols:
            shown += [("protocols", ", ".join(self.protocols)), ("time told by UAI", f"{self.movetime_s:g} s")]
        if self.starts:
            shown.append(("openings", f"{len(self.starts)} in turn"))
        if self.layouts:
            shown.append(("blocks", f"{len(LAYOUTS)} layouts in turn"))
        elif self.blocks:
            shown.append(("blocks", " ".join(self.blocks)))
        if self.plies:
            shown.append(("random openings", f"{self.plies} plies"))
        return shown

    def opening(self, number: int) -> Opening:
        """Give the opening of game `number`, the same for games 2k - 1 and 2k."""
        pair = (number - 1) // 2
        if self.starts:
            return Opening.parse(self.starts[pair % len(self.starts)])
        blocks = LAYOUTS[pair % len(LAYOUTS)] if self.layouts else self.blocks
        return balanced_opening(blocks, self.plies, random.Random(f"{self.seed} {pair}"))

    def start(self, number: int) -> str:
        """Give the opening as `Opening.text` writes it; "" where it is the usual start."""
        return self.opening(number).text()

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
        """Play one game; the first player is Red."""
        opening = Opening.parse(start)
        seats = [
            (_Uai if self.protocols[seat] == "uai" else _Course)(players[seat], colour, opening, self)
            for seat, colour in ((first, law.RED), (1 - first, law.BLUE))
        ]
        for seat in seats:
            seat.begin()
        position, points = opening.position(), None
        while not position.is_over() and (points := adjudicate(position, None)) is None:
            mover, other = seats if position.mover == law.RED else seats[::-1]
            text, seconds = mover.ask()
            move, position = _play(position, text, mover.player)
            turns.append(mover.player.turn(law.format_move(move), seconds))
            mover.take(move, position, own=True)
            other.take(move, position, own=False)
        for seat in seats:
            seat.player.check(alive=False, pick=seat.pick)
        red, blue = points or position.score()
        return (blue, red) if first else (red, blue)


class _Course:
    """A program of the course that plays one colour of one game."""

    def __init__(self, player: Player, colour: str, opening: Opening, settings: Ataxx) -> None:
        self.player, self._colour, self._opening, self._settings = player, colour, opening, settings
        self._name = law.NAME[colour]
        self._question = b""
        self._answer = re.compile(rb"(?:.*[>:] ?)?\* (Red|Blue) moves (.*)\.\s*", re.DOTALL)

    def begin(self) -> None:
        """Make the program take up the game; raises PlayerError."""
        lines = [*set_up(self._colour, self._opening, self._settings.seed), "dump"]
        seen: list[bytes] = []

        def second_mark(line: bytes) -> bytes | None:
            """Find the end of what `dump` prints."""
            if line.strip().endswith(b"==="):
                seen.append(line)
            return line if len(seen) == 2 else None

        time_s = max(self.player.limits.time_s, START_UP_S)
        self.player.ask("".join(f"{line}\n" for line in lines).encode(), second_mark, time_s=time_s)
        self._question = f"auto {self._name}\n".encode()
        if self._opening.position().mover != self._colour:
            self._tell()

    def _tell(self) -> None:
        self.player.tell(self._question)
        self._question = b""

    def ask(self) -> tuple[str, float]:
        """Have it move; give the move's text and the seconds. Raises PlayerError."""
        question, self._question = self._question, b""
        answer, seconds = self.player.ask(question, self.pick)
        return answer.decode("latin-1").strip().lower(), seconds

    def pick(self, line: bytes) -> bytes | None:
        """Find a move in a line. What claims to be a result is for the law to say, and so is no move."""
        found = self._answer.fullmatch(line)
        if not found:
            return None
        colour, move = found.groups()
        if colour.decode().lower() != self._name:
            raise PlayerError(self.player, End.MALFORMED, f"moved for the side that is not its own, {self._name}", line)
        return bytes(move)

    def take(self, move: law.Move, position: law.Position, *, own: bool) -> None:
        """Hear of a move that was played."""
        if own:
            return
        self._question = f"{law.format_move(move)}\n".encode()
        if position.is_over() or position.mover != self._colour:
            self._tell()


class _Uai:
    """A UAI engine that plays one colour of one game."""

    def __init__(self, player: Player, colour: str, opening: Opening, settings: Ataxx) -> None:
        self.player, self._settings = player, settings
        self._start = law.format_fen(opening.position())
        self._moves: list[str] = []

    def begin(self) -> None:
        """Make the engine take up the game; raises PlayerError."""
        time_s = max(self.player.limits.time_s, START_UP_S)
        self.player.ask(b"uai\n", _line("uaiok"), time_s=time_s)
        self.player.ask(b"uainewgame\nisready\n", _line("readyok"), time_s=time_s)

    def ask(self) -> tuple[str, float]:
        """Have it move; give the move's text and the seconds. Raises PlayerError."""
        question = uai_question(self._start, self._moves, self._settings.movetime_s)
        answer, seconds = self.player.ask(question, self.pick)
        return answer.decode("latin-1"), seconds

    def pick(self, line: bytes) -> bytes | None:
        """Find a move in a line."""
        words = line.split()
        return words[1] if len(words) > 1 and words[0] == b"bestmove" else None

    def take(self, move: law.Move, position: law.Position, *, own: bool) -> None:
        """Hear of a move that was played."""
        self._moves.append(uai_text(move))


def from_options(options: argparse.Namespace) -> Ataxx:
    """Make the referee that the command line asks for. Raises ValueError."""
    first, comma, second = options.protocol.partition(",")
    protocols = first, second if comma else first
    for protocol in protocols:
        if protocol not in PROTOCOLS:
            raise ValueError(f"--protocol: {protocol!r} is neither course nor uai")
    blocks = tuple(options.blocks.lower().split())
    try:
        Opening(blocks).position()
    except ValueError as error:
        raise ValueError(f"--blocks {options.blocks!r}: {error}") from None
    starts: tuple[str, ...] = options.starts
    if starts and (blocks or options.layouts):
        raise ValueError("--openings: a set has its blocks in it, so that --blocks and --layouts say nothing")
    if "course" in protocols and any(Opening.parse(start).fen for start in starts):
        raise ValueError("--openings: a position (FEN) can be told by UAI only; the course's language knows moves")
    return Ataxx(protocols, blocks, options.layouts, options.openings, options.seed, options.movetime, starts)


def add_options(parser: argparse.ArgumentParser, seconds: Callable[[str], float]) -> None:
    """Add what `from_options` reads; `seconds` reads a number above zero."""
    group = parser.add_argument_group("Ataxx")
    group.add_argument("--blocks", default="", metavar="SQUARES", help='to block, with their reflections: "b2 c3 c4"')
    group.add_argument("--layouts", action="store_true", help="blocks of the built-in set, a layout for two games")
    group.add_argument(
        "--movetime", type=seconds, default=MOVETIME_S, metavar="SECONDS", help="told to UAI engines (%(default)g)"
    )


def _line(expected: str) -> Pick:
    return lambda line: line if line.strip() == expected.encode() else None


def set_up(colour: str, opening: Opening, seed: int | None) -> list[str]:
    """Give the commands after which a program of the course is ready to be told `auto` and to play a colour."""
    lines = ["manual red", "manual blue", "new", f"manual {law.NAME[law.OPPONENT[colour]]}"]
    lines.append(f"manual {law.NAME[colour]}")
    lines += [f"block {name}" for name in opening.blocks]
    lines += [law.format_move(move) for move in opening.moves]
    if seed is not None:
        lines.append(f"seed {seed}")
    return lines


def uai_question(start: str, moves: list[str], movetime_s: float) -> bytes:
    """Ask a UAI engine for a move in the position that the moves make of a FEN."""
    played = f" moves {' '.join(moves)}" if moves else ""
    return f"position fen {start}{played}\ngo movetime {round(1000 * movetime_s)}\n".encode()


def uai_text(move: law.Move) -> str:
    """Write a move as UAI does: an extend by its destination, `f2`; a jump `a7c7`; a pass `0000`."""
    if move == law.PASS:
        return "0000"
    source, target = move
    return law.SQUARES[target] if law.distance(source, target) == 1 else law.SQUARES[source] + law.SQUARES[target]


def _play(position: law.Position, text: str, mover: Player) -> tuple[law.Move, law.Position]:
    try:
        move = read_ataxx_move(position, text)
        return move, position.play(move)
    except law.MalformedMoveError as error:
        raise PlayerError(mover, End.MALFORMED, str(error), text.encode("latin-1")) from None
    except law.IllegalMoveError as error:
        raise PlayerError(mover, End.ILLEGAL, str(error), text.encode("latin-1")) from None
