"""Games that a process plays one after the other over a pipe, judged answer by answer."""

from __future__ import annotations

import abc
import contextlib
import dataclasses
from collections.abc import Iterator
from typing import ClassVar, NamedTuple, TypeVar

from arbiter.check.desk import Desk
from arbiter.check.dialogue import Dialogue, Manners
from arbiter.games.dialogues import Demand, FaultError, show
from arbiter.games.players import PlayerError


class Exchange(NamedTuple):
    """A question with everything that was told before it, and the answer."""

    told: bytes
    answer: bytes


@dataclasses.dataclass
class FirstMove:
    """How long a process took from its start to its first move, in seconds."""

    took_s: float = 0.0


class Game(abc.ABC):
    """One game of a dialogue: what we say, and the law's judgement of what comes back."""

    manners: ClassVar[Manners]
    fresh: ClassVar[Demand]
    """That no game depends on those before it."""

    def __init__(self, dialogue: Dialogue) -> None:
        """Begin a game."""
        self.dialogue = dialogue
        self.exchanges: list[Exchange] = []
        self.told = b""
        """What it has been told in this game since its last answer."""

    def tell(self, message: bytes) -> None:
        """Tell what has no answer."""
        self.told += message
        self.dialogue.tell(message)
        self.dialogue.settle()

    def ask(self, question: bytes) -> None:
        """Have the program answer, and judge that. Raises FaultError."""
        self.told += question
        self._take(self.dialogue.ask(question))

    def answer(self) -> None:
        """Judge the answer to what the program has been told already. Raises FaultError."""
        self._take(self.dialogue.answer())

    def _take(self, line: bytes) -> None:
        self.judge(line)
        self.exchanges.append(Exchange(self.told, line))
        self.told = b""

    @abc.abstractmethod
    def judge(self, line: bytes) -> None:
        """Play the move of a line. Raises FaultError."""

    @abc.abstractmethod
    def is_legal(self, line: bytes) -> bool:
        """Tell whether a line is a legal move."""

    @abc.abstractmethod
    def end(self) -> None:
        """Tell that the game is over, and make sure that this is not answered. Raises FaultError."""


G = TypeVar("G", bound=Game)


@contextlib.contextmanager
def in_process(desk: Desk, game: G, number: int) -> Iterator[G]:
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
            fault.demand = game.fresh
        raise
    game.end()


def _fresh_answer(desk: Desk, game: Game) -> bytes | None:
    """Give the legal answer of a fresh process to what a process has failed at, None if it fails too or differs."""
    try:
        dialogue = desk.open(game.manners)
        for told, answer in game.exchanges:
            if dialogue.ask(told) != answer:
                return None
        answer = dialogue.ask(game.told)
    except (FaultError, PlayerError):
        return None
    return answer if game.is_legal(answer) else None
