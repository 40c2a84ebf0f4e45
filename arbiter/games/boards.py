"""The board games as openings and engines see them: positions and moves as texts, results as numbers.

An engine's `analyse` command reads a position and names a move; a record names moves and starts. Here is, game by game,
how they are written. Domino has no board, as both programs play the same hand.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from random import Random
from typing import Any, Generic, Protocol, Self, TypeVar

from arbiter.games.ataxx import law as ataxx
from arbiter.games.ataxx.openings import Opening
from arbiter.games.dama import law as dama
from arbiter.games.othello import law as othello

M = TypeVar("M")


class Position(Protocol[M]):
    """A position of any law."""

    def legal_moves(self) -> list[M]:
        """Give the legal moves; none if the game is over."""
        ...

    def play(self, move: M, /) -> Self:
        """Give the position after a move. Raises ValueError."""
        ...


P = TypeVar("P", bound=Position[Any])

Adjudicate = Callable[[Any, int | None], tuple[int, int] | None]
"""Given a position, and the plies after which the game is drawn (None: never), gives the points of the first and the
second player if the game need not be played on."""


def never(position: object, left: int | None) -> None:
    """Let every game be played to its end."""


@dataclasses.dataclass(frozen=True, slots=True)
class Board(Generic[P, M]):
    """A board game.

    `sides` name the first and the second player, of whom `to_move` (0 or 1) is on turn. `opening` reads where a game
    starts, as records have it (ValueError): moves as `move_text` writes them, with `separator` between.
    `position_text` writes what `analyse` reads, `read_move` reads a move that it or a program names (ValueError). `key`
    is the same for positions that are the same up to symmetry. `points` are those of a game that is over.

    A value of `analyse` counts `unit`; one within `within` of zero is called even. After `plies` random moves there are
    thousands of such positions. `proved` gives the result for the
    side to move (1, 0, -1) that follows from a proved value with so many plies left, None if none does. `by_result` has
    the points of first and second player where only the result counts, by the first one's result; `margin` says that a
    proved value is the difference of points.
    """

    name: str
    sides: tuple[str, str]
    unit: str
    within: int
    plies: int
    start: P
    to_move: Callable[[P], int]
    is_over: Callable[[P], bool]
    points: Callable[[P], tuple[int, int]]
    opening: Callable[[str], P]
    separator: str
    move_text: Callable[[M], str]
    position_text: Callable[[P], str]
    read_move: Callable[[P, str], M]
    key: Callable[[P], str]
    proved: Callable[[int, int | None], int | None]
    margin: bool = False
    by_result: dict[int, tuple[int, int]] | None = None

    def opening_text(self, moves: list[M]) -> str:
        """Write moves as records have them."""
        return self.separator.join(map(self.move_text, moves))

    def random_moves(self, plies: int, rng: Random) -> tuple[list[M], P]:
        """Play random moves from the start, fewer than `plies` if the game is over before; give the position too."""
        moves: list[M] = []
        position = self.start
        while len(moves) < plies and (legal := position.legal_moves()):
            moves.append(rng.choice(legal))
            position = position.play(moves[-1])
        return moves, position


def _symmetries(side: int) -> list[tuple[int, ...]]:
    """Give the eight symmetries of a square board: which square each square is taken from."""
    last = side - 1
    turned = [(r, c) for r in range(side) for c in range(side)]
    ways = []
    for _ in range(4):
        ways.append(tuple(side * r + c for r, c in turned))
        ways.append(tuple(side * c + r for r, c in turned))
        turned = [(c, last - r) for r, c in turned]
    return ways


_OF_8, _OF_7 = _symmetries(8), _symmetries(7)


def _smallest(board: str, symmetries: list[tuple[int, ...]]) -> str:
    return min("".join([board[at] for at in way]) for way in symmetries)


def _sign(value: int, left: int | None = None) -> int:
    return (value > 0) - (value < 0)


def _othello_opening(text: str) -> othello.Position:
    position = othello.Position()
    for move in filter(None, (word.strip() for word in text.split(","))):
        position = position.play(othello.parse_move(move))
    return position


OTHELLO = Board(
    name="othello",
    sides=("black", "white"),
    unit="discs",
    within=2,
    plies=12,
    start=othello.Position(),
    to_move=lambda position: int(position.mover == othello.WHITE),
    is_over=othello.Position.is_over,
    points=othello.Position.score,
    opening=_othello_opening,
    separator=", ",
    move_text=lambda move: othello.TEXT[move],
    position_text=othello.format_position,
    read_move=lambda position, text: othello.parse_move(text),
    key=lambda position: f"{_smallest(position.board, _OF_8)} {position.mover}",
    proved=_sign,
    margin=True,
)


def read_ataxx_move(position: ataxx.Position, text: str) -> ataxx.Move:
    """Read a move of either protocol; for an extend without source find a piece that can make it."""
    if text == "0000":
        return ataxx.PASS
    if re.fullmatch("[a-g][1-7]", text):
        target = ataxx.SQUARE[text]
        for source in ataxx.NEAR[target]:
            if position.board[source] == position.mover:
                return source, target
        raise ataxx.IllegalMoveError(f"no {ataxx.NAME[position.mover]} piece is beside {text}")
    if re.fullmatch("(?:[a-g][1-7]){2}", text):
        text = f"{text[:2]}-{text[2:]}"
    return ataxx.parse_move(text)


ATAXX = Board(
    name="ataxx",
    sides=("red", "blue"),
    unit="hundredths of a piece",
    within=50,
    plies=8,
    start=ataxx.Position(),
    to_move=lambda position: int(position.mover == ataxx.BLUE),
    is_over=ataxx.Position.is_over,
    points=ataxx.Position.score,
    opening=lambda text: Opening.parse(text).position(),
    separator=", ",
    move_text=ataxx.format_move,
    position_text=ataxx.format_fen,
    read_move=read_ataxx_move,
    key=lambda position: f"{_smallest(position.board, _OF_7)} {position.mover} {position.jumps}",
    proved=_sign,
)

DAMA_WIN = 31000
"""A proved value of Dama is this less the plies to the end."""
DAMA_PROVED = 30000
"""And beyond this, or 0."""


def _dama_proved(value: int, left: int | None) -> int | None:
    """Tell the result; a win that comes after the limit of moves is none."""
    if value == 0:
        return 0
    plies = DAMA_WIN - abs(value)
    if abs(value) < DAMA_PROVED or (left is not None and plies > left):
        return None
    return _sign(value)


def _dama_opening(text: str) -> dama.Position:
    words = text.replace(",", " ").split()
    if len(words) == 2 and len(words[1]) == 1:
        return dama.parse_position(text)
    position = dama.Position()
    for word in words:
        position = position.play(dama.parse_move(word))
    return position


DAMA = Board(
    name="dama",
    sides=("player 1", "player 2"),
    unit="hundredths of log odds",
    within=20,
    plies=8,
    start=dama.Position(),
    to_move=lambda position: position.mover - 1,
    is_over=lambda position: position.winner() is not None,
    points=lambda position: {1: (2, 0), 2: (0, 2), None: (1, 1)}[position.winner()],
    opening=_dama_opening,
    separator=" ",
    move_text=str,
    position_text=dama.format_position,
    read_move=lambda position, text: dama.parse_move(text),
    key=dama.format_position,  # turning the board round exchanges the players, and a mirror has other squares
    proved=_dama_proved,
    by_result={1: (2, 0), 0: (1, 1), -1: (0, 2)},
)

BOARDS: dict[str, Board[Any, Any]] = {board.name: board for board in (ATAXX, DAMA, OTHELLO)}
"""By the name that `--game` takes."""
