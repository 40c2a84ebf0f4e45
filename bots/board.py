"""A board of squares on a terminal, as large as the terminal has room for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.console import Console
from rich.text import Text


class Size(NamedTuple):
    """Columns and lines of a square."""

    wide: int
    high: int


class Square(NamedTuple):
    """What stands there, one character; its style; whether the last move is marked there by brackets, if they fit."""

    sign: str
    style: str = ""
    is_marked: bool = False


SMALL, USUAL, LARGE = Size(1, 1), Size(3, 1), Size(7, 3)
BESIDE = 6
"""Lines that are wanted beside the board: letters of columns, a caption, what the bot says, the prompt."""
FILLED = {"●": "█████", "◆": "██◆██", "◉": "██◉██", "█": "█████"}
"""Signs of pieces: the middle line of a large one."""


def size_for(console: Console, squares: int, usual: Size = USUAL, *, coloured: bool) -> Size:
    """Choose the size of a square, where so many stand in a row; large pieces are drawn in colours only."""
    width, height = console.size
    for size in (LARGE, usual) if coloured else (usual,):
        is_low = size.high == 1 or size.high * squares + BESIDE <= height
        if 2 + size.wide * squares < width and is_low:
            return size
    return SMALL


def drawn(rows: Sequence[tuple[str, Sequence[Square]]], columns: str, size: Size, *, below: bool = True) -> Text:
    """Draw rows, each with its name, the top one first; the names of columns stand below or above."""
    names = "  " + "".join(_placed(name, size.wide) for name in columns)
    text = Text("" if below else f"{names.rstrip()}\n")
    for name, squares in rows:
        for line in range(size.high):
            text.append(f"{name if line == size.high // 2 else ' '} ")
            for square in squares:
                text.append(_line(square, size, line), square.style)
            text.append("\n")
    return text.append(f"{names.rstrip()}\n" if below else "")


def _line(square: Square, size: Size, line: int) -> str:
    """Give a line of a square."""
    sign, wide = square.sign, size.wide
    inner = sign
    if size == LARGE and sign in FILLED:
        edges = ("█████", "█████") if sign == "█" else (" ▄▄▄ ", " ▀▀▀ ")
        inner = (edges[0], FILLED[sign], edges[1])[line]
    elif line != size.high // 2:
        return " " * wide
    if square.is_marked and line == size.high // 2 and wide >= len(inner) + 2:
        return f"[{inner}]".center(wide)
    return _placed(inner, wide)


def _placed(text: str, wide: int) -> str:
    """Place a text in the middle, of two columns in the second."""
    return text.rjust(wide) if wide == 2 else text.center(wide)


def in_rows(squares: Sequence[Square], wide: int) -> Iterator[Sequence[Square]]:
    """Cut squares into rows."""
    for first in range(0, len(squares), wide):
        yield squares[first : first + wide]
