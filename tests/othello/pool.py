"""Thirty programs as a course has them, in two halves, and what nobody can take from them."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from arbiter.games.othello import law
from bots.othello.player import Player
from tests.evidence import duels

HOUSE = Path(__file__).parent.parent.parent


class Program(NamedTuple):
    """What it counts, and how many plies it looks ahead (or games that it plays out)."""

    kind: str
    depth: int

    def __str__(self) -> str:
        return f"{self.kind} {self.depth}"


FIRST = (
    *(Program("discs", depth) for depth in (2, 4, 6)),
    *(Program("mobility", depth) for depth in (1, 3, 5)),
    *(Program("weights", depth) for depth in (2, 4)),
    *(Program("mix", depth) for depth in (1, 3, 5)),
    Program("replies", 2),
    Program("naive", 4),
    Program("corners", 1),
    Program("playouts", 30),
)
"""Those by whose errors white may be improved."""
SECOND = (
    *(Program("discs", depth) for depth in (3, 5)),
    Program("naive", 3),
    *(Program("mobility", depth) for depth in (2, 4, 6)),
    *(Program("weights", depth) for depth in (1, 3, 5)),
    *(Program("mix", depth) for depth in (2, 4, 6)),
    Program("frontier", 3),
    Program("stages", 4),
    Program("playouts", 100),
)
"""Those by which it is judged: of each kind other depths, and two kinds that the first half has not."""
WEAK = (Program("random", 1), Program("discs", 1))


def build(folder: Path) -> Path:
    """Compile the program that is all of them."""
    path = folder / "pool_othello"
    strict = ("-std=c11", "-O2", "-Wall", "-Wextra", "-Wshadow", "-Wconversion", "-Werror")
    subprocess.run(["cc", *strict, "-o", path, HOUSE / "tests/players/pool_othello.c"], check=True)
    return path


class Talk:
    """A process that is asked and answers, line by line."""

    def __init__(self, command: list[str]) -> None:
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, bufsize=1)

    def tell(self, text: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(f"{text}\n")

    def ask(self, text: str) -> str:
        self.tell(text)
        assert self.process.stdout
        return self.process.stdout.readline().strip()


@contextmanager
def talk(*command: object) -> Iterator[Talk]:
    """Start a program and end it."""
    begun = Talk([str(word) for word in command])
    with begun.process as process:
        try:
            yield begun
        finally:
            process.kill()


def margins(pool: Path, program: Program, white: Player, games: int) -> list[int]:
    """Play games, the program with black by the protocol of the course; give white's margins."""
    found = []
    choose = duels.chooser(white)
    with talk(pool, program.kind, program.depth, 1) as black:
        for _ in range(games):
            position, text = law.Position(), "1"
            while not position.is_over():
                position = position.play(law.parse_move(black.ask(text)))
                if not position.is_over():
                    move = choose(position)
                    position, text = position.play(move), law.TEXT[move]
            discs_black, discs_white = position.score()
            found.append(discs_white - discs_black)
            black.tell("-1 -1")
            white.new_game()
    return found


def points(found: list[int]) -> float:
    """Give the points of games, half of one for a draw."""
    return sum((margin > 0) + (margin == 0) / 2 for margin in found)


class Ceiling:
    """What white gets at most from a program, whatever it plays, if it knew the program: all games are won that go on.

    Plain loops over the law, `plies` from the start.
    """

    def __init__(self, answers: Talk, plies: int) -> None:
        self._answers, self._plies = answers, plies
        self._known: dict[law.Position, dict[law.Position, float]] = {}

    def least_lost(self, position: law.Position) -> float:
        """Give the share of games that are lost within these plies at least."""
        if position.is_over():
            discs_black, discs_white = position.score()
            return (discs_black > discs_white) + (discs_black == discs_white) / 2
        if 60 - position.board.count(law.EMPTY) >= self._plies:
            return 0.0
        if position.mover == law.WHITE:
            return min(self.least_lost(position.play(move)) for move in position.legal_moves())
        return sum(odds * self.least_lost(left) for left, odds in self._replies(position).items())

    def _replies(self, position: law.Position) -> dict[law.Position, float]:
        if position not in self._known:
            own, opp = (
                sum(1 << square for square, disc in enumerate(position.board) if disc == colour)
                for colour in (law.BLACK, law.WHITE)
            )
            words = [int(word) for word in self._answers.ask(f"{own:x} {opp:x}").split()]
            total = sum(words[1::2])
            self._known[position] = {
                position.play(square): weight / total for square, weight in zip(words[::2], words[1::2], strict=True)
            }
        return self._known[position]


def ceiling(pool: Path, program: Program, plies: int = 7) -> float:
    """Give the share of points that white gets from a program at most."""
    with talk(pool, program.kind, program.depth, "answers") as answers:
        return 1 - Ceiling(answers, plies).least_lost(law.Position())
