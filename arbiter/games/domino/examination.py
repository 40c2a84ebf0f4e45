"""The examination of a Domino program that answers `--challenge`, to the byte of `docs/protocol-domino.md`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from arbiter.games import layouts
from arbiter.games.dialogues import PLAIN, Demand, Desk, Dialogue, Examination, FaultError, Layout, Manners, show
from arbiter.games.domino.law import Move, Tile, Verdict, judge, read_hand
from arbiter.games.domino.plane import PlaneMove
from arbiter.games.domino.plane import judge as judge_plane
from arbiter.games.domino.puzzle import random_hand
from arbiter.games.domino.referee import CHALLENGE, PLANE, hand_text
from arbiter.games.layouts import laid_out

DOCUMENT = "docs/protocol-domino.md"
SECTION = "Challenge: a hand in, a line out"
LINE = Demand(
    "It writes one line to standard output: triples of a letter and two numbers, each followed by one space, the "
    "digits as they lie from left to right when the tile is placed, special tiles with their code.",
    DOCUMENT,
    SECTION,
)
READING = Demand(
    "`program --challenge` reads from standard input, as `scanf` does, N and then N pairs of integers; white space is "
    "free, `21 12` is `12 21`, and what follows the last pair is not read.",
    DOCUMENT,
    SECTION,
)
EMPTY = Demand("No tile at all (`0`) gives an empty line.", DOCUMENT, SECTION)
BAD = Demand(
    "Anything that is not such a hand (no integer, a pair that is no tile, a negative N, too few numbers) is one line "
    "on standard error, an exit status other than 0, and nothing on standard output.",
    DOCUMENT,
    SECTION,
)
ENDS = Demand("A program has until `--time` to answer and end.", DOCUMENT, "The referee")
ROW = Demand(
    "Each further one goes to the left (`L`) or right (`R`) end of the row, where the touching digits must be equal "
    "when it is placed. The game is over when no tile in hand fits; one may not stop earlier",
    DOCUMENT,
    "The row",
)
MANNERS = Manners(LINE, LINE, LINE, ENDS, None)

LINE_2D = Demand(
    "With `--challenge --2d` a program writes its board in the same way: one line of moves `S a b`, `H row column a b` "
    "and `V row column a b`, with a mark behind where one is needed, each word followed by one space.",
    DOCUMENT,
    "Two dimensions (`--2d`)",
)
BOARD = Demand(
    "Every contact of halves of different tiles side by side must match; 0 is wild.",
    DOCUMENT,
    "Two dimensions (`--2d`)",
)

EXAMPLE = "4\n3 4\n1 3\n4 5\n2 2\n"
NO_TILE = "0\n"
UNPLAYABLE = "2\n11 11\n12 21\n"
SMALL = ("1\n6 6\n", "1\n0 0\n", "2\n1 2\n3 4\n", "3\n1 1\n1 1\n1 1\n")
TURNED = ("4\n4 3\n3 1\n5 4\n2 2\n", "2\n1 2\n21 12\n")
WITH_MORE = "4\n3 4\n1 3\n4 5\n2 2\n6 6\nand so on\n"
BAD_HANDS = ("", "x\n", "-1\n", "2\n1 2\n", "2\n1 2\n3\n", "1\n1 7\n", "1\n0 3\n", "1\n11 12\n", "1\n1 x\n")
RANDOM_SIZES = (2, 5, 12, 20, 40)
FIRST = "the hand of the document's example"


class Variety(NamedTuple):
    """A game that is examined: how a program is started, what its moves look like, which demands it may fail."""

    arguments: tuple[str, ...]
    move: bytes
    letters: str
    sample: str
    line: Demand
    rules: Demand
    judge: Callable[[list[Tile], str], Verdict[Move] | Verdict[PlaneMove]]

    def is_exact(self, output: bytes) -> bool:
        """Tell whether that is a line to the byte."""
        return re.fullmatch(rb"(?:%b )*\n" % self.move, output) is not None

    def is_forgiven(self, output: bytes) -> bool:
        """Tell whether it is one that the referee takes."""
        return re.fullmatch(rb"(?:%b(?: |$))*\n?" % self.move, output, re.MULTILINE) is not None


ROWS = Variety(CHALLENGE, rb"[SLR] [0-9]+ [0-9]+", "S, L and R", "S 1 3 R 3 4 ", LINE, ROW, judge)
BOARDS = Variety(
    (*CHALLENGE, PLANE),
    rb"(?:S|[HV] -?[0-9]+ -?[0-9]+) [0-9]+ [0-9]+(?: [<>])?",
    "S, H and V",
    "S 1 3 H 0 2 3 4 ",
    LINE_2D,
    BOARD,
    judge_plane,
)


def examinations(plane: bool = False) -> list[Examination]:
    """List what a program is examined in, one that lays boards in two dimensions or one that lays rows."""
    variety = BOARDS if plane else ROWS

    def lay(name: str, layout: Layout, hint: str, text: str = EXAMPLE) -> Examination:
        return laid_out(name, lambda desk, how: _hand(desk, variety, text, how), layout, hint, READING, FIRST)

    def hands(name: str, *texts: str) -> Examination:
        return Examination(name, lambda desk: _hands(desk, variety, texts), (FIRST,))

    return [
        Examination(FIRST, lambda desk: _hand(desk, variety, EXAMPLE)),
        Examination("the line, to the byte", lambda desk: _to_the_byte(desk, variety), (FIRST,)),
        hands("small hands", *SMALL),
        Examination("no tile at all: an empty line", lambda desk: _empty(desk, variety, NO_TILE), (FIRST,)),
        Examination(
            "no tile that can be the first: the same", lambda desk: _empty(desk, variety, UNPLAYABLE), (FIRST,)
        ),
        Examination("random hands", lambda desk: _hands(desk, variety, _random(desk, special=False)), (FIRST,)),
        Examination(
            "random hands with special tiles", lambda desk: _hands(desk, variety, _random(desk, special=True)), (FIRST,)
        ),
        Examination("tiles written the other way round", lambda desk: _turned(desk, variety), (FIRST,)),
        lay("all integers on one line", layouts.ONE_LINE, layouts.LINES_HINT),
        lay("one integer a line", layouts.LINE_EACH, layouts.LINES_HINT),
        lay("empty lines", layouts.EMPTY_LINES, layouts.LINES_HINT),
        lay("lines that end with CR LF", layouts.CR_LF, layouts.SPACE_HINT),
        lay("several blanks and tabs between integers", layouts.SPACE, layouts.SPACE_HINT),
        lay("no newline at the end of the input", layouts.NO_END, layouts.LINES_HINT),
        lay("one byte at a time", layouts.BYTES, layouts.PIECES_HINT),
        lay("a slow arbiter, pausing in the middle of the hand", layouts.HALVES, layouts.PIECES_HINT),
        Examination("input that goes on behind the last pair", lambda desk: _hand(desk, variety, WITH_MORE), (FIRST,)),
        Examination("an answer before the end of the input", lambda desk: _open_input(desk, variety), (FIRST,)),
        Examination(
            "what is no hand: one line on standard error, a status other than 0",
            lambda desk: _bad_hands(desk, variety),
            (FIRST,),
        ),
    ]


def _random(desk: Desk, *, special: bool) -> list[str]:
    chance = desk.chance("hands", special)
    return [hand_text(random_hand(size, special, chance)) for size in RANDOM_SIZES]


def _hands(desk: Desk, variety: Variety, texts: Sequence[str]) -> None:
    for text in texts:
        _hand(desk, variety, text)
        desk.close()


def _turned(desk: Desk, variety: Variety) -> None:
    try:
        _hands(desk, variety, TURNED)
    except FaultError as fault:
        fault.demand = READING if fault.demand is variety.line else fault.demand
        raise


def _open(desk: Desk, variety: Variety, text: str, layout: Layout = PLAIN) -> Dialogue:
    dialogue = desk.open(MANNERS, layout=layout, arguments=variety.arguments)
    dialogue.tell(text.encode())
    dialogue.flush()
    return dialogue


def _hand(desk: Desk, variety: Variety, text: str, layout: Layout = PLAIN) -> None:
    """Let the program play a hand, and judge its line. Raises FaultError."""
    dialogue = _open(desk, variety, text, layout)
    dialogue.examinee.end_input()
    _judge(dialogue, variety, text, _output(dialogue, variety.line))


def _output(dialogue: Dialogue, demand: Demand) -> bytes:
    """Give all that it writes until it has ended. Raises FaultError."""
    limit_s = dialogue.examinee.limits.time_s
    output, late = dialogue.examinee.output()
    output = dialogue.unread + output
    if late and not output:
        raise FaultError(f"It wrote nothing within {limit_s:g} s.", demand)
    if late:
        raise FaultError(f"It wrote {show(output)}, but did not end within {limit_s:g} s.", ENDS)
    if not output:
        how = dialogue.examinee.how_it_ended() or "closed its output"
        raise FaultError(f"It {how} and wrote nothing to standard output.", demand)
    return output


def _judge(dialogue: Dialogue, variety: Variety, text: str, output: bytes) -> None:
    if not variety.is_forgiven(output):
        raise FaultError(f"It wrote {show(output)}: {_why_not(variety, output)}.", variety.line)
    verdict = variety.judge(read_hand(text), output.decode("latin-1"))
    if verdict.reason:
        what = f"It wrote {show(output)}; move {verdict.at} of that is wrong: {verdict.reason}."
        raise FaultError(what, variety.rules, board=f"hand: {' '.join(text.split()[1:])}")


def _to_the_byte(desk: Desk, variety: Variety) -> None:
    """Look for what the referee forgives."""
    dialogue = _open(desk, variety, EXAMPLE)
    dialogue.examinee.end_input()
    if not variety.is_exact(output := _output(dialogue, variety.line)):
        raise FaultError(f"It wrote {show(output)}: {_why_not(variety, output)}.", variety.line)


def _why_not(variety: Variety, output: bytes) -> str:
    """Say what is wrong with a line that is not written as it should be."""
    if output.endswith(b"\r\n") and variety.is_exact(output[:-2] + b"\n"):
        return "the line ends with CR LF, `\\r\\n`, where one newline, `\\n`, is expected"
    if variety.is_exact(output + b"\n"):
        return "the newline at the end is missing (which the referee forgives)"
    if variety.is_exact(output.replace(b"\n", b" \n")):
        return "the last number, too, is followed by one space before the newline (which the referee forgives)"
    if variety.is_exact(output + b" \n"):
        return "one space and the newline at the end are missing (which the referee forgives)"
    if output.count(b"\n") > 1:
        lines = output.splitlines(keepends=True)
        right = next((line for line in lines if len(line) > 1 and variety.is_exact(line)), None)
        beside = f", and only {show(right)} belongs there" if right else ""
        return f"that is {len(lines)} lines where one is expected{beside}"
    if variety.is_exact(output.upper()):
        return f"the letters are {variety.letters}, in capitals"
    if (ROWS if variety is BOARDS else BOARDS).is_forgiven(output):
        return f"those are moves of the game in {'one dimension' if variety is BOARDS else 'two dimensions'}"
    if re.search(variety.move + rb" ", output):
        return "there is other text around the moves"
    return f"that is not a line of moves such as `{variety.sample}\\n`"


def _empty(desk: Desk, variety: Variety, text: str) -> None:
    dialogue = _open(desk, variety, text)
    dialogue.examinee.end_input()
    if (output := _output(dialogue, EMPTY)) != b"\n":
        raise FaultError(f"Given {show(text)}, it wrote {show(output)} instead of an empty line, `\\n`.", EMPTY)


def _open_input(desk: Desk, variety: Variety) -> None:
    dialogue = _open(desk, variety, EXAMPLE)
    limit_s = dialogue.examinee.limits.time_s
    output, late = dialogue.examinee.output()
    if late:
        dialogue.examinee.mark(f"{'no end' if output else 'nothing'} for {limit_s:g} s")
        dialogue.examinee.end_input()
        rest, _ = dialogue.examinee.output()
        when = f"It wrote {show(rest)} only when its input ended" if rest else "It did not end before its input did"
        raise FaultError(f"{when}: it reads on behind the last pair.", READING)
    _judge(dialogue, variety, EXAMPLE, dialogue.unread + output)


def _bad_hands(desk: Desk, variety: Variety) -> None:
    for text in BAD_HANDS:
        dialogue = _open(desk, variety, text)
        dialogue.examinee.end_input()
        limit_s = dialogue.examinee.limits.time_s
        output, late = dialogue.examinee.output()
        output = dialogue.unread + output
        how = "" if late else dialogue.examinee.how_it_ended()
        given = f"Given {show(text)}, which is no hand, it" if text else "Given no input at all, it"
        if output:
            raise FaultError(f"{given} wrote {show(output)} to standard output.", BAD)
        if not how:
            raise FaultError(f"{given} did not end within {limit_s:g} s.", BAD)
        if "exit status" not in how or how.endswith(" 0"):
            raise FaultError(f"{given} {how}.", BAD)
        said = dialogue.examinee.said()
        if said.count("\n") != 1 or not said.strip():
            lines = said.count("\n") if said.endswith("\n") or not said else said.count("\n") + 1
            raise FaultError(f"{given} wrote {lines or 'no'} lines to standard error, where one is expected.", BAD)
        desk.close()
