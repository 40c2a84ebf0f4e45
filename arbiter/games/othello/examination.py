"""The examination of an Othello player, to the byte of `docs/protocol-othello.md`: what only Othello knows."""

from __future__ import annotations

from collections.abc import Callable

from arbiter.games import layouts
from arbiter.games.demands import Demands
from arbiter.games.dialogues import Demand, Desk, Examination, Layout, show
from arbiter.games.examination import Turns
from arbiter.games.layouts import laid_out
from arbiter.games.othello import law
from arbiter.games.othello.game import GAME, LINES
from arbiter.games.rounds import Round

DOCUMENT = "docs/protocol-othello.md"
STAY = Demand("It plays one game after another and never ends by itself.", DOCUMENT, "Protocol")
OVER = Demand(
    "`-1 -1` ends the game and is not answered; the next line is a colour again, and nothing is left of the game "
    "before.",
    DOCUMENT,
    "Protocol",
)
READING = Demand(
    "A player reads integers as `scanf` does in the program above: any white space separates them, several may stand "
    "on one line, lines may end with CR LF, and the bytes may come in any pieces, as pipes deliver them.",
    DOCUMENT,
    "Reading and ending",
)
DEMANDS = Demands(
    answer=Demand(
        'An answer is the row, one space, the column, one newline: what `printf("%d %d\\n", row, column)` writes. It '
        "must reach the pipe at once, so the output must be unbuffered or flushed.",
        DOCUMENT,
        "Protocol",
    ),
    only=Demand(
        "A player writes only its moves, and only when it is asked: after `1`, and after each move of the opponent.",
        DOCUMENT,
        "Protocol",
    ),
    stay=STAY,
    sides=Demand(
        "`1` makes it black, and it moves first; `0` makes it white, and it writes nothing before black has moved.",
        DOCUMENT,
        "Protocol",
    ),
    over=OVER,
    fresh=OVER,
    legal=Demand(
        "A move puts a disc on an empty square. In at least one of the four directions left, right, up and down there "
        "must be an unbroken line of opponent's discs, one or more, with an own disc at its far end.",
        DOCUMENT,
        "Rules",
    ),
    pieces=READING,
    end=Demand(
        "At the end of its input, or at something that is no integer, it ends with exit status 255 (the `return -1`) "
        "and writes nothing more to standard output.",
        DOCUMENT,
        "Reading and ending",
    ),
)
ONE_LINE = "several integers on one line"


class OthelloRound(Round[law.Position, int]):
    """One game, with guesses at what is meant by an illegal move."""

    candidates = r"-?\d+ *[ ,;:] *-?\d+"

    def meant(self, text: str) -> str:
        """Guess what an illegal move was meant to be."""
        row, column = map(int, text.split())
        position = self.position
        other = law.Position(position.board, law.OPPONENT[position.mover])
        square = law.SQUARE.get(text)
        if square is not None and other.captures(square):
            own, others = self.terms.rules.sides[self.number], self.terms.rules.sides[1 - self.number]
            told = (self.terms.lines.first, self.terms.lines.second)[self.number]
            return f". It would be legal for {others}, but it was told `{told}`, {own}"
        if self._is_reread(lambda r, c: (r - 1, c - 1), row, column):
            return ". Counted from 1 all its moves would be legal, but rows and columns are counted from 0"
        if self._is_reread(lambda r, c: (c, r), row, column):
            return ". Read column first all its moves would be legal, but the row comes first"
        if square is not None and position.board[square] == law.EMPTY and _diagonal(position, square):
            return ". It captures along a diagonal, which does not count here"
        return ""

    def picture(self) -> str:
        """Draw the board as the document does."""
        board = self.position.board
        rows = [f"{row} {' '.join(board[8 * row : 8 * row + 8])}" for row in range(8)]
        mover = self.terms.rules.sides[self.position.to_move]
        return "\n".join(["  0 1 2 3 4 5 6 7", *rows, f"X black, O white, {mover} to move"])

    def _is_reread(self, read: Callable[[int, int], tuple[int, int]], row: int, column: int) -> bool:
        """Tell whether all answers, read in another way, are legal moves."""
        position = law.Position()
        try:
            for square in self.moves:
                other = position.to_move != self.number
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


class OthelloTurns(Turns[law.Position, int]):
    """The examinations of board games, and those of who reads integers with scanf."""

    round = OthelloRound
    roles = "colours"

    def examinations(self) -> list[Examination]:
        """List all."""
        return [
            *self.beginnings(),
            *self.games(),
            *self.layouts(),
            *self.pieces(),
            self.needing_end("no newline at the end of the input", self._no_newline),
            *self.ends(),
            self.needing_end("something that is no integer: the same", self._no_integer),
        ]

    def layouts(self) -> list[Examination]:
        """List the same integers with other white space."""

        def lay(name: str, layout: Layout, hint: str, *needs: str) -> Examination:
            return laid_out(name, self.short_games, layout, hint, READING, self.end_of_game, *needs)

        return [
            lay(ONE_LINE, layouts.ONE_LINE, layouts.LINES_HINT),
            lay("blanks in place of newlines", layouts.BLANKS, layouts.LINES_HINT, ONE_LINE),
            lay("one integer a line", layouts.LINE_EACH, layouts.LINES_HINT),
            lay("lines that end with CR LF", layouts.CR_LF, layouts.SPACE_HINT),
            lay("empty lines", layouts.EMPTY_LINES, layouts.LINES_HINT),
            lay("several blanks and tabs between integers", layouts.SPACE, layouts.SPACE_HINT),
        ]

    def _no_newline(self, desk: Desk) -> None:
        dialogue = self.open(desk)
        dialogue.tell(self.lines.greeting(1, []) + b"2 3")
        dialogue.examinee.end_input()
        self.begin(dialogue, 1, [law.SQUARE["2 3"]], heard=True).answer()

    def _no_integer(self, desk: Desk) -> None:
        white = self.lines.greeting(1, [])
        for told in (b"x\n", white + b"x 3\n", white + b"2 x\n"):
            dialogue = self.open(desk)
            dialogue.tell(told)
            dialogue.expect_end(
                f"Told {show(told)}, which is no integer where one must be", self.demands.end, self.lines.status
            )


def of(protocol: str) -> OthelloTurns:
    """Give the examinations of who speaks `course` or `opening`."""
    return OthelloTurns(GAME, LINES[protocol], DEMANDS)


def examinations(protocol: str = "course") -> list[Examination]:
    """List what a player of Othello is examined in."""
    return of(protocol).examinations()


AS_BLACK, AS_WHITE = of("course").as_first, of("course").as_second
END_OF_GAME, WHOLE_GAMES = of("course").end_of_game, of("course").whole_games
