"""Dama for a person, on a terminal or through a pipe."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence
from pathlib import Path

from rich.text import Text

from arbiter.games.dama import law
from bots import session
from bots.board import Size, Square, drawn, in_rows
from bots.dama.chooser import Chooser
from bots.dama.game import describe, move_of, undecided
from bots.options import Options
from bots.process import note
from native.common.context import Report
from native.dama.engine import FOR_EVER, PROVED, WIN

HELP = session.help_text(
    "2 1 3 2",
    "move the piece on row 2, column 1 to row 3, column 2; a capture names the square behind the captured\n"
    "piece (b3-c4 does too: columns a to h, rows 1 to 8)",
)
NUMBERS = re.compile(r"([0-7])[\s,]*([0-7])[\s,-]*([0-7])[\s,]*([0-7])")
LETTERS = re.compile(r"\b([a-h])([1-8])(?:-([a-h])([1-8]))?\b")
ODDS = ((50, "neither side is ahead"), (150, "you are a little {}"), (300, "you are clearly {}"))
"""What to call a value below so many hundredths of log odds: a chance of 62, 82, 95 % to win."""
SIGNS = {"x": "●", "X": "◆", "o": "●", "O": "◆", ".": " "}
PIECE_STYLE = {"x": "bold bright_white", "X": "bold bright_white", "o": "bold black", "O": "bold black", ".": ""}
DARK, LIGHT, LAST = "on dark_orange3", "on wheat1", "on green4"


@dataclasses.dataclass(frozen=True, slots=True)
class Place:
    """A position and how many moves led to it."""

    position: law.Position
    played: int


def play(options: Options, person: int, start: law.Position, plies: int, load: Path | None, *, letters: bool) -> int:
    """Let a person play player 1 or 2 until they leave; give the exit status.

    A game begins in `start` and is drawn after so many `plies`, 0 for never. Squares are shown as rows and columns, or
    with `letters` as b3. Raises ValueError for a saved game that cannot be read.
    """
    return session.run(DamaOpponent(options, person, start, plies, letters=letters), load)


class DamaOpponent:
    """Dama and its bot; a `bots.session.Opponent`."""

    help = HELP

    def __init__(self, options: Options, person: int, start: law.Position, plies: int, *, letters: bool) -> None:
        self.start = Place(start, 0)
        self._verbose = options.verbose
        self._chooser = Chooser(options)
        self._person = person
        self._plies = plies
        self._letters = letters
        self.welcome = (
            f"You are player {person}, {law.MAN[person]}. Type a move such as {self._said('b3-c4')}, or help."
        )

    def is_persons_turn(self, position: Place) -> bool:
        """Tell whether the person is to move."""
        return position.position.mover == self._person

    def is_over(self, position: Place) -> bool:
        """Tell whether the game is won, or too long."""
        return _winner(position.position) is not None or 0 < self._plies <= position.played

    def legal_moves(self, position: Place) -> list[law.Move]:
        """Give every move that is possible."""
        return position.position.legal_moves()

    def _left(self, position: Place) -> int:
        return self._plies - position.played if self._plies else FOR_EVER

    def _said(self, text: str) -> str:
        """Name the squares and moves of a text as the person wants them named."""
        return text if self._letters else LETTERS.sub(_numbers, text)

    def choose(self, position: Place) -> law.Move:
        """Choose the bot's move."""
        report = self._chooser.choose(position.position, self._left(position))
        if self._verbose:
            note(describe(report))
        return move_of(report)

    def hint(self, position: Place) -> str:
        """Say what the bot would play at full strength."""
        report = self._chooser.best(position.position, self._left(position))
        if self._verbose:
            note(describe(report))
        return self._said(f"{move_of(report)} {_deed(position.position, move_of(report))}: {_prospect(report)}.")

    def after(self, position: Place, move: law.Move) -> Place:
        """Give the position after a move."""
        try:
            return Place(position.position.play(move), position.played + 1)
        except law.IllegalMoveError as error:
            raise ValueError(self._said(str(error))) from error

    def parse(self, text: str) -> law.Move:
        """Read two squares, by names or by rows and columns."""
        if numbers := NUMBERS.fullmatch(text):
            row, column, to_row, to_column = map(int, numbers.groups())
            return law.Move(8 * row + column, 8 * to_row + to_column)
        try:
            return law.parse_move(re.sub(r"[\s-]+", "-", text))
        except law.MalformedMoveError:
            wanted = "two squares such as 2 1 3 2, row and column of each, or b3-c4"
            raise ValueError(f"Expected a move, {wanted}, or help, not {text!r}.") from None

    def move_text(self, move: law.Move) -> str:
        """Write `2 1 3 2`, or `b3-c4`."""
        return self._said(str(move))

    def write_start(self, position: Place) -> str:
        """Write BOARD PLAYER."""
        return law.format_position(position.position)

    def read_start(self, text: str) -> Place:
        """Read BOARD PLAYER."""
        return Place(law.parse_position(text), 0)

    def picture(self, position: Place, last: law.Move | None, size: Size, *, coloured: bool) -> Text:
        """Draw the board as player 1 sees it, the squares of the last move marked."""
        squares = []
        for square, piece in enumerate(position.position.board):
            marked = last is not None and square in last
            if coloured:
                style = LAST if marked else DARK if law.PLAYABLE[square] else LIGHT
                squares.append(Square(SIGNS[piece], f"{PIECE_STYLE[piece]} {style}"))
            else:
                squares.append(Square(piece if law.PLAYABLE[square] else " ", "", marked))
        names = "12345678" if self._letters else "01234567"
        rows = list(zip(names, in_rows(squares, 8), strict=True))[::-1]
        text = drawn(rows, "abcdefgh" if self._letters else "01234567", size)
        ones, twos = position.position.pieces()
        limit = f" of {self._plies}" if self._plies else ""
        return text.append(f"player 1 {ones}  player 2 {twos}  moves {position.played}{limit}")

    def result(self, position: Place) -> str:
        """Say how the game has ended."""
        winner = _winner(position.position)
        if winner is None:
            return f"{undecided(self._plies)}: a draw."
        loser = position.position.pieces()[law.OPPONENT[winner] - 1]
        whose = ("The bot has", "You win.") if winner == self._person else ("You have", "You lose.")
        return f"{whose[0]} no {'move' if loser else 'piece'} left. {whose[1]}"

    def new_game(self) -> None:
        """Forget the last game."""
        self._chooser.new_game()

    def resume(self, positions: Sequence[Place]) -> None:
        """Forget the last game: how this one came to where it is means nothing to the bot."""
        self.new_game()


