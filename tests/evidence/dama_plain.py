"""Our Dama bot with its shipped tables at 0.2 s a move against the plain player of `tests/players/plain_dama.c`
(alpha-beta to depth 6 on material alone), through the arbiter, by pipe, with the game's own limits. Each random opening
of 4, 6 or 8 plies is played with both colours; a game that is the same as an earlier one does not count. Finished
rounds are kept in `build/`, so that an interrupted measurement goes on where it was.
"""

from __future__ import annotations

import collections
import json
import statistics
import subprocess
import sys
from pathlib import Path

from arbiter.games.dama.game import GAME
from arbiter.play.match import Match, play
from arbiter.play.record import GameRecord
from tests.evidence.document import HOUSE
from tests.evidence.findings import Findings, Run, Table, Target
from tests.evidence.matches import refereed

PLAIN = HOUSE / "tests" / "players" / "plain_dama.c"
KEPT = HOUSE / "build" / "evidence" / "dama_plain"
OPENINGS = (4, 6, 8)
ROUND = 20
LEAST = 0.85
"""The share of games that must be won."""


def play_round(plain: Path, number: int, games: int, time_s: float) -> list[GameRecord]:
    """Play one round of `games`, its openings and the plain player's choices made by the round's number."""
    bot = f"{sys.executable} -m bots.dama --time {time_s}"
    referee = GAME.referee(GAME.settings(("pipe", "pipe"), plies=OPENINGS[number % len(OPENINGS)], seed=number))
    match = Match((bot, f"{plain} 6 {number}"), games, "dama", GAME.limits, referee=referee)
    return list(play(match).records)


def kept_round(plain: Path, number: int) -> list[GameRecord]:
    """Play a round of the full measurement, unless it has been played."""
    path = KEPT / f"{number:02}.json"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        records = play_round(plain, number, ROUND, 0.2)
        new = path.with_suffix(".new")
        new.write_text(json.dumps([record.to_json() for record in records]), encoding="utf-8")
        new.replace(path)
    return [GameRecord.from_json(data) for data in json.loads(path.read_text(encoding="utf-8"))]


def measure(run: Run) -> Findings:
    """Play until there are enough different games."""
    wanted, plain = run.either(500, 2), run.folder / "plain_dama"
    subprocess.run(["cc", "-O2", "-o", plain, PLAIN], check=True)
    games: dict[tuple[str, ...], GameRecord] = {}
    number = 0
    while len(games) < wanted:
        for record in play_round(plain, number, wanted, 0.02) if run.small else kept_round(plain, number):
            games.setdefault((str(record.first), record.start, *(turn.move for turn in record.turns)), record)
        number += 1
    records = list(games.values())[:wanted]
    ends = [collections.Counter(r.winner() for r in records if r.first == seat) for seat in (0, 1)]
    won, lost = (sum(end[seat] for end in ends) for seat in (0, 1))
    rows = [
        (colour, end.total(), end[0], end[None], end[1])
        for colour, end in zip(("player 1", "player 2"), ends, strict=True)
    ]
    plies = statistics.mean(len(record.turns) for record in records)
    peak_mib = max(record.costs[0].peak_mib for record in records)
    return Findings(
        [
            Table(("our bot as", "games", "won", "drawn", "lost"), rows),
            Table(("plies a game", "peak of the bot"), [(f"{plies:.0f}", f"{peak_mib:.0f} MiB")]),
        ],
        [
            Target("no game is lost", f"{lost} of {len(records)}", lost == 0),
            Target(f"at least {LEAST:.0%} are won", f"{won / len(records):.1%}", won >= LEAST * len(records)),
            refereed(records),
        ],
    )
