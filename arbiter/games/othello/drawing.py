"""Othello boards as SVG. A disc costs four bytes: it is a point of a polyline, drawn by the marker of its colour.

The picture's unit is one square; the centre of square (row, column) is the point x = column, y = row.
"""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup

from arbiter.games.othello.law import BLACK, EMPTY, WHITE, Position, parse_move
from arbiter.pages.drawing import Drawing, Frame, Squares
from arbiter.play.record import GameRecord

SIDES = ("black", "white")
DISCS = {BLACK: "k", WHITE: "w"}  # classes of `board.css`
TURNED = "t"
POINTS = tuple(f"{square % 8} {square // 8}" for square in range(64))
VIEW = "-1.1 -1.1 8.7 8.7"

SVG = Markup(
    f'<svg class="board" viewBox="{VIEW}" role="img">'
    "<title>{title}</title><desc>{rows}</desc>"
    '<use href="#board"/>{shapes}</svg>'
)
LAST = Markup('<use href="#last" x="{x}" y="{y}"/>')
POLYLINE = Markup('<polyline class="{name}" points="{points}"/>')


def frames(record: GameRecord, every: bool) -> list[Frame]:
    """Draw the start and the position after each turn, or only the last of them."""
    positions = _replay(record)
    indices = range(len(positions)) if every else [len(positions) - 1]
    return [_frame(record, positions, index) for index in indices]


def ending(record: GameRecord) -> str:
    """Say why the game was over: under these rules a player who has no legal move ends it."""
    empty = _replay(record)[-1].board.count(EMPTY)
    if not empty:
        return "the board is full"
    stay = "1 square stays" if empty == 1 else f"{empty} squares stay"
    return f"{SIDES[len(record.turns) % 2]} has no legal move, {stay} empty"


def _replay(record: GameRecord) -> list[Position]:
    positions = [Position()]
    opening = [word.strip() for word in record.start.split(",") if word.strip()]
    for move in opening:
        positions[0] = positions[0].play(parse_move(move))
    for turn in record.turns:
        positions.append(positions[-1].play(parse_move(turn.move)))
    return positions


def _frame(record: GameRecord, positions: list[Position], index: int) -> Frame:
    position = positions[index]
    board = position.board
    shapes = [_polyline(name, (at for at in range(64) if board[at] == disc)) for disc, name in DISCS.items()]
    caption = "start" if not record.start else "after the opening"
    if index:
        square = parse_move(record.turns[index - 1].move)
        caption = f"{SIDES[(index - 1) % 2]} {record.turns[index - 1].move}"
        shapes.append(_polyline(TURNED, positions[index - 1].captures(square)))
        shapes.append(LAST.format(x=square % 8, y=square // 8))
    points = position.score()
    title = f"Game {record.number}, position {index}, {caption}: {points[0]} black, {points[1]} white"
    rows = " ".join(board[start : start + 8] for start in range(0, 64, 8))
    return Frame(SVG.format(title=title, rows=rows, shapes=Markup("").join(shapes)), caption, points)


def _polyline(name: str, squares: Iterable[int]) -> Markup:
    points = " ".join(POINTS[square] for square in squares)
    return POLYLINE.format(name=name, points=points) if points else Markup("")


def _boards(record: GameRecord) -> list[str]:
    return [position.board for position in _replay(record)]


SQUARES = Squares(VIEW, POINTS, DISCS, _boards)
DRAWING = Drawing("othello", "Othello", "discs", SIDES, frames, ending, SQUARES)
