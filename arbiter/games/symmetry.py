"""Square boards, written a character a square, and their eight symmetries; and the sign of a value."""

from __future__ import annotations

Ways = tuple[tuple[int, ...], ...]


def symmetries(side: int) -> Ways:
    """Give the eight symmetries of a square board: which square each square is taken from."""
    last = side - 1
    turned = [(r, c) for r in range(side) for c in range(side)]
    ways = []
    for _ in range(4):
        ways.append(tuple(side * r + c for r, c in turned))
        ways.append(tuple(side * c + r for r, c in turned))
        turned = [(c, last - r) for r, c in turned]
    return tuple(ways)


def least(board: str, ways: Ways) -> str:
    """Give the smallest of the symmetric copies of a board."""
    return min("".join([board[at] for at in way]) for way in ways)


class SquareNotation:
    """What engines' values mean on a board whose symmetric positions are alike (`arbiter.games.contract.Notation`)."""

    margin = False
    by_result = None

    def __init__(self, unit: str, within: int, plies: int, side: int) -> None:
        """Say what a value counts, when it is even, after how many random moves; and the columns of the board."""
        self.unit, self.within, self.plies = unit, within, plies
        self._ways = symmetries(side)

    def key_of(self, board: str, *others: object) -> str:
        """Give the same text for symmetric boards, and what else there is to a position behind it."""
        return " ".join([least(board, self._ways), *map(str, others)])

    def proved(self, value: int, left: int | None) -> int | None:
        """Give the result that a proved value means."""
        return sign(value)


def sign(value: int) -> int:
    """Give 1, 0 or -1."""
    return (value > 0) - (value < 0)
