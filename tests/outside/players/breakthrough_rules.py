"""Breakthrough from its rules, by plain loops. It imports nothing of ours."""

from __future__ import annotations

Square = tuple[int, int]


class Game:
    """The squares, (column, row) from the bottom, of white (0) and black (1), who is to move, and what was played."""

    texts = tuple(a + b + c + d for a in "abcdefgh" for b in "12345678" for c in "abcdefgh" for d in "12345678")
    sides = ("white", "black")
    takes_straight = False

    def __init__(self) -> None:
        self.pawns: list[set[Square]] = [{(x, y) for x in range(8) for y in rows} for rows in ((0, 1), (6, 7))]
        self.side = 0
        self.played: list[str] = []
        self.winner: int | None = None

    def moves(self) -> list[str]:
        """Give the legal moves; none if the game is over."""
        own, other, up = self.pawns[self.side], self.pawns[1 - self.side], (1, -1)[self.side]
        found: list[str] = []
        for x, y in own if self.winner is None else ():
            for right in (-1, 0, 1):
                goal = (x + right, y + up)
                blocked = goal in own or (goal in other and not right and not self.takes_straight)
                if 0 <= goal[0] < 8 and not blocked:
                    found.append(name((x, y)) + name(goal))
        return found

    def play(self, text: str) -> None:
        """Play a legal move."""
        origin, goal = square(text[:2]), square(text[2:])
        self.pawns[self.side].discard(origin)
        self.pawns[self.side].add(goal)
        self.pawns[1 - self.side].discard(goal)
        if goal[1] == (7, 0)[self.side] or not self.pawns[1 - self.side]:
            self.winner = self.side
        self.side = 1 - self.side
        self.played.append(text)

    def points(self) -> tuple[int, int]:
        """Give the points of white and black when the game is over."""
        return int(self.winner == 0), int(self.winner == 1)

    def picture(self) -> dict[Square, int]:
        """Give the squares that are taken, (column, row) from the top, and the side of each."""
        return {(x, 7 - y): side for side in (0, 1) for x, y in self.pawns[side]}


class Beginner(Game):
    """Takes what stands straight before a pawn."""

    takes_straight = True


def name(square: Square) -> str:
    """Write a square."""
    return "abcdefgh"[square[0]] + "12345678"[square[1]]


def square(text: str) -> Square:
    """Give column and row from 0."""
    return "abcdefgh".index(text[0]), "12345678".index(text[1])
