"""Othello as the shared sub-commands see it: the law's positions and notation, with the engine behind them."""

from __future__ import annotations

import importlib

from arbiter.games.othello import law
from native.common.context import Limits, Report
from native.othello import engine

NOTATION = "BOARD SIDE: 64 characters, X black, O white, - empty, row 0 first, and the side to move, black or white"

_DIGITS = {
    law.BLACK: str.maketrans("XO-", "100"),
    law.WHITE: str.maketrans("XO-", "010"),
}

BENCH = (
    (20, "--------------------X------OXO----XXX------OOO------------------ black"),
    (20, "---O-------O------OOOO----XXXO----OOOO-----XX------------------- black"),
    (20, "---X-------X------OOOO---OOXXO--XXOXXO----OXOO-----X------------ black"),
    (20, "---------O--X----OOOOO---OXXX---XXXOXOOOOOOOXO----X-X-----X----- black"),
    (None, "--X-O-X---XOO-X--XXXXXX-OOXOOOXOOXXXXXXOOOXOOOX--OXOOO---O-OO--- black"),
    (None, "----O-X----OO-X--XXXXXX-OOOOOOXOOXXXXXXOOOOOOOX--X-OOO-----OO--- black"),
)
"""Plies to search from the opening to the middle game, None to solve: endgames of 20 and 24 empty squares."""


def bitboards(position: law.Position) -> tuple[int, int]:
    """Give the discs of the side to move and of its opponent as the engine wants them: bit 8 * row + column."""
    board = position.board[::-1]  # the first character is the lowest bit
    own, opp = _DIGITS[position.mover], _DIGITS[law.OPPONENT[position.mover]]
    return int(board.translate(own), 2), int(board.translate(opp), 2)


def describe(report: Report) -> str:
    """Write what a search found in one line; a value is proved, or at least that much is, or it is that of a depth."""
    value = (
        f"{report.score:+d}, proved,"
        if report.exact or report.bound
        else f"depth {report.depth} value {report.score:+d}"
    )
    if report.bound and not report.exact:
        value = f"at least {value}"
    variation = ", ".join(law.TEXT[square] for square in report.pv)
    return f"{value} nodes {report.nodes} seconds {report.time_s:.3f} pv {variation}"


class OthelloAnalyst:
    """Orthogonal Othello with an engine whose table has `hash_mib` MiB; a `bots.commands.Analyst`."""

    start = law.Position()
    bench = tuple((law.parse_position(text), depth) for depth, text in BENCH)

    def __init__(self, hash_mib: int) -> None:
        self._engine = engine.Othello(hash_mib)

    def parse(self, text: str) -> law.Position:
        """Read BOARD SIDE."""
        return law.parse_position(text)

    def move_text(self, move: int) -> str:
        """Write `row column`."""
        return law.TEXT[move]

    def perft(self, position: law.Position, depth: int) -> int:
        """Count the move sequences of exactly `depth` plies."""
        return engine.perft(*bitboards(position), depth)

    def search(self, position: law.Position, limits: Limits) -> Report:
        """Find the best move within `limits`, or what is known of the start."""
        if position == self.start:
            return self.solve(position)
        return self._engine.search(*bitboards(position), limits)

    def solve(self, position: law.Position) -> Report:
        """Find the best move and prove the margin. That of the start, hours of work, is known by two certificates."""
        if position == self.start:
            known: Report = importlib.import_module("bots.othello.book").solved_start()  # now, as few ask for it
            return known
        return self._engine.solve(*bitboards(position))

    def clear(self) -> None:
        """Forget earlier searches."""
        self._engine.clear()
