"""How the program plays: strategies by name, hints, and the optimum of a hand."""

from __future__ import annotations

import dataclasses
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from arbiter.games.domino import law
from arbiter.games.domino.law import Hand, Options, Tile
from arbiter.games.domino.plane import Plane, PlaneMove
from arbiter.games.domino.plane import judge as judge_plane
from bots.domino.hands import counts
from native.domino.engine import solve, solve_2d

Arrangement = law.Row | Plane
Move = law.Move | PlaneMove

HINT_S = 0.5


@dataclasses.dataclass(frozen=True, slots=True)
class Variant:
    """Which game is played: its rules, one or two dimensions, and how long the optimiser may think."""

    options: Options
    plane: bool
    time_s: float

    def table(self) -> Arrangement:
        """Give an empty board."""
        return Plane(self.options) if self.plane else law.Row(self.options)

    def judge(self, hand: Sequence[Tile], line: str) -> law.Verdict[law.Move] | law.Verdict[PlaneMove]:
        """Judge a line of moves played from a hand."""
        return judge_plane(hand, line, self.options) if self.plane else law.judge(hand, line, self.options)

    def replay(self, moves: Sequence[Move]) -> Arrangement:
        """Give the board after moves; MoveError."""
        table = self.table()
        for move in moves:
            place(table, move)
        return table


@dataclasses.dataclass(frozen=True, slots=True)
class Best:
    """The best play of a hand: no play scores more than `bound`."""

    moves: tuple[Move, ...]
    score: int
    bound: int
    time_s: float

    def after_all(self, score: int) -> Best:
        """Give what is known when somebody has scored that much, which may be more than the program found."""
        return dataclasses.replace(self, score=max(self.score, score))

    def __str__(self) -> str:
        """Say what is known, in a few words."""
        if self.score == self.bound:
            return f"optimum {self.score}"
        return f"best known {self.score}, at most {self.bound}"


def place(table: Arrangement, move: Move) -> None:
    """Play a move on the board that it is for; MoveError."""
    if isinstance(table, Plane):
        assert isinstance(move, PlaneMove)
        table.place(move)
    else:
        assert isinstance(move, law.Move)
        table.place(move)


def code(move: Move) -> Tile:
    """Give the tile that a move plays, as a hand has it."""
    return law.tile(move.a, move.b)


def legal(table: Arrangement, hand: Hand) -> list[Move]:
    """Give all legal moves, in the order of the hand."""
    return list(table.moves(tile for tile, copies in hand.items() if copies))


def optimum(game: Variant, hand: Sequence[Tile]) -> Best:
    """Find the best play of a hand within the time; raises ValueError, MemoryError."""
    options = game.options
    found = counts(hand)
    if game.plane:
        board = solve_2d(found, game.time_s, zero_stays=options.zero_stays, early_stop=options.early_stop)
        return Best(tuple(PlaneMove(*move) for move in board.moves), board.score, board.bound, board.time_s)
    row = solve(found, game.time_s, zero_stays=options.zero_stays, early_stop=options.early_stop)
    return Best(tuple(law.read_moves(b"".join(row.text()).decode())), row.score, row.bound, row.time_s)


def first_match(table: Arrangement, hand: Hand) -> Move | None:
    """Play the first tile in hand that fits, as the assignment's first strategy does."""
    return next(iter(legal(table, hand)), None)


def greedy(table: Arrangement, hand: Hand) -> Move | None:
    """Play the move after which the board scores most."""
    return max(legal(table, hand), key=lambda move: after(table, move).score, default=None)


def after(table: Arrangement, move: Move) -> Arrangement:
    """Give the board after a move, leaving this one as it is."""
    new = table.fork()
    place(new, move)
    return new


STEPS: dict[str, Callable[[Arrangement, Hand], Move | None]] = {"first-match": first_match, "greedy": greedy}


def follow(game: Variant, moves: Sequence[Move]) -> Iterator[tuple[Move, Arrangement]]:
    """Play moves that are legal; give each and the board after it, which the next one changes."""
    table = game.table()
    for move in moves:
        place(table, move)
        yield move, table


def play(game: Variant, hand: Sequence[Tile], strategy: str) -> Iterator[tuple[Move, Arrangement]]:
    """Play a hand to its end by one of `STEPS`; give moves and boards as `follow` does."""
    table, left = game.table(), Counter(hand)
    choose = STEPS[strategy]
    while (chosen := choose(table, left)) is not None:
        place(table, chosen)
        left[code(chosen)] -= 1
        yield chosen, table


def hint(game: Variant, hand: Sequence[Tile], moves: Sequence[Move]) -> Move | None:
    """Advise on the next move: the optimum's if the play so far is its beginning, else the best of many tries."""
    best = optimum(dataclasses.replace(game, time_s=min(game.time_s, HINT_S)), hand).moves
    if tuple(moves) == best[: len(moves)]:
        return best[len(moves)] if len(moves) < len(best) else None
    table, left = game.replay(moves), Counter(hand)
    left.subtract(code(move) for move in moves)
    draw, deadline = random.Random(0), time.monotonic() + HINT_S
    results: dict[Move, int] = {}
    choices = legal(table, left)
    for number in range(1_000_000):
        if not choices or (number >= len(choices) and time.monotonic() > deadline):
            break
        move = choices[number % len(choices)]
        results[move] = max(results.get(move, -1), _try(table, left, move, draw))
    return max(results, key=lambda move: results[move], default=None)


def _try(table: Arrangement, hand: Hand, move: Move, draw: random.Random) -> int:
    """Play to the end at random, beginning with a move; give the score."""
    trial, left = after(table, move), hand.copy()
    left[code(move)] -= 1
    while choices := legal(trial, left):
        move = draw.choice(choices)
        place(trial, move)
        left[code(move)] -= 1
    return trial.score
