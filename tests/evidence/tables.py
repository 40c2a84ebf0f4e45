"""Scripts that play at tables of one server: persons against persons and bots, bots against each other, of three games,
while others look on, leave, sleep, and come again, and programs, their guards and whole tables are killed. After each
tenth of the moves all games are over. In the end the server is killed amid games.
"""

from __future__ import annotations

import json
import time
from pathlib import Path

from tests.evidence.findings import Findings, Run, Table, Target
from tests.serve.crowd import BOT, PERSON, Crowd, is_bot
from tests.serve.server import HANG_S, Server

SCRIPTS = 4
"""Tables at which something happens at once."""
TENTHS = 10
GROWTH = 0.03
"""Of the server's memory between the first tenth and the last that pages of memory alone explain."""


def measure(run: Run) -> Findings:
    """Play, look after each tenth, and kill."""
    moves = run.either(100_000, 1_000)
    resting: list[tuple[int, int, int]] = []
    left: list[str] = []
    with Server(run.folder) as server:
        crowd = Crowd(server)
        for tenth in run.track(range(TENTHS), "tenths"):
            crowd.play(moves // TENTHS, SCRIPTS, tenth)
            left += lingering(server)
            resting.append((crowd.done["moves"], memory_kib(server.process.pid), len(server.children())))
            if crowd.wrong:
                break
        left += killed(server)
    games = sum(len(json.loads(path.read_text())["records"]) for path in server.games.glob("*.json"))
    done = crowd.done
    first, last = resting[0][1], resting[-1][1]
    table = [(f"{count:,}", f"{kib / 1024:.1f}", processes) for count, kib, processes in resting]
    compared = f"{done['logs compared']:,} logs, {done['events']:,} events"
    return Findings(
        [
            Table(("moves", "memory of the server at rest, MiB", "processes"), table),
            Table(("what", "how often"), [(what, f"{count:,}") for what, count in sorted(done.items())]),
        ],
        [
            Target(f"{moves:,} moves are made", f"{done['moves']:,}", done["moves"] >= moves, portable=True),
            Target("every log equals the record", "; ".join(crowd.wrong) or compared, not crowd.wrong, portable=True),
            Target("no program or zombie is left", "; ".join(left) or "none", not left, portable=True),
            Target(
                "all games that were heard to end are kept",
                f"{done['games']:,} heard, {games:,} kept",
                games >= done["games"],
                portable=True,
            ),
            Target(
                "memory after the last tenth is that after the first",
                f"{last / first - 1:+.1%}",
                last < (1 + GROWTH) * first,
            ),
        ],
    )


def lingering(server: Server) -> list[str]:
    """Give what should not be there when no game is played: programs, and dead processes for which nobody waits."""
    until = time.monotonic() + HANG_S
    while found := [pid for pid in server.children() if is_bot(pid) or state(pid) == "Z"]:
        if time.monotonic() > until:
            return [f"process {pid} is {'a bot' if is_bot(pid) else 'dead'}" for pid in found]
        time.sleep(0.05)
    return []


def killed(server: Server) -> list[str]:
    """Kill the server while games are played; give what is left of its processes."""
    for seats in ((BOT, BOT), (PERSON, BOT)):
        server.open("dama", *seats).follow().until(lambda state: state["turns"] or state["asked"])
    pids = server.children()
    server.process.kill()
    server.process.wait()
    until = time.monotonic() + HANG_S
    while found := [pid for pid in pids if state(pid) not in ("Z", "X", "")]:
        if time.monotonic() > until:
            return [f"process {pid} has outlived the server" for pid in found]
        time.sleep(0.05)
    return []


def state(pid: int) -> str:
    """Give the state of a process as the kernel names it, "" if there is none."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return ""


def memory_kib(pid: int) -> int:
    """Give what a process has in memory."""
    (line,) = [line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("VmRSS")]
    return int(line.split()[1])
