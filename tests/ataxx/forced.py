"""Positions with forced wins, found by the plain solver, and whether a move keeps them."""

from __future__ import annotations

import dataclasses
import random
import subprocess
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

from arbiter.games.ataxx import law
from tests.ataxx.positions import random_start

SOURCE = Path(__file__).with_name("plain_solver.c")


class Solver:
    """The plain solver as a process; it gives up on what takes more than `nodes` positions."""

    def __init__(self, folder: Path, nodes: int) -> None:
        """Compile and start it."""
        program = folder / "plain_solver"
        subprocess.run(["cc", "-O2", "-o", program, SOURCE], check=True)
        self._process = subprocess.Popen(
            [program, str(nodes)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def __enter__(self) -> Solver:
        """Give the solver."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End it."""
        self._process.kill()
        self._process.communicate()

    def plies(self, position: law.Position, most: int) -> int | None:
        """Give the plies within which the side to move wins, less than 0 if it loses, 0 if neither; None: unknown."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(f"{position.board} {position.mover} {position.jumps} {most}\n")
        answer = self._process.stdout.readline().strip()
        return None if answer == "?" else int(answer)


def greedy(position: law.Position) -> law.Move:
    """Choose a move that leaves the opponent least."""
    moves = position.legal_moves()
    opponent = law.OPPONENT[position.mover]
    return min(moves, key=lambda move: position.play(move).board.count(opponent))


def late_positions(numbers: random.Random, *, blocks: bool) -> Iterator[law.Position]:
    """Give positions of games between players of different carelessness, in which wins may be near.

    A careful player, who is greedy, wipes a careless one out; two careless ones fill the board; who likes to jump comes
    near the limit of jumps.
    """
    while True:
        position = random_start(numbers) if blocks else law.Position()
        care = {law.RED: numbers.random(), law.BLUE: numbers.random()}
        jumpy = numbers.choice((0.0, 0.2, 0.8, 0.99))
        while not position.is_over():
            own, opp = (position.board.count(side) for side in (position.mover, law.OPPONENT[position.mover]))
            filled = position.board.count(law.EMPTY) <= 9
            hunted = opp <= 5 and own >= 2 * opp
            if filled or hunted or position.jumps >= law.JUMP_LIMIT - 6:
                yield position
            moves = position.legal_moves()
            jumps = [move for move in moves if move != law.PASS and law.distance(*move) == 2]
            if jumps and numbers.random() < jumpy:
                position = position.play(numbers.choice(jumps))
            elif numbers.random() < care[position.mover]:
                position = position.play(greedy(position))
            else:
                position = position.play(numbers.choice(moves))


@dataclasses.dataclass(frozen=True, slots=True)
class Win:
    """A position with a win within `plies` that is forced."""

    position: law.Position
    plies: int


def wins(solver: Solver, numbers: random.Random, most: int, wanted: int, *, blocks: bool) -> Iterator[Win]:
    """Give `wanted` positions with a win in 3 to `most` plies that the solver can prove."""
    for position in late_positions(numbers, blocks=blocks):
        if wanted == 0:
            return
        if numbers.random() < 0.3 and (plies := solver.plies(position, most)) is not None and plies >= 3:
            wanted -= 1
            yield Win(position, plies)


def is_kept(solver: Solver, win: Win, most: int, move: law.Move) -> bool | None:
    """Tell whether a move keeps the win within `most` plies; None if the solver cannot tell."""
    child = win.position.play(move)
    if child.is_over():
        return child.winner() == win.position.mover
    plies = solver.plies(child, most - 1)
    return None if plies is None else plies < 0
