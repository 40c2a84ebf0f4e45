"""Our Dama bot at full strength from random endings that the tablebase of five pieces calls won or drawn, against three
defences: the move that holds out longest, a random move, and a search of depth 5 without tables. Won ones are played
twice, in games that never end in a draw, and, if the win takes at most 100 plies, in games that end after 100. The
small version has few endings of four pieces.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from arbiter.games.dama.law import PLIES
from native.common.context import Limits
from native.dama.engine import FOR_EVER, Board, Dama, after, legal_moves
from native.dama.tables import DRAW, Tables, is_lost, plies
from tests.evidence.dama_tables import built
from tests.evidence.findings import Findings, Run, Table, Target

Defence = Callable[[Board], int]
LONG = 300
"""More plies than any win takes."""


def random_board(rng: random.Random, pieces: int) -> Board:
    """Give a random position with 2 to `pieces` pieces."""
    dark = [square for square in range(64) if (square // 8 + square % 8) % 2]
    while True:
        own = opp = kings = 0
        for square in rng.sample(dark, rng.randint(2, pieces)):
            ours, king = rng.random() < 0.5, rng.random() < 0.5
            own |= ours << square
            opp |= (not ours) << square
            kings |= (king or square // 8 == (7 if ours else 0)) << square
        if own and opp:
            return own, opp, kings


def endings(tables: Tables, wanted: int) -> tuple[list[tuple[Board, int]], list[tuple[Board, int]]]:
    """Give so many won positions and so many drawn ones, with their values."""
    rng = random.Random(2)
    won: list[tuple[Board, int]] = []
    drawn: list[tuple[Board, int]] = []
    while min(len(won), len(drawn)) < wanted:
        board = random_board(rng, tables.pieces)
        value = tables.probe(*board)
        if not is_lost(value):
            (drawn if value == DRAW else won).append((board, value))
    return won[:wanted], drawn[:wanted]


def play_out(bot: Dama, board: Board, defend: Defence, limit: int) -> tuple[int, int | None]:
    """Play on; give the plies, and who wins: 0 the bot, which moves first, 1 the other, None nobody in time."""
    most = LONG if limit == FOR_EVER else limit
    for ply in range(most + 1):
        if not legal_moves(*board):
            return ply, 1 - ply % 2
        if ply < most:
            left = limit if limit == FOR_EVER else limit - ply
            move = defend(board) if ply % 2 else bot.search(*board, Limits(time_s=0.2), left).move
            assert move is not None
            board = after(*board, move)
    return most, None


def measure(run: Run) -> Findings:
    """Play them all."""
    path = built(run)
    tables = Tables()
    tables.add(path)
    rng, bot, searcher = random.Random(3), Dama(16, tables), Dama(4)

    def longest(board: Board) -> int:
        """Prefer a draw to a loss, and a late loss to an early one."""

        def worth(move: int) -> int:
            child = after(*board, move)
            value = tables.probe(*child) if child[0] else 1
            return LONG if value == DRAW else 2 * LONG - plies(value) if is_lost(value) else plies(value)

        return max(legal_moves(*board), key=worth)

    defences: dict[str, Defence] = {
        "longest": longest,
        "random": lambda board: rng.choice(legal_moves(*board)),
        "searching": lambda board: searcher.search(*board, Limits(depth=5)).move or 0,
    }
    won, drawn = endings(tables, run.either(1000, 10))
    short = [(board, value) for board, value in won if plies(value) <= PLIES]
    rows: list[tuple[object, ...]] = []
    kept = within = held = 0
    for name, defend in defences.items():
        free = limited = safe = 0
        for board, value in run.track(won, f"won, {name}"):
            taken, winner = play_out(bot, board, defend, FOR_EVER)
            free += winner == 0 and taken <= plies(value)
        for board, value in run.track(short, f"won within the limit, {name}"):
            taken, winner = play_out(bot, board, defend, PLIES)
            limited += winner == 0 and taken <= plies(value)
        for board, _ in run.track(drawn, f"drawn, {name}"):
            safe += play_out(bot, board, defend, PLIES)[1] != 1
        rows.append((name, free, limited, safe))
        kept, within, held = kept + free, within + limited, held + safe
    games = len(defences)
    most = max(plies(value) for _, value in won)
    return Findings(
        [
            Table(
                ("defence", f"won of {len(won)}", f"within the limit of {len(short)}", f"not lost of {len(drawn)}"),
                rows,
            )
        ],
        [
            Target(
                f"won endings are won in no more plies than the tables say, at most {most}",
                f"{kept} of {games * len(won)}",
                kept == games * len(won),
                portable=True,
            ),
            Target(
                f"and with a draw after {PLIES} plies, if the win fits",
                f"{within} of {games * len(short)}",
                within == games * len(short),
                portable=True,
            ),
            Target(
                "drawn endings are not lost",
                f"{held} of {games * len(drawn)}",
                held == games * len(drawn),
                portable=True,
            ),
        ],
    )
