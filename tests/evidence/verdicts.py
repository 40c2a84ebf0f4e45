"""Does our bot throw away what it has? Positions off its book with 30 to 42 empty squares, half of them of random play
and half of levels 3 to 7 after six random plies. Truth comes from searches without a limit of time; what is open after
as many nodes as ten minutes have is replaced, and counted. An error is a move after which less than win or draw is left
of what there was. Where the game is lost the discs count: the loss is what the move gives of the exact value, known up
to 36 empty squares. Traps (discs given for a chance to win) are left out. Started again after an interruption, it goes
on where it was.
"""

from __future__ import annotations

import random
import shutil
import sqlite3
import statistics
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from arbiter.games.othello.law import Position, format_position
from bots.othello import book
from bots.othello.game import bitboards
from bots.othello.strength import Strength
from native.common.context import Limits
from native.othello.engine import Othello
from tests.evidence import duels
from tests.evidence.findings import Findings, Run, Table, Target

KEPT = Path("build/verdicts")
"""Where truth and answers stay until all is measured."""
BAND = (30, 42)
TIMES_S = (0.2, 1.0)
LEVELS = range(3, 8)
RANDOM_MOVES = 6
MARGIN_EMPTIES = 36
NODES = 3_000_000_000
"""About ten minutes of one core."""
ERRORS = {0.2: 0}
"""By time: how many are allowed."""
MEAN_LOSS, WORST_LOSS = 0.3, 4


def positions(band: tuple[int, int], seed: int) -> Iterator[Position]:
    """Give positions off the book for ever, by random play and by play of levels in turn."""
    number = 0
    while True:
        number += 1
        rng = random.Random(f"{band} {seed} {number}")
        empties = rng.randint(*band)
        position = duels.random_position(rng, empties) if number % 2 else played(rng, empties)
        board = bitboards(position)
        known = book.look_up(*board) if position.mover == "X" else book.reply(*board)
        if known is None and not position.is_over():
            yield position


def played(rng: random.Random, empties: int) -> Position:
    """Give the position, or an end before it, that two levels reach after some random moves."""
    position = duels.random_position(rng, 60 - RANDOM_MOVES)
    sides = [duels.chooser(duels.at_level(rng.choice(LEVELS), rng.getrandbits(32))) for _ in range(2)]
    while position.board.count("-") > empties and not position.is_over():
        position = position.play(sides[position.mover == "X"](position))
    return position


class Judge:
    """Truth about positions, and whatever else was found out, kept in the file `path`."""

    def __init__(self, path: Path, nodes: int) -> None:
        self._file = sqlite3.connect(path, isolation_level=None)
        self._file.execute("CREATE TABLE IF NOT EXISTS known (what TEXT PRIMARY KEY, answer INTEGER)")
        self._engine, self._limits = Othello(128), Limits(nodes=nodes)

    def recall(self, what: str) -> tuple[int | None] | None:
        """Give what was found out before."""
        row: tuple[int | None] | None = self._file.execute(
            "SELECT answer FROM known WHERE what = ?", (what,)
        ).fetchone()
        return row

    def keep(self, what: str, answer: int | None) -> None:
        """Write down what was found out."""
        self._file.execute("INSERT OR REPLACE INTO known VALUES (?, ?)", (what, answer))

    def outcome(self, position: Position) -> int | None:
        """Tell whether the side to move wins (1), draws (0) or loses (-1); None if that is open."""
        what = f"outcome {format_position(position)}"
        if not (known := self.recall(what)):
            known = (self._asked(position, 0, 1),)
            if known[0] is not None:
                known = (1,) if known[0] > 0 else (self._asked(position, -1, 0),)
            known = (known[0] if known[0] is None else max(-1, min(1, known[0])),)
            self.keep(what, known[0])
        return known[0]

    def margin(self, position: Position) -> int | None:
        """Give the exact margin of the side to move; None if that is open."""
        what = f"margin {format_position(position)}"
        if not (known := self.recall(what)):
            known = (self._asked(position, -64, 64),)
            self.keep(what, known[0])
        return known[0]

    def _asked(self, position: Position, alpha: int, beta: int) -> int | None:
        self._engine.clear()
        report = self._engine.solve(*bitboards(position), alpha, beta, self._limits)
        return report.score if report.exact else None


