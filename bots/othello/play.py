"""Othello for a person, on a terminal or through a pipe."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from rich.text import Text

from arbiter.games.othello import law
from bots import session
from bots.board import Size
from bots.options import Options
from bots.othello.game import bitboards, describe, worth
from bots.othello.picture import SIDES, picture
from bots.othello.player import Player
from bots.process import note

HELP = session.help_text("2 3", "put a disc on row 2, column 3 (or 23); legal squares are marked")
MOVE = re.compile(r"([0-9]+)[\s,]+([0-9]+)|([0-9])([0-9])")


def play(options: Options, colour: str, load: Path | None, *, traps: bool = True) -> int:
    """Let a person play `colour`, "black" or "white", until they leave, perhaps a saved game; give the exit status.

    Raises ValueError.
    """
    person = law.BLACK if colour == "black" else law.WHITE
    return session.run(OthelloOpponent(options, person, traps=traps), load)


class OthelloOpponent:
    """Othello and its bot; a `bots.session.Opponent`."""

    start = law.Position()
    help = HELP

    def __init__(self, options: Options, person: str, *, traps: bool = True) -> None:
        self._verbose = options.verbose
        self._player = Player(options, traps=traps)
        self._person = person
        self.welcome = f"You play {SIDES[person]}. Type a move as row and column, such as 2 3, or help."

    def is_persons_turn(self, position: law.Position) -> bool:
        """Tell whether the person is to move."""
        return position.mover == self._person

    def is_over(self, position: law.Position) -> bool:
        """Tell whether the player to move has no move."""
        return position.is_over()

    def legal_moves(self, position: law.Position) -> list[int]:
        """Give every move that is possible."""
        return position.legal_moves()

    def choose(self, position: law.Position) -> int:
        """Choose the bot's move."""
        report = self._player.choose(*bitboards(position))
        assert report.move is not None
        if self._verbose:
            note(describe(report, worth(position, report)))
        return report.move

    def hint(self, position: law.Position) -> str:
        """Say what the bot would play at full strength."""
        report = self._player.best(*bitboards(position))
        assert report.move is not None
        return f"{law.TEXT[report.move]} ({describe(report, worth(position, report))})"

    def after(self, position: law.Position, move: int) -> law.Position:
        """Give the position after a move."""
        return position.play(move)

    def parse(self, text: str) -> int:
        """Read a row and a column."""
        match = MOVE.fullmatch(text)
        if not match:
            raise ValueError(f"Expected a row and a column such as 2 3, or help, not {text!r}.")
        row, column = filter(None, match.groups())
        return law.parse_move(f"{int(row)} {int(column)}")

    def move_text(self, move: int) -> str:
        """Write row and column."""
        return law.TEXT[move]

    def write_start(self, position: law.Position) -> str:
        """Write BOARD SIDE."""
        return law.format_position(position)

    def read_start(self, text: str) -> law.Position:
        """Read BOARD SIDE."""
        return law.parse_position(text)

    def picture(self, position: law.Position, last: int | None, size: Size, *, coloured: bool) -> Text:
        """Draw the board."""
        return picture(position, last, size, coloured=coloured)

    def result(self, position: law.Position) -> str:
        """Say how the game has ended."""
        black, white = position.score()
        own, other = (black, white) if self._person == law.BLACK else (white, black)
        verdict = "You win" if own > other else "You lose" if own < other else "A draw,"
        stuck = "You have" if position.mover == self._person else "The bot has"
        return f"{stuck} no move, which ends the game. {verdict} {own} to {other}."

    def new_game(self) -> None:
        """Forget the last game."""
        self._player.new_game()

    def resume(self, positions: Sequence[law.Position]) -> None:
        """Forget the last game, and take in this one."""
        self._player.resume(map(bitboards, positions))
