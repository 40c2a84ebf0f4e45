"""A dialogue with an Ataxx program in the command language of `docs/protocol-ataxx.md`, and the position it is in."""

from __future__ import annotations

import re

from arbiter.games.ataxx import law
from arbiter.games.ataxx.examination_uai import DOCUMENT, LEGAL, picture
from arbiter.games.ataxx.notation import read_course
from arbiter.games.ataxx.openings import Opening
from arbiter.games.ataxx.referee import answered, forgiven, set_up
from arbiter.games.dialogues import Demand, Dialogue, FaultError, Manners, show

COMMANDS, OUTPUT = "The command language", "Output"
MOVE = RESULT = Demand(
    "The program writes its own moves, such as `* Red moves a7-b7.`, and the result, `* Red wins.`, `* Blue wins.` or "
    "`* Draw.`, each alone on a line, the result once, right after the last move.",
    DOCUMENT,
    OUTPUT,
)
AT_ONCE = Demand(
    "Its output must reach the pipe at once, so it must be unbuffered or flushed.",
    DOCUMENT,
    OUTPUT,
)
ONLY = Demand(
    "No other line begins with `*`, or contains `passes`, `wins`, `Draw` or `moves`.",
    DOCUMENT,
    OUTPUT,
)
DUMP = Demand(
    "`dump` prints `===`, seven rows such as `  r - - - - - b`, row 7 first, and `===`, with `r`, `b`, `X` for blocks, "
    "and `-`; nothing else contains `===`",
    DOCUMENT,
    OUTPUT,
)
QUIT = STAY = Demand(
    "A program goes on until `quit`, `q` or the end of its input; then it leaves, with status 0, and writes nothing "
    "more.",
    DOCUMENT,
    COMMANDS,
)

TITLE = {law.RED: "Red", law.BLUE: "Blue"}
MARK = b"==="


def _text(line: bytes) -> bytes:
    """Cut a prompt off."""
    return re.sub(rb"^.*[>:] ?(?=\*|===)", b"", line)


def _is_talk(line: bytes) -> bool:
    text = _text(line)
    return not (text.startswith(b"*") or re.search(rb"passes|wins|Draw|moves|===", text))


MANNERS = Manners(AT_ONCE, ONLY, STAY, QUIT, 0, _is_talk)


