"""The Othello board on a terminal, in colour or, where there is none, in letters."""

from __future__ import annotations

from rich.text import Text

from arbiter.games.othello import law
from bots.board import Size, Square, drawn, in_rows

LETTERS = {law.BLACK: "X", law.WHITE: "O", law.EMPTY: "-"}
DISCS = {law.BLACK: "●", law.WHITE: "●", law.EMPTY: " "}
STYLES = {law.BLACK: "black on green4", law.WHITE: "bright_white on green4", law.EMPTY: "on green4"}
LEGAL_STYLE = "bright_yellow on green4"
SIDES = {law.BLACK: "black", law.WHITE: "white"}


def picture(position: law.Position, last: int | None, size: Size, *, coloured: bool) -> Text:
    """Draw the board with the legal squares marked and brackets around the `last` move."""
    discs, mark = (DISCS, "·") if coloured else (LETTERS, "*")
    legal = position.legal_moves()
    squares = []
    for square, owner in enumerate(position.board):
        style = LEGAL_STYLE if square in legal else STYLES[owner]
        sign = mark if square in legal else discs[owner]
        squares.append(Square(sign, style if coloured else "", square == last))
    rows = list(zip("01234567", in_rows(squares, 8), strict=True))
    return drawn(rows, "01234567", size, below=False).append(_caption(position, coloured=coloured))


def _caption(position: law.Position, *, coloured: bool) -> str:
    counts = zip(SIDES.items(), position.score(), strict=True)
    sides = [f"{name} {count}" if coloured else f"{name} {LETTERS[disc]} {count}" for (disc, name), count in counts]
    return "  ".join(sides)
