"""How the Othello bot chooses a move, at every level."""

from __future__ import annotations

import random
from collections.abc import Iterable
from pathlib import Path

from bots.options import FULL_STRENGTH, Level, Options, read_levels
from bots.othello.proof.boards import moves
from bots.othello.strength import Strength
from native.common.context import Limits, Report
from native.othello.engine import Othello, flips

LEVELS = read_levels(Path(__file__).with_name("levels.txt"))
DEFAULT_TIME_S = LEVELS[FULL_STRENGTH].time


class Player:
    """Chooses moves by `options`, from one game to the next with the same random numbers and the same memory.

    Without `traps` it risks nothing in a lost game (bots/othello/strength.py).
    """

    def __init__(self, options: Options, *, traps: bool = True) -> None:
        self._options = options
        self._random = random.Random(options.random_seed)
        self._engine = Othello(options.hash_mib)
        # A limit on nodes makes it the same each time, unless there is a seed, of its own or the arbiter's.
        chance = options.nodes is None or options.random_seed is not None
        luck = random.Random(options.random_seed) if chance else None
        self._strength = Strength(self._engine, traps=traps, luck=luck)
        self._engine_used = False
        self._played: list[tuple[int, int]] = []  # of a game that others began, until full strength is asked for

    def new_game(self) -> None:
        """Forget the last game, so that it cannot influence the next."""
        self._strength.new_game()
        self._played = []
        if self._engine_used:
            self._engine.clear()
        self._engine_used = False

    def resume(self, game: Iterable[tuple[int, int]]) -> None:
        """Go on with a game that somebody has played so far, its positions as the side to move there sees them."""
        self.new_game()
        self._played = list(game)

    def choose(self, own: int, opp: int) -> Report:
        """Choose a move for the discs `own` against `opp`; there must be a legal one."""
        level = self._options.level
        if level == 0:
            return self._random_move(own, opp)
        if level == 1:
            return self._greedy_move(own, opp)
        if level == FULL_STRENGTH:
            return self.best(own, opp)
        return self._lookahead(own, opp, LEVELS[level])

    def best(self, own: int, opp: int) -> Report:
        """Choose a move at full strength, whatever the level."""
        self._engine_used = True
        if self._played:
            self._strength.resume(self._played)
            self._played = []
        return self._strength.choose(own, opp, self._options.limits(DEFAULT_TIME_S))

    def _random_move(self, own: int, opp: int) -> Report:
        return _unsearched(self._random.choice(moves(own, opp)))

    def _greedy_move(self, own: int, opp: int) -> Report:
        gains = {square: flips(own, opp, square).bit_count() for square in moves(own, opp)}
        most = max(gains.values())
        return _unsearched(self._random.choice([square for square, gain in gains.items() if gain == most]))

    def _lookahead(self, own: int, opp: int, level: Level) -> Report:
        """Search the level's plies, or fewer if the user's limits say so; by its chance do not think at all."""
        if self._random.random() < level.slip:
            return self._random_move(own, opp)
        self._engine_used = True
        limits, depth = self._options.limits(None), level.depth
        return self._engine.search(own, opp, Limits(limits.time_s, limits.nodes, min(depth, limits.depth or depth)))


def _unsearched(move: int) -> Report:
    return Report(move=move, score=0, exact=False, depth=0, pv=(move,), nodes=0, time_s=0.0)
