"""The examination of an Ataxx engine that speaks UAI, as `docs/protocol-ataxx.md` has it."""

from __future__ import annotations

import re

from arbiter.games import layouts
from arbiter.games.ataxx import law
from arbiter.games.ataxx.notation import read_uai, uai_text
from arbiter.games.ataxx.openings import LAYOUTS, Opening, balanced_opening
from arbiter.games.ataxx.referee import movetime, uai_question
from arbiter.games.dialogues import PLAIN, Demand, Desk, Dialogue, Examination, FaultError, Layout, Manners, show
from arbiter.games.layouts import laid_out

DOCUMENT = "docs/protocol-ataxx.md"
SECTION = "UAI"
BESTMOVE = Demand(
    "Each `go` is answered by one line `bestmove M`, as soon as the search is over, and nothing else is. An extend is "
    "written by its destination, `f2`, a jump `a7c7`, a pass `0000`.",
    DOCUMENT,
    SECTION,
)
HANDSHAKE = Demand("`uai` is answered by `uaiok`, `isready` by `readyok`, at once.", DOCUMENT, SECTION)
ONCE = Demand(
    "Each `go` is answered by one line `bestmove M`, as soon as the search is over, and nothing else is.",
    DOCUMENT,
    SECTION,
)
STOP = Demand("`go infinite` is answered only after `stop`, and then at once.", DOCUMENT, SECTION)
STAY = QUIT = Demand(
    "An engine plays one game after another; `quit` and the end of the input end it.", DOCUMENT, SECTION
)
LEGAL = Demand(
    "An extend puts a new piece on an empty square beside an own piece, in any of the eight directions; a jump moves "
    "an own piece to an empty square at distance two (the larger one of the distances in rows and columns); a pass is "
    "allowed only to a player who has a piece and no move.",
    DOCUMENT,
    "Rules",
)
BEYOND = Demand("An engine that is asked for a move beyond the limit gives one.", DOCUMENT, SECTION)
BYTES = Demand("Lines come in whatever pieces the pipe delivers.", DOCUMENT, SECTION)

MOVETIME_S = 0.02
AT_ONCE_S = 0.2
"""What nobody takes for a delay. Who needs longer plays here, where nobody is told `stop`, as well as others."""
FORCED_PASS = "xoo4/ooo4/ooo4/7/7/7/7 x 0 1"
LONG_JUMPED = "x5o/7/7/7/7/7/o5x x 30 40"
GAMES = ((0, 12), (3, 12), (6, 30), (9, 30))
"""Block layouts, and plies of the opening."""
MOST_PLIES = 400
AS_KNOWN = ("uaiok", "readyok", "bestmove")
FIRST, READY = "`uai`, `isready`", "a move from the start"


def _is_talk(line: bytes) -> bool:
    return not line.split() or line.split()[0].decode("latin-1") not in AS_KNOWN


MANNERS = Manners(BESTMOVE, ONCE, STAY, QUIT, None, _is_talk)


def examinations() -> list[Examination]:
    """List what an engine is examined in."""

    def lay(name: str, layout: Layout, hint: str) -> Examination:
        return laid_out(name, _talk, layout, hint, BYTES, READY)

    def asked(name: str, *fens: str) -> Examination:
        return Examination(name, lambda desk: _positions(desk, fens), (READY,))

    return [
        Examination(FIRST, _handshake),
        Examination(READY, _start, (FIRST,)),
        asked("a pass where there is no move", FORCED_PASS),
        asked("a position beyond 25 jumps", LONG_JUMPED),
        Examination("whole games in one process, with both colours and blocks", _games, (READY,)),
        Examination("`go infinite` until `stop`", _infinite, (READY,)),
        Examination("an unknown command is passed over", _unknown, (READY,)),
        lay("one byte at a time", layouts.BYTES, layouts.PIECES_HINT),
        lay("a slow arbiter, pausing in the middle of a line", layouts.HALVES, layouts.PIECES_HINT),
        Examination("`quit` ends it", _quit, (READY,)),
        Examination("end of input: silence", _end_of_input, (READY,)),
    ]


def _begin(dialogue: Dialogue) -> Dialogue:
    for question, expected in ((b"uai\n", b"uaiok"), (b"uainewgame\nisready\n", b"readyok")):
        answer = _said(dialogue, question)
        if answer.strip() != expected:
            raise FaultError(
                f"Told {show(question)}, it answered {show(answer)} instead of `{expected.decode()}`.", HANDSHAKE
            )
    return dialogue


def _said(dialogue: Dialogue, question: bytes) -> bytes:
    """Ask for what is no move. Raises FaultError."""
    try:
        return dialogue.ask(question)
    except FaultError as fault:
        if fault.demand is BESTMOVE:
            fault.demand = HANDSHAKE
        raise


def _ask(dialogue: Dialogue, start: law.Position, moves: list[str], position: law.Position) -> law.Move:
    """Ask for a move, and judge it. Raises FaultError."""
    line = dialogue.ask(uai_question(law.format_fen(start), moves, movetime(MOVETIME_S)))
    return judged(line, position)


