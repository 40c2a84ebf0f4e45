"""Dama's rules in the engine against the law's, which were written independently: the known counts of move sequences
(`tests/data/perft_dama.json`), random games in which every position and every list of moves is compared, and how fast
the engine counts, with the last ply counted in bulk, from the start on one core, in CPU time (the best of the rounds).
"""

from __future__ import annotations

import json
import random
import time

from arbiter.games.dama import law
from bots.dama.game import bitboards, to_law
from native.dama.engine import START, after, legal_moves, perft
from tests.evidence.document import HOUSE
from tests.evidence.findings import Findings, Run, Table, Target

DATA = HOUSE / "tests" / "data" / "perft_dama.json"
LEAVES_S = 250_000_000
LAW_DEPTH = 5


def differences(rng: random.Random) -> tuple[int, int]:
    """Play a random game by law and engine at once; give its positions, and in how many of them the two differ."""
    position, board = law.Position(), START
    seen = wrong = 0
    for _ in range(law.PLIES):
        moves = {to_law(move, position.mover): move for move in legal_moves(*board)}
        seen += 1
        if sorted(moves) != sorted(position.legal_moves()) or bitboards(position) != board:
            wrong += 1
            break
        if not moves:
            break
        move = rng.choice(sorted(moves))
        position, board = position.play(move), after(*board, moves[move])
    return seen, wrong


def measure(run: Run) -> Findings:
    """Count, compare, count fast."""
    law_depth = run.either(LAW_DEPTH, 3)
    counted = right = by_law = 0
    for entry in json.loads(DATA.read_text(encoding="utf-8"))["positions"]:
        position = law.parse_position(f"{''.join(entry['rows'])} {entry['to_move']}")
        for row in entry["table"]:
            counted += 1
            right += perft(*bitboards(position), row["depth"]) == row["nodes"]
            by_law += row["depth"] > law_depth or position.perft(row["depth"]) == row["nodes"]
    rng, games = random.Random(1), run.either(10_000, 50)
    found = [differences(rng) for _ in run.track(range(games), "random games")]
    positions, wrong = (sum(column) for column in zip(*found, strict=True))
    depth, rows = run.either(10, 8), []
    for number in range(1, 4):
        begin = time.process_time()
        leaves = perft(*START, depth)
        seconds = time.process_time() - begin
        rows.append((number, depth, f"{leaves:,}", f"{seconds:.2f}", round(leaves / seconds / 1e6)))
    fastest = max(row[4] for row in rows)
    return Findings(
        [Table(("round", "depth", "leaves", "seconds", "million leaves a second"), rows)],
        [
            Target("the engine counts what is known", f"{right} of {counted}", right == counted, portable=True),
            Target(
                f"so does the law, to depth {law_depth}", f"{by_law} of {counted}", by_law == counted, portable=True
            ),
            Target(
                f"law and engine agree on {games:,} random games",
                f"{wrong} differences in {positions:,} positions",
                wrong == 0,
                portable=True,
            ),
            Target("250 million leaves a second", f"{fastest} million", fastest * 1e6 >= LEAVES_S),
        ],
    )
