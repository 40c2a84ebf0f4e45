"""The Ataxx board for people, in letters or in colour."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from arbiter.games.ataxx import law
from bots.ataxx.letters import caption, last_move

GLYPHS = {law.RED: "●", law.BLUE: "●", law.EMPTY: "·", law.BLOCK: "█"}
STYLES = {law.RED: "bright_red", law.BLUE: "bright_blue", law.EMPTY: "bright_black", law.BLOCK: "bright_black"}


def is_coloured(console: Console) -> bool:
    """Tell whether pieces can be told apart by their colour: not through a pipe, under NO_COLOR, on a dumb terminal."""
    return console.color_system is not None and not console.no_color and "utf" in console.encoding.lower()


def coloured(console: Console, position: law.Position, before: law.Position | None = None) -> str:
    """Draw the board as the console wants colours, and the move that led there from `before`."""
    text = Text()
    came, left = last_move(position, before)
    for row in range(6, -1, -1):
        text.append(f"{row + 1} ", "dim")
        for square in range(7 * row, 7 * row + 7):
            piece = position.board[square]
            glyph = "◉" if square == came else "○" if square == left else GLYPHS[piece]
            text.append(f" {glyph}", STYLES[piece])
        text.append("\n")
    text.append("   a b c d e f g\n", "dim")
    text.append(caption(position))
    with console.capture() as captured:
        console.print(text)
    return captured.get().rstrip("\n")
