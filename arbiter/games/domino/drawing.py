"""Domino rows as SVG. The picture's unit is one half of a tile; a row goes on in the next line after `ACROSS` tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from markupsafe import Markup

from arbiter.games import looks
from arbiter.games.contract import Frame, Squares, TileRow, Transcript
from arbiter.games.domino.boards import KINDS, drawn, look, lying
from arbiter.games.domino.law import Row, Tile, judge
from arbiter.games.domino.plane import Plane
from arbiter.games.domino.referee import is_plane, judge_start, read_start
from arbiter.games.extras import Laying, Layings

SIDES = ("first", "second")
ACROSS = 10
LINE = 1.4

SVG = Markup(
    '<svg class="board dominoes" viewBox="-.3 -1 {width} {height}" role="img"><title>{title}</title>'
    "<desc>{rows}</desc>{shapes}</svg>"
)
TILES = Markup('<path class="tiles" d="{path}"/>{texts}')
DIGITS = Markup('<text class="{kind}" x="{places}" y="{y}">{digits}</text>')
CODE = Markup('<text class="{kind}" x="{x}" y="{y}">{number}</text>')
LABEL = Markup('<text class="label" x="0" y="{y}">{text}</text>')


class LaidRow(NamedTuple):
    """What a player laid of a hand: tiles with their classes, as they lie or, on a `board`, in the order of play."""

    tiles: list[tuple[int, int, str]]
    score: int
    faulty: bool
    board: Plane | None = None

    @property
    def points(self) -> int:
        """Points that count."""
        return 0 if self.faulty else self.score


class DominoDrawing:
    """See `arbiter.games.contract.Drawing`."""

    squares: Squares | None = None

    @property
    def css(self) -> str:
        """Give the looks of the pictures."""
        return looks.own("arbiter.games.domino").css

    @property
    def symbols(self) -> str:
        """Give SVG that the pictures refer to, once a page."""
        return looks.own("arbiter.games.domino").symbols

    def frames(self, game: Transcript, *, every: bool) -> list[Frame]:
        """Draw the hand, then the rows after each player's line, or only the last picture."""
        hand, laid = _laid(game)
        counts = range(len(laid) + 1) if every else [len(laid)]
        return [_frame(game.number, hand, laid[:count]) for count in counts]

    def ending(self, game: Transcript) -> str:
        """Say why the game was over."""
        return "both hands are played"

    def rows(self, game: Transcript) -> list[TileRow]:
        """Give the hand and both rows as tiles."""
        hand, laid = _laid(game)
        found = [("hand", [(*tile, look(tile, tile)) for tile in sorted(hand)])]
        return found + [(f"{name}: {row.points}", row.tiles) for name, row in zip(SIDES, laid, strict=False)]

    def layings(self, game: Transcript) -> Layings | None:
        """Give the hand, and both rows as they grew, tile by tile; None for boards, which are pictures."""
        if is_plane(game.start):
            return None
        hand, rules = read_start(game.start)
        laid = []
        for text in game.moves:
            verdict, row, rows = judge(hand, text, rules), Row(rules), list[str]()
            for move in verdict.moves:
                row.place(move)
                rows.append("".join(f"{a}{b}" for a, b in row.tiles))
            points = 0 if verdict.reason else verdict.score
            laid.append(Laying(list(map(str, verdict.moves)), rows, points, verdict.reason))
        return Layings(sorted(hand), {f"{a} {b}": kind for (a, b), kind in KINDS.items()}, laid)


def _laid(game: Transcript) -> tuple[list[Tile], list[LaidRow]]:
    """Give the hand, and what was laid of it."""
    hand, laid = read_start(game.start)[0], []
    for text in game.moves:
        verdict = judge_start(game.start, text)
        row, board = verdict.board, None
        if isinstance(row, Plane):
            tiles, board = lying(row), row
        else:
            assert isinstance(row, Row)
            tiles = [(*tile, look(tile, code)) for tile, code in zip(row.tiles, row.codes, strict=True)]
        laid.append(LaidRow(tiles, verdict.score, bool(verdict.reason), board))
    return hand, laid


