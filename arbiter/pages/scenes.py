"""What the replay of a page must know of a game, and games of tiles. Boards of squares are in sheets.py."""

from __future__ import annotations

from typing import Any

from arbiter.games.contract import Game
from arbiter.games.extras import Layings
from arbiter.pages.numbers import NUMBERS

MORE = "\N{HORIZONTAL ELLIPSIS}"
"""The row as it was before a tile."""


def looks(game: Game) -> dict[str, Any]:
    """Give what the script must know of a game: who plays, what points count, and how boards are drawn."""
    drawing = game.drawing
    squares = drawing.squares if drawing else None
    seen = squares and {
        "view": squares.view,
        "points": squares.points,
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
