"""Ataxx boards as SVG. A piece costs four bytes: it is a point of a polyline, drawn by the marker of its colour.

The picture's unit is one square; the centre of square (row, column) is the point x = column, y = 6 - row, so that row 1
is at the bottom.
"""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup

from arbiter.games.ataxx.law import (
    BLOCK,
    BLUE,
    EMPTY,
    JUMP_LIMIT,
    NAME,
    NEAR,
    OPPONENT,
    PASS,
    RED,
    Move,
    Position,
    distance,
    parse_move,
)
from arbiter.games.ataxx.openings import Opening
from arbiter.pages.drawing import Drawing, Frame, Squares
from arbiter.play.record import GameRecord

SIDES = ("red", "blue")
SHAPES = {RED: "r", BLUE: "b", BLOCK: "x"}  # classes of `board.css`
TURNED = "t"
POINTS = tuple(f"{square % 7} {6 - square // 7}" for square in range(49))
VIEW = "-1.1 -.6 7.7 7.7"

SVG = Markup(
    f'<svg class="board" viewBox="{VIEW}" role="img">'
    "<title>{title}</title><desc>{rows}</desc>"
    '<use href="#board"/>{shapes}</svg>'
)
LAST = Markup('<use href="#last" x="{x}" y="{y}"/>')
LEFT = Markup('<path class="path" d="M{source}L{target}"/>')
POLYLINE = Markup('<polyline class="{name}" points="{points}"/>')


def frames(record: GameRecord, every: bool) -> list[Frame]:
    """Draw the start and the position after each turn, or only the last of them."""
    positions = _replay(record)
    indices = range(len(positions)) if every else [len(positions) - 1]
    return [_frame(record, positions, index) for index in indices]


def ending(record: GameRecord) -> str:
    """Say why the game was over."""
    last = _replay(record)[-1]
    if last.jumps >= JUMP_LIMIT:
        return f"{JUMP_LIMIT} jumps in a row"
    for colour, pieces in zip((RED, BLUE), last.score(), strict=True):
        if not pieces:
            return f"{NAME[colour]} has no piece left"
    return "nobody can move" if EMPTY in last.board else "the board is full"


def _replay(record: GameRecord) -> list[Position]:
    positions = [Opening.parse(record.start).position()]
    for turn in record.turns:
        positions.append(positions[-1].play(parse_move(turn.move)))
    return positions


def _frame(record: GameRecord, positions: list[Position], index: int) -> Frame:
    position = positions[index]
    board = position.board
    shapes = [_polyline(name, (at for at in range(49) if board[at] == piece)) for piece, name in SHAPES.items()]
    caption = record.start or "start"
    if index:
        before, text = positions[index - 1], record.turns[index - 1].move
        caption = f"{NAME[before.mover]} {'passes' if text == '-' else text}"
        shapes += _marks(before, parse_move(text))
    points = position.score()
    title = f"Game {record.number}, position {index}, {caption}: {points[0]} red, {points[1]} blue"
    rows = " ".join(board[start : start + 7] for start in range(42, -1, -7))
    return Frame(SVG.format(title=title, rows=rows, shapes=Markup("").join(shapes)), caption, points)


def _marks(before: Position, move: Move) -> list[Markup]:
    """Mark what a move has turned over, where it came from if it was a jump, and where it went."""
    if move == PASS:
        return []
    source, target = move
    marks = [_polyline(TURNED, (at for at in NEAR[target] if before.board[at] == OPPONENT[before.mover]))]
    if distance(source, target) == 2:
        marks.append(LEFT.format(source=POINTS[source], target=POINTS[target]))
    x, y = POINTS[target].split()
    return [*marks, LAST.format(x=x, y=y)]


def _polyline(name: str, squares: Iterable[int]) -> Markup:
    points = " ".join(POINTS[square] for square in squares)
    return POLYLINE.format(name=name, points=points) if points else Markup("")


def _boards(record: GameRecord) -> list[str]:
    return [position.board for position in _replay(record)]


SQUARES = Squares(VIEW, POINTS, SHAPES, _boards)
DRAWING = Drawing("ataxx", "Ataxx", "pieces", SIDES, frames, ending, SQUARES)
