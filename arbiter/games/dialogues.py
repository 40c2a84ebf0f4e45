"""What an examination sees of a program: a desk that starts it, dialogues with it, and what can be wrong with it.

`arbiter.check` implements the desk and what is opened there. An examination that is tested alone can be given others.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from arbiter.games.players import Player
from arbiter.host.visible import visible_text

SHOWN_BYTES = 80
"""Longest output that a sentence quotes; the dialogue below it shows more."""


# ---- what is found -------------------------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True, slots=True)
class Demand:
    """What a protocol demands, word by word as it stands in a file of `docs/`, and the title of the section."""

    text: str
    document: str
    section: str


@dataclasses.dataclass(frozen=True, slots=True)
class Event:
    """Something that happened in a dialogue, in seconds since the program was started.

    `what` is `we sent` or `it wrote` with the bytes, of which `pieces` came one after the other, or a note without any.
    """

    at_s: float
    what: str
    data: bytes = b""
    pieces: int = 1


@dataclasses.dataclass(frozen=True, slots=True)
class Finding:
    """What is wrong: a sentence, the demand, the end of the dialogue, the position, and the end of standard error."""

    sentence: str
    demand: Demand
    events: tuple[Event, ...] = ()
    board: str = ""
    stderr: str = ""


class FaultError(Exception):
    """What a program did against a demand. `silent` means only that it did not answer."""

    def __init__(self, sentence: str, demand: Demand, *, board: str = "", silent: bool = False) -> None:
        """Take a whole sentence, and the position as text where that helps."""
        super().__init__(sentence)
        self.sentence, self.demand, self.board, self.silent = sentence, demand, board, silent
        self.events: tuple[Event, ...] = ()
        self.stderr = ""

    def finding(self) -> Finding:
        """Give it as data."""
        return Finding(self.sentence, self.demand, self.events, self.board, self.stderr)


class NotReachedError(Exception):
    """The program gave no occasion for what was to be examined; the message says why."""


# ---- how a program is spoken to ------------------------------------------------------------------------------------

Pieces = Sequence[tuple[bytes, float]]
"""Bytes, and the seconds for which nothing follows them."""


class Layout(NamedTuple):
    """How messages are put into bytes: cut into pieces, and `joined` where no answer is due between them."""

    cut: Callable[[bytes], Pieces]
    joined: bool = False


PLAIN = Layout(lambda message: [(message, 0.0)])


class Manners(NamedTuple):
    """What a protocol demands of every dialogue: how to answer, to write nothing else, to stay, and how to end.

    `status` is the exit status at the end of input, None if any will do. `is_talk` tells which lines mean nothing,
    where the protocol lets a program talk; of such programs an unfinished line is no output yet.
    """

    answer: Demand
    only: Demand
    stay: Demand
    end: Demand
    status: int | None
    is_talk: Callable[[bytes], bool] | None = None


class Examinee(Player, Protocol):
    """A process of the program. What happens is written down; no verdict is passed.

    All seconds are such that the program could use: what a busy machine takes is given again.
    """

    @property
    def events(self) -> list[Event]:
        """Give what has happened."""

    def mark(self, what: str, data: bytes = b"") -> None:
        """Write down what happens now."""

    def pause(self, seconds: float) -> None:
        """Let it run for so long, whatever it writes."""

    def output(self) -> tuple[bytes, bool]:
        """Give all that it writes until it ends, and whether the time of an answer was up before."""

    def end_input(self) -> None:
        """Close its standard input."""

    def how_it_ended(self) -> str:
        """Say in a clause without subject how it ended, "" if it still runs."""

    def said(self) -> str:
        """Give the end of what it has written to standard error."""

    def lines_said(self) -> int:
        """Count all lines that it has written to standard error."""

    def last_words(self) -> str:
        """Give the last lines of that, cut to what can be shown."""


class Dialogue(Protocol):
    """A dialogue with one process of the program, in questions and answers of one line each."""

    @property
    def examinee(self) -> Examinee:
        """Give the process."""

    @property
    def unread(self) -> bytes:
        """Give what it has written beyond its last answer."""

    @property
    def took_s(self) -> float:
        """Give the seconds of its last answer, such as it could use."""

    def tell(self, message: bytes) -> None:
        """Send what has no answer; with the next question, if the layout joins them."""

    def ask(self, question: bytes, *, judged: Callable[[bytes], bytes | None] | None = None) -> bytes:
        """Send a question; give the line that answers it, without its newline.

        With `judged` it is the first answer that this finds in a line. Raises FaultError.
        """

    def answer(self, *, judged: Callable[[bytes], bytes | None] | None = None) -> bytes:
        """Give the line that answers what it has been told already, as `ask` does. Raises FaultError."""

    def quiet(self, when: str, demand: Demand | None = None) -> None:
        """Make sure that it writes nothing now and goes on; `when` begins a sentence. Raises FaultError."""

    def listen(self, seconds: float) -> None:
        """Take what it writes for so long."""

    def settle(self) -> None:
        """Let it read what it has been told, unless the layout wants all that at once."""

    def flush(self) -> None:
        """Send what the layout has kept back."""

    def finish(self, where: str = "") -> None:
        """End the input: it must end as its protocol says, and write nothing more. Raises FaultError."""

    def expect_end(self, when: str, demand: Demand, status: int | None) -> None:
        """Make sure that the program ends, with that status if there is one, silently. Raises FaultError."""


class Desk(Protocol):
    """Where one program is examined; all that chance decides follows from one seed."""

    def chance(self, *what: object) -> random.Random:
        """Give the random numbers of one purpose."""

    def open(
        self, manners: Manners, *, layout: Layout = PLAIN, arguments: Sequence[str] = (), folder: Path | None = None
    ) -> Dialogue:
        """Start a process and a dialogue with it. Raises FaultError."""

    def seat(self) -> Examinee:
        """Give a process that is not yet started."""

    def note_dialogue(self, fault: FaultError) -> None:
        """Add what the fault's dialogue was, the last one that was opened, unless that is there already."""

    def close(self) -> None:
        """End every process."""


@dataclasses.dataclass(frozen=True, slots=True)
class Examination:
    """One examination: its name as the user reads it, what it does, and the names of those that must be passed first.

    `run` raises FaultError or NotReachedError. Of who passes it may give a remark, as a clause.
    """

    name: str
    run: Callable[[Desk], str | None]
    needs: tuple[str, ...] = ()


def show(data: bytes | str) -> str:
    """Quote bytes in a sentence, escaped so that all are visible, and not too many."""
    cut = data[:SHOWN_BYTES]
    return f"`{visible_text(cut)}{'...' if len(data) > len(cut) else ''}`"
