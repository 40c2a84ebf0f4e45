"""The examination of an Othello player, to the byte of `docs/protocol-othello.md`."""

from __future__ import annotations

import random
from collections.abc import Callable

from arbiter.check import games, layouts
from arbiter.check.desk import Desk
from arbiter.check.dialogue import Dialogue, Layout, Manners, explain
from arbiter.check.games import FirstMove, in_process
from arbiter.check.layouts import laid_out
from arbiter.games.dialogues import Demand, Examination, FaultError, NotReachedError, show
from arbiter.games.othello import law

BLACK, WHITE, OVER = b"1\n", b"0\n", b"-1 -1\n"
DOCUMENT = "docs/protocol-othello.md"
ANSWER = Demand(
    "An answer is the row, one space, the column, one newline, and must reach the pipe at once, so the output must be "
    "unbuffered or flushed.",
    DOCUMENT,
    "Protocol",
)
ONLY = Demand(
    "A player writes only its moves, and only when it is asked: after `1`, and after each move of the opponent.",
    DOCUMENT,
    "Protocol",
)
COLOUR = Demand(
    "`1`: you are black, answer with your first move. `0`: you are white, answer nothing.", DOCUMENT, "Protocol"
)
OVER_DEMAND = Demand(
    "`-1 -1`: the game is over; answer nothing, the next line is a colour again.", DOCUMENT, "Protocol"
)
STAY = Demand("A player plays one game after another and never ends by itself.", DOCUMENT, "Protocol")
GAMES = Demand("A player plays one game after another; each begins with the same four discs.", DOCUMENT, "Protocol")
LEGAL = Demand(
    "A move puts a disc on an empty square and turns over at least one unbroken line of opponent's discs, to the left, "
    "right, up or down.",
    DOCUMENT,
    "Rules",
)
READING = Demand(
    "A player reads integers as scanf does: any white space separates them, lines and pieces mean nothing.",
    DOCUMENT,
    "Reading and ending",
)
END = Demand(
    "At the end of its input, or at something that is no integer, a player ends with exit status 255 and writes "
    "nothing more to standard output.",
    DOCUMENT,
    "Reading and ending",
)
MANNERS = Manners(ANSWER, ONLY, STAY, END, 255)

AS_BLACK = "a first move as black"
AS_WHITE = "as white: wait for black's move, then answer"
WHOLE_GAMES = "whole games in one process, with both colours"
END_OF_GAME = "`-1 -1` ends a game, is not answered, and the next one begins"
BOTH_ENDS = "games that end after its own move, and after the opponent's"
ONE_LINE = "several integers on one line"
START_S = 0.1
"""How much longer than the first move of black took we listen for one that white must not make."""
END_GAMES = [(law.BLACK, 1), (law.WHITE, 1), (law.BLACK, 1)]
FAILED_GAMES = [(law.WHITE, 0), (law.WHITE, 2), (law.WHITE, 0), (law.BLACK, 2), (law.BLACK, 1)]
"""Colours, and questions before the end."""
FEW_GAMES, MOST_GAMES = 4, 8
SIDES = {law.BLACK: "black", law.WHITE: "white"}


