"""From what each phase of a row plays to its moves: trails through all edges, laid by the law of the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from arbiter.games.domino.law import MIRROR, RAISE, WILD, Move, Options, Row, Tile, tile

DIGITS = range(1, 7)
Pair = tuple[int, int]
First = tuple[Tile, Pair]
"""The first tile, and what both sides show then: not its digits if a mirror lies beside it."""
Last = tuple[Tile, int, int, bool]
"""The last tile of a side, from which digit to which, and whether a mirror leads back."""


def final(tile: Tile, phase: int) -> Pair:
    """Give the digits that a plain tile has in the end."""
    return (tile[0] - 1 + phase) % 6 + 1, (tile[1] - 1 + phase) % 6 + 1


def worth(tile: Tile, phase: int, options: Options) -> int:
    """Give the points of a tile that is laid in a phase."""
    if tile == WILD:
        return 0 if options.zero_stays or not phase else 2 * ((phase - 1) % 6 + 1)
    return sum(final(tile, phase))


class Played(NamedTuple):
    """What a phase plays. Digits are those at the end of the game; lists of two are the two sides."""

    number: int
    copies: dict[Tile, int]
    twice: dict[Tile, int]
    """Pairs of mirrors beside such a tile."""
    back: dict[Tile, bool]
    """Whether one copy has an odd mirror, which leads back."""
    joins: list[Pair]
    """What wild tiles join."""
    caps: list[bool]
    """A wild tile is the last one of that side."""
    beside_wild: int
    """Mirrors of wild tiles."""
    first: First | None
    last: list[Last | None]
    starts: list[int]
    ends: list[int]
    """Digits where the tiles of a side begin, and end but for the last one."""
    still: list[bool]
    """Nothing is laid at that side."""
    reached: set[int]
    raised_left: bool
    """Whether the [11|11] that ends the phase lies at the first side."""
    turned: int | None
    """Mirrors of that; None in the last phase."""


class Edge:
    """A tile, or the row as it lies (no tile), as an edge; so many mirrors follow."""

    def __init__(self, a: int, b: int, tile: Tile | None, beyond: int = 0) -> None:
        """`beyond` is for a copy whose mirrors lead back: the digit to which it leads first."""
        self.a, self.b, self.tile, self.beyond = a, b, tile, beyond


def lay(phases: Sequence[Played], hand: Sequence[Tile], options: Options) -> tuple[str, int]:
    """Give the moves of a row and its score: what the phases play, and then what still fits. Raises MoveError."""
    layer = _Layer(options)
    for played in phases:
        layer.phase(played)
    left = Counter(hand) - Counter(tile(move.a, move.b) for move in layer.moves)
    while not options.early_stop and (move := next(layer.row.moves(+left), None)):
        layer.place(move.letter, (move.a, move.b))
        left[tile(move.a, move.b)] -= 1
    return " ".join(map(str, layer.moves)), layer.row.score


class _Layer:
    """A row that is laid phase by phase."""

    def __init__(self, options: Options) -> None:
        self.row, self.moves = Row(options), list[Move]()
        self.sides = "LR"  # where the two sides of the plan are
        self.number = self.beside_wild = 0
        self.twice: dict[Tile, int] = {}

    def phase(self, played: Played) -> None:
        """Lay what a phase plays."""
        self.number, self.beside_wild, self.twice = played.number, played.beside_wild, dict(played.twice)
        link = Edge(played.starts[0], played.starts[1], None)
        edges, doubles = _edges(played), _last_doubles(played)
        begin = played.starts[1] if played.still[0] else played.ends[0]
        end = played.starts[0] if played.still[1] else played.ends[1]
        trail = _trail(edges if any(played.still) else [*edges, link], begin, end)
        passed = [edge for edge, _ in trail]
        middle = passed.index(link) if link in passed else len(trail) if played.still[1] else 0
        if link in passed and trail[middle][1] != played.starts[0]:
            self.sides = self.sides[::-1]
        self._lay_first(played)
        for edge, far in trail[:middle][::-1]:  # the trail comes from outside
            self._lay(self.sides[0], edge, edge.a + edge.b - far)
        for edge, near in trail[middle:]:
            self._lay(self.sides[1], edge, near)
        for letter, cap, last in zip(self.sides, played.caps, played.last, strict=True):
            if last:
                self._lay(letter, _last_edge(last, played.number), last[1])
                if last[0] in doubles:
                    doubles.remove(last[0])
                    self.place(letter, MIRROR)
            if cap:
                self.place(letter, WILD)
        if played.turned is not None:
            for code in [RAISE] + [MIRROR] * played.turned:
                self.place(self.sides[not played.raised_left], code)

    def _lay_first(self, played: Played) -> None:
        if not played.first:
            return
        kind, shown = played.first
        self.place("S", kind)
        if kind == WILD:
            return
        digits = final(kind, played.number)
        if shown != digits:
            self.place(self.sides[0] if shown[0] != digits[0] else self.sides[1], MIRROR)
        if played.copies[kind] == 1:
            self._twice(self.sides[0], kind)
            if played.back[kind]:  # a double
                self.place(self.sides[0], MIRROR)

    def _lay(self, letter: str, edge: Edge, near: int) -> None:
        """Lay an edge's tile so that it touches the row by a digit, and its mirrors."""
        if not edge.tile:
            return
        if edge.tile == WILD:
            self.place(letter, WILD)
            return
        far = edge.beyond or edge.a + edge.b - near
        near, far = ((digit - 1 - self.number) % 6 + 1 for digit in (near, far))
        self.place(letter, (far, near) if letter == "L" else (near, far))
        if edge.beyond:
            self.place(letter, MIRROR)
        self._twice(letter, edge.tile)

    def _twice(self, letter: str, kind: Tile) -> None:
        """Lay pairs of mirrors, all beside the first copy."""
        for _ in range(2 * self.twice.pop(kind, 0)):
            self.place(letter, MIRROR)

    def place(self, letter: str, tile: Tile) -> None:
        """Play a move, and mirrors beside a wild tile."""
        move = Move(letter if self.moves else "S", *tile)
        self.row.place(move)
        self.moves.append(move)
        while tile == WILD and self.beside_wild:
            self.beside_wild -= 1
            self.place("R" if letter == "S" else letter, MIRROR)


