"""Two players who move in turns: the one loop in which they are asked, heard, judged and told."""

from __future__ import annotations

import abc
import random
from collections.abc import Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from arbiter.games.contract import Adjudicate, Pair, Points, Position, Rules, Settings, never
from arbiter.games.lines import Lines
from arbiter.games.players import End, Player, PlayerError, Turn

P = TypeVar("P", bound=Position[Any])
M = TypeVar("M")
PERSON = "person"
"""In place of a protocol: who sits there sees the board, and names moves as records have them."""
TRIES = 100
"""Random openings that are tried until one does not end the game."""


class TurnRules(Rules[P, M], Protocol[P, M]):
    """And what a referee must know besides."""

    @property
    def name(self) -> str:
        """Give the game's name."""

    @property
    def forfeit(self) -> tuple[int, int]:
        """Give the points of who forfeits a game, and of the other player."""

    def opening(self, text: str) -> P:
        """Give the position of a start, as records have it. Raises ValueError."""

    def opening_moves(self, text: str) -> list[str]:
        """Give the moves of a start."""

    def random_opening(self, plies: int, rng: random.Random) -> tuple[list[M], P]:
        """Play random moves from the start."""

    def opening_text(self, moves: Sequence[M]) -> str:
        """Write moves as records have a start."""


class Side(abc.ABC, Generic[P, M]):
    """A player of one game, whatever it speaks."""

    def __init__(self, rules: TurnRules[P, M], player: Player, number: int) -> None:
        """Seat who moves first (0) or second (1)."""
        self.rules, self.player, self.number = rules, player, number
        self._read_move, self._write_move = rules.read_move, rules.write_move
        self.other: Player = player
        """The opponent, once both sit."""

    def ready(self) -> None:
        """Look for offences before either program hears of the game. Raises PlayerError."""
        return

    @abc.abstractmethod
    def begin(self) -> None:
        """Have the program take up the game. Raises PlayerError."""

    @abc.abstractmethod
    def ask(self, position: P) -> tuple[M, P, Turn]:
        """Have it move; give the move, the position after it, and its record. Raises PlayerError."""

    @abc.abstractmethod
    def hear(self, text: str, move: M, position: P) -> None:
        """Hear of a move of the other side, written as `text`, which led to `position`."""

    def finish(self) -> None:
        """Look for offences that show when the game is over. Raises PlayerError.

        A program may die after its last move; that costs the next game.
        """
        self.player.check(alive=False)

    def leave(self) -> None:
        """Let the program know that the game is over, where its protocol has words for that."""
        return

    def close(self) -> None:
        """Leave nothing behind, whatever has happened."""
        return

    def judge(self, position: P, text: str) -> tuple[M, P]:
        """Read and play an answer. Raises PlayerError."""
        try:
            move = self._read_move(position, text)
        except ValueError as error:
            end = End.ILLEGAL if isinstance(error, self.rules.illegal) else End.MALFORMED
            raise PlayerError(self.player, end, str(error), text.encode("latin-1")) from None
        try:
            return move, position.play(move)
        except ValueError as error:
            raise PlayerError(self.player, End.ILLEGAL, str(error), text.encode("latin-1")) from None

    def recorded(self, move: M, position: P, seconds: float) -> tuple[M, P, Turn]:
        """Give a move with the position after it, and its record."""
        return move, position, self.player.turn(self._write_move(move), seconds)


class LineSide(Side[P, M]):
    """A player that speaks a protocol of lines."""

    def __init__(self, rules: TurnRules[P, M], player: Player, number: int, start: str, lines: Lines) -> None:
        """Seat it in a game from `start`."""
        super().__init__(rules, player, number)
        self._over = lines.over.encode() + b"\n"
        self._question = lines.greeting(number, rules.opening_moves(start))

    def ready(self) -> None:
        """Make sure that it is there, and has written nothing."""
        self.player.check()

    def begin(self) -> None:
        """Tell the second player that it is that; the first is told when it is asked."""
        if self.number:
            self.player.tell(self._question)

    def ask(self, position: P) -> tuple[M, P, Turn]:
        """Tell the other's move, or that it begins; read a move."""
        turn = self.player.reply(self._question)
        line = turn.move
        move, position = self.judge(position, line)
        text = self._write_move(move)
        return move, position, turn if text == line else turn._replace(move=text)

    def hear(self, text: str, move: M, position: P) -> None:
        """Keep the move until the program is asked; if the game is over it never hears of it."""
        self._question = text.encode() + b"\n"

    def leave(self) -> None:
        """Tell that the game is over."""
        self.player.tell(self._over)