class Game(games.Game):
    """One game, in which the program plays `own`."""

    manners, fresh = MANNERS, GAMES

    def __init__(self, dialogue: Dialogue, own: str, position: law.Position | None = None) -> None:
        """Begin a game; with a position, one that the program has been told already."""
        super().__init__(dialogue)
        self.own, self.position = own, position or law.Position()
        self._moves: list[int] = []  # of both
        if own == law.WHITE and position is None:
            self.tell(WHITE)

    def question(self, opponent: random.Random, *, pressing: bool = False) -> bytes:
        """Play the opponent's move, if it is its turn; give what the program is to be asked.

        The move is a random one, or with `pressing` the one that leaves the program fewest moves.
        """
        if self.position.mover == self.own:
            return BLACK
        moves = self.position.legal_moves()
        if not pressing:
            return self.move(opponent.choice(moves))
        return self.move(min(moves, key=lambda move: len(self.position.play(move).legal_moves())))

    def move(self, square: int) -> bytes:
        """Play a move of the opponent; give it as a question."""
        self.position = self.position.play(square)
        self._moves.append(square)
        return f"{law.TEXT[square]}\n".encode()

    def judge(self, line: bytes) -> None:
        """Play the move of a line. Raises FaultError."""
        self.position = self._judged(line)
        self._moves.append(law.SQUARE[line.decode("ascii")])

    def is_legal(self, line: bytes) -> bool:
        """Tell whether a line is a legal move."""
        return self._is_move(line.decode("latin-1"))

    def end(self) -> None:
        """Tell that the game is over, and make sure that this is not answered. Raises FaultError."""
        self.dialogue.tell(OVER)
        self.dialogue.quiet("After `-1 -1`, when the game was over", OVER_DEMAND)

    def _judged(self, line: bytes) -> law.Position:
        position = self.position
        try:
            return position.play(law.parse_move(line.decode("latin-1")))
        except law.MalformedMoveError as error:
            why = explain(line, self.dialogue.unread, r"-?\d+ *[ ,;:] *-?\d+", self._is_move)
            raise FaultError(f"It answered {show(line + chr(10).encode())}: {why}; {error}.", ANSWER) from None
        except law.IllegalMoveError as error:
            where = f"In move {64 - position.board.count(law.EMPTY) - 3} of the game, as {SIDES[self.own]},"
            what = f"{where} it answered {show(line)}, which is illegal: {error}{self._meant(line.decode())}."
            raise FaultError(what, LEGAL, board=picture(position)) from None

    def _is_move(self, text: str) -> bool:
        return text in law.SQUARE and bool(self.position.captures(law.SQUARE[text]))

    def _meant(self, text: str) -> str:
        """Guess what an illegal move was meant to be."""
        row, column = map(int, text.split())
        told = "1" if self.own == law.BLACK else "0"
        other = law.Position(self.position.board, law.OPPONENT[self.own])
        square = law.SQUARE.get(text)
        if square is not None and other.captures(square):
            return f". It would be legal for {SIDES[other.mover]}, but it was told `{told}`, {SIDES[self.own]}"
        if self._is_reread(lambda r, c: (r - 1, c - 1), row, column):
            return ". Counted from 1 all its moves would be legal, but rows and columns are counted from 0"
        if self._is_reread(lambda r, c: (c, r), row, column):
            return ". Read column first all its moves would be legal, but the row comes first"
        if square is not None and self.position.board[square] == law.EMPTY and _diagonal(self.position, square):
            return ". It captures along a diagonal, which does not count here"
        return ""

    def _is_reread(self, read: Callable[[int, int], tuple[int, int]], row: int, column: int) -> bool:
        """Tell whether all answers, read in another way, are legal moves."""
        position = law.Position()
        try:
            for square in self._moves:
                other = position.mover != self.own
                position = position.play(square if other else law.SQUARE["{} {}".format(*read(*divmod(square, 8)))])
            position.play(law.SQUARE["{} {}".format(*read(row, column))])
        except (law.MoveError, KeyError):
            return False
        return True


def _diagonal(position: law.Position, square: int) -> bool:
    """Tell whether a move would capture along a diagonal."""
    for down in (-1, 1):
        for right in (-1, 1):
            row, column, length = square // 8 + down, square % 8 + right, 0
            while 0 <= row < 8 and 0 <= column < 8 and position.board[8 * row + column] == law.OPPONENT[position.mover]:
                row, column, length = row + down, column + right, length + 1
            if length and 0 <= row < 8 and 0 <= column < 8 and position.board[8 * row + column] == position.mover:
                return True
    return False


def picture(position: law.Position) -> str:
    """Draw the board as the document does."""
    rows = [f"{row} {' '.join(position.board[8 * row : 8 * row + 8])}" for row in range(8)]
    return "\n".join(["  0 1 2 3 4 5 6 7", *rows, f"X black, O white, {SIDES[position.mover]} to move"])


