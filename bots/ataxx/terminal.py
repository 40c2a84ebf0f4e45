"""The command language on a terminal: a prompt, line editing with a history, boards in colour."""

from __future__ import annotations

import readline

from rich.console import Console

from arbiter.games.ataxx import law
from bots.ataxx import letters
from bots.ataxx.picture import coloured, is_coloured

assert readline  # its import is what makes `input` edit lines


class Terminal:
    """Standard input as a person types on it, and the boards that they are shown."""

    def __init__(self) -> None:
        self._console = Console(highlight=False)
        self._coloured = is_coloured(self._console)

    def board(self, position: law.Position) -> str:
        """Draw the board as this terminal can."""
        return coloured(self._console, position) if self._coloured else letters.board(position)

    def ask(self, position: law.Position) -> bytes | None:
        """Ask for a line; None at the end of the input."""
        try:
            return input(f"{law.NAME[position.mover]}:").encode("utf-8", "replace")
        except EOFError:
            print()
            return None
        except UnicodeDecodeError:  # any key may be hit
            return b"?"
