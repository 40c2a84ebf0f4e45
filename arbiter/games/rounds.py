"""Games that a process plays one after the other by lines, judged answer by answer."""

from __future__ import annotations

import contextlib
import dataclasses
import random
from collections.abc import Iterator, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from arbiter.games.contract import Position, Rules
from arbiter.games.demands import Demands
from arbiter.games.dialogues import Desk, Dialogue, FaultError, Manners, NotReachedError, show
from arbiter.games.hints import explain
from arbiter.games.lines import Lines
from arbiter.games.players import PlayerError

P = TypeVar("P", bound=Position[Any])
M = TypeVar("M")
MOST_PLIES = 1000
"""Moves after which a game is not played on."""


@dataclasses.dataclass(frozen=True)
class Terms(Generic[P, M]):
    """On what terms rounds are played: a game, a protocol of lines, and the demands of its document."""

    rules: Rules[P, M]
    lines: Lines
    demands: Demands

    def manners(self) -> Manners:
        """Give what is demanded of every dialogue."""
        demands = self.demands
        return Manners(demands.answer, demands.only, demands.stay, demands.end, self.lines.status)


class Exchange(NamedTuple):
    """A question with everything that was told before it, and the answer."""

    told: bytes
    answer: bytes


class Round(Generic[P, M]):
    """One game, in which the program moves first (0) or second (1): what we say, and what the law says of answers."""

    candidates = r"\S+"
    """A pattern of what looks like a move."""

    def __init__(
        self, terms: Terms[P, M], dialogue: Dialogue, number: int, moves: Sequence[M] = (), *, heard: bool = False
    ) -> None:
        """Begin a game after the moves of an opening; or after moves of which the program has `heard` already."""
        self.terms, self.dialogue, self.number = terms, dialogue, number
        self.exchanges: list[Exchange] = []
        self.told = b""
        """What it has been told in this game since its last answer."""
        self.position, self.moves = terms.rules.begins, list[M]()
        for move in moves:
            self.play(move)
        self._greeting = terms.lines.greeting(number, [terms.rules.write_move(move) for move in moves])
        if number == 1 and not heard:
            self.tell(self._greeting)

    # ---- what we say -----------------------------------------------------------------------------------------------

    def tell(self, message: bytes) -> None:
        """Tell what has no answer."""
        self.told += message
        self.dialogue.tell(message)
        self.dialogue.settle()

    def question(self, opponent: random.Random, *, pressing: bool = False) -> bytes | None:
        """Play the opponent's move, if it is its turn; give what the program is to be asked, None if that is nothing.

        The move is a random one, or with `pressing` the one that leaves the program fewest moves.
        """
        if self.is_over():
            return None
        if self.position.to_move == self.number:
            return self._greeting
        move = self.choose(self.position.legal_moves(), opponent, pressing=pressing)
        self.play(move)
        return None if self.is_over() else f"{self.terms.rules.write_move(move)}\n".encode()

    def choose(self, moves: list[M], opponent: random.Random, *, pressing: bool) -> M:
        """Choose the opponent's move."""
        if pressing:
            return min(moves, key=lambda move: len(self.position.play(move).legal_moves()))
        return opponent.choice(moves)

    def ask(self, question: bytes | None) -> None:
        """Have the program answer, if there is a question, and judge that. Raises FaultError."""
        if question is not None:
            self.told += question
            self._take(self.dialogue.ask(question))

    def play_on(self, opponent: random.Random, *, pressing: bool = False) -> None:
        """Play until the game is over. Raises FaultError."""
        while (question := self.question(opponent, pressing=pressing)) is not None:
            self.ask(question)
            if len(self.moves) > MOST_PLIES:
                raise NotReachedError(f"a game did not end within {MOST_PLIES} moves")

    def answer(self) -> None:
        """Judge the answer to what the program has been told already. Raises FaultError."""
        self._take(self.dialogue.answer())

    def end(self) -> None:
        """Tell that the game is over, and make sure that this is not answered. Raises FaultError."""
        over = self.terms.lines.over
        self.dialogue.tell(f"{over}\n".encode())
        self.dialogue.quiet(f"After `{over}`, when the game was over", self.terms.demands.over)

    # ---- what the law says -----------------------------------------------------------------------------------------

    def is_over(self) -> bool:
        """Tell whether the game is over."""
        return self.position.is_over()

    def play(self, move: M) -> None:
        """Play a move of either side. Raises ValueError."""
        self.position = self.position.play(move)
        self.moves.append(move)

    def is_legal(self, line: bytes) -> bool:
        """Tell whether a line is a legal move."""
        return self.is_move(line.decode("latin-1"))

    def is_move(self, text: str) -> bool:
        """Tell whether a text is a legal move, written as it should be."""
        try:
            self.position.play(self.terms.rules.read_move(self.position, text))
        except ValueError:
            return False
        return True

    def _take(self, line: bytes) -> None:
        self._judge(line)
        self.exchanges.append(Exchange(self.told, line))
        self.told = b""

    def _judge(self, line: bytes) -> None:
        """Play the move of a line. Raises FaultError."""
        rules, text = self.terms.rules, line.decode("latin-1")
        try:
            move = rules.read_move(self.position, text)
        except rules.illegal as error:
            raise self._illegal(text, error) from None
        except ValueError as error:
            what = f"It answered {show(line + chr(10).encode())}: {self.why_malformed(line)}; {error}."
            raise FaultError(what, self.terms.demands.answer) from None
        try:
            self.play(move)
        except ValueError as error:
            raise self._illegal(text, error) from None

    def _illegal(self, text: str, error: ValueError) -> FaultError:
        where = f"In move {len(self.moves) + 1} of the game, as {self.terms.rules.sides[self.number]},"
        what = f"{where} it answered {show(text)}, which is illegal: {error}{self.meant(text)}."
        return FaultError(what, self.terms.demands.legal, board=self.picture())

    # ---- guesses, of which a game may know more --------------------------------------------------------------------

    def why_malformed(self, line: bytes) -> str:
        """Say what is wrong with a line that is no move."""
        return explain(line, self.dialogue.unread, self.candidates, self.is_move)

    def meant(self, text: str) -> str:
        """Guess what an illegal move was meant to be: a sentence behind a full stop and a blank, or nothing."""
        return ""

    def picture(self) -> str:
        """Show the position as text."""
        return "after " + (" ".join(map(self.terms.rules.write_move, self.moves)) or "no move")


