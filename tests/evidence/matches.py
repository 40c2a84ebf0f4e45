"""Games through the real arbiter, as anybody would play them."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from arbiter.games.players import End
from arbiter.play.record import GameRecord
from arbiter.ratings.elo import difference
from tests.evidence.findings import Run, Target


def bot(*options: str) -> str:
    """Give the command line of our Othello bot."""
    return shlex.join([sys.executable, "-m", "bots.othello", *options])


def play(run: Run, black: str, white: str) -> GameRecord:
    """Play one game, each player a command line."""
    file = run.folder / "match.json"
    command = [sys.executable, "-m", "arbiter", "--json", str(file), black, white, "1"]
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=True)
    (record,) = json.loads(file.read_text(encoding="utf-8"))["records"]
    return GameRecord.from_json(record)


def seeded(run: Run, ours: Sequence[str], level: int, games: int, *, black: bool) -> list[GameRecord]:
    """Play our bot with the options `ours` against a level, each game with another seed for it."""
    records = []
    for seed in run.track(range(games), f"{'black' if black else 'white'} against level {level}"):
        opponent = bot("--level", str(level), "--seed", str(seed))
        records.append(play(run, bot(*ours), opponent) if black else play(run, opponent, bot(*ours)))
    return records


def elo(score: float) -> float:
    """Give the logistic Elo difference of a mean score, which is kept off 0 and 1."""
    return difference(min(max(score, 0.001), 0.999))


def margins(records: Sequence[GameRecord], us: int) -> list[int]:
    """Give our discs minus the opponent's of each game."""
    return [record.scores[us] - record.scores[1 - us] for record in records]


def refereed(records: Sequence[GameRecord]) -> Target:
    """Promise that every game ended by the rules of the game."""
    offences = [record.reason for record in records if record.end is not End.FINISHED]
    measured = f"{len(records) - len(offences)} of {len(records)}" + "".join(f"; {why}" for why in offences[:1])
    return Target("every game ends by the rules, without an offence", measured, not offences, portable=True)


PLAYERS = Path(__file__).parent.parent / "players"
