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
from bots.domino import LEVELS
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


TRIES = 40
"""Games at random of which a racer of level 4 plays the best."""


def racer(game: Variant, hand: Sequence[Tile], level: int) -> Iterator[tuple[Move, Arrangement]]:
    """Play a hand at one of `LEVELS`; give moves and boards as `follow` does."""
    if level == LEVELS:
        return follow(game, optimum(game, hand).moves)
    if level in (2, 3):
        return play(game, hand, "first-match" if level == 2 else "greedy")
    draw, deadline, lines = random.Random(len(hand)), time.monotonic() + HINT_S, list[tuple[int, tuple[Move, ...]]]()
    for number in range(TRIES if level == 4 else 1):
        if number and time.monotonic() > deadline:
            break
        table, line = game.table(), _play_at_random(game.table(), Counter(hand), draw)
        for move in line:
            place(table, move)
        lines.append((table.score, line))
    return follow(game, max(lines, key=lambda found: found[0])[1])


def _play_at_random(table: Arrangement, left: Hand, draw: random.Random) -> tuple[Move, ...]:
    """Play to the end at random; give the moves."""
    line = list[Move]()
    while choices := legal(table, left):
        line.append(draw.choice(choices))
        place(table, line[-1])
        left[code(line[-1])] -= 1
    return tuple(line)


def hint(game: Variant, hand: Sequence[Tile], moves: Sequence[Move]) -> Move | None:
    """Advise on the next move, in two times `HINT_S` whatever the hand.

    It is the optimum's if the play so far is its beginning; else that of the best way to go on among many tries.
    """
    game = dataclasses.replace(game, time_s=min(game.time_s, HINT_S))
    best = optimum(game, hand).moves
    if tuple(moves) != best[: len(moves)]:
        best = _resumed(game, hand, moves) if game.plane else _tried(game, hand, moves)
    return best[len(moves)] if len(moves) < len(best) else None


def _resumed(game: Variant, hand: Sequence[Tile], moves: Sequence[Move]) -> tuple[Move, ...]:
    begun = [move for move in moves if isinstance(move, PlaneMove)]
    options = game.options
    board = solve_2d(counts(hand), game.time_s, begun, zero_stays=options.zero_stays, early_stop=options.early_stop)
    return tuple(PlaneMove(*move) for move in board.moves)


def _tried(game: Variant, hand: Sequence[Tile], moves: Sequence[Move]) -> tuple[Move, ...]:
    """Go on with the move, tried in turn, after which a game at random had most; the first is the greedy one."""
    table, left = game.replay(moves), Counter(hand)
    left.subtract(code(move) for move in moves)
    draw, deadline = random.Random(0), time.monotonic() + HINT_S
    results: dict[Move, int] = {}
    choices = sorted(legal(table, left), key=lambda move: -after(table, move).score)
    for number in range(1_000_000):
        if not choices or (results and time.monotonic() > deadline):
            break
        move = choices[number % len(choices)]
        results[move] = max(results.get(move, -1), _try(table, left, move, draw))
    return (*moves, *([max(results, key=lambda move: results[move])] if results else []))


def _try(table: Arrangement, hand: Hand, move: Move, draw: random.Random) -> int:
    """Play to the end at random, beginning with a move; give the score."""
    trial, left = after(table, move), hand.copy()
    left[code(move)] -= 1
    _play_at_random(trial, left, draw)
    return trial.score
