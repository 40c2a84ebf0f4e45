"""How the Ataxx bot chooses a move, at every level, and how long it thinks about it."""

from __future__ import annotations

import random
import time
from pathlib import Path

from bots.options import FULL_STRENGTH, Level, Options, read_levels
from native.ataxx.engine import Ataxx, Position, after, legal_moves
from native.common.context import Limits, Report

LEVELS = read_levels(Path(__file__).with_name("levels.txt"))
DEFAULT_TIME_S = LEVELS[FULL_STRENGTH].time
GAME_TIME_S = 20.0
"""What the thinking of one side in one game adds up to at most. 25 s are promised; the rest is for waiting: on two
cores that were busy with 20 processes, 300 moves waited 3 s for their turn."""
HINT_MIB = 8
SHARE = 50
"""No move takes more than this part of what is left of the game's budget."""

SEEDED_NODES = range(120_000, 180_000)
SEEDED_GAME_NODES = 150 * 150_000
"""Nodes of a move and of a game once a seed is given. The seed chooses among them, so that different seeds play
different games."""
SAFETY_S = 8.0
"""Where nodes are the limit, the clock only keeps a move below the ten seconds that are allowed."""


class Budget:
    """What is left of a game's seconds, or nodes: each move may use `most`, or less when little is left."""

    def __init__(self, most: float, game: float) -> None:
        self._most, self._left = most, game

    def next(self) -> float:
        """Give what the next move may use."""
        return min(self._most, self._left / SHARE)

    def use(self, used: float) -> None:
        """Take note of what a move has used."""
        self._left = max(0.0, self._left - used)


class Player:
    """Chooses moves by `options`, for one side of a game or for both, each with a budget of its own."""

    def __init__(self, options: Options, weights: bytes | None = None) -> None:
        self._options = options
        self._engine = Ataxx(options.hash_mib, weights)
        self._engine_used = False
        self._seed, self._random = options.seed, random.Random(options.random_seed)
        self.new_game()

    def seed(self, seed: int) -> None:
        """From now on play by `seed`, the same moves in the same game on every machine, not by the clock."""
        self._seed = seed
        self._random = random.Random(seed)
        self.new_game()

    def set_level(self, level: int) -> None:
        """From now on play at this level."""
        self._options = self._options._replace(level=level)

    def hint(self, position: Position) -> Report:
        """Say what full strength would play, where there is a legal move, by a table of its own."""
        return Ataxx(HINT_MIB).search(position, self._options.limits(DEFAULT_TIME_S))

    def new_game(self) -> None:
        """Forget the last game, so that it cannot influence the next."""
        if self._engine_used:
            self._engine.clear()
        self._engine_used = False
        self._budgets: dict[str, Budget] = {}

    def choose(self, position: Position, side: str = "") -> Report:
        """Choose a move for the side to move, whose budget is that of `side`; there must be a legal one."""
        begin, level = time.monotonic(), self._options.level
        moves = legal_moves(position)
        if len(moves) == 1:
            return _unsearched(moves[0])
        if level == 0:
            return _unsearched(self._random.choice(moves))
        if level == 1:
            return self._greedy(position, moves)
        self._engine_used = True
        if level < FULL_STRENGTH:
            return self._lookahead(position, moves, LEVELS[level])
        budget = self._budgets.setdefault(side, self._budget())
        report = self._engine.search(position, self._limits(budget))
        budget.use(time.monotonic() - begin if self._seed is None else report.nodes)
        return report

    def _budget(self) -> Budget:
        if self._seed is None:
            return Budget(DEFAULT_TIME_S, GAME_TIME_S)
        return Budget(random.Random(self._seed).choice(SEEDED_NODES), SEEDED_GAME_NODES)

    def _limits(self, budget: Budget) -> Limits:
        """Give the limits of a move at full strength: the user's, else the game's budget."""
        options = self._options
        given = Limits(options.time_s, options.nodes, options.depth)
        if self._seed is None:
            return Limits(time_s=max(budget.next(), 0.001)) if given == Limits() else given
        if options.nodes or options.depth:
            return Limits(options.time_s or SAFETY_S, options.nodes, options.depth)
        return Limits(options.time_s or SAFETY_S, max(int(budget.next()), 1000))

    def _at_most(self, depth: int) -> Limits:
        """Give the limits of a level that looks `depth` plies ahead."""
        options = self._options
        return Limits(options.time_s or SAFETY_S, options.nodes, min(depth, options.depth or depth))

    def _greedy(self, position: Position, moves: list[int]) -> Report:
        margins = {move: _margin(after(position, move)) for move in moves}
        least = min(margins.values())
        return _unsearched(self._random.choice([move for move in moves if margins[move] == least]))

    def _lookahead(self, position: Position, moves: list[int], level: Level) -> Report:
        if level.slip and self._random.random() < level.slip:
            return _unsearched(self._random.choice(moves))
        search = self._engine.search_plain if level.plain else self._engine.search
        return search(position, self._at_most(level.depth))


def _margin(position: Position) -> int:
    return position.own.bit_count() - position.opp.bit_count()


def _unsearched(move: int) -> Report:
    return Report(move=move, score=0, exact=False, depth=0, pv=(move,), nodes=0, time_s=0.0)
