"""Games from any position, played out by the law: the protocol, and so the arbiter, knows the initial position only."""

from __future__ import annotations

import random
from collections.abc import Callable

from arbiter.games.othello.law import BLACK, Position
from bots.options import Options
from bots.othello.game import bitboards
from bots.othello.player import Player

Chooser = Callable[[Position], int]


def chooser(player: Player) -> Chooser:
    """Let a player choose by the law's position."""

    def choose(position: Position) -> int:
        move = player.choose(*bitboards(position)).move
        assert move is not None
        return move

    return choose


def at_level(level: int, seed: int) -> Player:
    """Make the bot's player of a level, with its defaults."""
    return Player(Options(level=level, seed=seed))


def finish(position: Position, black: Chooser, white: Chooser) -> int:
    """Play to the end; give black's margin. The law refuses an illegal move."""
    while not position.is_over():
        position = position.play((black if position.mover == BLACK else white)(position))
    discs_black, discs_white = position.score()
    return discs_black - discs_white


def random_position(rng: random.Random, empties: int) -> Position:
    """Give a position with so many empty squares that random play reached and that is not the end."""
    while True:
        position = Position()
        while position.board.count("-") > empties and (moves := position.legal_moves()):
            position = position.play(rng.choice(moves))
        if position.board.count("-") == empties and not position.is_over():
            return position
