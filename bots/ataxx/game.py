"""Ataxx as the shared sub-commands see it: the law's positions and notation, with the engine behind them."""

from __future__ import annotations

from pathlib import Path

from arbiter.games.ataxx import law
from native.ataxx import engine
from native.ataxx.threads import ThreadedAtaxx
from native.common.context import Limits, Report, until_proved
from native.common.installed import reading, unpacked

NOTATION = (
    "FEN: rows 7 to 1, x red, o blue, - block, digits for empty squares; then x or o to move; then, if you like, \
the plies since the last extend and the number of the move, as in x5o/7/7/7/7/7/o5x x 0 1; \
and 100 plies behind that, if so many without an extend draw the game"
)

LARGE = "large"
NETWORKS: dict[str, Path | None] = {LARGE: engine.WEIGHTS, "small": engine.SMALL_WEIGHTS, "none": None}
"""The weights of each network: the project's, those that pages carry, none for the evaluation made by hand."""

BENCH = (
    (11, "x5o/7/7/7/7/7/o5x x 0 1"),
    (9, "x-1-1-o/-1-1-1-/1-3-1/7/1-3-1/-1-1-1-/o-1-1-x x 0 1"),
    (9, "x4o1/2x1o2/1x2o2/3oo2/3oo2/2oo1xx/1oo1xxx x 0 1"),
    (9, "xx1o2o/x1xoo2/2-1-2/1xx1oo1/2-1-2/o1ox1x1/oo3xx o 1 20"),
    (9, "xxoooo1/xxxoooo/xxxxoo1/1xxxoo1/ooxxoo1/ooooxxx/oo1xxxx x 0 40"),
)
"""Plies to search, and positions from the opening to the endgame."""


def bits(board: str, piece: str) -> int:
    """Give the squares that hold `piece` as the engine numbers them, 8 * row + column."""
    return sum(1 << 8 * (square // 7) + square % 7 for square, other in enumerate(board) if other == piece)


def to_engine(position: law.Position) -> engine.Position:
    """Give a position as the engine sees it."""
    board, mover = position.board, position.mover
    jumps = min(position.jumps, position.limit) + (engine.PLIES if position.limit == law.PLY_LIMIT else 0)
    return engine.Position(bits(board, mover), bits(board, law.OPPONENT[mover]), bits(board, law.BLOCK), jumps)


def destination(move: int) -> int:
    """Give the square of the law to which a move of the engine goes."""
    return 7 * (move >> 3 & 7) + (move & 7)


def is_extend(move: int) -> bool:
    """Tell whether a move of the engine is an extend; its source is then any piece beside its destination."""
    return move != engine.PASS and move >> 6 == move & 63


def from_engine(move: int, position: law.Position) -> law.Move:
    """Give a move of the engine as the law writes it."""
    if move == engine.PASS:
        return law.PASS
    target = destination(move)
    if is_extend(move):
        return next(square for square in law.NEAR[target] if position.board[square] == position.mover), target
    return destination(move >> 6), target


def uai_text(move: int) -> str:
    """Write a move as engines elsewhere do: an extend by its destination, `f2`; a jump `a7c7`; a pass `0000`."""
    if move == engine.PASS:
        return "0000"
    target = law.SQUARES[destination(move)]
    return target if is_extend(move) else law.SQUARES[destination(move >> 6)] + target


def describe(report: Report, position: law.Position) -> str:
    """Write what a search found in one line, moves as the command language has them."""
    depth, moves = "exact" if report.exact else f"depth {report.depth}", []
    for number in report.pv:
        move = from_engine(number, position)
        moves.append(law.format_move(move))
        position = position.play(move)
    variation = ", ".join(moves)
    return f"{depth} value {report.score:+d} nodes {report.nodes} seconds {report.time_s:.3f} pv {variation}"


class AtaxxAnalyst:
    """Ataxx with an engine whose table has `hash_mib` MiB; a `bots.commands.Analyst`."""

    start = law.Position()
    bench = tuple((law.parse_fen(text), depth) for depth, text in BENCH)

    def __init__(self, hash_mib: int, network: str = LARGE, threads: int = 1) -> None:
        """Evaluate by a network of `NETWORKS`."""
        path = NETWORKS[network]
        if path is None:
            self._engine = ThreadedAtaxx(hash_mib, b"", threads)
            return
        with reading(path):
            self._engine = ThreadedAtaxx(hash_mib, unpacked(path), threads)

    def parse(self, text: str) -> law.Position:
        """Read a FEN."""
        return law.parse_fen(text)

    def move_text(self, move: int) -> str:
        """Write a move as engines elsewhere do, for an extend has no source here."""
        return uai_text(move)

    def perft(self, position: law.Position, depth: int, *, by_destination: bool = False) -> int:
        """Count the move sequences of exactly `depth` plies; extends once for each source, or once `by_destination`."""
        return engine.perft(to_engine(position), depth, by_destination=by_destination)

    def search(self, position: law.Position, limits: Limits) -> Report:
        """Find the best move within `limits`."""
        return self._engine.search(to_engine(position), limits)

    def solve(self, position: law.Position) -> Report:
        """Search until a win or a loss is proved, which may take for ever."""
        return until_proved(lambda limits: self.search(position, limits))

    def clear(self) -> None:
        """Forget earlier searches."""
        self._engine.clear()
