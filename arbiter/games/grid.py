"""The board under the pieces: which square lies where, its lines, and the names of its columns and rows.

The unit is one square; the centre of a square is a point of whole numbers, the column and the row from the top.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from markupsafe import Markup

STRIP, EDGE = 0.6, 0.1
"""The frame's width where names stand, and where none do."""

SYMBOL = Markup(
    '<symbol id="board" overflow="visible"><rect class="frame" x="{x}" y="{y}" width="{width}" height="{height}" '
    'rx=".22"/><rect class="ground" x="-.5" y="-.5" width="{columns}" height="{rows}"/>{squares}{inlay}'
    '<g class="axis">{names}</g>{others}</symbol>'
)
OTHERS = Markup('<g class="axis others">{names}</g>')
NAME = Markup('<text x="{x}" y="{y}"{dy}>{name}</text>')
LINES = Markup('<path class="grid" d="{path}"/>')
DARK = Markup('<path class="dark" d="{path}"/>')


@dataclasses.dataclass(frozen=True, slots=True)
class Grid:
    """A board of squares that are counted row by row, from the left; from the bottom if `up`, otherwise from the top.

    `names` are those of columns and rows in that order; columns have theirs beside the first row. With `dark` squares
    are of two colours, the dark ones those whose column and row, from 0, add up to an even (0) or odd (1) number;
    without, lines divide them. `inlay` is whatever else lies on the board. `others` are names that a reader may choose
    instead. Raises ValueError.
    """

    columns: int
    rows: int
    names: tuple[Sequence[str], Sequence[str]] = ("", "")
    up: bool = False
    dark: int | None = None
    inlay: Markup = dataclasses.field(default_factory=Markup)
    others: tuple[Sequence[str], Sequence[str]] = ("", "")

    def __post_init__(self) -> None:
        """Look whether the names fit."""
        for what, *sets, count in zip(
            ("columns", "rows"), self.names, self.others, (self.columns, self.rows), strict=True
        ):
            for names in sets:
                if count < 1 or len(names) not in (0, count):
                    raise ValueError(f"a board of {count} {what} has as many names or none, not {len(names)}")

    def points(self) -> tuple[str, ...]:
        """Give the centre of each square, `x y`."""
        return tuple(f"{at % self.columns} {self._down(at // self.columns)}" for at in range(self.columns * self.rows))

    def lines(self, board: str) -> list[str]:
        """Divide a board into rows, the top one first."""
        rows = [board[start : start + self.columns] for start in range(0, len(board), self.columns)]
        return rows[::-1] if self.up else rows

    def named(self) -> tuple[Sequence[str], Sequence[str]]:
        """Give the names of columns, from the left, and of rows, from the top."""
        columns, rows = self.names
        return columns, rows[::-1] if self.up else rows

    def view(self) -> str:
        """Give the picture's viewBox."""
        return " ".join(map(_short, self._box()))

    def symbol(self) -> Markup:
        """Draw the empty board, with `board` as its id."""
        x, y, width, height = map(_short, self._box())
        return SYMBOL.format(
            x=x,
            y=y,
            width=width,
            height=height,
            columns=self.columns,
            rows=self.rows,
            squares=LINES.format(path=self._lines()) if self.dark is None else DARK.format(path=self._dark()),
            inlay=self.inlay,
            names=Markup("").join(self._names(self.names)),
            others=OTHERS.format(names=Markup("").join(self._names(self.others))) if any(self.others) else "",
        )

    def _box(self) -> tuple[float, float, float, float]:
        across, down = (STRIP if names else EDGE for names in self.names)
        left, top = down, EDGE if self.up else across
        return -0.5 - left, -0.5 - top, self.columns + left + EDGE, self.rows + across + EDGE

    def _down(self, row: int) -> int:
        return self.rows - 1 - row if self.up else row

    def _lines(self) -> str:
        w, h = self.columns, self.rows
        upright = f"M.5-.5v{h}" + f"m1-{h}v{h}" * (w - 2) if w > 1 else ""
        level = f"M-.5.5h{w}" + f"m-{w} 1h{w}" * (h - 2) if h > 1 else ""
        return f"M-.5-.5h{w}v{h}h-{w}z{upright}{level}"

    def _dark(self) -> str:
        squares = ((c, r) for r in range(self.rows) for c in range(self.columns) if (c + r) % 2 == self.dark)
        return "".join(f"M{_short(c - 0.5)} {_short(self._down(r) - 0.5)}h1v1h-1z" for c, r in squares)

    def _names(self, names: tuple[Sequence[str], Sequence[str]]) -> list[Markup]:
        columns, rows = names
        y = _short(self.rows - 0.08) if self.up else "-.68"
        return [
            *(NAME.format(x=x, y=y, dy="", name=name) for x, name in enumerate(columns)),
            *(NAME.format(x="-.8", y=self._down(r), dy=Markup(' dy=".12"'), name=name) for r, name in enumerate(rows)),
        ]


def _short(value: float) -> str:
    """Write a number of the picture: `-.5`, `7.7`."""
    text = f"{value:.4g}"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text