class CourseSession:
    """A dialogue, and the position in which it is."""

    def __init__(self, dialogue: Dialogue, opening: Opening | None = None, own: str = "") -> None:
        """Begin; with an opening, set it up as the arbiter does for a program that will play `own`, or nobody."""
        self.dialogue, self.own = dialogue, own
        self.position = law.Position()
        if opening is not None:
            self.position = opening.position()
            self.tell(*set_up(own or law.RED, opening, None))

    def tell(self, *lines: str) -> None:
        """Send commands that have no answer."""
        self.dialogue.tell("".join(f"{line}\n" for line in lines).encode())

    def move(self, move: law.Move) -> bytes:
        """Play a move of the opponent; give the command."""
        self.position = self.position.play(move)
        return f"{law.format_move(move)}\n".encode()

    def ask(self, command: bytes) -> law.Move:
        """Have the program move. Raises FaultError."""
        return self._judge(self.dialogue.ask(command), command)

    def goes_on(self) -> law.Move:
        """Take the next move, for which there is no further command. Raises FaultError."""
        return self._judge(self.dialogue.answer(), b"")

    def _judge(self, line: bytes, command: bytes) -> law.Move:
        position, mover = self.position, self.position.mover
        after = f"After {show(command)} it" if command else "It"
        board = picture(position)
        found = re.fullmatch(rb"\* (Red|Blue) moves (\S+)\.", _text(line))
        if not found:
            why = f"{_why_not(line, TITLE[mover])}{_forgiven(line, mover)}"
            raise FaultError(f"{after} wrote {show(line + chr(10).encode())}: {why}.", MOVE, board=board)
        title, text = (group.decode("latin-1") for group in found.groups())
        if title != TITLE[mover]:
            what = f"{after} wrote {show(line)}, but it is {TITLE[mover]} that is to move."
            raise FaultError(what, MOVE, board=board)
        try:
            move = read_course(text)
            self.position = position.play(move)
        except law.MalformedMoveError as error:
            small = _forgiven(line, mover)
            why = f"its letters are small ones, `{text.lower()}`{small}" if small else str(error)
            raise FaultError(f"{after} wrote {show(line)}: {why}.", MOVE, board=board) from None
        except law.IllegalMoveError as error:
            what = f"{after} moved {show(text)}, which is illegal: {error}."
            raise FaultError(what, LEGAL, board=board) from None
        return move

    def result(self, command: bytes = b"") -> None:
        """Hear the result of a game that is over. Raises FaultError."""
        winner = self.position.winner()
        expected = f"* {TITLE[winner]} wins." if winner else "* Draw."
        red, blue = self.position.score()
        try:
            line = self.dialogue.ask(command) if command else self.dialogue.answer()
        except FaultError as fault:
            fault.sentence = f"The game was over, {red} to {blue}, but no result came. {fault.sentence}"
            fault.demand, fault.board = RESULT, picture(self.position)
            raise
        if _text(line) != expected.encode():
            what = f"The game was over, {red} to {blue}; it wrote {show(line)} instead of `{expected}`."
            raise FaultError(what, RESULT, board=picture(self.position))

    def dump(self, after: str, demand: Demand = DUMP) -> None:
        """Make sure that the program's board is ours. Raises FaultError."""
        got: list[bytes] = []

        def second_mark(line: bytes) -> bytes | None:
            if not got and _text(line) != MARK:
                return None if _is_talk(line) else line
            got.append(_text(line))
            return line if (len(got) > 1 and MARK in line) or len(got) > 9 else None

        last = self.dialogue.ask(b"dump\n", judged=second_mark)
        expected = dump_lines(self.position)
        if not got:
            raise FaultError(f"Told `dump`, it wrote {show(last)}, not `===`.", DUMP)
        for number, (line, right) in enumerate(zip(got, expected, strict=False), 1):
            if line != right:
                wrong = f"line {number} of `dump` is {show(line)} instead of {show(right)}"
                kind = DUMP if line.replace(b" ", b"") == right.replace(b" ", b"") else demand
                raise FaultError(f"{after}, {wrong}.", kind, board=picture(self.position))
        if len(got) != len(expected):
            raise FaultError(f"{after}, `dump` has {len(got)} lines instead of {len(expected)}.", DUMP)


def dump_lines(position: law.Position) -> list[bytes]:
    """Give what `dump` prints."""
    board = position.board
    return [MARK, *(f"  {' '.join(board[at : at + 7])}".encode() for at in range(42, -1, -7)), MARK]


def _why_not(line: bytes, title: str) -> str:
    text = line.decode("latin-1")
    if text.endswith("\r"):
        return "the line ends with CR LF, `\\r\\n`, where one newline, `\\n`, is expected"
    if re.search("(wins|Draw)", text):
        return f"that is a result, but the game goes on, and {title} is to move"
    if re.fullmatch(r" *\* (Red|Blue) passes\.", text):
        return f"a pass is written `* {title} moves -.`"
    if re.fullmatch(r" *\* (Red|Blue) moves \S+", text):
        return "the full stop at the end is missing"
    if re.search(r"[a-g][1-7]-[a-g][1-7]", text):
        return f"a move is written `* {title} moves a7-b7.`, alone on its line"
    return f"a move of {title} was expected, such as `* {title} moves a7-b7.`"


def _forgiven(line: bytes, mover: str) -> str:
    """Say so if the referee takes a line that is not as the protocol has it for a move."""
    colour, move = answered(line) or ("", b"")
    try:
        read_course(forgiven(move))
    except law.MalformedMoveError:
        return ""
    return " (which the referee forgives)" if colour == law.NAME[mover] else ""