@dataclasses.dataclass
class FirstMove:
    """How long a process took from its start to its first move, in seconds."""

    took_s: float = 0.0


R = TypeVar("R", bound=Round[Any, Any])


@contextlib.contextmanager
def in_process(desk: Desk, game: R, number: int) -> Iterator[R]:
    """Play game `number` of a process, from 1, and end it.

    If it fails, find out whether that is because of the games before.
    """
    try:
        yield game
    except FaultError as fault:
        desk.note_dialogue(fault)
        if number > 1 and (answer := _fresh_answer(desk, game)) is not None:
            fault.sentence += (
                f" That was game {number} of this process. A fresh process, told the very same of this game only, "
                f"answers {show(answer)}, which is legal: something is left of the games before."
            )
            fault.demand = game.terms.demands.fresh
        raise
    game.end()


def _fresh_answer(desk: Desk, game: Round[Any, Any]) -> bytes | None:
    """Give the legal answer of a fresh process to what a process has failed at, None if it fails too or differs."""
    try:
        dialogue = desk.open(game.terms.manners())
        for told, answer in game.exchanges:
            if dialogue.ask(told) != answer:
                return None
        answer = dialogue.ask(game.told)
    except (FaultError, PlayerError):
        return None
    return answer if game.is_legal(answer) else None
