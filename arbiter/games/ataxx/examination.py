"""The examination of an Ataxx program in the command language of `docs/protocol-ataxx.md`."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterator, Sequence

from arbiter.games import layouts
from arbiter.games.ataxx import law
from arbiter.games.ataxx.examination_uai import DOCUMENT, LEGAL
from arbiter.games.ataxx.examined import COMMANDS, MANNERS, QUIT, RESULT, CourseSession
from arbiter.games.ataxx.openings import LAYOUTS, Opening
from arbiter.games.dialogues import (
    PLAIN,
    Demand,
    Desk,
    Dialogue,
    Examination,
    FaultError,
    Layout,
    NotReachedError,
)
from arbiter.games.layouts import laid_out

AT_START = Demand("At the start Red is manual and Blue automatic.", DOCUMENT, COMMANDS)
BLOCK = Demand(
    "a block on a square and its reflections; only before the first move, and only where all are empty",
    DOCUMENT,
    COMMANDS,
)
UNDO = Demand("takes back one move, and a second one if the program would then be to move", DOCUMENT, COMMANDS)
AUTO = Demand(
    "the program plays colour C (`red`, `blue`), or does not; `auto` acts at once if it is C's turn", DOCUMENT, COMMANDS
)
NEW = Demand("a new game on an empty board", DOCUMENT, COMMANDS)
READING = Demand(
    "One command a line. Capitals do not matter, blanks around words neither; empty lines and what follows a `#` are "
    "ignored.",
    DOCUMENT,
    COMMANDS,
)
WRONG = Demand("A wrong line has no effect and gets one line on standard error.", DOCUMENT, COMMANDS)
SEED = Demand(
    "from now on the program plays by N, a whole number of 64 bits: the same commands then give the same moves",
    DOCUMENT,
    COMMANDS,
)
JUMPS = Demand(
    "The game is over when neither side can move, when a side has no piece, or with the 25th jump in a row of both "
    "players together",
    DOCUMENT,
    "Rules",
)

FIRST, AS_RED = "`dump` prints the board", "`auto red`: a first move"
WHOLE_GAMES = "whole games in one process, with both colours, blocks and openings"
BLOCKS = "blocks and their reflections"
GAMES = ((0, 0), (0, 21), (4, 30), (6, 41), (8, 30), (11, 31))
"""Block layouts, and plies of the opening."""
OWN = {law.RED: b"auto red\n", law.BLUE: b"auto blue\n"}
STEPS = ("a7-c7", "a1-c1", "c7-a7", "c1-a1")
"""Jumps to and fro."""
WRONG_LINES = ("rubbish", "a7-a4", "b2-b3", "d4-d5", "block a7", "-", "manual green", "a7 - b7")
MOST_PLIES = 1000


def random_opening(layout: int, plies: int, chance: random.Random) -> Opening:
    """Give blocks and random moves, fewer if the game would be over."""
    blocks = LAYOUTS[layout]
    position = Opening(blocks).position()
    moves: list[law.Move] = []
    while len(moves) < plies:
        move = chance.choice(position.legal_moves())
        if position.play(move).is_over():
            break
        position = position.play(move)
        moves.append(move)
    return Opening(blocks, tuple(moves))


# ---- examinations --------------------------------------------------------------------------------------------------


def examinations() -> list[Examination]:
    """List what a program of the course is examined in."""

    def lay(name: str, layout: Layout, hint: str) -> Examination:
        return laid_out(name, _talk, layout, hint, READING, AS_RED)

    return [
        Examination(FIRST, _first_dump),
        Examination(AS_RED, _as_red, (FIRST,)),
        Examination("Blue is automatic at the start", _as_blue, (FIRST,)),
        Examination(BLOCKS, _blocks, (FIRST,)),
        Examination("moves of a person, passes among them", _by_hand, (BLOCKS,)),
        Examination("`undo`", _undo, (AS_RED,)),
        Examination("the end with the 25th jump in a row", _jumps, (FIRST,)),
        Examination(WHOLE_GAMES, _whole_games, (AS_RED,)),
        Examination("both colours automatic", _both, (AS_RED,)),
        Examination("wrong lines have no effect", _wrong_lines, (FIRST,)),
        Examination("capitals, blanks, comments and empty lines", _words, (AS_RED,)),
        Examination("the same seed, the same moves", _seed, (AS_RED,)),
        lay("one byte at a time", layouts.BYTES, layouts.PIECES_HINT),
        lay("a slow arbiter, pausing in the middle of a line", layouts.HALVES, layouts.PIECES_HINT),
        lay("many commands at once", layouts.AT_ONCE, layouts.JOINED_HINT),
        Examination("`quit` and `q`: silence and exit status 0", _quit, (FIRST,)),
        Examination("end of input: the same", _end_of_input, (AS_RED,)),
    ]


@contextlib.contextmanager
def demanded(demand: Demand) -> Iterator[None]:
    """Say what is demanded of a program that is silent."""
    try:
        yield
    except FaultError as fault:
        if fault.silent:
            fault.demand = demand
        raise


def _first_dump(desk: Desk) -> None:
    session = CourseSession(desk.open(MANNERS))
    session.dump("At the start")
    session.dialogue.quiet("Behind the board")


def _as_red(desk: Desk) -> None:
    session = CourseSession(desk.open(MANNERS), Opening(), law.RED)
    with demanded(AUTO):
        session.ask(OWN[law.RED])
    session.dialogue.quiet("Behind its move, with Blue manual")
    session.dump("After its move")


def _as_blue(desk: Desk) -> None:
    session = CourseSession(desk.open(MANNERS))
    session.dialogue.quiet("At the start, with Red to move by hand")
    with demanded(AT_START):
        session.ask(session.move(law.parse_move("a7-b6")))
    session.dialogue.quiet("Behind its move, with Red manual")
    session.dump("After its move")


def _by_hand(desk: Desk) -> None:
    """Play random moves of both sides; in games with many blocks some of them are passes."""
    dialogue = desk.open(MANNERS)
    passes = 0
    for number in range(6):
        chance = desk.chance("by hand", number)
        opening = random_opening((0, 7, 11)[number % 3], 60, chance)
        session = CourseSession(dialogue, opening)
        passes += law.PASS in opening.moves
        session.dump(f"After {len(opening.moves)} moves of a person" + (", a pass among them," * (passes > 0)), LEGAL)
    dialogue.quiet("With both colours manual")


def _blocks(desk: Desk) -> None:
    dialogue = desk.open(MANNERS)
    session = CourseSession(dialogue, Opening())
    for name in ("d4", "b2", "c4"):
        session.tell(f"block {name}")
        session.position = session.position.block(law.SQUARE[name])
        session.dump(f"After `block {name}`", BLOCK)
    for name, why in (("a1", "where pieces are"), ("b6", "where a block is")):
        session.tell(f"block {name}")
        session.dump(f"After `block {name}`, {why}", BLOCK)
    session.tell("a7-b7", "block d2")
    session.position = session.position.play(law.parse_move("a7-b7"))
    session.dump("After `block d2` behind the first move", BLOCK)
    session.tell("new")
    session.position = law.Position()
    session.dump("After `new`", NEW)


def _undo(desk: Desk) -> None:
    session = CourseSession(desk.open(MANNERS), Opening())
    before = session.position
    session.tell("a7-c7", "g7-f6")
    session.move(law.parse_move("a7-c7"))
    middle = session.position
    session.move(law.parse_move("g7-f6"))
    session.dump("After two moves", UNDO)
    for position, what in ((middle, "`undo`"), (before, "a second `undo`"), (before, "`undo` with nothing to undo")):
        session.tell("undo")
        session.position = position
        session.dump(f"After {what}, both colours manual", UNDO)
    session.tell("auto blue")
    session.ask(session.move(law.parse_move("a7-b7")))
    session.tell("undo")
    session.dialogue.quiet("After a move of Red, the program's answer, and `undo`", UNDO)
    session.position = before
    session.dump("After a move of Red, the program's answer, and one `undo`", UNDO)


def _jumps(desk: Desk) -> None:
    """Jump to and fro until the game is over; before that a game of some jumps, which must not count."""
    dialogue = desk.open(MANNERS)
    session = CourseSession(dialogue, Opening(moves=_moves(STEPS * 3)))
    dialogue.quiet(f"After {3 * len(STEPS)} jumps in a row", JUMPS)
    session = CourseSession(dialogue, Opening())
    for number in range(1, law.JUMP_LIMIT + 1):
        command = session.move(law.parse_move(STEPS[(number - 1) % len(STEPS)]))
        if number < law.JUMP_LIMIT:
            dialogue.tell(command)
            if number > law.JUMP_LIMIT - 3:
                dialogue.quiet(f"After some jumps, `new`, and {number} jumps", JUMPS)
    session.result(command)
    dialogue.quiet("Behind the result", RESULT)


def _whole_games(desk: Desk) -> None:
    dialogue = desk.open(MANNERS)
    for number, (layout, plies) in enumerate(GAMES):
        own = (law.RED, law.BLUE)[number % 2]
        _game(desk, dialogue, own, random_opening(layout, plies, desk.chance("opening", number)), number)


def _game(desk: Desk, dialogue: Dialogue, own: str, opening: Opening, number: int) -> None:
    session, chance, plies = CourseSession(dialogue, opening, own), desk.chance("game", number), 0
    session.dump("After `new`, blocks and the moves of an opening" if opening.text() else "After `new`", NEW)
    command = OWN[own]
    if session.position.mover != own:
        dialogue.tell(command)
        command = b""
    while not session.position.is_over() and plies < MOST_PLIES:
        plies += 1
        if session.position.mover == own:
            session.ask(command)
            command = b""
        else:
            command = session.move(chance.choice(session.position.legal_moves()))
            if session.position.mover != own or session.position.is_over():
                break
    if not session.position.is_over():
        raise NotReachedError(f"game {number + 1} did not end within {MOST_PLIES} moves")
    session.result(command)
    dialogue.quiet("Behind the result", RESULT)
    session.dump("At the end of a game", LEGAL)


def _both(desk: Desk) -> None:
    dialogue = desk.open(MANNERS)
    session = CourseSession(dialogue, random_opening(11, 44, desk.chance("both")))
    other = law.OPPONENT[session.position.mover]
    dialogue.tell(OWN[other])
    dialogue.quiet(f"After `{OWN[other].decode().strip()}`, when the other colour was to move", AUTO)
    session.ask(OWN[session.position.mover])
    for _ in range(MOST_PLIES):
        if session.position.is_over():
            break
        session.goes_on()
    session.result()
    dialogue.quiet("Behind the result", RESULT)


def _wrong_lines(desk: Desk) -> None:
    dialogue = desk.open(MANNERS)
    session = CourseSession(dialogue, Opening())
    session.dump("At the start")
    for text in WRONG_LINES:
        before = dialogue.examinee.lines_said()
        session.tell(text)
        dialogue.quiet(f"After the wrong line `{text}`", WRONG)
        session.dump(f"After the wrong line `{text}`", WRONG)
        lines = dialogue.examinee.lines_said() - before
        if lines != 1:
            what = f"The wrong line `{text}` got {lines or 'no'} lines on standard error, where one is expected."
            raise FaultError(what, WRONG)


def _words(desk: Desk) -> None:
    dialogue = desk.open(MANNERS)
    session = CourseSession(dialogue)
    session.tell("", "   ", "# a comment", "  MANUAL   Blue  # nobody is automatic", "A7-B6", "\tblock d4  ")
    session.move(law.parse_move("a7-b6"))
    session.dump("After capitals, blanks, comments and empty lines", READING)


SEEDED_MOVES = 4
"""Of the program, unless the game is over before: who plays well may win in as many."""


def _seed(desk: Desk) -> None:
    """Play the same commands in two processes."""
    played = []
    for _ in range(2):
        session = CourseSession(desk.open(MANNERS), Opening(), law.RED)
        session.tell("seed 42")
        moves = [session.ask(OWN[law.RED])]
        chance = desk.chance("seed")
        while len(moves) < SEEDED_MOVES and (legal := session.position.legal_moves()):
            command = session.move(chance.choice(legal))
            if session.position.is_over():
                break
            moves.append(session.ask(command))
        played.append(moves)
    for number, (one, other) in enumerate(zip(*played, strict=False), 1):
        if one != other:
            what = f"Two processes were told the same, `seed 42` among it; move {number} was"
            raise FaultError(
                f"{what} `{law.format_move(one)}` in one and `{law.format_move(other)}` in the other.", SEED
            )


def _talk(desk: Desk, layout: Layout = PLAIN) -> None:
    dialogue = desk.open(MANNERS, layout=layout)
    session = CourseSession(dialogue, Opening(("d4",), _moves(("a7-b7", "a1-b2"))), law.RED)
    session.ask(OWN[law.RED])
    session.ask(session.move(desk.chance("talk").choice(session.position.legal_moves())))
    session.dump("After these moves")


def _moves(texts: Sequence[str]) -> tuple[law.Move, ...]:
    return tuple(map(law.parse_move, texts))


def _quit(desk: Desk) -> None:
    for word in ("quit", "q"):
        session = CourseSession(desk.open(MANNERS))
        session.dump("At the start")
        session.tell(word)
        session.dialogue.expect_end(f"Told `{word}`", QUIT, 0)


def _end_of_input(desk: Desk) -> None:
    desk.open(MANNERS).finish(" before anything was said")
    session = CourseSession(desk.open(MANNERS), Opening(), law.RED)
    session.ask(OWN[law.RED])
    session.dialogue.finish(" in the middle of a game")
