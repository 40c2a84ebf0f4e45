"""How the Dama bot chooses a move, at every level."""

from __future__ import annotations

import random
import threading
from pathlib import Path

from arbiter.games.dama import law
from bots.dama.game import bitboards, seen_by_player_1, to_law
from bots.dama.tables import open_tables
from bots.options import FULL_STRENGTH, Level, Options, read_levels
from native.common.context import Limits, Report
from native.dama.engine import PROVED, Dama

LEVELS = read_levels(Path(__file__).with_name("levels.txt"))
DEFAULT_TIME_S = LEVELS[FULL_STRENGTH].time
LATE = 12
"""Plies left of which a search may see the end, in half of what it may use, so that the rest can go beyond it."""


class Chooser:
    """Chooses moves by `options`, from one game to the next with the same random numbers and the same memory."""

    def __init__(self, options: Options, tables: Path | None = None, weights: bytes | None = None) -> None:
        """Play with the tables of a file and with `weights` of the evaluation, or with what there is."""
        self._options = options
        self._random = random.Random(options.random_seed)
        self._engine = Dama(options.hash_mib, open_tables(tables), weights)
        self._alone = threading.Lock()  # copies of a `Player` share it, in whatever threads

    def new_game(self) -> None:
        """Forget the last game, so that it cannot influence the next."""
        self._engine.clear()

    def choose(self, position: law.Position, left: int) -> Report:
        """Choose a move in a game that is drawn after `left` more plies (-1: never); there must be a legal one.

        The squares of the report are as player 1 sees them.
        """
        level = self._options.level
        if level == 0:
            return self._random_move(position)
        if level == 1:
            return self._greedy_move(position)
        if level == FULL_STRENGTH:
            return self.best(position, left)
        return self._lookahead(position, left, LEVELS[level])

    def best(self, position: law.Position, left: int) -> Report:
        """Choose a move at full strength, whatever the level."""
        return self._search(position, left, self._options.limits(DEFAULT_TIME_S))

    def _search(self, position: law.Position, left: int, limits: Limits) -> Report:
        share = 2 if 0 < left <= LATE else 1
        first = limits._replace(
            time_s=limits.time_s and limits.time_s / share, nodes=limits.nodes and max(limits.nodes // share, 1)
        )
        with self._alone:
            report = self._engine.search(*bitboards(position), first, left)
            if report.score == 0 and 0 < left <= report.depth and not report.exact:
                report = self._beyond(position, limits, report, left)
        return seen_by_player_1(report, position.mover)

    def _beyond(self, position: law.Position, limits: Limits, drawn: Report, left: int) -> Report:
        """Choose the move that is best without the limit, if it is shown to draw by it too: the judge may allow more.

        Where it may lose, or nothing is left of what may be used, that is the move that was found.
        """
        rest = _part(limits, drawn, 0.5)
        if rest is None:
            return drawn
        best = self._engine.search(*bitboards(position), rest)
        found = drawn._replace(nodes=drawn.nodes + best.nodes, time_s=drawn.time_s + best.time_s)
        if best.move in (None, drawn.move) or best.score <= -PROVED or not best.depth:  # or not one ply was seen
            return found
        if left > 1:
            if (rest := _part(limits, found)) is None:
                return found
            child = position.play(to_law(best.move, position.mover))
            reply = self._engine.search(*bitboards(child), rest, left - 1)
            found = found._replace(nodes=found.nodes + reply.nodes, time_s=found.time_s + reply.time_s)
            if reply.score > 0 or reply.depth < left - 1:
                return found
        return found._replace(move=best.move, pv=best.pv[: drawn.depth])

    def _random_move(self, position: law.Position) -> Report:
        return _unsearched(self._random.choice(position.legal_moves()))

    def _greedy_move(self, position: law.Position) -> Report:
        """Capture a king if possible, else promote, else capture a man, else move at random."""

        def gain(move: law.Move) -> int:
            taken = "." if move.captured is None else position.board[move.captured]
            promotes = position.board[move.origin] in "xo" and move.target // 8 == law.LAST_ROW[position.mover]
            return 3 * (taken in "XO") + 2 * promotes + (taken in "xo")

        moves = position.legal_moves()
        most = max(map(gain, moves))
        return _unsearched(self._random.choice([move for move in moves if gain(move) == most]))

    def _lookahead(self, position: law.Position, left: int, level: Level) -> Report:
        """Search the level's plies, or fewer if the user's limits say so; by its chance do not think at all."""
        if self._random.random() < level.slip:
            return self._random_move(position)
        limits, depth = self._options.limits(None), level.depth
        return self._search(position, left, Limits(limits.time_s, limits.nodes, min(depth, limits.depth or depth)))


def _part(limits: Limits, used: Report, share: float = 1) -> Limits | None:
    """Give a share of what is left of `limits`; None if nothing is."""
    time_s, nodes = limits.time_s and limits.time_s - used.time_s, limits.nodes and limits.nodes - used.nodes
    if (time_s is not None and time_s <= 0) or (nodes is not None and nodes * share < 1):
        return None
    return Limits(time_s and time_s * share, nodes and int(nodes * share), limits.depth)


def _unsearched(move: law.Move) -> Report:
    number = 64 * move.origin + move.target
    return Report(move=number, score=0, exact=False, depth=0, pv=(number,), nodes=0, time_s=0.0)
