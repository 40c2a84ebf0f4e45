"""A game under the command language, line by line: `docs/protocol-ataxx.md`.

Nothing here reads or writes by itself: lines come in, and what is to be printed goes to `say` (the answer) and
`complain` (an error), a line or a board at a time.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import NamedTuple

from arbiter.games.ataxx import law
from bots.ataxx.game import describe, from_engine, to_engine
from bots.ataxx.player import Player

COLOURS = {"red": law.RED, "blue": law.BLUE}
TITLE = {law.RED: "Red", law.BLUE: "Blue"}
LEAST_SEED, MOST_SEED = -(2**63), 2**63 - 1

HELP = """\
a7-b6        play from a7 to b6: extend to a square beside a piece, or jump two squares away
-            pass, when you have no other choice
undo         take back your last turn and the answer to it
auto C       let the program play colour C (red or blue)
manual C     play colour C yourself
new          begin a new game on an empty board (also: clear)
block CR     put blocks on square CR and its reflections, before the first turn
seed N       make the program play the same way each time
dump         print the board for programs
board        print the board for people
verbose      print the board after each turn
quiet        do not
help         print this list
quit         leave (also: q, or the end of the input)"""


class CommandError(ValueError):
    """A line that has no effect, and why."""


class Hearing(NamedTuple):
    """Who hears what: answers, errors, what searches found, how many seconds each turn of the program took."""

    say: Callable[[str], None]
    complain: Callable[[str], None]
    note: Callable[[str], None] | None = None
    timing: Callable[[str], None] | None = None


class CommandSession:
    """One game after the other between Red and Blue, each a person or the program."""

    def __init__(
        self,
        player: Player,
        hearing: Hearing,
        board: Callable[[law.Position, law.Position | None], str],
    ) -> None:
        """Take the player of what the program plays; `board` draws a position, which follows another, for people."""
        self._player, self._board = player, board
        self._say, self._complain, self._note, self._timing = hearing
        self._auto = {law.RED: False, law.BLUE: True}
        self._history = [law.Position()]
        self._verbose = False
        self.ended = False
        self._commands: dict[str, tuple[int, Callable[..., None]]] = {
            "new": (0, self._new),
            "clear": (0, self._clear),
            "quit": (0, self._quit),
            "q": (0, self._quit),
            "start": (0, lambda: None),
            "auto": (1, self._set_auto),
            "manual": (1, self._set_manual),
            "block": (1, self._block),
            "seed": (1, self._seed),
            "undo": (0, self._undo),
            "help": (0, lambda: self._say(self.help)),
            "dump": (0, self._dump),
            "board": (0, self.draw),
            "verbose": (0, lambda: self._set_verbose(True)),
            "quiet": (0, lambda: self._set_verbose(False)),
        }

    @property
    def position(self) -> law.Position:
        """The position now."""
        return self._history[-1]

    @property
    def help(self) -> str:
        """The list of commands."""
        return HELP

    def draw(self) -> None:
        """Show the board to people."""
        self._say(self._board(self.position, self._history[-2] if len(self._history) > 1 else None))

    def obey(self, line: bytes, *, cut: bool = False) -> None:
        """Act on a line, answers of the program included; `cut` means that its end is missing."""
        command, comment, _ = line.partition(b"#")
        words = [word.decode("latin-1").lower() for word in command.split()]
        try:
            if cut and not comment:
                raise CommandError("the line is too long for a command")
            if words:
                self._command(words)
        except CommandError as error:
            self._complain(str(error))

    def _command(self, words: list[str]) -> None:
        name, operands = words[0], words[1:]
        if name in self._commands:
            expected, act = self._commands[name]
            if len(operands) != expected:
                raise CommandError(f"{name} takes {'one operand' if expected else 'no operand'}")
            act(*operands)
        elif re.fullmatch("-|[a-z][0-9]-[a-z][0-9]", name) and not operands:
            self._move(name)
        else:
            raise CommandError("unknown command; help lists those that there are")

    # ---- the game --------------------------------------------------------------------------------------------------

    def _move(self, text: str) -> None:
        if self._auto[self.position.mover] and not self.position.is_over():
            raise CommandError(f"it is the turn of {law.NAME[self.position.mover]}, which the program plays")
        try:
            position = self.position.play(law.parse_move(text))
        except law.MoveError as error:
            raise CommandError(str(error)) from None
        self._advance(position)
        self._answer()

    def _advance(self, position: law.Position) -> None:
        self._history.append(position)
        self._announce_end()
        if self._verbose:
            self.draw()

    def _answer(self) -> None:
        """Let the program move as long as it is the turn of a colour that it plays."""
        while self._auto[self.position.mover] and not self.position.is_over():
            position = self.position
            begin = time.monotonic()
            report = self._player.choose(to_engine(position), position.mover)
            if self._timing:
                self._timing(f"{TITLE[position.mover]}: {time.monotonic() - begin:.3f} s")
            assert report.move is not None
            if self._note:
                self._note(describe(report, position))
            move = from_engine(report.move, position)
            self._say(f"* {TITLE[position.mover]} moves {law.format_move(move)}.")
            self._advance(position.play(move))

    def _announce_end(self) -> None:
        if self.position.is_over():
            winner = self.position.winner()
            self._say(f"* {TITLE[winner]} wins." if winner else "* Draw.")

    # ---- commands --------------------------------------------------------------------------------------------------

    def _new(self) -> None:
        self._history = [law.Position()]
        self._player.new_game()
        self._changed()
        self._answer()

    def _clear(self) -> None:
        self._auto = {law.RED: False, law.BLUE: True}
        self._new()

    def _quit(self) -> None:
        self.ended = True

    def _changed(self) -> None:
        """Hear that another board is there, though nobody has moved."""

    def _set_auto(self, name: str) -> None:
        self._auto[_colour(name)] = True
        self._answer()

    def _set_manual(self, name: str) -> None:
        self._auto[_colour(name)] = False

    def _set_verbose(self, verbose: bool) -> None:
        self._verbose = verbose

    def _block(self, name: str) -> None:
        if name not in law.SQUARE:
            raise CommandError("block takes a square from a1 to g7")
        if len(self._history) > 1:
            raise CommandError("blocks are set before the first turn; new begins a new game")
        was_over = self.position.is_over()  # by blocks; the course's own program takes more of them all the same
        try:
            self._history = [self.position.block(law.SQUARE[name])]
        except law.BlockError as error:
            raise CommandError(f"no block there: {error}") from None
        if not was_over:
            self._announce_end()
        self._changed()

    def _seed(self, text: str) -> None:
        if not re.fullmatch("[+-]?[0-9]{1,99}", text) or not LEAST_SEED <= int(text) <= MOST_SEED:
            raise CommandError(f"seed takes a whole number from {LEAST_SEED} to {MOST_SEED}")
        self._player.seed(int(text))

    def _undo(self) -> None:
        if len(self._history) == 1:
            self._changed()
            return
        self._history.pop()
        if self._auto[self.position.mover] and len(self._history) > 1:
            self._history.pop()
        self._changed()
        self._answer()

    def _dump(self) -> None:
        board = self.position.board
        rows = ("  " + " ".join(board[start : start + 7]) for start in range(42, -1, -7))
        self._say("\n".join(["===", *rows, "==="]))


def _colour(name: str) -> str:
    if name not in COLOURS:
        raise CommandError("expected a colour, red or blue")
    return COLOURS[name]