# ---- examinations --------------------------------------------------------------------------------------------------


def examinations() -> list[Examination]:
    """List what a player of Othello is examined in."""
    ends: set[str] = set()
    first = FirstMove()

    def lay(name: str, layout: Layout, hint: str, *needs: str) -> Examination:
        return laid_out(name, _short_games, layout, hint, READING, END_OF_GAME, *needs)

    return [
        Examination(AS_BLACK, lambda desk: _as_black(desk, first)),
        Examination(AS_WHITE, lambda desk: _as_white(desk, first), (AS_BLACK,)),
        Examination(END_OF_GAME, lambda desk: _short(desk, END_GAMES), (AS_WHITE,)),
        Examination("games that the opponent's failure ends", lambda desk: _short(desk, FAILED_GAMES), (END_OF_GAME,)),
        Examination(WHOLE_GAMES, lambda desk: _whole_games(desk, ends), (END_OF_GAME,)),
        Examination(BOTH_ENDS, lambda desk: _both_ends(desk, ends), (WHOLE_GAMES,)),
        lay(ONE_LINE, layouts.ONE_LINE, layouts.LINES_HINT),
        lay("blanks in place of newlines", layouts.BLANKS, layouts.LINES_HINT, ONE_LINE),
        lay("one integer a line", layouts.LINE_EACH, layouts.LINES_HINT),
        lay("lines that end with CR LF", layouts.CR_LF, layouts.SPACE_HINT),
        lay("empty lines", layouts.EMPTY_LINES, layouts.LINES_HINT),
        lay("several blanks and tabs between integers", layouts.SPACE, layouts.SPACE_HINT),
        lay("one byte at a time", layouts.BYTES, layouts.PIECES_HINT),
        lay("a slow arbiter, pausing in the middle of a message", layouts.SLOW, layouts.PIECES_HINT),
        lay("the end of a game and the next one at once", layouts.AT_ONCE, layouts.JOINED_HINT),
        Examination("three games in one piece", _one_piece, (END_OF_GAME,)),
        Examination("no newline at the end of the input", _no_newline, (END_OF_GAME,)),
        Examination("end of input: silence and exit status 255", _end_of_input, (END_OF_GAME,)),
        Examination("something that is no integer: the same", _no_integer, (END_OF_GAME,)),
    ]


def _as_black(desk: Desk, first: FirstMove) -> None:
    dialogue = desk.open(MANNERS)
    try:
        Game(dialogue, law.BLACK).ask(BLACK)
    except FaultError as fault:
        desk.note_dialogue(fault)
        if fault.silent and (move := _told_white(desk)):
            what = (
                f"Told `1`, black, it waited; told `0`, white, it wrote {show(move)} at once: it exchanges the colours."
            )
            exchanged = FaultError(what, COLOUR)
            exchanged.events = fault.events
            raise exchanged from None
        raise
    first.took_s = dialogue.examinee.events[-1].at_s
    dialogue.quiet("Behind its answer")


def _told_white(desk: Desk) -> bytes:
    """Give what the program writes when it is told that it is white."""
    return desk.open(MANNERS).examinee.hear(WHITE, lambda data: b"\n" in data, desk.limits.time_s)[0]


def _as_white(desk: Desk, first: FirstMove) -> None:
    dialogue = desk.open(MANNERS)
    game = Game(dialogue, law.WHITE)
    dialogue.listen(first.took_s + START_S)
    if dialogue.unread:
        what = f"Told `0`, white, it wrote {show(dialogue.unread)} before black had moved."
        raise FaultError(
            f"{what} It plays black whatever it is told." if _is_opening(dialogue.unread) else what, COLOUR
        )
    game.ask(game.question(desk.chance("as white")))
    dialogue.quiet("Behind its answer")


def _is_opening(output: bytes) -> bool:
    text = output.decode("latin-1").strip()
    return text in law.SQUARE and law.SQUARE[text] in law.Position().legal_moves()


