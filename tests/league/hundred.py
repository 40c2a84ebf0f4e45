"""A league of a hundred, of whom a good third is hostile, and what must have become of each of them.

Every way of `tests/players/hostile.py` that can be judged alone is there; the others are random players and a few
honest ones with odd manners.
"""

from __future__ import annotations

import dataclasses
import json
import subprocess
import sys
from pathlib import Path

from tests.league.files import children, rows
from tests.play.court import PLAYERS, Court

SIZE = 100
QUICK_S, PATIENT_S = 0.3, 60.0
"""Limits of a move: of those who will exceed it, and of all others, who must not do so on a busy machine either."""
MEMORY_MIB = 100
MOST_MIB = 150
"""What the arbiter's own processes may use each."""

TIMEOUTS = (
    *("silent", "one_byte_at_a_time", f"late {QUICK_S}", "never_reads", "ignores_signals", "stops_itself"),
    *("grandchild_and_silent", "floods_stderr"),
)
CRASHES = (
    *("exits", "exits_before_reading", "half_a_line_then_exit", "leaves_grandchild", "crashes", "kills_its_group"),
    *("closes_output", "wants_a_terminal"),
)
MALFORMED = ("endless_line", "bytes_of_all_kinds", r"says '2,3\n'", r"says '2  3\n'", r"says '2 3\r\n'", r"says '\n'")
ILLEGAL = (r"says '3 3\n'", r"says '8 0\n'", r"says '-1 -1\n'")
ODD = ("noisy_but_honest", "dies_after_its_last_move", "writes_after_the_end")
"""Players who break no rule."""


@dataclasses.dataclass(frozen=True)
class Member:
    """A player, and the ends of games that may be its fault: none if it is honest."""

    name: str
    command: str
    faults: frozenset[str] = frozenset()

    def table(self) -> str:
        """Give what the league's file says of it."""
        time_s = QUICK_S if "TIMEOUT" in self.faults else PATIENT_S
        named = f"name = {json.dumps(self.name)}\ncommand = {json.dumps(self.command)}"
        return f"[[player]]\n{named}\ntime = {time_s}\nfiles = {json.dumps([str(PLAYERS)])}\n"


def hostile(way: str, *faults: str) -> Member:
    """Give a player of `hostile.py`."""
    return Member(way, f"{sys.executable} {PLAYERS / 'hostile.py'} {way}", frozenset(faults))


def members(folder: Path, instant: str, fork_bomb: str) -> list[Member]:
    """Give all hundred; what they need is made in `folder`."""
    text = folder / "text"
    text.write_text("no program\n")
    found = [hostile(way, "TIMEOUT") for way in TIMEOUTS]
    found += [hostile(way, "CRASH") for way in CRASHES]
    found += [hostile(way, "MALFORMED") for way in MALFORMED]
    found += [hostile(way, "ILLEGAL") for way in ILLEGAL]
    found += [hostile("endless_lines", "EXTRA_OUTPUT", "MALFORMED"), hostile("two_moves", "EXTRA_OUTPUT")]
    eaters = ("eats_memory", "grandchild_eats_memory", "eats_memory_while_the_other_thinks")
    found += [hostile(way, "MEMORY") for way in eaters]
    # Of two faults the one that comes first counts, and which one that is depends on the colour and the opponent.
    found.append(hostile(f"closes_input {folder / 'closed'}", "CRASH", "TIMEOUT"))
    found.append(hostile(f"writes_before_it_is_asked {folder / 'written'}", "EXTRA_OUTPUT", "ILLEGAL", "TIMEOUT"))
    found.append(Member("forks", fork_bomb, frozenset({"PROCESSES"})))
    found += [Member(name, str(folder / name), frozenset({"NOT_STARTED"})) for name in ("nobody", text.name)]
    found += [hostile(way) for way in ODD]
    found.append(Member("plain", f"{sys.executable} {PLAYERS / 'plain.py'}"))
    found.append(Member("first move", instant))
    return found + [Member(f"random {at}", f"{instant} random") for at in range(SIZE - len(found))]


def league(file: Path, players: list[Member], settings: str) -> Path:
    """Write the file of a league of Othello between them."""
    limits = f"memory = {MEMORY_MIB}\nstart-time = {QUICK_S}\nsuspend = 0"
    text = "\n".join([f"seed = 6\n{limits}\n{settings}", *(player.table() for player in players)])
    file.write_text(text, encoding="utf-8")
    return file


def play(court: Court, *words: str) -> tuple[int, str, float]:
    """Run an arbiter; give its exit status, its errors, and the most MiB that one of its processes used."""
    arbiter, peak = court.command(*words), 0.0
    while True:
        try:
            _, errors = arbiter.communicate(timeout=0.1)
        except subprocess.TimeoutExpired:
            peak = max(peak, *(peak_mib(pid) for pid in (arbiter.pid, *children(arbiter.pid))))
            continue
        return arbiter.returncode, errors, peak


def peak_mib(pid: int) -> float:
    """Give the most that a process had resident until now, 0 if it is gone."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmHWM")), 0.0)


def wrongs(journal: Path, players: list[Member]) -> list[str]:
    """Say which games were judged wrongly, in a finished league."""
    found = []
    query = "SELECT number, a, b, end, offender, reason FROM game LEFT JOIN result USING (number) ORDER BY number"
    for number, a, b, end, offender, reason in rows(journal, query):
        seats = players[a], players[b]
        names = " - ".join(player.name for player in seats)
        if end is None:
            found.append(f"game {number} ({names}) was not played")
        elif offender is not None and end not in seats[offender].faults:
            found.append(f"game {number} ({names}): {seats[offender].name} lost, {end}: {reason}")
        elif offender is None and any(player.faults for player in seats):
            found.append(f"game {number} ({names}) was finished")
    return found
