"""A second, independent Ataxx: plain loops over a dictionary. It imports nothing of the product."""

from __future__ import annotations

Board = dict[tuple[int, int], str]
"""Owner of each occupied square (column, row), both from 0; a block is owned by "block"."""
Step = tuple[int, int, int, int] | None
"""Source and destination; None is the pass."""


def start() -> Board:
    return {(0, 6): "red", (6, 0): "red", (0, 0): "blue", (6, 6): "blue"}


def other(colour: str) -> str:
    return "blue" if colour == "red" else "red"


def square(name: str) -> tuple[int, int]:
    return "abcdefg".index(name[0]), int(name[1]) - 1


def add_block(board: Board, name: str) -> None:
    x, y = square(name)
    places = {(x, y), (6 - x, y), (x, 6 - y), (6 - x, 6 - y)}
    assert not places & set(board)
    for place in places:
        board[place] = "block"


def steps(board: Board, colour: str) -> set[tuple[int, int, int, int]]:
    found = set()
    for (x, y), owner in board.items():
        if owner == colour:
            for dx in range(-2, 3):
                for dy in range(-2, 3):
                    to = x + dx, y + dy
                    if 0 <= to[0] < 7 and 0 <= to[1] < 7 and to not in board:
                        found.add((x, y, *to))
    return found


def play(board: Board, colour: str, step: Step, jumps: int) -> int:
    """Change the board; give the number of jumps in a row."""
    if step is None:
        return jumps
    x, y, tx, ty = step
    jump = abs(x - tx) == 2 or abs(y - ty) == 2
    if jump:
        del board[x, y]
    board[tx, ty] = colour
    for dx in (-1, 0, 1):
        for dy in (-1, 0, 1):
            if board.get((tx + dx, ty + dy)) == other(colour):
                board[tx + dx, ty + dy] = colour
    return jumps + 1 if jump else 0


def is_over(board: Board, jumps: int) -> bool:
    owners = set(board.values())
    stuck = not steps(board, "red") and not steps(board, "blue")
    return jumps >= 25 or stuck or not {"red", "blue"} <= owners


def read_step(text: str) -> Step:
    return None if text == "-" else (*square(text[:2]), *square(text[3:]))


def write_step(step: Step) -> str:
    if step is None:
        return "-"
    x, y, tx, ty = step
    return f"{'abcdefg'[x]}{y + 1}-{'abcdefg'[tx]}{ty + 1}"


def dump(board: Board) -> str:
    letters = {"red": "r", "blue": "b", "block": "X", None: "-"}
    rows = ("  " + " ".join(letters[board.get((x, y))] for x in range(7)) for y in range(6, -1, -1))
    return "\n".join(["===", *rows, "===", ""])
