"""A game as text, for a terminal: boards in colours, several beside each other; plain where text is not shown but kept.

What cannot be drawn is shown as moves, as on a page.
"""

from __future__ import annotations

import collections
import itertools
from collections.abc import Iterator
from typing import NamedTuple

from rich.columns import Columns
from rich.console import Console
from rich.style import Style
from rich.text import Text

from arbiter.games.contract import Drawing, Game, Squares, TileRow, Transcript
from arbiter.host.visible import visible_text
from arbiter.pages.pictures import Pictures
from arbiter.pages.text import NBSP, duration
from arbiter.play.record import GameRecord

DISC = "●"


class Scene(NamedTuple):
    """A position: what is said above it, and the picture."""

    caption: str
    picture: Text


def tell(record: GameRecord, game: Game, console: Console) -> None:
    """Write a game: each position with the move before it, its time, CPU time and standard error; and how it ended."""
    first, second = record.players[record.first], record.players[1 - record.first]
    say(console, f"Game {record.number}: {first} moves first, against {second}")
    if record.start:
        say(console, f"Start: {visible_text(record.start)}")
    scenes, note = drawn(record, game, colour=console.color_system is not None)
    if scenes:
        _show(scenes, record, console)
    else:
        _list(record, console)
    for player, offence in record.offences().items():
        said = f"{visible_text(offence.reason)} {visible_text(offence.evidence)}"
        say(console, f"{record.players[player]} {offence.end.value}: {said}".rstrip())
    if record.reason and record.offender is None:
        say(console, f"{record.end.name.lower()}: {visible_text(record.reason)}")
    if note:
        say(console, note)
    a, b = record.scores
    say(console, f"{record.players[0]} {a}, {record.players[1]} {b}")


def say(console: Console, text: str) -> None:
    """Write a line as it is, whatever its length."""
    console.print(Text(text.replace(NBSP, " ")), soft_wrap=True)


def _show(scenes: list[Scene], record: GameRecord, console: Console) -> None:
    """Write positions beside each other, up to one with whose move something was written to standard error."""
    row: list[Text] = []
    for ply, scene in enumerate(scenes):
        turn = record.turns[ply - 1] if ply else None
        costs = f"{duration(turn.time_s)}, CPU {duration(turn.cpu_s)}".replace(NBSP, " ") if turn else ""
        row.append(Text("\n").join([Text(scene.caption, style="bold"), Text(costs, style="dim"), scene.picture]))
        if ply + 1 < len(scenes) and not (turn and turn.stderr):
            continue
        console.print(Columns(row, padding=(1, 3)))
        row = []
        _errors(turn.stderr if turn else "", console)


def _list(record: GameRecord, console: Console) -> None:
    """Write moves, a line each."""
    second, first = record.players[1 - record.first], record.players[record.first]
    for ply, turn in enumerate(record.turns, 1):
        costs = f"{duration(turn.time_s)}, CPU {duration(turn.cpu_s)}"
        say(console, f"{ply:4}. {visible_text(turn.move):12} {costs}  {(second, first)[ply % 2]}")
        _errors(turn.stderr, console)


def _errors(text: str, console: Console) -> None:
    for line in text.splitlines():
        say(console, f"      | {visible_text(line)}")


# ---- pictures ------------------------------------------------------------------------------------------------------


def drawn(record: GameRecord, game: Game, *, colour: bool) -> tuple[list[Scene], str]:
    """Give the positions of a game, none if it cannot be drawn; and then a note that says why."""
    pictures = Pictures(game, record)

    def scenes(drawing: Drawing) -> list[Scene]:
        frames = drawing.frames(pictures.played, every=True)
        captions = [
            visible_text(f"{ply}. {frame.caption}" + ("  {}-{}".format(*frame.points) if frame.points else ""))
            for ply, frame in enumerate(frames)
        ]
        both = zip(captions, _pictures(drawing, pictures.played, colour), strict=True)
        return [Scene(caption, picture) for caption, picture in both]

    return pictures.attempt(scenes, list[Scene]()), pictures.note


def _pictures(drawing: Drawing, played: Transcript, colour: bool) -> Iterator[Text]:
    if drawing.squares is None:
        rows = drawing.rows(played)
        yield from (_tiles(rows[: count + 1], colour) for count in range(len(played.moves) + 1))
        return
    canvas = Canvas(drawing.squares, colour)
    boards = drawing.squares.boards(played)
    yield from (canvas.board(before, after) for before, after in itertools.pairwise([boards[0], *boards]))


def _tiles(rows: list[TileRow], colour: bool) -> Text:
    """Write rows of tiles; with `colour` those of a kind of their own are seen."""
    lines = []
    for label, tiles in rows:
        shown = [Text(f"{a}|{b}", "" if kind.split()[0] == "plain" else "bold cyan") for a, b, kind in tiles]
        lines.append(Text("  ").join([Text(visible_text(label), "dim"), *shown]))
    text = Text("\n").join(lines)
    return text if colour else Text(text.plain)


class Canvas:
    """Where each square of a board stands in a picture of text: two characters to the right a unit, a line a height."""

    def __init__(self, squares: Squares, colour: bool) -> None:
        """Read the squares' places and how their pieces look. Raises ValueError."""
        places = [(float(x), float(y)) for x, y in (point.split() for point in squares.points)]
        left, heights = min(x for x, _ in places), sorted({y for _, y in places})
        self.at = [(heights.index(y), round(2 * (x - left))) for x, y in places]
        self.columns, self.rows = squares.names
        self.margin = max(map(len, self.rows), default=0)
        self.height, self.width = len(heights), max(x for _, x in self.at)
        self.shapes, styles = squares.shapes, squares.styles if colour else {}
        self.ground = Style.parse(styles.get("", ""))
        self.styles = {piece: self.ground + Style.parse(style) for piece, style in styles.items() if piece}
        alike = collections.Counter(styles.values())  # of a man and a king of one colour the characters are shown
        self.glyphs = {piece: DISC for piece, style in styles.items() if alike[style] == 1}
        self.glyphs |= {piece: " " for piece, style in styles.items() if style.startswith("on ")}

    def board(self, before: str, after: str) -> Text:
        """Draw a board after a move; the square that it went to is seen by its colours turned round."""
        changed = [at for at, (old, new) in enumerate(zip(before, after, strict=True)) if old != new]
        occupied = [at for at in changed if after[at] in self.shapes]
        reached = [at for at in occupied if before[at] not in self.shapes] or occupied
        cells = [[" "] * (self.width + 3) for _ in range(self.height)]
        for (row, column), char in zip(self.at, after, strict=True):
            cells[row][column + 1] = self._glyph(char)
        lines = [Text("".join(cell), self.ground) for cell in cells]
        for at, char in enumerate(after if self.styles else ""):
            row, column = self.at[at]
            turned = Style(reverse=True) if at in reached else Style()
            lines[row].stylize(self.styles.get(char, self.ground) + turned, column, column + 3)
        return self._named(lines)

    def _glyph(self, char: str) -> str:
        if self.styles and char not in self.shapes:
            return " "
        return self.glyphs.get(char, char if char.isprintable() else "?")

    def _named(self, lines: list[Text]) -> Text:
        """Put the names beside the lines, and those of columns above them."""
        rows = [*self.rows, *[""] * (self.height - len(self.rows))]
        head = [Text(" " * (self.margin + 1) + " ".join(self.columns), "dim")] if self.columns else []
        named = [Text.assemble((f"{name:>{self.margin}}", "dim"), line) for name, line in zip(rows, lines, strict=True)]
        return Text("\n").join([*head, *named])
