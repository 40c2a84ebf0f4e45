"""Boards of squares as pictures. A piece costs four bytes: it is a point of a polyline, drawn by its kind's marker."""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Any, Generic, NamedTuple, Protocol, Self, TypeVar

from markupsafe import Markup, escape

from arbiter.games import looks
from arbiter.games.contract import Frame, Position, Squares, TileRow, Transcript
from arbiter.games.extras import Scenes
from arbiter.games.grid import Grid

P = TypeVar("P", bound=Position[Any])
M = TypeVar("M")
KEPT = 16
"""Games whose ends are kept."""


class Law(Protocol):
    """What a drawing must know of its game; `arbiter.games.board.BoardGame` has it."""

    sides: tuple[str, str]

    def opening(self, text: str) -> Any:
        """Give the position of a start, as records have it. Raises ValueError."""

    def read_move(self, position: Any, text: str) -> Any:
        """Read a move. Raises ValueError."""


class Step(NamedTuple, Generic[P, M]):
    """A move, what it was written as, and the positions around it."""

    before: P
    move: M
    text: str
    after: P


class _Drawn(NamedTuple):
    """A position, drawn but for the number of its game, which stands between the two texts."""

    begins: str
    ends: str
    caption: str
    points: tuple[int, int] | None

    def frame(self, number: int) -> Frame:
        """Draw it as one of a game."""
        return Frame(Markup(f"{self.begins}{number}{self.ends}"), self.caption, self.points)


@dataclasses.dataclass(slots=True)
class _End:
    """How a game ends: where it began, its last move if there is one, and what was drawn of it."""

    start: Any
    step: Step[Any, Any] | None
    drawn: _Drawn | None = None


