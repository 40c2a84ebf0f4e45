"""The Othello board on a terminal, in colour or, where there is none, in letters."""

from __future__ import annotations

from rich.text import Text

from arbiter.games.othello import law

LETTERS = {law.BLACK: "X", law.WHITE: "O", law.EMPTY: "-"}
DISCS = {law.BLACK: "●", law.WHITE: "●", law.EMPTY: " "}
STYLES = {law.BLACK: "black on green4", law.WHITE: "bright_white on green4", law.EMPTY: "on green4"}
LEGAL_STYLE = "bright_yellow on green4"
SIDES = {law.BLACK: "black", law.WHITE: "white"}


def picture(position: law.Position, last: int | None, *, coloured: bool) -> Text:
    """Draw the board with the legal squares marked and brackets around the `last` move."""
    discs, mark = (DISCS, "·") if coloured else (LETTERS, "*")
    legal = position.legal_moves()
    text = Text("   " + "  ".join("01234567") + "\n")
    for square, owner in enumerate(position.board):
        row, column = divmod(square, 8)
        if column == 0:
            text.append(f"{row} ")
        style = LEGAL_STYLE if square in legal else STYLES[owner]
        disc = mark if square in legal else discs[owner]
        text.append(f"[{disc}]" if square == last else f" {disc} ", style if coloured else "")
        if column == 7:
            text.append("\n")
    return text.append(_caption(position, coloured=coloured))


def _caption(position: law.Position, *, coloured: bool) -> str:
    counts = zip(SIDES.items(), position.score(), strict=True)
    sides = [f"{name} {count}" if coloured else f"{name} {LETTERS[disc]} {count}" for (disc, name), count in counts]
    return "  ".join(sides)
