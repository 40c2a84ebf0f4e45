"""The command language on a terminal: a prompt, line editing with a history, boards in colour, hints, levels."""

from __future__ import annotations

import readline
from collections.abc import Callable, Iterator

from rich.console import Console

from arbiter.games.ataxx import law
from bots.ataxx import letters
from bots.ataxx.game import describe, from_engine, to_engine
from bots.ataxx.picture import coloured, is_coloured
from bots.ataxx.player import Player
from bots.ataxx.session import CommandError, CommandSession, Hearing
from bots.options import FULL_STRENGTH

assert readline  # its import is what makes `input` edit lines

MORE_HELP = f"""
hint         ask what the program would play at full strength
level N      let the program play at level N, from 0 to {FULL_STRENGTH}, from now on"""


class TerminalSession(CommandSession):
    """A game that a person sees: the board at the start and whenever it has changed, unless they want `quiet`."""

    def __init__(
        self, player: Player, hearing: Hearing, board: Callable[[law.Position, law.Position | None], str]
    ) -> None:
        super().__init__(player, hearing, board)
        self._verbose = True
        self._commands["hint"] = 0, self._hint
        self._commands["level"] = 1, self._level
        for name in ("new", "clear", "undo", "block"):
            self._show_after(name)

    @property
    def help(self) -> str:
        """The list of commands, with those that only a terminal has."""
        return super().help + MORE_HELP

    def _show_after(self, name: str) -> None:
        operands, act = self._commands[name]

        def act_and_show(*words: str) -> None:
            act(*words)
            if self._verbose:
                self.draw()

        self._commands[name] = operands, act_and_show

    def _hint(self) -> None:
        if self.position.is_over():
            raise CommandError("the game is over")
        report = self._player.hint(to_engine(self.position))
        assert report.move is not None
        move = law.format_move(from_engine(report.move, self.position))
        self._say(f"hint: {move} ({describe(report)})")

    def _level(self, text: str) -> None:
        if not text.isascii() or not text.isdigit() or len(text) > 2 or int(text) > FULL_STRENGTH:
            raise CommandError(f"level takes a whole number from 0 to {FULL_STRENGTH}")
        self._player.set_level(int(text))


class Terminal:
    """Standard input as a person types on it, and the boards that they are shown."""

    def __init__(self, player: Player, hearing: Hearing) -> None:
        self._console = Console(highlight=False)
        self._coloured = is_coloured(self._console)
        self.session = TerminalSession(player, hearing, self._board)

    def _board(self, position: law.Position, before: law.Position | None) -> str:
        """Draw the board as this terminal can, with the move that led there."""
        if self._coloured:
            return coloured(self._console, position, before)
        return letters.board(position, before)

    def lines(self) -> Iterator[tuple[bytes, bool]]:
        """Show the board, and ask for lines until the end of the input."""
        self.session.draw()
        while (line := self._ask()) is not None:
            yield line, False

    def _ask(self) -> bytes | None:
        try:
            return input(f"{law.NAME[self.session.position.mover]}:").encode("utf-8", "replace")
        except EOFError:
            print()
            return None
        except UnicodeDecodeError:  # any key may be hit
            return b"?"