def _inner(played: Played, kind: Tile) -> int:
    """Count the copies that are neither the first tile nor the last one of a side."""
    first = played.first is not None and played.first[0] == kind
    return played.copies[kind] - first - sum(last[0] == kind and not last[3] for last in played.last if last)


def _last_doubles(played: Played) -> set[Tile]:
    """Give the doubles whose odd mirror can only lie beside the last tile of a side."""
    lasts = {last[0] for last in played.last if last and last[0][0] == last[0][1]}
    return {kind for kind in lasts if played.back[kind] and not _inner(played, kind)}


def _edges(played: Played) -> list[Edge]:
    """Give the edges of a phase but for the first tile and the last ones."""
    edges = [Edge(a, b, WILD) for a, b in played.joins]
    lasts = [last for last in played.last if last]
    for kind in played.copies:
        a, b = final(kind, played.number)
        copies = _inner(played, kind)
        if played.back[kind] and copies:
            copies -= 1
            if (kind, a, a, True) not in lasts and (kind, b, b, True) not in lasts:
                edges.append(Edge(a, a, kind, b) if a in played.reached else Edge(b, b, kind, a))
        edges += [Edge(a, b, kind) for _ in range(copies)]
    return edges


def _last_edge(last: Last, number: int) -> Edge:
    kind, near, far, back = last
    return Edge(near, far, kind, sum(final(kind, number)) - near if back else 0)


def _trail(edges: list[Edge], begin: int, end: int) -> list[tuple[Edge, int]]:
    """Give the edges as a trail between two digits passes them, each with where it comes from (Hierholzer)."""
    left, trail = list(edges), list[tuple[Edge, int]]()
    stack: list[tuple[int, Edge | None]] = [(begin, None)]
    while stack:
        here = stack[-1][0]
        edge = next((edge for edge in left if here in (edge.a, edge.b)), None)
        if edge:
            left.remove(edge)
            stack.append((edge.a + edge.b - here, edge))
            continue
        here, edge = stack.pop()
        if edge:
            trail.append((edge, edge.a + edge.b - here))
    if left or (trail and trail[0][0].a + trail[0][0].b - trail[0][1] != end):
        raise AssertionError(f"no trail from {begin} to {end}")
    return trail[::-1]
