"""How many moves a second the referee gets through: the instant player of `tests/players/instant.c` (first legal move)
against itself, arbiter and players pinned to one core, with the law and without (a referee that believes every answer).
Seconds of the clock, and seconds for which arbiter and players had the core, which is the same on an idle machine and
says more about a busy one; starting the programs is not counted; medians of interleaved rounds. A match as the command
line plays it runs in a worker that hands each game's record over; here all of it shares the one core.

A move is one round trip: a line to a player and a line back. Counted so, a loop of Python without rules made 154,000 a
second on this kind of machine, and two known runners, of chess and of Ataxx engines, 38,000 to 50,000 and 104,000 to
110,000: they play 19,000 to 25,000 and 52,000 to 55,000 moves a second, of two round trips each.
"""

from __future__ import annotations

import dataclasses
import os
import statistics
import subprocess
import time
from pathlib import Path

from arbiter.games.contract import Adjudicate, Pair, Points, never
from arbiter.games.players import Player, Turn
from arbiter.host.limits import USUAL
from arbiter.play.match import Match, Stream, play
from arbiter.play.table import cores
from tests.evidence.findings import Findings, Run, Table, Target

SOURCE = Path(__file__).parent.parent / "players" / "instant.c"
WANTED = 30_000
LAWFUL = "law, records and pipes"


def build(folder: Path) -> str:
    """Compile the instant player; give its path."""
    program = folder / "instant"
    subprocess.run(["cc", "-O2", "-o", program, SOURCE], check=True)
    return str(program)


class Replay:
    """A referee without a law: asks for the moves of a known game and believes the answers."""

    name = "othello"
    forfeit = (0, 64)
    limits = USUAL

    def __init__(self, length: int) -> None:
        self.length = length

    def options(self) -> list[tuple[str, str]]:
        """Give nothing."""
        return []

    def start(self, number: int) -> str:
        """Every game starts alike."""
        return ""

    def begin(self, player: Player, seat: int, *, first: bool) -> None:
        """Start the program if it does not run."""
        player.begin()

    def play(self, players: Pair, first: int, turns: list[Turn], start: str, adjudicate: Adjudicate = never) -> Points:
        """Play as many moves as the instant player's game against itself has."""
        mover, other, question = players[first], players[1 - first], b"1\n"
        other.tell(b"0\n")
        for _ in range(self.length):
            line, seconds = mover.ask(question)
            turns.append(Turn(line.decode("ascii"), seconds))
            mover, other, question = other, mover, line + b"\n"
        for player in players:
            player.tell(b"-1 -1\n")
        return 0, 0


@dataclasses.dataclass(frozen=True)
class Speed:
    """Moves in a second of the clock, and of the core's time."""

    clock: float
    core: float


def speed(match: Match) -> Speed:
    """Play a match in this process; starting the programs, which happens in the first game, is not counted."""
    stream, moves, players_s = Stream(match, 0, cores()[0]), 0, 0.0
    try:
        stream.play(1)
        begin, own_s = time.perf_counter(), time.process_time()
        for number in range(2, match.games + 1):
            record = stream.play(number)
            assert record.offender is None, record.reason
            moves += len(record.turns)
            players_s += sum(cost.cpu_s for cost in record.costs)
        clock_s, core_s = time.perf_counter() - begin, time.process_time() - own_s + players_s
    finally:
        stream.close()
    return Speed(moves / clock_s, moves / core_s)


def match_speed(match: Match) -> float:
    """Give the moves a second by the clock of a match as the command line plays it, between first and last result."""
    marks: list[tuple[float, int]] = []
    play(match, lambda record: marks.append((time.perf_counter(), len(record.turns))))
    return sum(count for _, count in marks[1:]) / (marks[-1][0] - marks[0][0])


def measure(run: Run) -> Findings:
    """Play with law and records, and without the law, by turns."""
    games, rounds = run.either((1000, 7), (20, 1))
    player, before = build(run.folder), os.sched_getaffinity(0)
    try:
        os.sched_setaffinity(0, cores()[:1])
        length = len(play(Match((player, player))).records[0].turns)
        lawful = Match((player, player), games=games)
        kinds = {LAWFUL: lawful, "records and pipes": dataclasses.replace(lawful, referee=Replay(length))}
        found: dict[str, list[Speed]] = {kind: [] for kind in kinds}
        whole: list[float] = []
        for _ in run.track(range(rounds), "instant games"):
            for kind, match in kinds.items():
                found[kind].append(speed(match))
            whole.append(match_speed(lawful))
    finally:
        os.sched_setaffinity(0, before)
    clock = {kind: statistics.median(s.clock for s in speeds) for kind, speeds in found.items()}
    core = {kind: statistics.median(s.core for s in speeds) for kind, speeds in found.items()}
    passed = statistics.median(whole)
    rows = [(kind, f"{clock[kind]:,.0f}", f"{core[kind]:,.0f}", f"{1e6 / clock[kind]:.1f}") for kind in kinds]
    rows.append(("a match, results handed over", f"{passed:,.0f}", "", f"{1e6 / passed:.1f}"))
    return Findings(
        [Table(("referee", "moves a second by the clock", "by the core's time", "microseconds a move"), rows)],
        [
            Target(
                f"{WANTED:,} moves a second, law and recording included",
                f"{clock[LAWFUL]:,.0f}",
                clock[LAWFUL] >= WANTED,
            )
        ],
    )
