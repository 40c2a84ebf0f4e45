"""Dama boards as SVG. A piece costs four bytes: it is a point of a polyline, drawn by the marker of its kind.

The picture's unit is one square; the centre of square (row, column) is the point x = column, y = 7 - row, so that
player 1 sits at the bottom.
"""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup

from arbiter.games.dama import law
from arbiter.pages.drawing import Drawing, Frame, Squares
from arbiter.play.record import GameRecord

SIDES = ("x", "o")
PIECES = {"x": "m1", "X": "k1", "o": "m2", "O": "k2"}  # classes of `board.css`
TAKEN = "t"
POINTS = tuple(f"{square % 8} {7 - square // 8}" for square in range(64))
VIEW = "-1.1 -.6 8.7 8.7"

SVG = Markup(
    f'<svg class="board" viewBox="{VIEW}" role="img">'
    "<title>{title}</title><desc>{rows}</desc>"
    '<use href="#board"/>{shapes}</svg>'
)
PATH = Markup('<path class="path" d="M{origin}L{target}"/>')
POLYLINE = Markup('<polyline class="{name}" points="{points}"/>')


def frames(record: GameRecord, every: bool) -> list[Frame]:
    """Draw the start and the position after each turn, or only the last of them."""
    positions = _replay(record)
    indices = range(len(positions)) if every else [len(positions) - 1]
    return [_frame(record, positions, index) for index in indices]


def ending(record: GameRecord) -> str:
    """Say why the game was over."""
    last = _replay(record)[-1]
    if last.winner() is None:
        return "the limit of moves is reached, which is a draw"
    loser = SIDES[last.mover - 1]
    return f"{loser} {'has no legal move' if last.pieces()[last.mover - 1] else 'has no piece left'}"


def _replay(record: GameRecord) -> list[law.Position]:
    words = record.start.replace(",", " ").split()
    is_position = len(words) == 2 and len(words[1]) == 1
    positions = [law.parse_position(record.start) if is_position else law.Position()]
    for word in [] if is_position else words:
        positions[0] = positions[0].play(law.parse_move(word))
    for turn in record.turns:
        positions.append(positions[-1].play(law.parse_move(turn.move)))
    return positions


def _frame(record: GameRecord, positions: list[law.Position], index: int) -> Frame:
    position = positions[index]
    board = position.board
    shapes = [_polyline(name, (at for at in range(64) if board[at] == piece)) for piece, name in PIECES.items()]
    caption = "start" if not record.start else "after the opening"
    if index:
        text = record.turns[index - 1].move
        move = law.parse_move(text)
        caption = f"{SIDES[(index - 1) % 2]} {text}"
        shapes.insert(0, PATH.format(origin=POINTS[move.origin], target=POINTS[move.target]))
        if move.captured is not None:
            shapes.append(_polyline(TAKEN, [move.captured]))
    points = position.pieces()
    title = f"Game {record.number}, position {index}, {caption}: {points[0]} x, {points[1]} o"
    rows = " ".join(board[start : start + 8] for start in range(56, -1, -8))
    return Frame(SVG.format(title=title, rows=rows, shapes=Markup("").join(shapes)), caption, points)


def _polyline(name: str, squares: Iterable[int]) -> Markup:
    points = " ".join(POINTS[square] for square in squares)
    return POLYLINE.format(name=name, points=points) if points else Markup("")


def _boards(record: GameRecord) -> list[str]:
    return [position.board for position in _replay(record)]


SQUARES = Squares(VIEW, POINTS, PIECES, _boards)
DRAWING = Drawing("dama", "Dama", "points", SIDES, frames, ending, SQUARES)
