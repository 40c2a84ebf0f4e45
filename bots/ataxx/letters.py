"""The Ataxx board in letters."""

from __future__ import annotations

from arbiter.games.ataxx import law


def board(position: law.Position) -> str:
    """Draw the board with its rows and columns."""
    rows = (f"{row + 1} {' '.join(position.board[7 * row : 7 * row + 7])}" for row in range(6, -1, -1))
    return "\n".join([*rows, "  a b c d e f g", caption(position)])


def caption(position: law.Position) -> str:
    """Say who has how many pieces and whose turn it is."""
    red, blue = position.score()
    turn = "the game is over" if position.is_over() else f"{law.NAME[position.mover]} to move"
    return f"red {red}, blue {blue}, {turn}"
