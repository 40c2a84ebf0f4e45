"""A person plays a hand, on a terminal or through a pipe."""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import io
import sys
from collections import Counter
from pathlib import Path

from rich.console import Console
from rich.text import Text

from arbiter.games.domino.law import MIRROR, RAISE, Hand, Options, Tile
from bots.domino import DEFAULT_SIZE
from bots.domino.hands import drawn_hand, load_game
from bots.domino.picture import hand_picture, last_tile, picture, tile_text
from bots.domino.strategies import Move, Variant, after, code, hint, legal, optimum

MOST_TILES = 1000
HELP = """\
3        play tile number 3; if it fits in several ways, they are listed
{ends}
3 2      play it in the second of the listed ways
undo     take the last move back
hint     ask what the program would play
save F   write the hand and the moves to a new file; domino-bot --hand F goes on from there
help     show this list
quit     leave; so does the end of the input"""
ROW_HELP = "3 l      play it at the left end, 3 r at the right one"
PLANE_HELP = "3 h      play it horizontally, 3 v vertically, if there is one such place"
STOP_HELP = """
stop     be content with the row as it is"""


def run(given: argparse.Namespace) -> int:
    """Let a person play until the hand is over or they leave; give the exit status. Raises OSError, HandError."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # any key may be hit
    console = Console(markup=False, highlight=False)
    with contextlib.suppress(EOFError):
        game, line = Variant(Options(given.zero_stays, given.early_stop), given.plane, given.time_s), ""
        if given.hand is not None:
            hand, line = load_game(given.hand)
        else:
            ask = sys.stdin.isatty() and given.size is None and given.seed is None and given.special is None
            if ask:
                _menu(console, given)
                game = dataclasses.replace(game, plane=given.plane)
            hand = drawn_hand(given)
        HandSession(console, game, hand, line).run()
        return 0
    console.print()
    return 0


def _menu(console: Console, given: argparse.Namespace) -> None:
    """Ask for what the command line left open; an empty answer takes what stands in brackets."""

    def number(question: str, default: int | None, most: int) -> int | None:
        while True:
            answer = console.input(question).strip()
            if not answer:
                return default
            if answer.isascii() and answer.isdecimal() and int(answer[:9]) <= most:
                return int(answer[:9])
            console.print(f"Please type a whole number from 0 to {most}.")

    def yes(question: str) -> bool:
        return console.input(question).strip().lower().startswith(("y", "s"))

    given.size = number(f"How many tiles? [{DEFAULT_SIZE}] ", DEFAULT_SIZE, MOST_TILES)
    given.special = yes("With special tiles? [no] ")
    given.plane = given.plane or yes("In two dimensions? [no] ")
    given.seed = number("Which seed? [a new one] ", None, 10**9)


class HandSession:
    """One person and one hand; `line` has the moves that were played before, as far as the rules allow them."""

    def __init__(self, console: Console, game: Variant, hand: list[Tile], line: str = "") -> None:
        self._console = console
        self._game = game
        self._hand = hand
        self._kinds = sorted(set(hand), key=lambda tile: (tile in (RAISE, MIRROR), tile))
        self._moves: list[Move] = list(game.judge(hand, line).moves)
        self._saved: set[Path] = set()

    @property
    def _left(self) -> Hand:
        left = Counter(dict.fromkeys(self._kinds, 0))
        left.update(self._hand)
        left.subtract(code(move) for move in self._moves)
        return left

    def run(self) -> None:
        """Play until the person quits; EOFError at the end of the input."""
        say = self._console.print
        say("Type the number of a tile, or help.")
        self._show()
        while True:
            text = self._console.input("> ").strip()
            words = text.lower().split()
            match words:
                case []:
                    pass
                case ["quit"]:
                    return
                case ["help"]:
                    ends = PLANE_HELP if self._game.plane else ROW_HELP
                    say(HELP.format(ends=ends) + STOP_HELP * self._game.options.early_stop)
                case ["hint"]:
                    advice = hint(self._game, self._hand, self._moves)
                    say("No tile fits." if advice is None else f"Perhaps {advice}.")
                case ["undo"] if self._moves:
                    self._moves.pop()
                    self._show()
                case ["undo"]:
                    say("There is no move to take back.")
                case ["stop"] if self._game.options.early_stop:
                    self._end(self._game.replay(self._moves).score)
                case ["save", _, *_]:
                    self._save(Path(text.split(maxsplit=1)[1]))
                case [number] if number.isdecimal():
                    self._pick(number, None)
                case [number, way] if number.isdecimal():
                    self._pick(number, way)
                case _:
                    say(f"I do not understand {' '.join(words)[:40]!r}; type help.")

    def _pick(self, number: str, way: str | None) -> None:
        say = self._console.print
        if not 1 <= int(number[:6]) <= len(self._kinds):
            say(f"There is no tile {number[:6]}; the numbers stand before the tiles.")
            return
        tile = self._kinds[int(number[:6]) - 1]
        ways = legal(self._game.replay(self._moves), Counter({tile: self._left[tile]}))
        if way is not None and way in (("h", "v") if self._game.plane else ("l", "r")):
            ways = [move for move in ways if move.letter in ("S", way.upper())]
        elif way is not None and not (way.isascii() and way.isdecimal() and 1 <= int(way[:6]) <= len(ways)):
            say(f"There is no way {way[:6]!r}; type {number} to see them.")
            return
        elif way is not None:
            ways = [ways[int(way) - 1]]
        if not ways:
            say("That tile does not fit there.")
        elif len(ways) == 1:
            self._moves.append(ways[0])
            self._show()
        else:
            for index, move in enumerate(ways, 1):
                say(Text(f"{number} {index}: ") + self._preview(move), soft_wrap=True)

    def _preview(self, move: Move) -> Text:
        """Say what a move would do: for a special tile, what it becomes."""
        board = after(self._game.replay(self._moves), move)
        a, b = last_tile(board, move)
        return Text(f"{move}, {board.score} points, it lies as {tile_text(a, b)}")

    def _show(self) -> None:
        say = self._console.print
        table, left = self._game.replay(self._moves), self._left
        choices = {code(move) for move in legal(table, left)}
        say(picture(table, self._console.width), soft_wrap=self._game.plane)
        shown = [(n, tile, left[tile], tile in choices) for n, tile in enumerate(self._kinds, 1) if left[tile]]
        coloured = self._console.color_system is not None and not self._console.no_color
        say(hand_picture(shown, coloured=coloured))
        say(f"{table.score} points")
        if not choices:
            self._end(table.score)

    def _end(self, score: int) -> None:
        best = optimum(self._game, self._hand).after_all(score)
        self._console.print(f"The game is over: {score} points, {best}. Type undo or quit.")

    def _save(self, path: Path) -> None:
        hand = "".join(f"{a} {b}\n" for a, b in self._hand)
        line = "".join(f"{move} " for move in self._moves)
        try:
            with path.open("w" if path in self._saved else "x", encoding="ascii") as file:
                file.write(f"{len(self._hand)}\n{hand}{line}\n")
        except OSError as error:
            self._console.print(f"Not saved: {error.strerror}.")
        else:
            self._saved.add(path)
            self._console.print(f"Saved to {path}.")
