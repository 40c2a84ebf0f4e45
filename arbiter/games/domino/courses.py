"""The rows of both players of a hand, tile by tile, as an engine reads them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from arbiter.games.contract import Transcript
from arbiter.games.domino.law import Move, Options, Row, Tile, judge, tile
from arbiter.games.domino.referee import is_plane, read_start
from arbiter.games.extras import Course


def courses(game: Transcript) -> list[Course]:
    """Give the row of the first player and that of the second, as far as they are legal. Raises ValueError."""
    if is_plane(game.start):
        raise ValueError("no engine reviews games in two dimensions")
    hand, rules = read_start(game.start)
    verdicts = [judge(hand, line, rules) for line in game.moves]
    points = [0 if verdict.reason else verdict.score for verdict in verdicts]
    words = ["zero-stays"] * rules.zero_stays + ["early-stop"] * rules.early_stop + [str(len(hand))]
    before = " ".join([*words, *(f"{a} {b}" for a, b in hand)])
    found = []
    for player, verdict in enumerate(verdicts):
        moves = tuple(map(str, verdict.moves))
        count = len(moves)
        found.append(
            Course(
                positions=tuple([" ".join([before, *moves[:length]]) for length in range(count + 1)]),
                moves=moves,
                movers=(player,) * (count + 1),
                plies=(player + 1,) * count,
                free=tuple(_choices(hand, verdict.moves, rules)),
                final=None if verdict.reason else verdict.score,
                alone=True,
                rival=points[1 - player] if len(points) == 2 else 0,
            )
        )
    return found


def _choices(hand: Sequence[Tile], moves: Sequence[Move], rules: Options) -> Iterator[bool]:
    """Tell of each move whether there was another one."""
    row, left = Row(rules), Counter(hand)
    for move in moves:
        yield len(list(row.moves(kind for kind, copies in left.items() if copies))) > 1
        row.place(move)
        left[tile(move.a, move.b)] -= 1