class Verdict(NamedTuple):
    """What was left of an outcome after a move, and the discs that it gave where the game was lost, if known."""

    before: int
    after: int
    loss: int | None


def verdict(judge: Judge, position: Position, move: int) -> Verdict | None:
    """Judge a move; None if that is open."""
    child = position.play(move)
    before, reply = judge.outcome(position), judge.outcome(child)
    if before is None or reply is None:
        return None
    loss = None
    if before < 0 and position.board.count("-") <= MARGIN_EMPTIES:
        best, left = judge.margin(position), judge.margin(child)
        loss = None if best is None or left is None else best + left
    return Verdict(before, -reply, loss)


def choose(judge: Judge, position: Position, time_s: float) -> int:
    """Give our bot's move, as if the game had begun here."""
    what = f"move {time_s} {format_position(position)}"
    if (known := judge.recall(what)) and known[0] is not None:
        return known[0]
    report = Strength(Othello(32), traps=False).choose(*bitboards(position), Limits(time_s=time_s))
    assert report.move is not None
    judge.keep(what, report.move)
    return report.move


def judged(run: Run, band: tuple[int, int]) -> tuple[dict[float, list[Verdict]], int]:
    """Judge all answers by their time; give how many positions were replaced, too."""
    folder = run.either(KEPT, run.folder) / f"{band[0]}-{band[1]}"
    folder.mkdir(parents=True, exist_ok=True)
    judge, drawn = Judge(folder / "truth.sqlite", run.either(NODES, 1_000_000)), positions(band, 18)
    verdicts: dict[float, list[Verdict]] = {time_s: [] for time_s in TIMES_S}
    replaced = 0
    for _ in run.track(range(run.either(1000, 3)), f"{band[0]} to {band[1]} empty squares"):
        while True:
            position = next(drawn)
            if judge.outcome(position) is not None:
                found = [verdict(judge, position, choose(judge, position, time_s)) for time_s in TIMES_S]
                if None not in found:
                    break
            replaced += 1
        for time_s, one in zip(TIMES_S, found, strict=True):
            assert one is not None
            verdicts[time_s].append(one)
    if not run.small:
        shutil.rmtree(folder)
    return verdicts, replaced


def summary(run: Run, band: tuple[int, int], allowed: dict[float, int]) -> Findings:
    """Judge all answers, and say what was given away; `allowed` are errors by time."""
    rows: list[tuple[object, ...]] = []
    targets = []
    verdicts, replaced = judged(run, band)
    for time_s, all_of_them in verdicts.items():
        won, drawn, lost = ([v for v in all_of_them if v.before == sign] for sign in (1, 0, -1))
        given = [sum(v.after < v.before for v in group) for group in (won, drawn)]
        known = [v.loss for v in lost if v.loss is not None]
        mean, worst = (f"{statistics.mean(known):.2f}", max(known)) if known else ("", "")
        counts = len(won), given[0], len(drawn), given[1], len(lost), len(known)
        rows.append((f"{time_s} s", *counts, mean, worst, replaced))
        if time_s in allowed:
            most = allowed[time_s]
            targets.append(Target(f"{time_s} s: at most {most} errors", str(sum(given)), sum(given) <= most))
        if known and time_s == TIMES_S[0]:
            kept = statistics.mean(known) <= MEAN_LOSS
            targets.append(Target(f"{time_s} s: mean loss of discs at most {MEAN_LOSS}", mean, kept))
            targets.append(Target(f"{time_s} s: worst loss {WORST_LOSS} discs", str(worst), max(known) <= WORST_LOSS))
    header = ("time", "won", "given away", "drawn", "lost from it", "lost")
    return Findings([Table((*header, "with known value", "mean loss", "worst", "replaced"), rows)], targets)


def measure(run: Run) -> Findings:
    """Judge positions of the later band."""
    return summary(run, BAND, ERRORS)