class BoardDrawing:
    """How a game on a board of squares looks.

    It stands in the class of its game, as a method does:

        class ConnectFour(BoardGame[Position, int]):
            drawing = BoardDrawing(7, 6, {"x": "first", "o": "second"})

    `pieces` says what each character of a board is: `first` or `second`, a disc of that player; after it, apart by a
    blank, a letter that stands on the disc; or `block`, a square that nobody may use. All other characters are empty
    squares. With looks of the game's own it is a class that their CSS knows. `names`, `up` and `dark` are those of
    `Grid`. `board` gives the text of a position, by default its attribute `board`: one character a square, row by row.
    `points` gives the points of both in any position, or says which pieces they are, as in `("x", "o")`; without, none
    are shown before the end. `own` is the package of a game with looks of its own (`looks.own`), and `styles` are those
    on a terminal, as `Squares` has them.
    """

    squares: Squares | None = None
    called: tuple[str, str] | None = None
    """What pictures call the players, if not as the game does."""
    counted: str = ""
    """What points in the middle of a game count, if not what the game's score does."""

    def __init__(
        self,
        columns: int,
        rows: int,
        pieces: Mapping[str, str],
        *,
        names: tuple[Sequence[str], Sequence[str]] = ("", ""),
        others: tuple[Sequence[str], Sequence[str]] = ("", ""),
        up: bool = False,
        dark: int | None = None,
        inlay: str = "",
        board: Callable[[Any], str] = attrgetter("board"),
        points: Callable[[Any], tuple[int, int]] | tuple[str, str] | None = None,
        own: str = "",
        styles: Mapping[str, str] | None = None,
    ) -> None:
        """Make a drawing that no game has yet. Raises ValueError for a description that does not hold together."""
        self.grid = Grid(columns, rows, names, up, dark, Markup(inlay), others)
        self.shapes = dict(pieces) if own else {piece: f"p{at}" for at, piece in enumerate(pieces)}
        self.counts = points if isinstance(points, tuple) else None
        self.board, self.points = board, self._count if isinstance(points, tuple) else points
        self.styles = styles
        self._pieces, self._own, self._points = dict(pieces), own, self.grid.points()
        self._view = self.grid.view()
        self._law: Law | None = None
        self._bound: Self | None = None
        self._replayed: tuple[Transcript, tuple[Any, list[Step[Any, Any]]]] | None = None
        self._ends: dict[tuple[str, tuple[str, ...]], _End] = {}
        for what in () if own else pieces.values():
            looks.shape_of(what)

    def __get__(self, game: Law | None, owner: object = None) -> Self:
        """Give the drawing that knows the law of the game whose attribute it is."""
        if game is None:
            return self
        bound = self._bound
        if bound is None or bound._law is not game:
            bound = self._bound = copy.copy(self)
            bound._law, bound._ends = game, {}
            scenes = None if self._overrides("frames") else bound.scenes
            styles = self.styles or looks.styles(self._pieces, game.sides)
            seen = self._view, self._points, self.shapes, bound.boards, bound.counts, scenes
            bound.squares = Squares(*seen, names=self.grid.named(), styles=styles)
        return bound

    def _overrides(self, *names: str) -> bool:
        """Tell whether a class of a game's own has one of these methods."""
        return any(getattr(type(self), name) is not getattr(BoardDrawing, name) for name in names)

    def _kinds(self) -> dict[str, str]:
        return {name: self._pieces[piece] for piece, name in self.shapes.items()}

    # ---- what pages ask --------------------------------------------------------------------------------------------

    @property
    def css(self) -> str:
        """Give the looks of the pictures."""
        pieces = [*self._kinds(), "t"]
        markers = "".join(f".board .{name} {{ fill: none; stroke: none; marker: url(#{name}); }}\n" for name in pieces)
        return f"{looks.shared()}{markers}{self._looks().css}"

    @property
    def symbols(self) -> str:
        """Give SVG that the pictures refer to, once a page."""
        return f"{self._looks().symbols}{self.grid.symbol()}"

    def _looks(self) -> looks.Looks:
        return looks.own(self._own) if self._own else looks.plain(self._kinds(), self.law.sides)

    def frames(self, game: Transcript, *, every: bool) -> list[Frame]:
        """Draw the start and the position after each move, or only the last of them. Raises ValueError."""
        if not every:
            end = self._end(game)
            end.drawn = end.drawn or self._draw(game.start, end.start, end.step, len(game.moves))
            return [end.drawn.frame(game.number)]
        start, steps = self.replay(game)
        drawn = [self._draw(game.start, start, step, index) for index, step in enumerate([None, *steps])]
        return [one.frame(game.number) for one in drawn]

    def boards(self, game: Transcript) -> list[str]:
        """Give the board at the start and after each move. Raises ValueError."""
        start, steps = self.replay(game)
        return [self._board(position) for position in (start, *(step.after for step in steps))]

    def scenes(self, game: Transcript) -> Scenes:
        """Give the boards, with whatever of captions, marks and points is not as usual. Raises ValueError."""
        start, steps = self.replay(game)
        captions, marks, points = dict[int, str](), dict[int, tuple[Markup, Markup]](), list[tuple[int, int]]()
        if self._overrides("beginning"):
            captions[0] = self.beginning(game.start)
        if self._overrides("caption") or any(step.before.to_move != at % 2 for at, step in enumerate(steps)):
            usual = (f"{self.sides[at % 2]} {step.text}" for at, step in enumerate(steps))
            told = enumerate(zip(usual, map(self.caption, steps), strict=True), 1)
            captions |= {at: caption for at, (expected, caption) in told if caption != expected}
        if self._overrides("under", "over", "polyline", "path", "mark"):
            join = Markup("").join
            marks = {at: (join(self.under(step)), join(self.over(step))) for at, step in enumerate(steps, 1)}
        if self.points and not self.counts:
            points = [self.points(position) for position in (start, *(step.after for step in steps))]
        return Scenes(self.boards(game), captions, marks, points)

    def rows(self, game: Transcript) -> list[TileRow]:
        """Give nothing: there are squares."""
        return []

    # ---- what a game may say otherwise -----------------------------------------------------------------------------

    def ending(self, game: Transcript) -> str:
        """Say why the game was over: who has more points. Raises ValueError."""
        first, second = self.last(game).score()
        return "nobody has won" if first == second else f"{self.sides[second > first]} has won"

    def beginning(self, start: str) -> str:
        """Give the caption of the start."""
        return "after the opening" if start else "start"

    def caption(self, step: Step[Any, Any]) -> str:
        """Give the caption of the position after a move."""
        return f"{self.sides[step.before.to_move]} {step.text}"

    def under(self, step: Step[Any, Any]) -> list[Markup]:
        """Mark something of a move under the pieces: the way of one that moved."""
        came, reached, _ = self._changes(step)
        return [self.path(came[0], reached[0])] if len(came) == len(reached) == 1 else []

    def over(self, step: Step[Any, Any]) -> list[Markup]:
        """Mark the pieces that a move turned over or took, and where the move went."""
        _, reached, lost = self._changes(step)
        return [self.polyline("t", lost), *map(self.mark, reached)]

    # ---- for those -------------------------------------------------------------------------------------------------

    @property
    def law(self) -> Law:
        """Give the game."""
        if self._law is None:
            raise TypeError("a drawing knows its game as an attribute of the game's class only")
        return self._law

    @property
    def sides(self) -> tuple[str, str]:
        """Give what pictures call the players."""
        return self.called or self.law.sides

    def replay(self, game: Transcript) -> tuple[Any, list[Step[Any, Any]]]:
        """Give the position at the start, and the moves; of the last game they are kept. Raises ValueError."""
        if self._replayed is not None and self._replayed[0] is game:
            return self._replayed[1]
        law, steps = self.law, []
        position = start = law.opening(game.start)
        for text in game.moves:
            move = law.read_move(position, text)
            after = position.play(move)
            steps.append(tuple.__new__(Step, (position, move, text, after)))  # a third of the time of `Step(...)`
            position = after
        self._replayed = game, (start, steps)
        return start, steps

    def _end(self, game: Transcript) -> _End:
        """Give how a game ends. Raises ValueError.

        Some are kept: pages ask for the board of a game, then for its end, and programs without chance play a few games
        again and again.
        """
        key = game.start, game.moves
        found = self._ends.get(key)
        if found is None:
            start, steps = self.replay(game)
            found = _End(start, steps[-1] if steps else None)
            if len(self._ends) == KEPT:
                del self._ends[next(iter(self._ends))]
            self._ends[key] = found
        return found

    def last(self, game: Transcript) -> Any:
        """Give the last position. Raises ValueError."""
        end = self._end(game)
        return end.step.after if end.step else end.start

    def polyline(self, name: str, squares: Iterable[int]) -> Markup:
        """Draw a marker on squares."""
        points = " ".join(self._points[square] for square in squares)
        return Markup(f'<polyline class="{name}" points="{points}"/>' if points else "")

    def path(self, origin: int, target: int) -> Markup:
        """Draw a line between two squares."""
        return Markup(f'<path class="path" d="M{self._points[origin]}L{self._points[target]}"/>')

    def mark(self, square: int) -> Markup:
        """Mark where a move went."""
        x, y = self._points[square].split()
        return Markup(f'<use href="#last" x="{x}" y="{y}"/>')

    # ----------------------------------------------------------------------------------------------------------------

    def _count(self, position: Any) -> tuple[int, int]:
        board, (first, second) = self.board(position), self.counts or ("", "")
        return sum(map(board.count, first)), sum(map(board.count, second))

    def _changes(self, step: Step[Any, Any]) -> tuple[list[int], list[int], list[int]]:
        """Give the squares that a move left, those that it reached, and those of pieces that it turned over or took."""
        before, after = self._board(step.before), self._board(step.after)
        changed = [at for at, (old, new) in enumerate(zip(before, after, strict=True)) if old != new]
        left = [at for at in changed if after[at] not in self.shapes]
        reached = [at for at in changed if before[at] not in self.shapes]
        turned = [at for at in changed if at not in left and at not in reached]
        if not reached:  # a piece was taken where it stood
            reached, turned = turned, []
        if len(reached) != 1 or len(left) < 2:
            return left, reached, turned
        owner = self._owner(after[reached[0]])
        came = [at for at in left if self._owner(before[at]) == owner]
        return came, reached, turned + [at for at in left if at not in came]

    def _owner(self, piece: str) -> str:
        return next((pieces for pieces in self.counts or () if piece in pieces), piece)

    def _board(self, position: Any) -> str:
        board = self.board(position)
        if len(board) != len(self._points):
            raise ValueError(f"a board has {len(self._points)} characters, this one {len(board)}")
        return board

    def _draw(self, opening: str, start: Any, step: Step[Any, Any] | None, index: int) -> _Drawn:
        position, caption, under, over = start, self.beginning(opening), list[Markup](), list[Markup]()
        if step:
            position, caption, under, over = step.after, self.caption(step), self.under(step), self.over(step)
        board = self._board(position)
        pieces = (self.polyline(name, _places(board, piece)) for piece, name in self.shapes.items())
        points = self.points(position) if self.points else None
        told = f": {points[0]} {self.sides[0]}, {points[1]} {self.sides[1]}" if points else ""
        title = escape(f", position {index}, {caption}{told}")
        lines, shapes = escape(" ".join(self.grid.lines(board))), Markup("").join([*under, *pieces, *over])
        begins = f'<svg class="board" viewBox="{self._view}" role="img"><title>Game '
        ends = f'{title}</title><desc>{lines}</desc><use href="#board"/>{shapes}</svg>'
        return _Drawn(begins, ends, caption, points)


def _places(board: str, piece: str) -> Iterable[int]:
    return (at for at, other in enumerate(board) if other == piece)
