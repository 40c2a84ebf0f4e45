"""A person against a bot, on a terminal or through a pipe, whatever the game."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from rich.console import Console
from rich.text import Text

from bots.board import Size, size_for
from bots.process import unmarked
from bots.saved import read_saved, write_saved

P = TypeVar("P")
M = TypeVar("M")

COMMANDS = {
    "undo": "take back your last move and the answer to it",
    "moves": "list the legal moves",
    "hint": "ask what the bot would play at full strength",
    "new": "begin a new game",
    "save F": "write where the game began and its moves to a new file",
    "load F": "go on from there; F may hold a position, moves, or both",
    "help": "show this list",
    "quit": "leave; so does the end of the input",
}


def help_text(move: str, what: str) -> str:
    """Say what can be typed: a move such as this, and the commands."""
    wide = max(map(len, [move, *COMMANDS]))
    lines = what.split("\n")
    rows = [(move, lines[0]), *(("", line) for line in lines[1:]), *COMMANDS.items()]
    return "\n".join(f"{word:{wide}}  {meaning}" for word, meaning in rows)


OVER = "The game is over: type new, undo or quit."


class Opponent(Protocol[P, M]):
    """A game and the bot that plays it: positions `P`, moves `M`, sides by the names that the law gives them."""

    @property
    def start(self) -> P:
        """The initial position."""
        ...

    @property
    def welcome(self) -> str:
        """The first line: which side is the person's, and how to type a move."""
        ...

    @property
    def help(self) -> str:
        """What can be typed, a line each."""
        ...

    def is_persons_turn(self, position: P) -> bool:
        """Tell whether the person is to move."""
        ...

    def is_over(self, position: P) -> bool:
        """Tell whether nobody can move any more."""
        ...

    def legal_moves(self, position: P) -> Sequence[M]:
        """Give every move that is possible."""
        ...

    def choose(self, position: P) -> M:
        """Choose the bot's move."""
        ...

    def hint(self, position: P) -> str:
        """Say what the bot would play at full strength."""
        ...

    def after(self, position: P, move: M) -> P:
        """Give the position after a move; ValueError says why it is illegal."""
        ...

    def parse(self, text: str) -> M:
        """Read a move; ValueError says what was expected."""
        ...

    def move_text(self, move: M) -> str:
        """Write a move as it is typed."""
        ...

    def write_start(self, position: P) -> str:
        """Write a position in one line, as `analyse` reads it."""
        ...

    def read_start(self, text: str) -> P:
        """Read that line; ValueError says what was expected."""
        ...

    def picture(self, position: P, last: M | None, size: Size, *, coloured: bool) -> Text:
        """Draw a position of eight rows, with squares of a size, and the move that led to it."""
        ...

    def result(self, position: P) -> str:
        """Say how a game has ended."""
        ...

    def new_game(self) -> None:
        """Forget the last game."""
        ...

    def resume(self, positions: Sequence[P]) -> None:
        """Forget the last game, and go on with one that has gone through these positions."""
        ...


def is_coloured(console: Console) -> bool:
    """Tell whether pieces can be told apart by their colour: not through a pipe, under NO_COLOR, on a dumb terminal."""
    return console.color_system is not None and not console.no_color and "utf" in console.encoding.lower()


