"""Two-dimensional boards as SVG, in the unit of `drawing.py`, one half of a tile; wide boards are scaled."""

from __future__ import annotations

from markupsafe import Markup

from arbiter.games.domino.law import MIRROR, RAISE, WILD, Tile
from arbiter.games.domino.plane import Plane

KINDS = {WILD: "wild", RAISE: "raise", MIRROR: "mirror"}  # classes of `board.css`
GAP = 0.4
"""Between a board and what stands below."""

BOARD = Markup('<g transform="translate(0 {y}) scale({scale})">{shapes}</g>')
ACROSS = Markup('<use href="#tile" x="{x}" y="{y}"/>')
DOWN = Markup('<use href="#tile" transform="translate({right} {y}) rotate(90)"/>')
DIGIT = Markup('<text class="{kind}" x="{x}" y="{y}">{digit}</text>')


def look(tile: Tile, code: Tile) -> str:
    """Give the classes of a tile that came out of the hand as `code`; one that shows two-digit numbers is "code"."""
    return f"{KINDS.get(code, 'plain')}{' code' if max(tile) > 9 else ''}"


def lying(board: Plane) -> list[tuple[int, int, str]]:
    """Give the tiles in the order of play, with their digits as they lie now and their classes."""
    pairs = [(board.digits[one], board.digits[two], laid.code) for laid in board.laid for one, two in [laid.cells]]
    return [(a, b, look((a, b), code)) for a, b, code in pairs]


def drawn(board: Plane, y: float, width: float) -> tuple[Markup, float]:
    """Draw a board from `y` down, at most `width` wide; give it and where it ends."""
    if not board.digits:
        return Markup(""), y
    columns, rows = ([cell[axis] for cell in board.digits] for axis in (1, 0))
    least, shapes = min(columns), list[Markup]()
    scale = min(1.0, width / (max(columns) - least + 1))
    for laid in board.laid:
        (row, column), (_, other) = laid.cells
        vertical = column == other
        shapes.append(
            DOWN.format(right=column - least + 1, y=row) if vertical else ACROSS.format(x=column - least, y=row)
        )
        for cell in laid.cells:
            place = {"x": f"{cell[1] - least + 0.5:g}", "y": f"{cell[0] + 0.71:g}"}
            shapes.append(DIGIT.format(kind=KINDS.get(laid.code, "plain"), digit=board.digits[cell], **place))
    svg = BOARD.format(y=f"{y:.4g}", scale=f"{scale:.4g}", shapes=Markup("").join(shapes))
    return svg, y + (max(rows) + 1) * scale + GAP
