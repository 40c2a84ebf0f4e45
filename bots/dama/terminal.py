"""Dama for a person, on a terminal or through a pipe."""

from __future__ import annotations

import dataclasses
import re

from rich.text import Text

from arbiter.games.dama import law
from bots import session
from bots.dama.chooser import Chooser
from bots.dama.game import describe, move_of
from bots.options import Options
from bots.process import note

HELP = session.help_text(
    "b3-c4",
    "move the piece on b3 to c4; a capture names the square behind the captured piece (2 1 3 2 does too:\n"
    "row and column, from 0, of both squares)",
)
NUMBERS = re.compile(r"([0-7])[\s,]*([0-7])[\s,-]+([0-7])[\s,]*([0-7])")
SIGNS = {"x": "●", "X": "◆", "o": "●", "O": "◆", ".": " "}
PIECE_STYLE = {"x": "bold bright_white", "X": "bold bright_white", "o": "bold black", "O": "bold black", ".": ""}
DARK, LIGHT, LAST = "on dark_orange3", "on wheat1", "on green4"


@dataclasses.dataclass(frozen=True, slots=True)
class Place:
    """A position and how many moves led to it."""

    position: law.Position
    played: int


def play(options: Options, person: int) -> int:
    """Let a person play player 1 or 2 until they leave; give the exit status."""
    return session.run(DamaOpponent(options, person))


class DamaOpponent:
    """Dama and its bot; a `bots.session.Opponent`."""

    start = Place(law.Position(), 0)
    help = HELP

    def __init__(self, options: Options, person: int) -> None:
        self._verbose = options.verbose
        self._chooser = Chooser(options)
        self._person = person
        self.welcome = f"You are player {person}, {law.MAN[person]}. Type a move such as b3-c4, or help."

    def is_persons_turn(self, position: Place) -> bool:
        """Tell whether the person is to move."""
        return position.position.mover == self._person

    def is_over(self, position: Place) -> bool:
        """Tell whether the game is won, or too long."""
        return position.position.winner() is not None or position.played >= law.PLIES

    def choose(self, position: Place) -> law.Move:
        """Choose the bot's move."""
        report = self._chooser.choose(position.position, law.PLIES - position.played)
        if self._verbose:
            note(describe(report))
        return move_of(report)

    def hint(self, position: Place) -> str:
        """Say what the bot would play at full strength."""
        report = self._chooser.best(position.position, law.PLIES - position.played)
        return f"{move_of(report)} ({describe(report)})"

    def after(self, position: Place, move: law.Move) -> Place:
        """Give the position after a move."""
        return Place(position.position.play(move), position.played + 1)

    def parse(self, text: str) -> law.Move:
        """Read two squares, by names or by rows and columns."""
        if numbers := NUMBERS.fullmatch(text):
            row, column, to_row, to_column = map(int, numbers.groups())
            return law.Move(8 * row + column, 8 * to_row + to_column)
        try:
            return law.parse_move(re.sub(r"[\s-]+", "-", text))
        except law.MalformedMoveError:
            raise ValueError(f"Expected a move such as b3-c4, or help, not {text!r}.") from None

    def move_text(self, move: law.Move) -> str:
        """Write `b3-c4`."""
        return str(move)

    def picture(self, position: Place, last: law.Move | None, *, coloured: bool) -> Text:
        """Draw the board as player 1 sees it, the squares of the last move marked."""
        board = position.position.board
        text = Text()
        for row in range(7, -1, -1):
            text.append(f"{row + 1} ")
            for square in range(8 * row, 8 * row + 8):
                marked, piece = last is not None and square in last, board[square]
                if coloured:
                    style = LAST if marked else DARK if law.PLAYABLE[square] else LIGHT
                    text.append(f" {SIGNS[piece]} ", f"{PIECE_STYLE[piece]} {style}")
                else:
                    sign = piece if law.PLAYABLE[square] else " "
                    text.append(f"[{sign}]" if marked else f" {sign} ")
            text.append("\n")
        text.append("   " + "  ".join("abcdefgh") + "\n")
        ones, twos = position.position.pieces()
        return text.append(f"player 1 {ones}  player 2 {twos}  moves {position.played} of {law.PLIES}")

    def result(self, position: Place) -> str:
        """Say how the game has ended."""
        winner = position.position.winner()
        if winner is None:
            return f"{law.PLIES} moves decide nothing: a draw."
        return "You win." if winner == self._person else "You lose."

    def new_game(self) -> None:
        """Forget the last game."""
        self._chooser.new_game()
