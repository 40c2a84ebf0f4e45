"""Dama's endgame tablebase of six pieces, who wins but not when, built by `dama-bot tablebase build --pieces 6` from
that of five, which is built before, in one process, and checked by `dama-bot tablebase check`: solved again and
compared, and one outcome of 101 held against its successors. Then random positions that it calls won are played by the
bot at 100,000 nodes a move against itself, with the game's limit of 100 plies, and random positions with more pieces
are searched with it and with that of five alone. Seconds are those of the processor; the check looks at fewer pieces,
too. The small version has four pieces, of which three have plies.
"""

from __future__ import annotations

import random
import resource
import shutil
import time
from pathlib import Path
from typing import NamedTuple

from arbiter.games.dama.law import PLIES
from native.common.context import Limits
from native.common.library import lib
from native.dama.engine import Board, Dama, after, legal_moves
from native.dama.tables import DRAW, Tables, is_lost, materials, mirror, read_index
from tests.evidence.dama_endings import random_board
from tests.evidence.dama_tables import SIX, tablebase
from tests.evidence.findings import Findings, Run, Table, Target

MOST_BYTES, MOST_MINUTES, MOST_MIB = 120_000_000, 80, 2048
"""What six pieces may take on the disk, of all cores, and in memory."""
FASTEST = 4.0
"""Millions of nodes a second that a search shall have."""


class Spent(NamedTuple):
    """What a command took."""

    printed: str
    seconds: float
    mib: float


def spent(*words: str) -> Spent:
    """Run a command of `tablebase`; the memory is the most that any process before needed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    printed, _ = tablebase(*words)
    later = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = later.ru_utime + later.ru_stime - before.ru_utime - before.ru_stime
    return Spent(printed, seconds, later.ru_maxrss / 1024)


def opened(path: Path) -> Tables:
    """Open a tablebase."""
    tables = Tables()
    tables.add(path)
    return tables


def with_pieces(rng: random.Random, pieces: int) -> Board:
    """Give a random position with exactly so many pieces."""
    while True:
        board = random_board(rng, pieces)
        if (board[0] | board[1]).bit_count() == pieces:
            return board


def play_out(tables: Tables, engines: tuple[Dama, Dama], board: Board, nodes: int) -> tuple[int, bool]:
    """Play a won position; give the plies, more than the limit if it was not won, and if the win was given away."""
    for ply in range(PLIES):
        if not board[0] or not (moves := legal_moves(*board)):
            return (ply if ply % 2 else PLIES + 1), False
        move = engines[ply % 2].search(*board, Limits(nodes=nodes), PLIES - ply).move
        board = after(*board, moves[0] if move is None else move)
        value = tables.probe(*board) if board[0] else 1
        if ply % 2 == 0 and not is_lost(value):
            return PLIES + 1, True
    return PLIES if not legal_moves(*board) else PLIES + 1, False


def speed(tables: Tables, pieces: int, positions: int) -> float:
    """Search positions with so many pieces; give millions of nodes a second."""
    rng, engine, nodes, seconds = random.Random(pieces), Dama(32, tables), 0, 0.0
    for _ in range(positions):
        board = with_pieces(rng, pieces)
        engine.clear()
        begin = time.process_time()
        nodes += engine.search(*board, Limits(nodes=1_500_000), PLIES).nodes
        seconds += time.process_time() - begin
    return nodes / seconds / 1e6


def measure(run: Run) -> Findings:
    """Build it, check it, play with it, search with it."""
    pieces = run.either(6, 4)
    path, fewer = run.either(SIX, run.folder / "tables"), run.folder / "fewer"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    alone = ["--jobs", "1", "--file", str(path)]
    first = spent("build", "--pieces", f"{pieces - 1}", *alone)
    shutil.copy(path, fewer)
    build = spent("build", "--pieces", f"{pieces}", "--distances", f"{pieces - 1}", *alone)
    check = spent("check", *alone)
    built_s = first.seconds + build.seconds
    slices = {m: place for m, place in read_index(path).items() if place.outcomes}
    size = sum(place.end - place.begin for place in slices.values())
    values = sum(int(lib.dama_slice_size(material)) for material in slices)
    whole = len(slices) == sum(len({m, mirror(m)}) for m in materials(pieces))
    rows = [line.split("\t") for line in check.printed.splitlines()]
    right = len(rows[-1]) == 6
    found = "nothing" if right else check.printed.splitlines()[-1]
    rng, tables = random.Random(6), opened(path)
    engines, given = (Dama(8, opened(path)), Dama(8, opened(path))), 0
    lasted: list[int] = []
    games, positions = run.either((200, 8), (5, 1))
    while len(lasted) < games:
        board = with_pieces(rng, pieces)
        value = tables.probe(*board)
        if value != DRAW and not is_lost(value) and legal_moves(*board):
            plies, away = play_out(tables, engines, board, run.either(100_000, 20_000))
            lasted.append(plies)
            given += away
    speeds = {n: [speed(opened(file), n, positions) for file in (fewer, path)] for n in range(pieces, pieces + 4)}
    won = sum(plies <= PLIES for plies in lasted)
    slowest = min(pair[1] for n, pair in speeds.items() if n > pieces)
    return Findings(
        [
            Table(
                (
                    "values",
                    "bytes",
                    "bits a value",
                    "seconds to build",
                    "values a second",
                    "MiB",
                    "seconds for five",
                    "seconds to check",
                ),
                [
                    (
                        f"{values:,}",
                        f"{size:,}",
                        f"{8 * size / values:.3f}",
                        f"{build.seconds:.0f}",
                        f"{values / build.seconds:,.0f}",
                        f"{build.mib:.0f}",
                        f"{first.seconds:.0f}",
                        f"{check.seconds:.0f}",
                    )
                ],
            ),
            Table(
                ("pieces", "positions", "won", "drawn", "lost", "longest win in plies"),
                [(row[0], *(f"{int(cell):,}" for cell in row[1:5]), row[5]) for row in rows if len(row) == 6],
            ),
            Table(
                ("pieces", "M nodes a second without", "with"),
                [(f"{n}", f"{without:.2f}", f"{with_:.2f}") for n, (without, with_) in speeds.items()],
            ),
            Table(
                ("won positions", "won", "plies on average", "at most"),
                [(f"{games}", f"{won}", f"{sum(lasted) / games:.0f}", f"{max(lasted)}")],
            ),
        ],
        [
            Target("every slice is there", f"{len(slices)}", whole, portable=True),
            Target(f"at most {MOST_BYTES:,} bytes", f"{size:,}", size <= MOST_BYTES, portable=True),
            Target(f"at most {MOST_MINUTES} minutes", f"{build.seconds / 60:.1f}", build.seconds <= 60 * MOST_MINUTES),
            Target(f"at most {MOST_MIB} MiB", f"{build.mib:.0f}", build.mib <= MOST_MIB, portable=True),
            Target("the check finds nothing", found, right, portable=True),
            Target(
                "the check takes no longer than building",
                f"{check.seconds:.1f} of {built_s:.1f} s",
                check.seconds <= built_s,
            ),
            Target("no win is given away", f"{given} of {games}", given == 0, portable=True),
            Target("won positions are won in time", f"{won} of {games}", won == games, portable=True),
            Target(f"{FASTEST:g} M nodes a second with more pieces", f"{slowest:.2f}", slowest >= FASTEST),
        ],
    )
