"""An honest player of orthogonal Othello with rules of its own: plain loops, first legal move. Imports nothing of ours.

python plain.py [--delay SECONDS] [--think SECONDS] [--log FILE]

It thinks before its first move, and delays each other one.
"""

import argparse
import os
import sys
import time
from pathlib import Path


def turned(board: dict[tuple[int, int], str], row: int, column: int, own: str) -> list[tuple[int, int]]:
    """Give the discs that a move turns over."""
    result: list[tuple[int, int]] = []
    if (row, column) in board:
        return result
    for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        line = []
        at = (row + down, column + right)
        while board.get(at, own) != own:
            line.append(at)
            at = (at[0] + down, at[1] + right)
        if at in board:
            result += line
    return result


class Game:
    """One game, from a player's side."""

    def __init__(self, black: bool) -> None:
        self.own, self.other = ("X", "O") if black else ("O", "X")
        self.board = {(3, 3): "O", (4, 4): "O", (3, 4): "X", (4, 3): "X"}

    def put(self, row: int, column: int, side: str) -> None:
        """Play a move of either side."""
        for square in turned(self.board, row, column, side):
            self.board[square] = side
        self.board[row, column] = side

    def first_move(self) -> tuple[int, int]:
        """Find the first legal move and play it."""
        for row in range(8):
            for column in range(8):
                if turned(self.board, row, column, self.own):
                    self.put(row, column, self.own)
                    return row, column
        raise AssertionError("asked for a move without having one")


def write(text: str) -> None:
    """Write at once."""
    sys.stdout.write(text)
    sys.stdout.flush()


def move_line(game: Game) -> str:
    """Make a move; give the line that says so."""
    row, column = game.first_move()
    return f"{row} {column}\n"


def main() -> None:
    """Play for ever."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--delay", type=float, default=0.0)
    parser.add_argument("--think", type=float, default=0.0)
    parser.add_argument("--log", type=argparse.FileType("a"))
    parser.add_argument("--wait-for", type=Path, default=Path("/"))
    parser.add_argument("--report", action="store_true")
    options = parser.parse_args()
    if options.report:
        print(os.getpid(), os.environ.get("ARBITER_SEED"), file=sys.stderr)

    def read() -> str:
        line = sys.stdin.readline()
        if options.log:
            print(repr(line), file=options.log, flush=True)
        if not line:
            sys.exit(255)
        return line

    if options.log:
        print("started", file=options.log, flush=True)
    while True:
        game = Game(black := read() == "1\n")
        while not options.wait_for.exists():
            time.sleep(0.01)
        time.sleep(options.think)
        options.think = 0.0
        if black:
            write(move_line(game))
        while (line := read()) != "-1 -1\n":
            row, column = map(int, line.split())
            game.put(row, column, game.other)
            time.sleep(options.delay)
            write(move_line(game))


if __name__ == "__main__":
    main()
