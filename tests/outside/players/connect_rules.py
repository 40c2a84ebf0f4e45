"""Connect Four from its rules, by plain loops. It imports nothing of ours."""

from __future__ import annotations

HEIGHT = 6


class Game:
    """The discs of each column (0 yellow, 1 red), the lowest first, who is to move, and what was played."""

    texts = tuple("abcdefg")
    sides = ("yellow", "red")

    def __init__(self) -> None:
        self.columns: dict[str, list[int]] = {name: [] for name in self.texts}
        self.side = 0
        self.played: list[str] = []
        self.winner: int | None = None

    def moves(self) -> list[str]:
        """Give the columns that are not full; none if the game is over."""
        return [name for name in self.texts if len(self.columns[name]) < HEIGHT] if self.winner is None else []

    def play(self, text: str) -> None:
        """Play a legal move."""
        self.columns[text].append(self.side)
        self.played.append(text)
        discs = self.picture()
        x, y = self.texts.index(text), HEIGHT - len(self.columns[text])
        for right, down in ((1, 0), (0, 1), (1, 1), (1, -1)):
            length = 1
            for way in (1, -1):
                at = 1
                while discs.get((x + way * at * right, y + way * at * down)) == self.side:
                    at += 1
                length += at - 1
            if length >= 4:
                self.winner = self.side
        self.side = 1 - self.side

    def points(self) -> tuple[int, int]:
        """Give the points of yellow and red when the game is over."""
        return int(self.winner == 0), int(self.winner == 1)

    def picture(self) -> dict[tuple[int, int], int]:
        """Give the squares that are taken, (column, row) from the top, and the side of each."""
        found = {}
        for x, name in enumerate(self.texts):
            for up, side in enumerate(self.columns[name]):
                found[x, HEIGHT - 1 - up] = side
        return found


class Beginner(Game):
    """Does not see that a column is full."""

    def moves(self) -> list[str]:
        return list(self.texts) if self.winner is None else []