def run(game: Opponent[P, M], load: Path | None = None) -> int:
    """Let a person play until they leave, perhaps what was saved; give the exit status. Raises ValueError."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="surrogateescape")  # any key may be hit, and files are saved by any name
    session = Session(Console(markup=False, highlight=False), game)
    if load:
        try:
            session.load(load)
        except OSError as error:
            raise ValueError(f"{load}: {error.strerror}") from None
    session.run()
    return 0


class Session(Generic[P, M]):
    """One person, one bot, one game after the other."""

    def __init__(self, console: Console, game: Opponent[P, M]) -> None:
        self._console = console
        self._game = game
        self._positions = [game.start]
        self._moves: list[M] = []
        self._saved: set[Path] = set()

    @property
    def _position(self) -> P:
        return self._positions[-1]

    def run(self) -> None:
        """Play until the person quits or the input ends."""
        say = self._console.print
        say(self._game.welcome)
        self._go_on()
        while True:
            try:
                typed = unmarked(self._console.input("> ")).strip()
            except EOFError:
                say()
                return
            text = typed.lower()
            match text:
                case "":
                    pass
                case "quit":
                    return
                case "help":
                    say(self._game.help)
                case "moves":
                    say("The game is over." if self._is_over() else self._legal())
                case "hint":
                    say("The game is over." if self._is_over() else self._game.hint(self._position))
                case "new":
                    self._positions, self._moves = [self._game.start], []
                    self._game.new_game()
                    self._go_on()
                case _ if text.startswith("save "):
                    self._save(Path(typed[5:].strip()))
                case _ if text.startswith("load "):
                    self._resume(Path(typed[5:].strip()))
                case "undo" if not self._undo():
                    say("There is no move of yours to take back.")
                case "undo":
                    self._show()
                case _:
                    try:
                        self._answer(text)
                    except ValueError as error:
                        say(str(error))
                    else:
                        self._go_on()

    def load(self, path: Path) -> None:
        """Take the game of a file: a position, moves, or both; a game that cannot be read leaves that on the board.

        Moves stand on lines of their own or are separated by commas. Raises ValueError, OSError.
        """
        lines = [line.strip() for line in read_saved(path) if line.strip()]
        positions, moves = [self._game.start], list[M]()
        try:
            positions = [self._game.read_start(lines[0])] if lines else positions
            del lines[:1]
        except ValueError as error:
            why = str(error)
        else:
            why = ""
        for number, text in enumerate(filter(None, re.split(r"\s*,\s*|\n", "\n".join(lines))), 1):
            try:
                moves.append(self._game.parse(text.lower()))
                positions.append(self._game.after(positions[-1], moves[-1]))
            except ValueError as error:
                told = f"neither a position ({why}) nor a move" if why and number == 1 else str(error)
                raise ValueError(f"{path}: move {number}, {text[:40]!r}: {told}") from None
        self._positions, self._moves = positions, moves
        self._game.resume(positions)

    def _resume(self, path: Path) -> None:
        try:
            self.load(path)
        except ValueError as error:
            self._console.print(str(error))
        except OSError as error:
            self._console.print(f"Not loaded: {path}: {error.strerror}.")
        else:
            self._saved.add(path)
            self._go_on()

    def _save(self, path: Path) -> None:
        lines = [self._game.write_start(self._positions[0]), *map(self._game.move_text, self._moves)]
        try:
            write_saved(path, "".join(f"{line}\n" for line in lines), again=path in self._saved)
        except OSError as error:
            self._console.print(f"Not saved: {path}: {error.strerror}.")
        except ValueError as error:  # the name has a zero byte
            self._console.print(f"Not saved: {error}.")
        else:
            self._saved.add(path)
            self._console.print(f"Saved to {path}.")

    def _is_over(self) -> bool:
        return self._game.is_over(self._position)

    def _answer(self, text: str) -> None:
        if self._is_over():
            raise ValueError(OVER)
        move = self._game.parse(text)
        try:
            self._play(move)
        except ValueError as error:
            raise ValueError(f"{error}.\n{self._legal()}") from error

    def _legal(self) -> str:
        return f"Legal moves: {', '.join(map(self._game.move_text, self._game.legal_moves(self._position)))}"

    def _play(self, move: M) -> None:
        self._positions.append(self._game.after(self._position, move))
        self._moves.append(move)

    def _go_on(self) -> None:
        """Let the bot move if it is its turn, and show the board."""
        if not self._game.is_persons_turn(self._position) and not self._is_over():
            move = self._game.choose(self._position)
            self._play(move)
            self._console.print(f"The bot plays {self._game.move_text(move)}.")
        self._show()

    def _show(self) -> None:
        last = self._moves[-1] if self._moves else None
        coloured = is_coloured(self._console)
        size = size_for(self._console, 8, coloured=coloured)
        self._console.print(self._game.picture(self._position, last, size, coloured=coloured))
        if self._is_over():
            self._console.print(f"{self._game.result(self._position)} Type new, undo or quit.")

    def _undo(self) -> bool:
        """Go back to the position before the person's last move, if there was one."""
        for ply in range(len(self._moves) - 1, -1, -1):
            if self._game.is_persons_turn(self._positions[ply]):
                del self._positions[ply + 1 :]
                del self._moves[ply:]
                return True
        return False
