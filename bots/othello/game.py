"""Othello as the shared sub-commands see it: the law's positions and notation, with the engine behind them."""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import TYPE_CHECKING

from arbiter.games.othello import law
from bots.othello.beforehand import opening
from native.common.context import Limits, Report
from native.othello import engine

if TYPE_CHECKING:
    from bots.othello.openings import Proved

VALUES = """
The depth is "won" or "lost" where only that is proved: in openings, and on the way of the book, which wins by 31.
"""

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


def describe(report: Report, worth: Proved | None = None) -> str:
    """Write what a search found in one line; a value is proved, or at least that much is, or it is that of a depth.

    What its move is proved to be `worth` comes first.
    """
    seen = max(worth.least, min(worth.most, report.score)) if worth else report.score
    estimate = f"depth {report.depth} value {seen:+d}"
    if report.exact or (worth and worth.exact):
        value = f"{report.score if report.exact or not worth else worth.least:+d}, proved,"
    elif report.bound:
        value = f"at least {report.score:+d}, proved,"
    elif words := (worth and worth.words) or ("a loss, proved" if report.lost else ""):
        value = f"{words}, {estimate}" if report.depth else f"{words},"
    else:
        value = estimate
    variation = ", ".join(law.TEXT[square] for square in report.pv)
    return f"{value} nodes {report.nodes} seconds {report.time_s:.3f} pv {variation}"


def proved(position: law.Position) -> Proved | None:
    """Give what is proved of an opening, and of black where its book goes on; None of other positions."""
    board = bitboards(position)
    found: Proved | None = opening(*board) or _openings().booked(*board)
    return found


def worth(position: law.Position, report: Report) -> Proved | None:
    """Give what is proved of the move that a search has found."""
    if (known := proved(position)) is None or report.move is None:
        return None
    if known.exact and report.move == known.move:
        return known
    of_move: Proved | None = _openings().after_move(*bitboards(position), report.move)
    # Of the positions behind the last ones of the table nothing is told, but that a lost one stays lost.
    return of_move or (known if report.move == known.move or known.most < 0 else None)


def _openings() -> ModuleType:
    return importlib.import_module("bots.othello.openings")  # now, as few ask for it


class OthelloAnalyst:
    """Orthogonal Othello with an engine whose table has `hash_mib` MiB; a `bots.commands.Analyst`.

    Without `openings` it knows nothing of them that it has not searched itself.
    """

    start = law.Position()
    bench = tuple((law.parse_position(text), depth) for depth, text in BENCH)

    def __init__(self, hash_mib: int, *, openings: bool = True) -> None:
        self._engine = engine.Othello(hash_mib)
        self._proved = proved if openings else lambda position: None

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
        """Find the best move within `limits`, or what is proved."""
        board, known = bitboards(position), self._proved(position)
        if known and known.exact:
            return self.solve(position)
        report = self._engine.search(*board, limits)
        return _openings().within(*board, known, report) if known else report

    def solve(self, position: law.Position) -> Report:
        """Find the best move and prove the margin. That of the openings, hours of work, is known by a table."""
        board, known = bitboards(position), self._proved(position)
        if known and known.exact:
            told: Report = _openings().report(*board)
            return told
        return self._engine.solve(*board, *((max(known.least - 1, -64), min(known.most + 1, 64)) if known else ()))

    def clear(self) -> None:
        """Forget earlier searches."""
        self._engine.clear()
