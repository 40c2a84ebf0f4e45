"""One person and one hand: what may be typed, and what is answered."""

from __future__ import annotations

import dataclasses
import functools
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from arbiter.games.domino import law, plane
from arbiter.games.domino.law import MIRROR, RAISE, Hand, MoveError, Row, Tile
from arbiter.games.domino.puzzle import endings
from bots.domino.picture import hand_picture, last_tile, picture, tile_text
from bots.domino.strategies import Best, Move, Variant, after, code, follow, hint, legal, optimum, place, racer
from bots.process import unmarked
from bots.saved import write_saved

ITALIAN = {
    "aiuto": "help",
    "annulla": "undo",
    "consiglio": "hint",
    "meta": "goal",
    "rivedi": "replay",
    "mosse": "moves",
    "nuova": "new",
    "salva": "save",
    "basta": "stop",
    "esci": "quit",
}
"""Commands that are understood in either language."""


@dataclasses.dataclass(frozen=True, slots=True)
class Deal:
    """A hand to be played: moves that were played before, as far as the rules allow them; the points that a puzzle
    wants; the level of the program that is raced.
    """

    hand: list[Tile]
    line: str = ""
    target: int | None = None
    level: int | None = None


class HandSession:
    """One person and one hand. `text` gives a text in the person's language."""

    def __init__(self, console: Console, game: Variant, deal: Deal, text: Callable[[str], str]) -> None:
        self._console, self._game, self._deal, self._text = console, game, deal, text
        self._hand = deal.hand
        self._kinds = sorted(set(self._hand), key=lambda tile: (tile in (RAISE, MIRROR), tile))
        self._moves: list[Move] = list(game.judge(self._hand, deal.line).moves)
        self._saved: set[Path] = set()

    @property
    def _left(self) -> Hand:
        left = Counter(dict.fromkeys(self._kinds, 0))
        left.update(self._hand)
        left.subtract(code(move) for move in self._moves)
        return left

    @functools.cached_property
    def _best(self) -> Best:
        return optimum(self._game, self._hand)

    @functools.cached_property
    def _rival(self) -> list[tuple[Move, int]]:
        """The moves of the program that is raced, and its points after each."""
        level = self._deal.level
        return [(move, table.score) for move, table in racer(self._game, self._hand, level)] if level else []

    def _say(self, text: str, **words: object) -> None:
        self._console.print(self._text(text).format(**words))

    def run(self) -> bool:
        """Play until the person quits; tell whether they want another hand. EOFError at the end of the input."""
        if self._deal.target is not None:
            self._say("Finish the row with exactly {points} points.", points=self._deal.target)
        elif self._hand:
            self._say("The goal is the most that this hand can have: goal tells how much that is.")
        self._say("Type the number of a tile, or help.")
        self._show()
        while True:
            text = unmarked(self._console.input("> ", markup=False)).strip()
            words = text.split()
            words[:1] = [ITALIAN.get(word.lower(), word.lower()) for word in words[:1]]
            match words:
                case []:
                    pass
                case ["quit"]:
                    self._leave()
                    return False
                case ["new"]:
                    return True
                case ["help"]:
                    self._help()
                case ["hint"]:
                    self._hint()
                case ["moves"]:
                    moves = legal(self._game.replay(self._moves), self._left)
                    self._console.print(", ".join(map(str, moves)) or self._text("No tile fits."))
                case ["goal"]:
                    self._goal()
                case ["replay"]:
                    self._replay(self._moves)
                case ["replay", "best"] | ["replay", "migliore"]:
                    self._replay(self._model())
                case ["undo"] if self._moves:
                    self._moves.pop()
                    self._show()
                case ["undo"]:
                    self._say("There is no move to take back.")
                case ["stop"] if self._game.options.early_stop:
                    self._end(self._game.replay(self._moves).score)
                case ["save", _, *_]:
                    self._save(Path(text.split(maxsplit=1)[1]))
                case [number] if number.isdecimal():
                    self._pick(number, None)
                case [number, way] if number.isdecimal():
                    self._pick(number, way.lower())
                case ["s" | "l" | "r" | "h" | "v" as letter, *rest] if rest:
                    self._play(" ".join([letter.upper(), *rest]))
                case _:
                    self._say("I do not understand {words!r}; type help.", words=" ".join(text.split())[:40])

    def _help(self) -> None:
        plane, stop = self._game.plane, self._game.options.early_stop
        self._say("3        play tile number 3; if it fits in several ways, they are listed")
        if plane:
            self._say("3 h      play it horizontally, 3 v vertically, if there is one such place")
            self._say("H 0 2 1 4, V 0 2 1 4   play a move as it is written: letter, row, column, digits")
        else:
            self._say("3 l      play it at the left end, 3 r at the right one")
            self._say("R 1 4    play a move as it is written: S, L or R, and the digits as they lie")
        self._say(
            """\
3 2      play it in the second of the listed ways
moves    list the moves that are possible, as they are written
undo     take the last move back
hint     ask what the program would play
goal     ask what the goal is
replay   see the row grow, tile by tile; replay best: that of the program
new      play another hand
save F   write the hand and the moves to a new file; domino-bot --hand F goes on from there
help     show this list
quit     leave; so does the end of the input"""
        )
        if stop:
            self._say("stop     be content with the row as it is")

    def _hint(self) -> None:
        if self._deal.target is None:
            advice = hint(self._game, self._hand, self._moves)
        elif (line := self._way(self._moves)) is not None:
            advice = next(iter(line), None)
        else:
            self._say("From here {points} points cannot be had; take moves back.", points=self._deal.target)
            return
        if advice is None:
            self._say("No tile fits.")
        else:
            self._say("Perhaps {move}.", move=advice)

    def _way(self, moves: list[Move]) -> Sequence[Move] | None:
        """Give a way to solve the puzzle after these moves, None if there is none."""
        table, left = self._game.replay(moves), Counter(self._hand)
        left.subtract(code(move) for move in moves)
        return endings(table, left).get(self._deal.target or 0) if isinstance(table, Row) else None

    def _model(self) -> Sequence[Move]:
        """Give the moves of the program: the best, or those that solve the puzzle."""
        return self._best.moves if self._deal.target is None else self._way([]) or ()

    def _goal(self) -> None:
        if self._deal.target is not None:
            self._say("Finish the row with exactly {points} points.", points=self._deal.target)
        elif self._best.score == self._best.bound:
            self._say("The optimum is {points} points.", points=self._best.score)
        else:
            self._say(
                "{points} points can be had, more than {bound} cannot.", points=self._best.score, bound=self._best.bound
            )

    def _replay(self, moves: Sequence[Move]) -> None:
        """Show the board after each tile; a person at a terminal says when to go on."""
        for number, (move, table) in enumerate(follow(self._game, moves), 1):
            self._say(
                "{number} of {tiles}: {move}, {points} points",
                number=number,
                tiles=len(moves),
                move=move,
                points=table.score,
            )
            self._console.print(picture(table, self._console.width), soft_wrap=self._game.plane)
            if not sys.stdin.isatty() or number == len(moves):
                continue
            if self._console.input(self._text("Enter: the next tile; q: enough "), markup=False).strip():
                return

    def _leave(self) -> None:
        table = self._game.replay(self._moves)
        if self._moves and next(iter(legal(table, self._left)), None) is not None:
            self._say("{points} so far; a tile still fits.", points=table.score)

    def _play(self, text: str) -> None:
        """Play a move that is written as hints and files have it."""
        try:
            (move,) = plane.read_moves(text) if self._game.plane else law.read_moves(text)
            kind = code(move)
        except (MoveError, ValueError):
            self._say("I do not understand {words!r}; type help.", words=text[:40])
            return
        if not self._left[kind]:
            self._say("You have no tile {tile}.", tile=tile_text(*kind))
            return
        try:
            place(self._game.replay(self._moves), move)
        except MoveError as error:
            self._refuse(str(error))
            return
        self._moves.append(move)
        self._show()

    def _refuse(self, why: str = "") -> None:
        """Say why a tile does not fit: what the ends of a row show; of a board what the law says, in its language."""
        table, told = self._game.replay(self._moves), self._text("That tile does not fit there.")
        if isinstance(table, law.Row) and table.tiles:
            ends = {"left": table.tiles[0][0], "right": table.tiles[-1][1]}
            told += " " + self._text("The ends of the row show {left} and {right}.").format(**ends)
        elif why and told.startswith("That"):
            told += f" {why[0].upper()}{why[1:]}."
        self._console.print(told)

    def _pick(self, number: str, way: str | None) -> None:
        if not 1 <= int(number[:6]) <= len(self._kinds):
            self._say("There is no tile {number}; the numbers stand before the tiles.", number=number[:6])
            return
        tile = self._kinds[int(number[:6]) - 1]
        ways = legal(self._game.replay(self._moves), Counter({tile: self._left[tile]}))
        if way is not None and way in (("h", "v") if self._game.plane else ("l", "r")):
            ways = [move for move in ways if move.letter in ("S", way.upper())]
        elif way is not None and not (way.isascii() and way.isdecimal() and 1 <= int(way[:6]) <= len(ways)):
            self._say("There is no way {way!r}; type {number} to see them.", way=way[:6], number=number)
            return
        elif way is not None:
            ways = [ways[int(way) - 1]]
        if not ways:
            self._refuse()
        elif len(ways) == 1:
            self._moves.append(ways[0])
            self._show()
        else:
            for index, move in enumerate(ways, 1):
                self._console.print(Text(f"{number} {index}: ") + self._preview(move), soft_wrap=True)

    def _preview(self, move: Move) -> Text:
        """Say what a move would do: for a special tile, what it becomes."""
        board = after(self._game.replay(self._moves), move)
        a, b = last_tile(board, move)
        told = self._text("{move}, {points} points, it lies as {tile}")
        return Text(told.format(move=move, points=board.score, tile=tile_text(a, b)))

    def _show(self) -> None:
        table, left = self._game.replay(self._moves), self._left
        choices = {code(move) for move in legal(table, left)}
        self._console.print(picture(table, self._console.width), soft_wrap=self._game.plane)
        shown = [(n, tile, left[tile], tile in choices) for n, tile in enumerate(self._kinds, 1) if left[tile]]
        coloured = self._console.color_system is not None and not self._console.no_color
        self._console.print(hand_picture(shown, coloured=coloured))
        self._say("{points} points", points=table.score)
        if self._deal.level and self._moves:
            self._show_rival(len(self._moves) if choices else len(self._rival))
        if not choices:
            self._end(table.score)

    def _show_rival(self, tiles: int) -> None:
        laid = self._rival[:tiles]
        self._say(
            "The program, level {level}, tile {tiles}: {points} points",
            level=self._deal.level,
            tiles=len(laid),
            points=laid[-1][1] if laid else 0,
        )

    def _end(self, score: int) -> None:
        self._console.print(f"{self._verdict(score)} {self._text('Type undo, replay, new or quit.')}")

    def _verdict(self, score: int) -> str:
        """Say how a game has ended, but not what the goal is to whom has not asked."""
        words = {"points": score, "target": self._deal.target}
        if self._deal.target is not None:
            solved = score == self._deal.target
            told = "Solved: exactly {points} points." if solved else "{points} points, and {target} are wanted."
        elif score >= self._best.bound:
            told = "The game is over: {points} points, the optimum."
        elif score >= self._best.score:
            told = "The game is over: {points} points, and nobody knows a better way."
        else:
            told = "The game is over: {points} points; more can be had, goal tells how much."
        verdict = self._text(told).format(**words)
        if self._deal.level:
            rival = self._rival[-1][1] if self._rival else 0
            raced = "You win the race." if score > rival else "The race is a draw." if score == rival else None
            verdict += " " + self._text(raced or "The program wins the race.")
        return verdict

    def _save(self, path: Path) -> None:
        hand = "".join(f"{a} {b}\n" for a, b in self._hand)
        line = "".join(f"{move} " for move in self._moves)
        try:
            write_saved(path, f"{len(self._hand)}\n{hand}{line}\n", again=path in self._saved)
        except OSError as error:
            self._say("Not saved: {reason}.", reason=error.strerror)
        except ValueError as error:  # no name: it has a zero byte, or what names cannot have here
            self._say("Not saved: {reason}.", reason=error)
        else:
            self._saved.add(path)
            self._say("Saved to {path}.", path=path)
