"""Boards as text on a page without scripts, in a byte for each square that changes: its style sheet counts.

Each square is a counter of CSS, which goes round the kinds of pieces. Each position is a paragraph, whose attributes
say which squares' counters go up by how much: `<p a=NX b=O>`. The style sheet, once a page, writes all counters in
each paragraph, as pieces in rows. So a game of 60 moves takes some 800 bytes, written out 3,400 to 4,300. The script
(templates/board.js) reads the same attributes.
"""

from __future__ import annotations

import itertools
import operator
import string
from collections import Counter
from typing import Any

from markupsafe import Markup

from arbiter.games.contract import Squares
from arbiter.pages.pictures import letter

SHEET = """\
.sheet {{ counter-reset: ply -1{reset}; }}
.sheet p {{ counter-increment: ply{steps}; }}
.sheet p::after {{ content: {content}; }}
@counter-style piece {{ system: cyclic; symbols: {symbols}; }}
"""
"""What counts and writes, but for the rules that say by how much."""


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
        """Give all pieces that were seen, round and round: what lies on most squares at the start, which is nothing to
        write, then those of who moves first, and of the other one backwards. So what one takes from the other, and what
        comes and goes, are few different steps.
        """
        first, second = self._squares.counts or ("", "")
        order = [piece for piece in first + second[::-1] if piece in self._seen]
        return list(dict.fromkeys([self._blank, *order, *self._seen])) if self._seen else []

    def write(self, boards: list[str]) -> Markup:
        """Write the positions of a game that was added, a paragraph each."""
        number = {piece: at for at, piece in enumerate(self.pieces())}
        texts = []
        for before, after in itertools.pairwise([self._blank * len(boards[0]), *boards]):
            found: dict[int, str] = {}
            for square in itertools.compress(range(len(after)), map(operator.ne, before, after)):
                step = (number[after[square]] - number[before[square]]) % len(number)
                found[step] = found.get(step, "") + letter(square)
            texts.append(f"<p{''.join(f' {attribute(step)}={where}' for step, where in found.items())}>")
        return Markup("".join(texts))  # letters of ours, which need no quotes

    def css(self) -> str:
        """Give the style that shows them, if there are any."""
        squares, pieces = range(len(self._squares.points)), self.pieces()
        if not pieces:
            return ""
        rows = (" ".join(f"counter(s{square},piece)" for square in row) for row in in_rows(self._squares.points))
        rules = (
            f'.sheet [{attribute(step)}*="{letter(square)}"]{{--{square}:{step}}}\n'
            for square, step in itertools.product(sorted(self._changed), range(1, len(pieces)))
        )
        return "".join(rules) + SHEET.format(
            reset="".join(f" s{square}" for square in squares),
            steps="".join(f" s{square} var(--{square},0)" for square in squares),
            content=r' "\a" '.join(rows),
            symbols=" ".join(rf'"\{ord(piece):x} "' for piece in [*pieces[1:], *pieces[:1]]),  # the first one is 1
        )

    def told(self) -> dict[str, Any]:
        """Give what the script must know to read them: the pieces, and by how much each attribute goes up."""
        pieces = self.pieces()
        return {"pieces": pieces, "steps": {attribute(step): step for step in range(1, len(pieces))}}


def attribute(step: int) -> str:
    """Name the attribute of a step."""
    return string.ascii_lowercase[step - 1] if step <= len(string.ascii_lowercase) else f"x{step}"


def in_rows(points: tuple[str, ...]) -> list[list[int]]:
    """Give squares in rows as one sees them: those that follow each other at the same height are one."""
    heights = [float(point.split()[1]) for point in points]
    rows = [list(squares) for _, squares in itertools.groupby(range(len(points)), heights.__getitem__)]
    return sorted(rows, key=lambda row: heights[row[0]])
