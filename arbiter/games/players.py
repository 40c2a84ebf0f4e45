"""What a referee sees of a player: questions, answers, and offences.

`arbiter.play` implements `Player` by a program as a process. A referee that is tested alone can be given anything else.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol, TypeVar

from arbiter.host.limits import Left, Limits

T = TypeVar("T")
Pick = Callable[[bytes], bytes | None]
"""Gives the answer that a line holds, None if it is only talk."""
EVIDENCE_BYTES = 200
REASON_CHARACTERS = 1000
"""More than any of ours has; what a program says of itself, as its options' names, may be of any length."""


class End(enum.Enum):
    """Every way in which a game can end, in the order in which the referee looks for them."""

    FINISHED = "finished"  # by the rules of the game
    ADJUDICATED = "was adjudicated"  # by an engine, as the user has asked; nobody's offence
    VOID = "is void"  # a third party has kept it from being played, again and again; nobody's offence
    SUSPENDED = "is suspended"  # not played: the player of a league had offended too often before
    RESIGNED = "resigned"  # a person, at a table
    NOT_STARTED = "could not be started"
    TIMEOUT = "took too long"
    MEMORY = "used too much memory"
    PROCESSES = "started too many processes"
    CRASH = "ended by itself"
    EXTRA_OUTPUT = "wrote when it was not asked"
    MALFORMED = "wrote something that is not a move"
    ILLEGAL = "made an illegal move"
    TAMPERED = "touched files that are not its own"


class Turn(NamedTuple):
    """One move: its text as records have it (`2 3`), the wall-clock seconds it took, the CPU seconds that the program
    used for it, and the end of what the program wrote to standard error since its last move.
    """

    move: str
    time_s: float
    cpu_s: float = 0.0
    stderr: str = ""


class Offence(NamedTuple):
    """What a program did wrong: the verdict, the reason as a sentence without subject, and the bytes that prove it."""

    end: End
    reason: str
    evidence: bytes = b""


class Offender(Protocol):
    """Who has done wrong."""

    def kill(self) -> None:
        """Kill the program with every descendant."""


class PlayerError(Exception):
    """An offence, raised. With VOID it is none: somebody else has ended the program."""

    def __init__(self, player: Offender, end: End, reason: str, evidence: bytes = b"") -> None:
        """Name the offender, the verdict, the reason as a sentence without subject, and the bytes that prove it."""
        self.reason = reason if len(reason) <= REASON_CHARACTERS else f"{reason[:REASON_CHARACTERS]}..."
        super().__init__(self.reason)
        self.player, self.end, self.evidence = player, end, evidence[:EVIDENCE_BYTES]
        self.scores: tuple[int, int] | None = None
        """Points of A and B where those of a forfeit are not the same in every game."""
        self.also: PlayerError | None = None
        """What the other player did wrong too."""


class Patience(Protocol):
    """Seconds since some moment, as a program could use them: what a busy machine takes is given again."""

    def is_up(self, seconds: float) -> bool:
        """Tell whether so many are over."""


class Player(Protocol):
    """A program that plays, held to its limits: the clock of a move runs from the question to the whole answer."""

    @property
    def limits(self) -> Limits:
        """Give what it may use."""

    @property
    def left(self) -> Left | None:
        """Give what is left on its clock of the game, None if it has none."""

    @property
    def fresh(self) -> bool:
        """Tell whether the program has just been started, and was asked nothing yet."""

    def begin(self, arguments: Sequence[str] = (), folder: Path | None = None) -> None:
        """Start the program if it does not run, with further `arguments`, in `folder`. Raises PlayerError."""

    def check(self, *, alive: bool = True, pick: Pick | None = None) -> None:
        """Make sure that it has written nothing since its last answer, kept its limits, and is `alive`.

        With `pick` it may have talked, but not answered a question that was not asked. Raises PlayerError.
        """

    def ask(self, question: bytes, pick: Pick | None = None, *, time_s: float | None = None) -> tuple[bytes, float]:
        """Write a question; give the line that answers it, without its newline, and the seconds that it took.

        With `pick` it is the first answer that this finds in a line. `time_s` replaces the limit of a move. Raises
        PlayerError.
        """

    def reply(self, question: bytes) -> Turn:
        """Do what `ask` and `turn` do, with the line as it was written: quickly, where a program answers at once."""

    def tell(self, message: bytes) -> None:
        """Write a message that has no answer. Whether the player still reads will show when it is next asked."""

    def wait(self, look: Callable[[], T | None], age_s: Callable[[], float] = lambda: 0.0) -> tuple[T, float]:
        """Wait until `look` sees something of a player that does not answer by its pipe; give that and the seconds.

        `age_s` gives how many seconds ago that was done, should we have been stopped meanwhile.

        Raises PlayerError, and what `look` raises.
        """

    def patience(self) -> Patience:
        """Begin to count the seconds that the program, which runs, can use from now on."""

    def exchange(self, question: bytes, whole: Callable[[bytes], bool] = ...) -> tuple[bytes, float]:
        """Write a whole input and end it; give the whole output and the seconds until it ended.

        Where its time is up before it has ended, an output that is `whole` counts, with a remark in the record. Raises
        PlayerError.
        """

    def check_memory(self) -> None:
        """Raise PlayerError (MEMORY) if the program has ever been too big, however short the moment."""

    def turn(self, move: str, time_s: float) -> Turn:
        """Give the record of a move that the player has just made, with what it used and wrote for it."""

    def kill(self) -> None:
        """Kill the program with every descendant; the next game starts it again."""
