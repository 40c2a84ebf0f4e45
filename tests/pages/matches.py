"""Matches for the tests of the page, with moves and results that the second law (`plain_othello`) made."""

from __future__ import annotations

import random

from arbiter.games.players import End, Turn
from arbiter.play.record import Cost, GameRecord, MatchRecord
from tests.pages import plain_othello

PLAYERS = ("./bot_a --time 0.2", "python -m bots.othello --level 1")


def game(number: int, seed: int | None = None, players: tuple[str, str] = PLAYERS) -> GameRecord:
    """A random game played to its end, A black in odd ones."""
    chance = random.Random(number if seed is None else seed)
    moves = plain_othello.random_game(chance)
    first = (number + 1) % 2
    black, white = plain_othello.count(plain_othello.boards(moves)[-1])
    turns = tuple(Turn(f"{row} {col}", chance.uniform(0.001, 0.2)) for row, col in moves)
    costs = [
        Cost(sum(turn.time_s for turn in turns[side::2]), chance.uniform(0.5, 2), chance.uniform(8, 40))
        for side in (first, 1 - first)
    ]
    scores = (black, white) if first == 0 else (white, black)
    return GameRecord("othello", number, players, first, turns, scores, costs=(costs[0], costs[1]))


def forfeit(
    number: int,
    offender: int,
    end: End,
    reason: str,
    evidence: bytes = b"",
    length: int = 9,
    stderr: str = "",
    players: tuple[str, str] = PLAYERS,
) -> GameRecord:
    """A game that `offender` lost after `length` moves."""
    whole = game(number, players=players)
    costs = list(whole.costs)
    costs[offender] = Cost(10.0, 0.25, 12.5, stderr)
    scores = (0, 64) if offender == 0 else (64, 0)
    return GameRecord(
        "othello",
        number,
        players,
        whole.first,
        whole.turns[:length],
        scores,
        end,
        offender,
        reason,
        evidence,
        (costs[0], costs[1]),
    )


def match(*records: GameRecord, planned: int | None = None, players: tuple[str, str] = PLAYERS) -> MatchRecord:
    """The match of these games, interrupted if more were planned."""
    planned = len(records) if planned is None else planned
    options = (("time per move", "10 s"), ("memory", "512 MiB"))
    return MatchRecord("othello", players, planned, options, records, planned > len(records))


HOSTILE = (
    "<script>window.hacked = true</script>",
    "</script><script>window.hacked = true</script>",
    "<img src=x onerror='window.hacked = true'>",
    '" onmouseover="window.hacked = true" x="',
    "</title></style></textarea></template>--><svg onload=window.hacked=true>",
    "{{ 7 * 7 }}{% raw %}",
    "javascript:window.hacked=true",
)


def hostile_match() -> MatchRecord:
    """A match whose players put what `HOSTILE` holds wherever a program's bytes or names can stand."""
    everything = " ".join(HOSTILE)
    names = (f"./bot {everything}", f"{everything}\u202e\x1b[2J")
    records = [
        forfeit(
            number,
            number % 2,
            End.MALFORMED,
            everything,
            everything.encode() + b"\x00\xff\n",
            stderr=f"{everything}\n\x1b]0;title\x07",
            players=names,
        )
        for number in (1, 2)
    ]
    return MatchRecord("othello", names, 3, ((everything, everything),), tuple(records), True)