def _short(desk: Desk, games: list[tuple[str, int]]) -> None:
    """Play games of one process, each with a colour and a number of questions after which it ends."""
    dialogue, chance = desk.open(MANNERS), desk.chance("short")
    for number, (own, questions) in enumerate(games, 1):
        with in_process(desk, Game(dialogue, own), number) as game:
            for _ in range(questions):
                game.ask(game.question(chance))


def _whole_games(desk: Desk, ends: set[str], first: int = 0, games: int = FEW_GAMES) -> None:
    dialogue = desk.open(MANNERS)
    for number in range(first, first + games):
        own = (law.BLACK, law.WHITE)[number % 2]
        with in_process(desk, Game(dialogue, own), number - first + 1) as game:
            _play(game, desk.chance("game", number), pressing=number % 4 > 1)
        ends.add("own" if game.position.mover != game.own else "opponent's")


def _play(game: Game, chance: random.Random, *, pressing: bool) -> None:
    while not game.position.is_over():
        question = game.question(chance, pressing=pressing)
        if not game.position.is_over():  # else it never hears of that move
            game.ask(question)


def _both_ends(desk: Desk, ends: set[str]) -> None:
    for number in range(FEW_GAMES, MOST_GAMES):
        if len(ends) == 2:
            return
        _whole_games(desk, ends, number, 1)
    if len(ends) < 2:
        whose = "its own" if "own" in ends else "the opponent's"
        raise NotReachedError(f"in {MOST_GAMES} games every last move was {whose}")


def _short_games(desk: Desk, layout: Layout) -> None:
    dialogue, chance = desk.open(MANNERS, layout=layout), desk.chance("layout")
    for own, questions in ((law.WHITE, 2), (law.BLACK, 2), (law.WHITE, 1)):
        game = Game(dialogue, own)
        for _ in range(questions):
            game.ask(game.question(chance))
        dialogue.tell(OVER)
        dialogue.settle()
    dialogue.flush()
    dialogue.quiet("After the last `-1 -1`", OVER_DEMAND)


def _one_piece(desk: Desk) -> None:
    """Three games that end after one move, so that every answer is legal whatever it is."""
    dialogue, whole = desk.open(MANNERS), b""
    games = [(law.WHITE, 19), (law.BLACK, None), (law.WHITE, 26)]
    for _, square in games:
        whole += (BLACK if square is None else WHITE + f"{law.TEXT[square]}\n".encode()) + OVER
    dialogue.tell(whole)
    for number, (own, square) in enumerate(games, 1):
        position = law.Position() if square is None else law.Position().play(square)
        try:
            Game(dialogue, own, position).answer()
        except FaultError as fault:
            desk.note_dialogue(fault)
            fault.sentence = f"Given three games in one piece, it failed at number {number}. {fault.sentence}"
            raise
    dialogue.quiet("After the last `-1 -1`", OVER_DEMAND)


def _no_newline(desk: Desk) -> None:
    dialogue = desk.open(MANNERS)
    dialogue.tell(b"0\n2 3")
    dialogue.examinee.end_input()
    Game(dialogue, law.WHITE, law.Position().play(law.SQUARE["2 3"])).answer()


def _end_of_input(desk: Desk) -> None:
    desk.open(MANNERS).finish(" before any game")
    dialogue = desk.open(MANNERS)
    dialogue.tell(WHITE)
    dialogue.finish(" after its colour")
    dialogue = desk.open(MANNERS)
    Game(dialogue, law.BLACK).ask(BLACK)
    dialogue.finish(" in the middle of a game")
    dialogue = desk.open(MANNERS)
    Game(dialogue, law.BLACK).ask(BLACK)
    dialogue.tell(OVER)
    dialogue.finish(" after `-1 -1`")


def _no_integer(desk: Desk) -> None:
    for told in (b"x\n", b"0\nx 3\n", b"0\n2 x\n"):
        dialogue = desk.open(MANNERS)
        dialogue.tell(told)
        dialogue.expect_end(f"Told {show(told)}, which is no integer where one must be", END, 255)