class NamedSide(Side[P, M]):
    """A person: the question is the legal moves, a line each, and the answer one of them."""

    def begin(self) -> None:
        """Say nothing: the board is seen."""
        return

    def ask(self, position: P) -> tuple[M, P, Turn]:
        """Ask for one of the legal moves. Raises PlayerError."""
        legal = "\n".join(map(self.rules.write_move, position.legal_moves()))
        line, seconds = self.player.ask(legal.encode())
        return self.recorded(*self.judge(position, line.decode("latin-1")), seconds)

    def hear(self, text: str, move: M, position: P) -> None:
        """Say nothing."""
        return


class TurnReferee(Generic[P, M]):
    """The referee of a game of turns: see `arbiter.games.contract.Referee`."""

    limit: int | None = None
    """Plies after which a game is drawn."""

    def __init__(self, rules: TurnRules[P, M], settings: Settings, lines: Mapping[str, Lines]) -> None:
        """Referee by a game's rules, with the settings of the user, between speakers of these protocols of lines."""
        self.rules, self.settings, self._lines = rules, settings, lines

    @property
    def name(self) -> str:
        """Give the game's name."""
        return self.rules.name

    @property
    def forfeit(self) -> tuple[int, int]:
        """Give the points of the offender and of the other player."""
        return self.rules.forfeit

    def options(self) -> list[tuple[str, str]]:
        """Give the settings as a reader should know them."""
        settings, shown = self.settings, self.own_options()
        if settings.starts:
            shown.append(("openings", f"{len(settings.starts)} in turn"))
        if settings.plies:
            shown.append(("random openings", f"{settings.plies} plies"))
        return shown

    def own_options(self) -> list[tuple[str, str]]:
        """Give the protocols, where they are not the usual ones, and what else a game has."""
        usual, spoken = next(iter(self._lines), ""), self.settings.protocols
        return [] if set(spoken) == {usual} else [("protocols", ", ".join(spoken))]

    def start(self, number: int) -> str:
        """Give the opening of game `number`, the same for games 2k - 1 and 2k; "" is the usual start."""
        settings, pair = self.settings, (number - 1) // 2
        if settings.starts:
            return settings.starts[pair % len(settings.starts)]
        if not settings.plies:
            return ""
        rng = random.Random(f"{settings.seed} {pair}")
        for _ in range(TRIES):
            moves, position = self.rules.random_opening(settings.plies, rng)
            if not position.is_over():
                return self.rules.opening_text(moves)
        return ""

    def begin(self, player: Player, seat: int, *, first: bool) -> None:
        """Start the program if it does not run."""
        player.begin()

    def side(self, player: Player, seat: int, number: int, start: str) -> Side[P, M]:
        """Give player A (0) or B (1), who moves first (0) or second (1) in this game."""
        return LineSide(self.rules, player, number, start, self._lines[self.settings.protocols[seat]])

    def _seat(self, player: Player, seat: int, number: int, start: str) -> Side[P, M]:
        if self.settings.protocols[seat] == PERSON:
            return NamedSide(self.rules, player, number)
        return self.side(player, seat, number, start)

    def play(self, players: Pair, first: int, turns: list[Turn], start: str, adjudicate: Adjudicate = never) -> Points:
        """Play one game."""
        seats = first, 1 - first
        sides = [self._seat(players[seat], seat, number, start) for number, seat in enumerate(seats)]
        sides[0].other, sides[1].other = sides[1].player, sides[0].player
        try:
            for side in sides:
                side.ready()  # who fails here ends a game of which nobody has heard, and nobody hears of its end
            one, two = self._play(sides, turns, self.rules.opening(start), adjudicate)
        finally:
            for side in sides:
                side.close()
        return (two, one) if first else (one, two)

    def _play(self, sides: list[Side[P, M]], turns: list[Turn], position: P, adjudicate: Adjudicate) -> tuple[int, int]:
        """Give the points of the first and of the second player; whoever has not failed hears that the game is over."""
        try:
            points = self._loop(sides, turns, position, adjudicate)
        except PlayerError as error:
            for side in sides:
                if side.player is not error.player:
                    side.leave()
            raise
        for side in sides:
            side.leave()
        return points

    def _loop(self, sides: list[Side[P, M]], turns: list[Turn], position: P, adjudicate: Adjudicate) -> Points:
        points, told = None, adjudicate is not never
        for side in sides:
            side.begin()
        left, limit = None, self.limit
        while not position.is_over() and (limit is None or (left := limit - len(turns)) > 0):
            if told and (points := adjudicate(position, left)):
                break
            number = position.to_move
            side = sides[number]
            move, position, turn = side.ask(position)
            turns.append(turn)
            sides[1 - number].hear(turn.move, move, position)
        number = position.to_move
        for side in (sides[number], sides[1 - number]):
            side.finish()
        return points or position.score()
