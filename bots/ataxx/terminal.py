"""The command language on a terminal: a prompt, line editing with a history, boards in colour, hints, levels."""

from __future__ import annotations

import itertools
import os
import readline
import shutil
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path

from rich.console import Console

from arbiter.games.ataxx import law
from bots.ataxx import letters
from bots.ataxx.game import describe, from_engine, to_engine
from bots.ataxx.picture import coloured, is_coloured
from bots.ataxx.player import Player
from bots.ataxx.session import CommandError, CommandSession, Hearing
from bots.options import FULL_STRENGTH
from bots.saved import read_saved, write_saved

assert readline  # its import is what makes `input` edit lines

MORE_HELP = f"""
moves        list the legal moves
save F       write the blocks and moves of this game to a new file; ataxx-bot F replays it, too
load F       go on from there
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
        self._commands["moves"] = 0, self._moves
        self._saved: set[Path] = set()
        self._commands["level"] = 1, self._level

    @property
    def help(self) -> str:
        """The list of commands, with those that only a terminal has."""
        return super().help + MORE_HELP

    def obey(self, line: bytes, *, cut: bool = False) -> None:
        """Act on a line; names of files are as they were typed."""
        name, *operand = os.fsdecode(line).split(maxsplit=1) or [""]
        files = {"save": self._save, "load": self._load}
        if cut or name.lower() not in files:
            return super().obey(line, cut=cut)
        path = "".join(operand).strip()
        try:
            if not path:
                raise CommandError(f"{name.lower()} takes the name of a file")
            files[name.lower()](Path(path))
        except CommandError as error:
            self._complain(str(error))
        except ValueError as error:  # a name that can be none
            self._complain(f"{path}: {error}")
        except OSError as error:
            self._complain(f"{path}: {error.strerror}")

    def _moves(self) -> None:
        moves = [law.format_move(move) for move in self.position.legal_moves()]
        self._say(
            textwrap.fill(f"moves: {', '.join(moves) or 'the game is over'}", self._width(), break_on_hyphens=False)
        )

    @staticmethod
    def _width() -> int:
        return max(20, shutil.get_terminal_size().columns - 1)

    def _save(self, path: Path) -> None:
        blocks, start = list[str](), law.Position()
        for square, piece in enumerate(self._history[0].board):
            if piece == law.BLOCK != start.board[square]:  # else it is the reflection of one that is there
                start = start.block(square)
                blocks.append(f"block {law.SQUARES[square]}")
        moves = [law.format_move(move) for move in self._played()]
        text = "".join(f"{line}\n" for line in ["manual red", "manual blue", *blocks, *moves])
        write_saved(path, text, again=path in self._saved)
        self._saved.add(path)
        self._say(f"saved to {path}")

    def _played(self) -> list[law.Move]:
        """Find the moves of the game from its positions."""
        return [
            next(move for move in before.legal_moves() if before.play(move) == after)
            for before, after in itertools.pairwise(self._history)
        ]

    def _load(self, path: Path) -> None:
        history = [law.Position()]
        try:
            lines = read_saved(path)
        except ValueError as error:
            raise CommandError(str(error)) from None
        for number, line in enumerate(lines, 1):
            words = line.partition("#")[0].lower().split()
            if words in (["quit"], ["q"]):
                break
            try:
                history = _followed(history, words)
            except (law.MoveError, law.BlockError) as error:
                raise CommandError(f"{path}, line {number}: {error}") from None
        self._history = history
        self._saved.add(path)
        self._player.new_game()
        self._changed()
        self._announce_end()
        self._answer()

    def _changed(self) -> None:
        if self._verbose:
            self.draw()

    def _hint(self) -> None:
        if self.position.is_over():
            raise CommandError("the game is over")
        report = self._player.hint(to_engine(self.position))
        assert report.move is not None
        move = law.format_move(from_engine(report.move, self.position))
        self._say(f"hint: {move} ({describe(report, self.position)})")

    def _level(self, text: str) -> None:
        if not text.isascii() or not text.isdigit() or len(text) > 2 or int(text) > FULL_STRENGTH:
            raise CommandError(f"level takes a whole number from 0 to {FULL_STRENGTH}")
        self._player.set_level(int(text))


def _followed(history: list[law.Position], words: list[str]) -> list[law.Position]:
    """Give the positions of a game after a line of a file. Raises MoveError, BlockError."""
    match words:
        case ["new" | "clear"]:
            return [law.Position()]
        case ["undo"]:
            return history[:-1] or history
        case ["block", square] if square in law.SQUARE and len(history) == 1:
            return [history[0].block(law.SQUARE[square])]
        case [] | ["manual" | "auto" | "seed", _] | ["start" | "help" | "dump" | "board" | "verbose" | "quiet"]:
            return history
    return [*history, history[-1].play(law.parse_move(" ".join(words)))]


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
            return input(f"{law.NAME[self.session.position.mover]}:").encode("utf-8", "surrogateescape")
        except EOFError:
            print()
            return None
        except UnicodeDecodeError:  # any key may be hit
            return b"?"