def _winner(position: law.Position) -> int | None:
    """Give the player who has won; on a board that somebody has set up that may be who is to move."""
    others = position.pieces()[law.OPPONENT[position.mover] - 1]
    return position.winner() or (None if others else position.mover)


def _numbers(named: re.Match[str]) -> str:
    """Write rows and columns in place of a square or a move that is named by letters."""
    column, row, to_column, to_row = named.groups()
    square = f"{int(row) - 1} {'abcdefgh'.index(column)}"
    return f"{square} {int(to_row) - 1} {'abcdefgh'.index(to_column)}" if to_column else f"({square})"


def _deed(position: law.Position, move: law.Move) -> str:
    """Say what a move does."""
    piece, captured = position.board[move.origin], move.captured
    crowned = piece == law.MAN[position.mover] and move.target // 8 == law.LAST_ROW[position.mover]
    deeds = ["gets a king"] if crowned else []
    if captured is not None:
        taken = "king" if position.board[captured] == law.KING[law.OPPONENT[position.mover]] else "man"
        deeds.insert(0, f"takes the {taken} on {law.square_text(captured)}")
    return " and ".join(deeds or [f"moves the {'king' if piece == law.KING[position.mover] else 'man'}"])


def _prospect(report: Report) -> str:
    """Say what becomes of the side to move, as far as a search has seen."""
    if abs(report.score) >= PROVED:
        moves = WIN - abs(report.score)
        most = "1 move" if moves == 1 else f"at most {moves} moves, of both players, if both play their best"
        return f"you {'win' if report.score > 0 else 'lose'} in {most}"  # a search may have missed a quicker end
    if report.exact:
        return "a draw, if both play their best"
    words = next((words for most, words in ODDS if abs(report.score) < most), "you are far {}")
    seen = f"{report.depth} move{'s' * (report.depth != 1)} looked ahead"
    return f"{words.format('ahead' if report.score > 0 else 'behind')}, {seen}"
