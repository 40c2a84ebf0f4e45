"""The Ataxx board in letters."""

from __future__ import annotations

from arbiter.games.ataxx import law


def board(position: law.Position, before: law.Position | None = None) -> str:
    """Draw the board with its rows and columns; in brackets the piece that came last, where `before` is known."""
    came, _ = last_move(position, before)

    def row(first: int) -> str:
        gaps = [("[" if square == came else "]" if square - 1 == came else " ") for square in range(first, first + 8)]
        gaps[0], gaps[7] = gaps[0].replace("]", " "), gaps[7].replace("[", " ")  # those are of other rows
        pieces = position.board[first : first + 7] + " "
        return "".join(gap + piece for gap, piece in zip(gaps, pieces, strict=True)).rstrip()

    rows = [f"{first // 7 + 1}{row(first)}" for first in range(42, -1, -7)]
    return "\n".join([*rows, "  a b c d e f g", caption(position)])


def last_move(position: law.Position, before: law.Position | None) -> tuple[int | None, int | None]:
    """Give the square to which the move between two positions went, and that which it left if it was a jump."""
    came = left = None
    for square, (piece, earlier) in enumerate(zip(position.board, before.board if before else "", strict=False)):
        if earlier == law.EMPTY != piece:
            came = square
        if piece == law.EMPTY != earlier:
            left = square
    return came, left


def caption(position: law.Position) -> str:
    """Say who has how many pieces and whose turn it is."""
    red, blue = (position.board.count(colour) for colour in (law.RED, law.BLUE))
    turn = "the game is over" if position.is_over() else f"{law.NAME[position.mover]} to move"
    return f"red {red}, blue {blue}, {turn}"
