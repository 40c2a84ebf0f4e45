"""Domino rows as SVG. The picture's unit is one half of a tile; a row goes on in the next line after `ACROSS` tiles."""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup

from arbiter.games.domino.law import MIRROR, RAISE, WILD, Move, Row, Tile, Verdict, judge
from arbiter.games.domino.referee import read_start
from arbiter.pages.drawing import Drawing, Frame
from arbiter.pages.drawing import Row as TileRow
from arbiter.play.record import GameRecord

SIDES = ("first", "second")
ACROSS = 10
LINE = 1.4
KINDS = {WILD: "wild", RAISE: "raise", MIRROR: "mirror"}  # classes of `board.css`

SVG = Markup(
    '<svg class="board dominoes" viewBox="-.3 -1 {width} {height}" role="img"><title>{title}</title>'
    "<desc>{rows}</desc>{shapes}</svg>"
)
TILE = Markup(
    '<g class="{kind}"><use href="#tile" x="{x}" y="{y}"/><text x="{left}" y="{base}">{a}</text>'
    '<text x="{right}" y="{base}">{b}</text></g>'
)
LABEL = Markup('<text class="label" x="0" y="{y}">{text}</text>')


def frames(record: GameRecord, every: bool) -> list[Frame]:
    """Draw the hand, then the rows after each player's line, or only the last picture."""
    hand, rules = read_start(record.start)
    verdicts = [judge(hand, turn.move, rules) for turn in record.turns]
    counts = range(len(verdicts) + 1) if every else [len(verdicts)]
    return [_frame(record, verdicts[:count]) for count in counts]


def ending(record: GameRecord) -> str:
    """Say why the game was over."""
    return "both hands are played"


def _frame(record: GameRecord, verdicts: list[Verdict[Move]]) -> Frame:
    hand, rules = read_start(record.start)
    points = [0 if verdict.reason else verdict.score for verdict in verdicts] + [0, 0]
    shapes, y = _row("hand", ((tile, tile) for tile in sorted(hand)), 0.0)
    rows = [" ".join(f"{a}|{b}" for a, b in hand)]
    for name, verdict in zip(SIDES, verdicts, strict=False):
        row = Row(rules)
        for move in verdict.moves:
            row.place(move)
        label = f"{name}: 0, but {verdict.score} so far" if verdict.reason and row.tiles else f"{name}: {verdict.score}"
        more, y = _row(label, zip(row.tiles, row.codes, strict=True), y)
        shapes += more
        rows.append(" ".join(f"{a}|{b}" for a, b in row.tiles))
    caption = f"{SIDES[len(verdicts) - 1]} plays" if verdicts else "the hand"
    title = f"Game {record.number}, {caption}: {points[0]} and {points[1]} points"
    svg = SVG.format(
        width=2 * ACROSS + 0.6,
        height=round(y + 0.6, 2),
        title=title,
        rows=" / ".join(rows),
        shapes=Markup("").join(shapes),
    )
    return Frame(svg, caption, (points[0], points[1]))


def _row(label: str, tiles: Iterable[tuple[Tile, Tile]], y: float) -> tuple[list[Markup], float]:
    """Draw a label and tiles, each with its code, from `y` down; give the shapes and where the next row begins."""
    shapes = [LABEL.format(y=round(y - 0.15, 2), text=label)]
    at = 0
    for number, ((a, b), code) in enumerate(tiles):
        at = number // ACROSS
        x, top = 2 * (number % ACROSS), round(y + at * LINE, 2)
        shapes.append(
            TILE.format(
                kind=_look((a, b), code),
                x=x,
                y=top,
                left=x + 0.5,
                right=x + 1.5,
                base=round(top + 0.71, 2),
                a=a,
                b=b,
            )
        )
    return shapes, y + (at + 1) * LINE + 0.9


def _look(tile: Tile, code: Tile) -> str:
    """Give the classes of a tile that came out of the hand as `code`; one that shows two-digit numbers is "code"."""
    return f"{KINDS.get(code, 'plain')}{' code' if max(tile) > 9 else ''}"


def rows(record: GameRecord) -> list[TileRow]:
    """Give the hand and both rows as tiles."""
    hand, rules = read_start(record.start)
    found: list[TileRow] = [("hand", [(*tile, _look(tile, tile)) for tile in sorted(hand)])]
    for name, turn in zip(SIDES, record.turns, strict=False):
        verdict = judge(hand, turn.move, rules)
        row = Row(rules)
        for move in verdict.moves:
            row.place(move)
        points = 0 if verdict.reason else verdict.score
        tiles = zip(row.tiles, row.codes, strict=True)
        found.append((f"{name}: {points}", [(*tile, _look(tile, code)) for tile, code in tiles]))
    return found


DRAWING = Drawing("domino", "Domino", "points", SIDES, frames, ending, rows=rows)
