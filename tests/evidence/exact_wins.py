"""Positions of random games with at most 24 empty squares that `analyse --exact` proves won for the side to move, the
narrowest wins of a larger number. Our bot at its defaults plays the winning side against two defences: random moves,
and the solver's best answer to each move. The games are played out by the law, since the protocol begins every game
with the initial position. "Kept" counts the games that ended with at least the proved margin.
"""

from __future__ import annotations

import random

from arbiter.games.othello.law import BLACK, Position, format_position
from bots.options import FULL_STRENGTH
from bots.othello.game import bitboards
from native.othello.engine import Othello
from tests.evidence import duels
from tests.evidence.findings import Findings, Run, Table, Target
from tests.evidence.solve import analyse

MOST_EMPTIES = 24


def won_positions(run: Run, wanted: int) -> list[tuple[Position, int]]:
    """Give positions with their proved margins, all won, the narrowest first."""
    rng = random.Random(24)
    sizes = [rng.randint(8, MOST_EMPTIES) for _ in range(6 * wanted)]
    drawn = [duels.random_position(rng, empties) for empties in run.track(sizes, "positions")]
    answers = analyse("".join(f"{format_position(position)}\n" for position in drawn))
    values = [int(cells[0]) for cells in answers]
    won = [(position, value) for position, value in zip(drawn, values, strict=True) if value > 0]
    return sorted(won, key=lambda pair: pair[1])[:wanted]


def measure(run: Run) -> Findings:
    """Play the won positions out."""
    rng, solver = random.Random(25), Othello()

    def best(position: Position) -> int:
        move = solver.solve(*bitboards(position)).move
        assert move is not None
        return move

    def at_random(position: Position) -> int:
        return rng.choice(position.legal_moves())

    positions = won_positions(run, run.either(300, 10))
    player = duels.at_level(FULL_STRENGTH, seed=1)
    ours = duels.chooser(player)
    rows, won = [], 0
    for name, defence in (("random moves", at_random), ("the solver's best", best)):
        wins = kept = 0
        for position, value in run.track(positions, name):
            player.new_game()
            if position.mover == BLACK:
                margin = duels.finish(position, ours, defence)
            else:
                margin = -duels.finish(position, defence, ours)
            wins += margin > 0
            kept += margin >= value
        won += wins
        rows.append((name, len(positions), wins, kept))
    total = len(rows) * len(positions)
    return Findings(
        [Table(("defence", "positions", "won", "kept"), rows)],
        [Target("every proved win is won", f"{won} of {total}", won == total, portable=True)],
    )
