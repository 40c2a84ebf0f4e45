"""Boards and hands as text, in colour where there is any."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rich.text import Text

from arbiter.games.domino.law import MIRROR, RAISE, WILD, Row, Tile
from arbiter.games.domino.plane import Cell, Plane
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
    """Draw a board; what is wider than `width` columns goes on in the next lines."""
    return plane_picture(table, width) if isinstance(table, Plane) else row_picture(table, width)


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


def plane_picture(plane: Plane, width: int) -> Text:
    """Draw a two-dimensional board: two characters a cell, vertical tiles in braces over two lines.

    A board that is wider is drawn in pieces, one below the other, from the left; above each stand the numbers of its
    first and its last column. A tile may begin in one piece and end in the next.
    """
    cells: dict[Cell, tuple[str, str]] = {}
    for laid in plane.laid:
        first, second = laid.cells
        vertical = first[1] == second[1]
        opening, closing = "{}" if vertical else "[]"
        look = VERTICAL if vertical and laid.code not in STYLES else style(laid.code)
        cells[first] = f"{opening}{plane.digits[first]}", look
        cells[second] = f"{plane.digits[second]}{closing}", look
    if not cells:
        return Text()
    columns = [column for _, column in cells]
    least, most, across = min(columns), max(columns), max(1, width // 2)
    if most - least < across:
        return _piece(cells, least)
    pieces = []
    for begin in range(least, most + 1, across):
        end = min(begin + across - 1, most)
        piece = {cell: look for cell, look in cells.items() if begin <= cell[1] <= end}
        pieces.append(Text(f"{begin}..{end}\n", OUT_OF_PLAY) + _piece(piece, begin))
    return Text("\n").join(pieces)


def _piece(cells: Mapping[Cell, tuple[str, str]], least: int) -> Text:
    """Draw cells from column `least` on, rows without any left out."""
    lines = dict[int, Text]()
    for row, column in sorted(cells):
        line = lines.setdefault(row, Text())
        line.append("  " * (column - least - len(line) // 2))  # two characters a cell
        line.append(*cells[row, column])
    return Text("\n").join(lines.values())


def hand_picture(tiles: Iterable[tuple[int, Tile, int, bool]], *, coloured: bool) -> Text:
    """Draw a hand: number, tile, copies; what cannot be played is grey, without colours in parentheses."""
    text = Text()
    for number, (a, b), copies, playable in tiles:
        label = f"{number}:{tile_text(a, b)}{f'x{copies}' if copies > 1 else ''}"
        text.append("  " if text else "")
        text.append(label if playable or coloured else f"({label})", style((a, b)) if playable else OUT_OF_PLAY)
    return text
