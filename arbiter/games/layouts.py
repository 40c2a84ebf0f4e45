"""The same messages in other bytes: what a program that reads characters, and not lines or packets, does not notice."""

from __future__ import annotations

from collections.abc import Callable

from arbiter.games.dialogues import PLAIN, Demand, Desk, Examination, FaultError, Layout, NotReachedError, Pieces
from arbiter.games.players import PlayerError

BYTE_S = 0.002
"""Between two bytes, so that each is a read of its own."""
SLOW_S = 0.15
"""How long a slow arbiter pauses."""

ByLayout = Callable[[Desk, Layout], None]


def translated(table: dict[bytes, bytes], *, joined: bool = False) -> Layout:
    """Give the layout that replaces bytes by others, all but the newline at the end where that is to stay."""

    def cut(message: bytes) -> Pieces:
        for old, new in table.items():
            message = message.replace(old, new)
        return [(message, 0.0)]

    return Layout(cut, joined)


def _one_line(message: bytes) -> Pieces:
    return [(message.removesuffix(b"\n").replace(b"\n", b" ") + b"\n", 0.0)]


def _slow(message: bytes) -> Pieces:
    """Pause in the middle of each message, before its last word and inside a word of two characters."""
    middle = max(1, len(message.rstrip()) - 1)
    return [(message[:middle], SLOW_S), (message[middle:], 0.0)]


def _halves(message: bytes) -> Pieces:
    """Pause twice, at thirds of the bytes."""
    third = len(message) // 3
    return [(message[:third], SLOW_S), (message[third : 2 * third], SLOW_S), (message[2 * third :], 0.0)]


ONE_LINE = Layout(_one_line, joined=True)
BLANKS = translated({b"\n": b" "}, joined=True)
LINE_EACH = translated({b" ": b"\n"})
CR_LF = translated({b"\n": b"\r\n"})
SPACE = translated({b" ": b" \t ", b"\n": b" \n"})
EMPTY_LINES = translated({b"\n": b"\n\n"})
BYTES = Layout(lambda message: [(message[at : at + 1], BYTE_S) for at in range(len(message))])
SLOW = Layout(_slow)
NO_END = Layout(lambda message: [(message.rstrip(b"\n"), 0.0)])
HALVES = Layout(_halves)
AT_ONCE = Layout(lambda message: [(message, 0.0)], joined=True)

LINES_HINT = (
    "The same integers in the usual lines were answered: it reads whole lines (fgets, getline, readline, input) "
    "or packets (read) where only the integers count, as scanf or cin >> read them"
)
PIECES_HINT = (
    "The same bytes in whole lines were answered: it takes what one read() gives for a whole message, but a pipe "
    "delivers bytes in any pieces"
)
JOINED_HINT = (
    "The same lines one by one were answered: it takes what one read() gives for one message, or throws away what "
    "stands behind its first line, but a pipe delivers bytes in any pieces"
)
SPACE_HINT = (
    "The same integers in the usual lines were answered: it compares or cuts its input by certain "
    "characters, but any white space separates integers"
)


def laid_out(name: str, talk: ByLayout, layout: Layout, hint: str, demand: Demand, *needs: str) -> Examination:
    """Make the examination of a dialogue in another layout.

    If it fails, the same dialogue is held in the plain layout; only if that succeeds the layout is why, as `hint` says,
    and `demand` is what the program does not meet.
    """

    def run(desk: Desk) -> None:
        try:
            talk(desk, layout)
        except FaultError as fault:
            desk.note_dialogue(fault)
            if not _holds(desk, talk):
                raise NotReachedError("the same in the usual layout fails too") from None
            fault.sentence, fault.demand = f"{fault.sentence} {hint}.", demand
            raise

    return Examination(name, run, needs)


def _holds(desk: Desk, talk: ByLayout) -> bool:
    try:
        talk(desk, PLAIN)
    except (FaultError, PlayerError):
        return False
    return True
