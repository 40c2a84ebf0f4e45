"""The Ataxx board for people, in letters or in colour."""

from __future__ import annotations

from rich.console import Console

from arbiter.games.ataxx import law
from bots.ataxx.letters import caption, last_move
from bots.board import Size, Square, drawn, in_rows, size_for

GLYPHS = {law.RED: "●", law.BLUE: "●", law.EMPTY: "·", law.BLOCK: "█"}
STYLES = {law.RED: "bright_red", law.BLUE: "bright_blue", law.EMPTY: "bright_black", law.BLOCK: "bright_black"}


def is_coloured(console: Console) -> bool:
    """Tell whether pieces can be told apart by their colour: not through a pipe, under NO_COLOR, on a dumb terminal."""
    return console.color_system is not None and not console.no_color and "utf" in console.encoding.lower()


def coloured(console: Console, position: law.Position, before: law.Position | None = None) -> str:
    """Draw the board as the console wants colours, and the move that led there from `before`."""
    came, left = last_move(position, before)
    squares = [
        Square("◉" if square == came else "○" if square == left else GLYPHS[piece], STYLES[piece])
        for square, piece in enumerate(position.board)
    ]
    rows = list(zip("1234567", in_rows(squares, 7), strict=True))[::-1]
    text = drawn(rows, "abcdefg", size_for(console, 7, Size(2, 1), coloured=True))
    text.append(caption(position))
    with console.capture() as captured:
        console.print(text)
    return captured.get().rstrip("\n")
