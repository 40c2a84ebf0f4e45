"""Boards and hands as text, in colour where there is any."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text

from arbiter.games.domino.law import MIRROR, RAISE, WILD, Row, Tile
from arbiter.games.domino.plane import Plane
from bots.domino.strategies import Arrangement, Move

STYLES: dict[Tile, str] = {WILD: "bold green", RAISE: "bold magenta", MIRROR: "bold cyan"}
PLAIN_STYLE = "bold"
OUT_OF_PLAY = "bright_black"
VERTICAL = "yellow"


def style(code: Tile) -> str:
    """Give the style of a tile."""
    return STYLES.get(code, PLAIN_STYLE)


def tile_text(a: int, b: int) -> str:
    """Write a tile as the rules do."""
    return f"[{a}|{b}]"


def last_tile(table: Arrangement, move: Move) -> Tile:
    """Give the digits of the tile that was just played, as it lies."""
    if isinstance(table, Plane):
        first, second = table.laid[-1].cells
        return table.digits[first], table.digits[second]
    return table.tiles[0] if move.letter == "L" else table.tiles[-1]


def picture(table: Arrangement, width: int) -> Text:
    """Draw a board; rows that are wider than `width` columns go on in the next line."""
    return plane_picture(table) if isinstance(table, Plane) else row_picture(table, width)


def row_picture(row: Row, width: int) -> Text:
    """Draw a one-dimensional board."""
    text, column = Text(), 0
    for (a, b), code in zip(row.tiles, row.codes, strict=True):
        tile = tile_text(a, b)
        if column and column + len(tile) > width:
            text.append("\n")
            column = 0
        text.append(tile, style(code))
        column += len(tile)
    return text


def plane_picture(plane: Plane) -> Text:
    """Draw a two-dimensional board: two characters a cell, vertical tiles in braces over two lines."""
    cells: dict[tuple[int, int], tuple[str, str]] = {}
    for laid in plane.laid:
        first, second = laid.cells
        vertical = first[1] == second[1]
        opening, closing = "{}" if vertical else "[]"
        look = VERTICAL if vertical and laid.code not in STYLES else style(laid.code)
        cells[first] = f"{opening}{plane.digits[first]}", look
        cells[second] = f"{plane.digits[second]}{closing}", look
    if not cells:
        return Text()
    rows = sorted({row for row, _ in cells})
    least = min(column for _, column in cells)
    text = Text()
    for number, row in enumerate(rows):
        text.append("\n" if number else "")
        at = least
        for column in sorted(column for line, column in cells if line == row):
            text.append("  " * (column - at))
            text.append(*cells[row, column])
            at = column + 1
    return text


def hand_picture(tiles: Iterable[tuple[int, Tile, int, bool]], *, coloured: bool) -> Text:
    """Draw a hand: number, tile, copies; what cannot be played is grey, without colours in parentheses."""
    text = Text()
    for number, (a, b), copies, playable in tiles:
        label = f"{number}:{tile_text(a, b)}{f'x{copies}' if copies > 1 else ''}"
        text.append("  " if text else "")
        text.append(label if playable or coloured else f"({label})", style((a, b)) if playable else OUT_OF_PLAY)
    return text