def judged(line: bytes, position: law.Position, asked: str = "") -> law.Move:
    """Read the move of a line `bestmove M`, and judge it. Raises FaultError.

    `asked` is the FEN, if that was another one: of the same position beyond the limit, where a move is due, too.
    """
    words = line.decode("latin-1").split()
    if words[:1] != ["bestmove"] or len(words) < 2:
        raise FaultError(f"It answered {show(line)} instead of `bestmove M`.", BESTMOVE)
    text = words[1]
    where = f"In `{asked or law.format_fen(position)}` it answered {show(text)}"
    board = picture(position)
    if re.fullmatch("[a-g][1-7]-[a-g][1-7]|-", text):
        raise FaultError(f"{where}: that is the course's way to write a move, not UAI's.", BESTMOVE, board=board)
    try:
        move = read_uai(position, text)
        position.play(move)
    except law.MalformedMoveError as error:
        raise FaultError(f"{where}: {error}.", BESTMOVE, board=board) from None
    except law.IllegalMoveError as error:
        raise FaultError(f"{where}, which is illegal: {error}.", BEYOND if asked else LEGAL, board=board) from None
    return move


def picture(position: law.Position) -> str:
    """Draw the board, red and blue by their first letters."""
    rows = [f"{row + 1} {' '.join(position.board[7 * row : 7 * row + 7])}" for row in range(6, -1, -1)]
    return "\n".join([*rows, "  a b c d e f g", f"r red, b blue, X block; {law.NAME[position.mover]} to move"])


# ---- examinations --------------------------------------------------------------------------------------------------


def _handshake(desk: Desk) -> None:
    _begin(desk.open(MANNERS)).quiet("Behind `readyok`")


def _start(desk: Desk) -> None:
    dialogue = _begin(desk.open(MANNERS))
    judged(dialogue.ask(b"position startpos\ngo movetime 20\n"), law.Position())
    dialogue.quiet("Behind its move")
    first = law.Position().play(law.parse_move("a7-b7"))
    judged(dialogue.ask(b"position startpos moves b7\ngo movetime 20\n"), first)
    dialogue.quiet("Behind its move")


def _positions(desk: Desk, fens: tuple[str, ...]) -> None:
    dialogue = _begin(desk.open(MANNERS))
    for fen in fens:
        position = law.parse_fen(fen)
        if position.jumps >= law.JUMP_LIMIT:  # over by our rules, not by those who ask
            line = dialogue.ask(uai_question(fen, [], movetime(MOVETIME_S)))
            judged(line, law.Position(position.board, position.mover), asked=fen)
        else:
            _ask(dialogue, position, [], position)


def _games(desk: Desk) -> None:
    dialogue = _begin(desk.open(MANNERS))
    for number, (layout, plies) in enumerate(GAMES):
        chance = desk.chance("game", number)
        opening: Opening = balanced_opening(LAYOUTS[layout], plies, chance)
        position = start = opening.position()
        own, moves = (law.RED, law.BLUE)[number % 2], list[str]()
        _said(dialogue, b"uainewgame\nisready\n")
        while not position.is_over() and len(moves) < MOST_PLIES:
            mine = position.mover == own
            move = _ask(dialogue, start, moves, position) if mine else chance.choice(position.legal_moves())
            moves.append(uai_text(move))
            position = position.play(move)
        dialogue.quiet("When the game was over")


def _infinite(desk: Desk) -> str:
    """Have it search until it is told `stop`; remark if the answer did not come at once."""
    dialogue = _begin(desk.open(MANNERS))
    dialogue.tell(b"position startpos\ngo infinite\n")
    dialogue.listen(0.2)
    dialogue.quiet("Searching without end, before `stop`")
    try:
        line = dialogue.ask(b"stop\n")
    except FaultError as fault:
        if fault.silent:
            fault.sentence = f"Searching without end, it took no notice of `stop`. {fault.sentence}"
            fault.demand = STOP
        raise
    took_s = dialogue.took_s
    judged(line, law.Position())
    dialogue.quiet("Behind its move")
    return "" if took_s < AT_ONCE_S else f"`stop` was answered after {took_s:.1f} s, not at once"


def _unknown(desk: Desk) -> None:
    dialogue = _begin(desk.open(MANNERS))
    if _said(dialogue, b"xyzzy\n\nisready\n").strip() != b"readyok":
        raise FaultError("An unknown command before `isready` kept it from answering `readyok`.", HANDSHAKE)


def _talk(desk: Desk, layout: Layout = PLAIN) -> None:
    dialogue = _begin(desk.open(MANNERS, layout=layout))
    _ask(dialogue, law.Position(), [], law.Position())
    _ask(dialogue, law.Position(), ["b7"], law.Position().play(law.parse_move("a7-b7")))


def _quit(desk: Desk) -> None:
    dialogue = _begin(desk.open(MANNERS))
    dialogue.tell(b"quit\n")
    dialogue.expect_end("Told `quit`", QUIT, None)


def _end_of_input(desk: Desk) -> None:
    desk.open(MANNERS).finish(" before anything was said")
    _begin(desk.open(MANNERS)).finish(" after `readyok`")