def _frame(number: int, hand: list[Tile], laid: list[LaidRow]) -> Frame:
    first, second, *_ = [row.points for row in laid] + [0, 0]
    shapes, y = _row("hand", ((*tile, look(tile, tile)) for tile in sorted(hand)), 0.0)
    rows = [" ".join(f"{a}|{b}" for a, b in hand)]
    for name, row in zip(SIDES, laid, strict=False):
        label = f"{name}: 0, but {row.score} so far" if row.faulty and row.tiles else f"{name}: {row.score}"
        more, y = _row(label, [] if row.board else row.tiles, y)
        shapes += more
        if row.board:
            svg, y = drawn(row.board, y - LINE - 0.9, 2.0 * ACROSS)
            shapes.append(svg)
            y += 0.9
        rows.append(" ".join(f"{a}|{b}" for a, b, _ in row.tiles))
    caption = f"{SIDES[len(laid) - 1]} plays" if laid else "the hand"
    svg = SVG.format(
        width=2 * ACROSS + 0.6,
        height=round(y + 0.6, 2),
        title=f"Game {number}, {caption}: {first} and {second} points",
        rows=" / ".join(rows),
        shapes=Markup("").join(shapes),
    )
    return Frame(svg, caption, (first, second))


def shown(left: Counter[Tile], board: Row | Plane, score: int) -> Markup:
    """Draw what is left of a hand, and the row or the board of one person."""
    shapes, y = _row("hand", ((*tile, look(tile, tile)) for tile in sorted(left.elements())), 0.0)
    row = [] if isinstance(board, Plane) else zip(board.tiles, board.codes, strict=True)
    tiles = [(*tile, look(tile, code)) for tile, code in row]
    more, y = _row(f"you: {score}", tiles, y)
    if isinstance(board, Plane):
        svg, y = drawn(board, y - LINE - 0.9, 2.0 * ACROSS)
        more.append(svg)
    rows = " ".join(f"{a}|{b}" for a, b, _ in (lying(board) if isinstance(board, Plane) else tiles))
    size = {"width": 2 * ACROSS + 0.6, "height": round(y + 0.6, 2)}
    return SVG.format(**size, title=f"{score} points", rows=rows, shapes=Markup("").join([*shapes, *more]))


def _row(label: str, tiles: Iterable[tuple[int, int, str]], y: float) -> tuple[list[Markup], float]:
    """Draw a label and tiles from `y` down; give the shapes and where the next row begins.

    A line of tiles is a path with a marker at each, and their digits one text a kind: 15 bytes a tile, not 110.
    """
    shapes, lines = [LABEL.format(y=_short(y - 0.15), text=label)], _lines(list(tiles))
    for at, line in enumerate(lines):
        top = _short(y + at * LINE)
        texts, digits = list[Markup](), dict[str, list[tuple[int, int]]]()
        for half, (number, kind) in enumerate((number, kind) for a, b, kind in line for number in (a, b)):
            if number > 9:
                texts.append(CODE.format(kind=kind, x=half, y=top, number=number))
            else:
                digits.setdefault(kind, []).append((half, number))
        for kind, found in digits.items():
            places = " ".join(str(half) for half, _ in found)
            texts.append(DIGITS.format(kind=kind, places=places, y=top, digits="".join(str(n) for _, n in found)))
        path = f"M0 {top}" + "h2" * (len(line) - 1)
        shapes.append(TILES.format(path=path, texts=Markup("").join(texts)))
    return shapes, y + max(1, len(lines)) * LINE + 0.9


def _lines(tiles: list[tuple[int, int, str]]) -> list[list[tuple[int, int, str]]]:
    return [tiles[at : at + ACROSS] for at in range(0, len(tiles), ACROSS)]


def _short(value: float) -> str:
    return f"{value:.4g}"


DRAWING = DominoDrawing()
