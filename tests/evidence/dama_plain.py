"""Our Dama bot with its shipped tables, 0.05 and 0.2 s a move, against the plain player of `tests/players/plain_dama.c`
(alpha-beta to depth 6 and 10 on material alone), through the arbiter, by pipe, with the game's own limits. Each random
opening of 4, 6 or 8 plies is played with both colours; a game that is the same as an earlier one does not count, and
one that the plain player loses on time, as ten plies may take it more than 30 s, is not won. Finished rounds are kept
in `build/`, so that an interrupted measurement goes on where it was.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from arbiter.games.dama.game import GAME
from arbiter.play.match import Match, play
from arbiter.play.record import GameRecord
from tests.evidence.document import HOUSE
from tests.evidence.findings import Findings, Run, Table, Target

PLAIN = HOUSE / "tests" / "players" / "plain_dama.c"
KEPT = HOUSE / "build" / "evidence" / "dama_plain"
OPENINGS = (4, 6, 8)
ROUND = 20
LEAST = 0.85
"""The share of games that must be won."""


class Opponent(NamedTuple):
    """How deep the plain player looks, how many games we play and how long we think."""

    depth: int
    games: int
    time_s: float


OPPONENTS = (Opponent(6, 1000, 0.05), Opponent(10, 100, 0.2))


def play_round(plain: Path, against: Opponent, number: int, games: int) -> list[GameRecord]:
    """Play one round of `games`, its openings and the plain player's choices made by the round's number."""
    bot = f"{sys.executable} -m bots.dama --time {against.time_s}"
    referee = GAME.referee(GAME.settings(("pipe", "pipe"), plies=OPENINGS[number % len(OPENINGS)], seed=number))
    players = bot, f"{plain} {against.depth} {number}"
    return list(play(Match(players, games, "dama", GAME.limits, referee=referee)).records)


def kept_round(plain: Path, against: Opponent, number: int) -> list[GameRecord]:
    """Play a round of the full measurement, unless it has been played."""
    path = KEPT / f"{against.depth:02}-{number:02}.json"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        records = play_round(plain, against, number, ROUND)
        new = path.with_suffix(".new")
        new.write_text(json.dumps([record.to_json() for record in records]), encoding="utf-8")
        new.replace(path)
    return [GameRecord.from_json(data) for data in json.loads(path.read_text(encoding="utf-8"))]


def different_games(run: Run, plain: Path, against: Opponent) -> list[GameRecord]:
    """Play until there are enough different games."""
    games: dict[tuple[str, ...], GameRecord] = {}
    number = 0
    while len(games) < against.games:
        played = play_round(plain, against, number, against.games) if run.small else kept_round(plain, against, number)
        for record in played:
            games.setdefault((str(record.first), record.start, *(turn.move for turn in record.turns)), record)
        number += 1
    return list(games.values())[: against.games]


def time_a_move(records: list[GameRecord], player: int) -> float:
    """Give the mean seconds of a player's move."""
    times = [
        turn.time_s
        for record in records
        for number, turn in enumerate(record.turns)
        if (number % 2 == 0) == (record.first == player)
    ]
    return statistics.mean(times)


def measure(run: Run) -> Findings:
    """Play against each opponent."""
    plain = run.folder / "plain_dama"
    subprocess.run(["cc", "-O3", "-o", plain, PLAIN], check=True)
    rows, records, targets = [], [], []
    for full in OPPONENTS:
        against = run.either(full, Opponent(min(full.depth, 7), 2, 0.02))
        games = different_games(run, plain, against)
        records += games
        won, drawn = (sum(record.offender is None and record.winner() == end for record in games) for end in (0, None))
        late = sum(record.offender == 1 for record in games)
        lost = len(games) - won - drawn - late
        ours, theirs = (f"{time_a_move(games, player):.3f}" for player in (0, 1))
        plies = statistics.mean(len(record.turns) for record in games)
        rows.append((against.depth, len(games), won, drawn, lost, late, f"{plies:.0f}", ours, theirs))
        targets += [
            Target(f"depth {against.depth}: no game is lost", f"{lost} of {len(games)}", lost == 0),
            Target(
                f"depth {against.depth}: at least {LEAST:.0%} are won",
                f"{won / len(games):.1%}",
                won >= LEAST * len(games),
            ),
        ]
    offences = [record.reason for record in records if 0 in record.offences()]
    targets.append(
        Target(
            "our bot commits no offence",
            "; ".join([f"{len(offences)} of {len(records)}", *offences[:1]]),
            not offences,
            portable=True,
        )
    )
    peak_mib = max(record.costs[0].peak_mib for record in records)
    header = ("depth", "games", "won", "drawn", "lost", "the other one late", "plies a game", "seconds a move", "of it")
    return Findings([Table(header, rows), Table(("peak of the bot",), [(f"{peak_mib:.0f} MiB",)])], targets)
