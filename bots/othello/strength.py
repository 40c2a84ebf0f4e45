"""Othello at full strength: the largest margin that can be proved or estimated, and never less than a won game.

A player without a move ends the game at once, so that a win is often far easier to prove than the best margin to find:
black's win from the start is seven plies long, and later ones rarely cost the solver more than 100,000 nodes. Each turn
therefore proves first whether it is won, searches for the largest margin, and plays what the search found only if that
keeps the win, or if there is none to keep. Black begins with moves of which more is proved than the win
(bots/othello/book.py); where they end, their margin is kept in the same way. White begins with moves found by longer
searches. A lost position is played for the opponent's errors: as white, who loses by force from the start, that wins
nearly every game against players who look one ply ahead.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from native.common.context import Limits, Report
from native.othello.engine import START, Othello, after, legal_moves, squares

SOLVED_EMPTIES = 24  # empty squares up to which every position's winner is found, whatever the clock says: about 10 ms
KEEP_NODES = 3_000_000  # to find a margin again that was proved a move ago; more than any of them needed
PROOF_SHARE = 0.2  # of the time or nodes of a move, to look for a win elsewhere
CHECK_SHARE = 0.3  # of what is left then, to look whether the search's move keeps it
WHITE_DISCS = 13  # on the largest boards of white's part of the book
CHANCE_DEPTH = 6  # plies to look for errors of the opponent, a few milliseconds
WORTH_IT = 0.05  # chance to win that is worth giving up discs of a lost game for

if TYPE_CHECKING:
    from bots.othello.book import Entry

Bitboards = tuple[int, int]


WHITE_REPLIES = {after(*START, first): reply for first, reply in ((19, 34), (26, 20), (37, 43), (44, 29))}
"""White's first move, known beforehand so that the first answer of a game comes at once: 4 2 to 2 3, and what is the
same up to symmetry, as in the principal variation of long searches."""
WIN = 1
"""The margin that is worth more than the estimate of a larger one."""


class Strength:
    """Full strength with one engine. It remembers the last position that it left with a proved margin."""

    def __init__(self, engine: Othello) -> None:
        self._engine = engine
        self._left: Bitboards | None = None  # seen from the opponent, who is to move in it
        self._margin = WIN  # that was proved of it, for us

    def choose(self, own: int, opp: int, limits: Limits) -> Report:
        """Choose a move within `limits`; there must be a legal one. A limit on depth means a plain search."""
        moves = legal_moves(own, opp)
        if limits.depth is not None:
            return self._engine.search(own, opp, limits)
        if (own, opp) in WHITE_REPLIES:
            return _unsearched(WHITE_REPLIES[own, opp])
        entry = _book_entry(own, opp)
        if entry and entry.move is not None:
            self._leave(own, opp, entry.move, entry.margin)
            solved = (own, opp) == START  # white's certificate shows that it is not more
            return _unsearched(entry.move)._replace(score=entry.margin, exact=solved, bound=True)
        if (square := _known_reply(own, opp)) is not None:
            return _unsearched(square)
        known = entry.margin if entry else self._inherited(own, opp)
        margin, proof = self._prove(own, opp, known, limits)
        if moves & (moves - 1) == 0:
            best = _unsearched(moves.bit_length() - 1)
        else:
            left = _less(limits, proof)
            best = self._engine.search(own, opp, _share(left, 1 - CHECK_SHARE))
            if margin and not self._keeps(own, opp, best, margin, _less(left, best)):
                best = proof
        if margin and best.score < margin:  # less was expected than is proved, or nothing was searched
            best = best._replace(score=margin, bound=True)
        if not margin and best.score < 0:
            best = self.best_chance(own, opp, best)
        if margin and best.move is not None:
            self._leave(own, opp, best.move, margin)
        return best

    def _leave(self, own: int, opp: int, move: int, margin: int) -> None:
        self._left, self._margin = after(own, opp, move), margin

    def _prove(self, own: int, opp: int, known: int | None, limits: Limits) -> tuple[int | None, Report]:
        """Give a margin that is proved, `known` or a win, and a move that keeps it; None if there is neither."""
        for margin in (known, WIN) if known is not None and known != WIN else (WIN,):
            if margin == known:
                allowed = Limits(nodes=KEEP_NODES)
            elif 64 - (own | opp).bit_count() <= SOLVED_EMPTIES:
                allowed = Limits(nodes=limits.nodes)
            else:
                allowed = _share(limits, PROOF_SHARE)
            proof = self._engine.solve(own, opp, margin - 1, margin, allowed)
            if proof.exact and proof.score >= margin:
                return margin, proof._replace(score=margin, exact=False, bound=True)  # not more than a bound
        return None, proof

    def _inherited(self, own: int, opp: int) -> int | None:
        """Give the margin of the position that was left, if this one arose from it, whatever the opponent did."""
        if self._left is None:
            return None
        moves = legal_moves(*self._left)
        arose = any(after(*self._left, square) == (own, opp) for square in squares(moves))
        return self._margin if arose else None

    def _keeps(self, own: int, opp: int, best: Report, margin: int, limits: Limits) -> bool:
        if best.exact:
            return best.score >= margin
        assert best.move is not None
        reply = self._engine.solve(*after(own, opp, best.move), -margin, 1 - margin, limits)
        return reply.exact and reply.score <= -margin

    def best_chance(self, own: int, opp: int, best: Report) -> Report:
        """Where the margin is lost, give the move after which a fallible opponent errs most, if that is worth it."""
        moves = legal_moves(own, opp)
        chances = {s: self._engine.chance(*after(own, opp, s), CHANCE_DEPTH) for s in squares(moves)}
        square = max(chances, key=lambda s: (chances[s], s == best.move))
        assert best.move is not None
        if chances[square] < chances[best.move] + WORTH_IT:
            return best
        return best._replace(move=square, pv=(square,), exact=False)


def _book_entry(own: int, opp: int) -> Entry | None:
    if (own | opp).bit_count() % 2:  # white to move, as nobody passes
        return None
    book = importlib.import_module("bots.othello.book")  # now, as importing it takes longer than starting without
    entry: Entry | None = book.look_up(own, opp)
    return entry


def _known_reply(own: int, opp: int) -> int | None:
    if (own | opp).bit_count() % 2 == 0 or (own | opp).bit_count() > WHITE_DISCS:
        return None
    book = importlib.import_module("bots.othello.book")
    square: int | None = book.reply(own, opp)
    return square


def _share(limits: Limits, share: float) -> Limits:
    return Limits(limits.time_s and limits.time_s * share, limits.nodes and max(int(limits.nodes * share), 1))


def _less(limits: Limits, used: Report) -> Limits:
    """Give what is left of `limits`, a little at least."""
    return Limits(
        limits.time_s and max(limits.time_s - used.time_s, limits.time_s / 10),
        limits.nodes and max(limits.nodes - used.nodes, limits.nodes // 10, 1),
    )


def _unsearched(move: int) -> Report:
    return Report(move=move, score=0, exact=False, depth=0, pv=(move,), nodes=0, time_s=0.0)
