"""A second, independent Othello: plain loops over a dictionary, used to judge what the page shows."""

from __future__ import annotations

import random

Board = dict[tuple[int, int], str]


def start() -> Board:
    return {(3, 3): "white", (4, 4): "white", (3, 4): "black", (4, 3): "black"}


def other(colour: str) -> str:
    return "white" if colour == "black" else "black"


def flips(board: Board, colour: str, row: int, col: int) -> set[tuple[int, int]]:
    if (row, col) in board:
        return set()
    found: set[tuple[int, int]] = set()
    for down, right in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        line = []
        r, c = row + down, col + right
        while board.get((r, c)) == other(colour):
            line.append((r, c))
            r, c = r + down, c + right
        if board.get((r, c)) == colour:
            found.update(line)
    return found


def moves(board: Board, colour: str) -> list[tuple[int, int]]:
    return [(r, c) for r in range(8) for c in range(8) if flips(board, colour, r, c)]


def play(board: Board, colour: str, row: int, col: int) -> Board:
    return {**board, **dict.fromkeys(flips(board, colour, row, col) | {(row, col)}, colour)}


def boards(played: list[tuple[int, int]]) -> list[Board]:
    """Start position and the position after each of `played`."""
    found = [start()]
    for number, (row, col) in enumerate(played):
        found.append(play(found[-1], "white" if number % 2 else "black", row, col))
    return found


def count(board: Board) -> tuple[int, int]:
    discs = list(board.values())
    return discs.count("black"), discs.count("white")


def random_game(chance: random.Random) -> list[tuple[int, int]]:
    """Moves of a game played to its end."""
    board, colour = start(), "black"
    played: list[tuple[int, int]] = []
    while legal := moves(board, colour):
        move = chance.choice(legal)
        if len(played) < 36:  # most random games stop early, for want of a move; real ones last
            move = max(legal, key=lambda m: (len(moves(play(board, colour, *m), other(colour))), chance.random()))
        played.append(move)
        board, colour = play(board, colour, *move), other(colour)
    return played
