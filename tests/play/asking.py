"""A process that asks a program again and again, as a worker does, for a test to stop: python -m tests.play.asking"""

from __future__ import annotations

import os
import select
import sys
import time
from pathlib import Path

from arbiter.games.players import PlayerError
from arbiter.host.channel import notice_stops
from arbiter.host.guards import Guards
from arbiter.host.limits import Limits
from arbiter.play.player import Player

STOLEN = 0.05
"""Share of the time from which on what is stolen may be an excuse."""


def waited(pid: int) -> float:
    """Give the seconds for which a process was ready to run and had no core, once it has got one."""
    while Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "R":
        time.sleep(0.001)
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[1]) / 1e9


def stolen() -> float:
    """Give the seconds that all cores of a virtual machine have lost to others (proc_stat(5))."""
    return int(Path("/proc/stat").read_text().split("\n")[0].split()[8]) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Ask a command, with its limit and its time to start, until the input ends.

    Writes the guard's process id, then a line a question: verdict, seconds, lag, which is of the program, or of the
    guard, if it is more, or what was stolen from the machine.
    """
    command, limit_s, start_s = sys.argv[1], float(sys.argv[2]), float(sys.argv[3])
    notice_stops()
    guards = Guards()
    player = Player(command, Limits(time_s=limit_s, start_s=start_s), environment=os.environ, guards=guards)
    while not select.select([0], [], [], 0)[0]:
        player.begin()
        program = player.program()
        assert program is not None
        print("guard", program.guard.pid, 0, flush=True)
        verdict, waited_s, before = "answered", waited(program.guard.pid), (time.monotonic(), stolen())
        try:
            _, seconds = player.ask(b"\n")
        except PlayerError as error:
            verdict, seconds = error.end.name, 0.0
        lag_s = max(player.cost().lag_s, waited(program.guard.pid) - waited_s)
        elapsed_s, stolen_s = time.monotonic() - before[0], stolen() - before[1]
        if stolen_s > STOLEN * elapsed_s:
            lag_s = max(lag_s, stolen_s)
        if verdict != "answered":
            player.kill()
        print(verdict, seconds, lag_s, flush=True)
    player.kill()
    guards.close()


if __name__ == "__main__":
    main()
