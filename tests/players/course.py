"""A program of the Ataxx course for tests, in the ways in which such programs behave; it imports nothing of ours."""

from __future__ import annotations

import random
import sys
import time

Step = tuple[int, int, int, int]
manner = sys.argv[1]
PROMPT = {"prompt": "{}> ", "chatty": "{}> ", "colon-prompt": "{}:"}.get(manner, "")
OTHER = {"red": "blue", "blue": "red"}


def square(text: str) -> tuple[int, int]:
    return "abcdefg".index(text[0]), int(text[1]) - 1


def text_of(step: Step | None) -> str:
    if step is None:
        return "-"
    x, y, tx, ty = step
    return f"{'abcdefg'[x]}{y + 1}-{'abcdefg'[tx]}{ty + 1}"


class Game:
    """One board after the other, and who is played by the program."""

    def __init__(self) -> None:
        self.numbers = random.Random(1)
        self.auto = {"red": False, "blue": True}
        self.clear()

    def clear(self) -> None:
        self.board = {(0, 6): "red", (6, 0): "red", (0, 0): "blue", (6, 6): "blue"}
        self.turn, self.jumps = "red", 0

    def steps(self, colour: str) -> list[Step]:
        return [
            (x, y, tx, ty)
            for (x, y), owner in sorted(self.board.items())
            if owner == colour
            for tx in range(max(0, x - 2), min(7, x + 3))
            for ty in range(max(0, y - 2), min(7, y + 3))
            if (tx, ty) not in self.board
        ]

    def play(self, step: Step | None) -> None:
        if step:
            x, y, tx, ty = step
            jump = max(abs(x - tx), abs(y - ty)) == 2
            self.jumps = self.jumps + 1 if jump else 0
            if jump:
                del self.board[x, y]
            self.board[tx, ty] = self.turn
            for place in [(tx + dx, ty + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]:
                if self.board.get(place) == OTHER[self.turn]:
                    self.board[place] = self.turn
        self.turn = OTHER[self.turn]

    def is_over(self) -> bool:
        stuck = not self.steps("red") and not self.steps("blue")
        return self.jumps >= 25 or stuck or not {"red", "blue"} <= set(self.board.values())

    def answer(self) -> None:
        while self.auto[self.turn] and not self.is_over():
            choice = self.steps(self.turn)
            step = self.numbers.choice(choice) if choice else None
            offend()
            text = {"illegal": "d4-d5", "nonsense": "king takes queen"}.get(manner, text_of(step))
            title = (OTHER[self.turn] if manner == "other-colour" else self.turn).title()
            for _ in range(2 if manner == "unasked" else 1):
                print(f"* {title} moves {text}.")
            self.play(step)
        if self.is_over():
            print("* Red wins.")  # which the arbiter must not believe


def offend() -> None:
    """Do what is worse than a wrong move."""
    if manner == "silent":
        time.sleep(60)
    if manner == "slow":
        time.sleep(0.12)
    if manner == "dies":
        sys.exit(3)
    if manner == "talks":
        for _ in range(3000):
            print("thinking " * 100)


def obey(game: Game, words: list[str]) -> None:
    match words:
        case ["new"]:
            game.clear()
            if manner == "resets":
                game.auto = {"red": False, "blue": True}
        case ["manual" | "auto", colour]:
            game.auto[colour] = words[0] == "auto"
            game.answer()
        case ["block", at]:
            x, y = square(at)
            for place in {(x, y), (6 - x, y), (x, 6 - y), (6 - x, 6 - y)}:
                game.board[place] = "block"
        case ["seed", value]:
            game.numbers.seed(int(value))
        case ["dump"]:
            print("===\n" + "  - - - - - - -\n" * 7 + "===")
        case [move]:
            game.play(None if move == "-" else (*square(move[:2]), *square(move[3:])))
            if manner == "chatty":
                print("some board")
            game.answer()


def main() -> None:
    game = Game()
    if manner == "chatty":
        print("Welcome to ataxx > version 2 > of something")
    for line in sys.stdin:
        print(PROMPT.format(game.turn.title()), end="")
        obey(game, line.split())
        sys.stdout.flush()


main()
