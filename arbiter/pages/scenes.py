"""What the replay of a page draws games from: boards as text, which a person can read, too, and what is not in them.

A page of a match has each board as text, a line a position; a row that is as before is left out, so that a game of 60
moves on 64 squares takes some 1,200 bytes where its pictures took 24,000. The script (templates/board.js) reads the
same text.
"""

from __future__ import annotations

import itertools
from typing import Any

from arbiter.games.contract import Game, Layings


def looks(game: Game) -> dict[str, Any]:
    """Give what the script must know of a game: who plays, what points count, and how boards are drawn."""
    drawing = game.drawing
    squares = drawing.squares if drawing else None
    return {
        "sides": getattr(drawing, "called", None) or game.sides,
        "counted": counted(game).capitalize(),
        "squares": squares
        and {"view": squares.view, "points": squares.points, "shapes": squares.shapes, "counts": squares.counts},
    }


def counted(game: Game) -> str:
    """Say what points in the middle of a game count: what the drawing says, else what the score does."""
    said: str = getattr(game.drawing, "counted", "")
    return said or ("pieces" if game.only_results else game.unit)


def sheet(boards: list[str], points: tuple[str, ...]) -> str:
    """Write boards as text: rows as one sees them, the top one first, apart by tabs.

    Squares that follow each other at the same height are a row. Raises ValueError for what cannot be seen as text.
    """
    heights = [float(point.split()[1]) for point in points]
    rows = [list(squares) for _, squares in itertools.groupby(range(len(points)), heights.__getitem__)]
    cuts = [slice(row[0], row[-1] + 1) for row in sorted(rows, key=lambda row: heights[row[0]])]
    if not all(map(str.isprintable, boards)):
        raise ValueError("a board has characters that cannot be shown")
    lines, before = [], [""] * len(cuts)
    for board in boards:
        after = [board[cut] for cut in cuts]
        changed = (new if new != old else "" for old, new in zip(before, after, strict=True))
        lines.append("\t".join(changed).rstrip("\t"))
        before = after
    return "\n".join(lines)


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
    """Write the rows of a game of tiles as text, a line a tile."""
    rows = (row for laying in layings.laid for row in laying.rows)
    return "\n".join(" ".join(f"{a}|{b}" for a, b in zip(row[::2], row[1::2], strict=True)) for row in rows)
