"""Standard Othello from its rules, by plain loops. It imports nothing of ours."""

from __future__ import annotations

PASS = "pass"
SQUARES = [column + row for column in "abcdefgh" for row in "12345678"]
DIRECTIONS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
Square = tuple[int, int]


class Game:
    """What lies on each square (0 black, 1 white), who is to move, and what was played."""

    texts = (*SQUARES, PASS)
    sides = ("black", "white")

    def __init__(self) -> None:
        self.discs: dict[Square, int] = {(3, 3): 1, (4, 4): 1, (4, 3): 0, (3, 4): 0}
        self.side = 0
        self.played: list[str] = []

    def turned(self, square: Square, side: int) -> list[Square]:
        """Give the discs that a new disc would turn over."""
        found: list[Square] = []
        for right, down in DIRECTIONS if square not in self.discs else ():
            line: list[Square] = []
            x, y = square[0] + right, square[1] + down
            while self.discs.get((x, y), side) != side:
                line.append((x, y))
                x, y = x + right, y + down
            if (x, y) in self.discs:
                found += line
        return found

    def placings(self, side: int) -> list[str]:
        return [text for text in SQUARES if self.turned(square(text), side)]

    def moves(self) -> list[str]:
        """Give the legal moves; none if the game is over."""
        if own := self.placings(self.side):
            return own
        return [PASS] if self.placings(1 - self.side) else []

    def play(self, text: str) -> None:
        """Play a legal move."""
        if text != PASS:
            for at in [*self.turned(square(text), self.side), square(text)]:
                self.discs[at] = self.side
        self.side = 1 - self.side
        self.played.append(text)

    def points(self) -> tuple[int, int]:
        """Give the points of black and white when the game is over."""
        return list(self.discs.values()).count(0), list(self.discs.values()).count(1)

    def picture(self) -> dict[Square, int]:
        """Give the squares that are taken, (column, row) from the top, and the side of each."""
        return dict(self.discs)


class Beginner(Game):
    """Does not know that after a pass it is to move itself."""

    def play(self, text: str) -> None:
        super().play(text)
        if text == PASS:
            self.side = 1 - self.side


def square(text: str) -> Square:
    """Give column and row from 0."""
    return "abcdefgh".index(text[0]), "12345678".index(text[1])
