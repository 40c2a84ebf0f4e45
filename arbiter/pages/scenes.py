"""What the replay of a page draws games from: boards as text, which a person can read, too, and what is not in them.

A page of a match has each position as text, a line each: the board at the start, then what a move puts on which
squares, `re6d7 -g4`. So a game of 60 moves takes some 500 bytes, 1,200 if rows that change are written, 24,000 as
pictures. The script (templates/board.js) reads the same text.
"""

from __future__ import annotations

import itertools
import operator
from typing import Any

from arbiter.games.contract import Drawing, Game, Squares
from arbiter.games.extras import Layings
from arbiter.games.grid import Grid
from arbiter.pages.numbers import NUMBERS
from arbiter.pages.pictures import letter

MORE = "\N{HORIZONTAL ELLIPSIS}"
"""The row as it was before a tile."""


def looks(game: Game) -> dict[str, Any]:
    """Give what the script must know of a game: who plays, what points count, and how boards are drawn."""
    drawing = game.drawing
    squares = drawing.squares if drawing else None
    seen = squares and {
        "view": squares.view,
        "points": squares.points,
        "names": "".join(square_names(drawing, squares)),
        "shapes": squares.shapes,
        "counts": squares.counts,
    }
    return {
        "sides": getattr(drawing, "called", None) or game.sides,
        "counted": counted(game).capitalize(),
        "numbers": NUMBERS,
        "squares": seen,
    }


def counted(game: Game) -> str:
    """Say what points in the middle of a game count: what the drawing says, else what the score does."""
    said: str = getattr(game.drawing, "counted", "")
    return said or ("pieces" if game.only_results else game.unit)


def square_names(drawing: Drawing | None, squares: Squares) -> list[str]:
    """Name the squares as moves do, in two characters: letters before numbers, of two numbers that of the row first.

    A board without such names has letters.
    """
    grid = getattr(drawing, "grid", None)
    columns, rows = grid.named(others=True) if isinstance(grid, Grid) else squares.names
    seen = _rows(squares.points)
    across, down = max(map(len, seen)), len(seen)
    fit = all(map(str.isalnum, [*columns, *rows])) and all(len(name) == 1 for name in [*columns, *rows])
    if not fit or (len(set(columns)), len(set(rows))) != (across, down):
        columns, rows = list(map(letter, range(across))), list(map(letter, range(down)))
    row_first = columns[0].isdecimal() and rows[0].isdecimal()
    found = {}
    for row, places in zip(rows, seen, strict=True):
        for column, square in zip(columns, places, strict=False):
            found[square] = row + column if row_first else column + row
    return [found[square] for square in range(len(squares.points))]


def sheet(boards: list[str], points: tuple[str, ...], names: list[str]) -> str:
    """Write the positions of a game, a line each: the rows of the first board, the top one first, apart by tabs; then
    what each move puts on which squares.

    Raises ValueError for what cannot be seen as text.
    """
    if not all(map(str.isprintable, boards)):
        raise ValueError("a board has characters that cannot be shown")
    lines = ["\t".join("".join(boards[0][square] for square in row) for row in _rows(points))]
    for before, after in itertools.pairwise(boards):
        put: dict[str, str] = {}
        for at in itertools.compress(range(len(after)), map(operator.ne, before, after)):
            put[after[at]] = put.get(after[at], "") + names[at]
        lines.append(" ".join([piece + where for piece, where in put.items()]))
    return "\n".join(lines)


def _rows(points: tuple[str, ...]) -> list[list[int]]:
    """Give squares in rows as one sees them: those that follow each other at the same height are one."""
    heights = [float(point.split()[1]) for point in points]
    rows = [list(squares) for _, squares in itertools.groupby(range(len(points)), heights.__getitem__)]
    return sorted(rows, key=lambda row: heights[row[0]])


def packed(layings: Layings) -> dict[str, Any]:
    """Give a game of tiles, tile by tile, as templates/tiles.js reads it."""
    rows = []
    for moves, after, points, fault in layings.laid:
        steps, before = [], ""
        for move, row in zip(moves, after, strict=True):
            end, a, b = move.split()
            expected = f"{a}{b}{before}" if end == "L" else f"{before}{a}{b}"
            steps.append(move if row == expected else f"{move}={row}")
            before = row
        rows.append((",".join(steps), points, fault))
    return {"hand": " ".join(f"{a} {b}" for a, b in layings.hand), "kinds": layings.kinds, "rows": rows}


def tiles_text(layings: Layings) -> str:
    """Write the rows of a game of tiles, a line a tile: what it put beside the row as it was, or the whole row."""
    lines = []
    for laying in layings.laid:
        before = ""
        for row in laying.rows:
            left, right = row.endswith(before), row.startswith(before)
            new = row[: len(row) - len(before)] if left and not right else row[len(before) :] if right else row
            tiles = " ".join(f"{a}|{b}" for a, b in zip(new[::2], new[1::2], strict=True))
            lines.append(tiles if new == row else f"{MORE} {tiles}" if right else f"{tiles} {MORE}")
            before = row
    return "\n".join(lines)
