"""Boards as text on a page without scripts, in a byte for each square that changes, by counters of its style sheet.

Each square is a counter of CSS, whose number is that of the piece on it. Each position is a paragraph of the move that
led there, with an attribute for each kind of piece, which has the squares that it comes to: `<p b=NXO>2 3`. The style
sheet, once a page, sets those counters and writes all of them in each paragraph, as pieces in rows. So the boards of a
game of 60 moves take some 700 bytes, written out 3,400 to 4,300. The script (templates/board.js) reads the same.
"""

from __future__ import annotations

import itertools
import operator
import string
from collections import Counter
from collections.abc import Iterable
from typing import Any

from markupsafe import Markup

from arbiter.games.contract import Squares
from arbiter.host.visible import visible
from arbiter.pages.pictures import letter

SHEET = """\
.sheet {{ counter-reset: ply -1{reset}; }}
.sheet p {{ counter-increment: ply; counter-set: {changes}; }}
.sheet p::after {{ content: {content}; }}
@counter-style piece {{ system: cyclic; symbols: {symbols}; }}
"""
"""What counts and writes, but for the rules that say which counters are set."""


class Sheets:
    """The boards of all games of a page: which pieces and squares these have must be known before one is written."""

    def __init__(self, squares: Squares) -> None:
        """Take how boards are seen."""
        self._squares = squares
        self._blank = ""
        self._seen: dict[str, None] = {}
        self._changed: set[int] = set()

    def add(self, boards: list[str]) -> bool:
        """Take the positions of a game; tell whether they can be seen as text."""
        if self._squares.scenes is None or not all(map(str.isprintable, boards)):
            return False
        seen, across = "".join(boards), len(boards[0])
        self._seen |= dict.fromkeys(seen)
        self._blank = self._blank or Counter(boards[0]).most_common(1)[0][0]
        self._changed |= {square for square in range(across) if seen[square::across].count(self._blank) < len(boards)}
        return True

    def pieces(self) -> list[str]:
        """Give all pieces that were seen, what lies on most squares at the start first, which is nothing to write."""
        return list(dict.fromkeys([self._blank, *self._seen])) if self._seen else []

    def write(self, boards: list[str], moves: Iterable[str]) -> Markup:
        """Write the positions of a game that was added, a paragraph each, with the moves between them."""
        name = {piece: attribute(number) for number, piece in enumerate(self.pieces())}
        texts = []
        steps = itertools.pairwise([self._blank * len(boards[0]), *boards])
        for (before, after), move in zip(steps, ["", *moves], strict=True):
            found: dict[str, str] = {}
            for square in itertools.compress(range(len(after)), map(operator.ne, before, after)):
                found[after[square]] = found.get(after[square], "") + letter(square)
            texts.append(f"<p{''.join(f' {name[piece]}={where}' for piece, where in found.items())}>{visible(move)}")
        return Markup("".join(texts))  # letters of ours, which need no quotes

    def css(self) -> str:
        """Give the style that shows them, if there are any."""
        squares, pieces = range(len(self._squares.points)), self.pieces()
        if not pieces:
            return ""
        rows = (" ".join(f"counter(s{square},piece)" for square in row) for row in in_rows(self._squares.points))
        rules = (
            f'.sheet [{attribute(number)}*="{letter(square)}"]{{--{square}:s{square} {number}}}\n'
            for square, number in itertools.product(sorted(self._changed), range(len(pieces)))
        )
        return "".join(rules) + SHEET.format(
            reset="".join(f" s{square}" for square in squares),
            changes=" ".join(f"var(--{square},)" for square in sorted(self._changed)),
            content=r' "\a" '.join(rows),
            symbols=" ".join(rf'"\{ord(piece):x} "' for piece in [*pieces[1:], *pieces[:1]]),  # the first one is 1
        )

    def told(self) -> dict[str, Any]:
        """Give what the script must know to read them: pieces by their attributes, first that of an empty board."""
        return {attribute(number): piece for number, piece in enumerate(self.pieces())}


def attribute(number: int) -> str:
    """Name the attribute of a piece by its number."""
    return string.ascii_lowercase[number] if number < len(string.ascii_lowercase) else f"x{number}"


def in_rows(points: tuple[str, ...]) -> list[list[int]]:
    """Give squares in rows as one sees them: those that follow each other at the same height are one."""
    heights = [float(point.split()[1]) for point in points]
    rows = [list(squares) for _, squares in itertools.groupby(range(len(points)), heights.__getitem__)]
    return sorted(rows, key=lambda row: heights[row[0]])
