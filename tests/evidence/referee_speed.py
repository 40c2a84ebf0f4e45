"""How many moves a second the referee gets through: the instant player of `tests/players/instant.c` (first legal move)
against itself, arbiter and players pinned to one core, with the law and without (a referee that believes every answer).
Seconds of the clock, and seconds for which arbiter and players had the core, which is the same on an idle machine and
says more about a busy one; starting the programs is not counted; medians of interleaved rounds. A match as the command
line plays it runs in a worker that hands records over; here all of it shares the one core. All in is the command with
its page: what it takes longer for more games, divided by their moves. A round trip alone is that of two C programs that
send each other a line, on the same core; random moves are of the same player, so no game is another's, and its last
position is known to nobody.

A move is one round trip: a line to a player and a line back. Counted so, a loop of Python without rules made 154,000 a
second on this kind of machine, and two known runners, of chess and of Ataxx engines, 38,000 to 50,000 and 104,000 to
110,000: they play 19,000 to 25,000 and 52,000 to 55,000 moves a second, of two round trips each.
"""

from __future__ import annotations

import dataclasses
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from arbiter.games.contract import Adjudicate, Pair, Points, never
from arbiter.games.players import Player, Turn
from arbiter.host.limits import USUAL
from arbiter.play.match import Match, Stream, play
from arbiter.play.table import cores
from tests.evidence.findings import Findings, Run, Table, Target

SOURCE = Path(__file__).parent.parent / "players" / "instant.c"
ROUND_TRIP = Path(__file__).parent / "round_trip.c"
WANTED = 30_000
ALL_IN_US = 15.0
ARBITER = (sys.executable, "-m", "arbiter")
LAWFUL = "law, records and pipes"


def build(folder: Path, source: Path = SOURCE) -> str:
    """Compile a program, the instant player if no other is named; give its path."""
    program = folder / source.stem
    subprocess.run(["cc", "-O2", "-o", program, source], check=True)
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


def command_s(words: Sequence[str], page: Path) -> float:
    """Give the seconds that the command takes."""
    begin = time.perf_counter()
    with page.open("wb") as file:
        subprocess.run([*ARBITER, *words], stdout=file, stderr=subprocess.DEVNULL, check=True)
    return time.perf_counter() - begin


class Growth:
    """How much longer the command takes for more games of a player against itself, its page included."""

    def __init__(self, folder: Path, player: str, counts: tuple[int, int]) -> None:
        """Play them once, to know how many moves they have: the same ones whenever they are played."""
        self._matches = [[player, player, str(count)] for count in counts]
        self._page, result = folder / "page.html", folder / "result.json"
        moves = []
        for match in self._matches:
            command_s(["--json", str(result), *match], self._page)
            moves.append(sum(len(record["turns"]) for record in json.loads(result.read_bytes())["records"]))
        self._moves = moves[1] - moves[0]

    def us(self) -> float:
        """Give the microseconds that a move more takes."""
        few, many = (command_s(match, self._page) for match in self._matches)
        return 1e6 * (many - few) / self._moves


def round_trip_us(program: str) -> float:
    """Give the microseconds of a line to a C program and back."""
    return float(subprocess.run([program], capture_output=True, text=True, check=True).stdout)


def measure(run: Run) -> Findings:
    """Play with law and records, and without the law, by turns; and by the command."""
    games, rounds = run.either((1000, 7), (20, 1))
    counts = run.either((1000, 6000), (10, 30))
    round_trip = build(run.folder, ROUND_TRIP)
    player, before = build(run.folder), os.sched_getaffinity(0)
    try:
        os.sched_setaffinity(0, cores()[:1])
        length = len(play(Match((player, player))).records[0].turns)
        lawful = Match((player, player), games=games)
        kinds = {LAWFUL: lawful, "records and pipes": dataclasses.replace(lawful, referee=Replay(length))}
        found: dict[str, list[Speed]] = {kind: [] for kind in kinds}
        whole: list[float] = []
        growths = [Growth(run.folder, player + more, counts) for more in ("", " random")]
        command: list[tuple[float, ...]] = []
        trips: list[float] = []
        for _ in run.track(range(rounds), "instant games"):
            for kind, match in kinds.items():
                found[kind].append(speed(match))
            whole.append(match_speed(lawful))
            command.append(tuple(growth.us() for growth in growths))
            trips.append(round_trip_us(round_trip))
    finally:
        os.sched_setaffinity(0, before)
    clock = {kind: statistics.median(s.clock for s in speeds) for kind, speeds in found.items()}
    core = {kind: statistics.median(s.core for s in speeds) for kind, speeds in found.items()}
    passed = statistics.median(whole)
    rows = [(kind, f"{clock[kind]:,.0f}", f"{core[kind]:,.0f}", f"{1e6 / clock[kind]:.1f}") for kind in kinds]
    rows.append(("a match, results handed over", f"{passed:,.0f}", "", f"{1e6 / passed:.1f}"))
    all_in, by_chance = map(statistics.median, zip(*command, strict=True))
    rows += [
        ("all in: the command, its page too", f"{1e6 / all_in:,.0f}", "", f"{all_in:.1f}"),
        ("the same, random moves", f"{1e6 / by_chance:,.0f}", "", f"{by_chance:.1f}"),
        ("a round trip alone, in C", f"{1e6 / statistics.median(trips):,.0f}", "", f"{statistics.median(trips):.1f}"),
    ]
    return Findings(
        [Table(("referee", "moves a second by the clock", "by the core's time", "microseconds a move"), rows)],
        [
            Target(
                f"{WANTED:,} moves a second, law and recording included",
                f"{clock[LAWFUL]:,.0f}",
                clock[LAWFUL] >= WANTED,
            ),
            Target(f"at most {ALL_IN_US:g} us a move, all in", f"{all_in:.1f}", all_in <= ALL_IN_US),
        ],
    )
