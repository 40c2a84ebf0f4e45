"""An honest player of orthogonal Othello that does the same work for each move. Imports nothing of ours.

    python steady.py ROUNDS [child|thread|session|pair|timer|after]

A child, or a thread, computes all the time beside it, on whatever core it may have; or a grandchild in a session of its
own, two children that let each other go on whenever one is stopped, a child whose timers do so, or one that begins
after the first answer. It tells how often it has lost its core against its will until each of its moves.
"""

import contextlib
import os
import resource
import subprocess
import sys
import threading

from plain import Game, move_line, write

BURN = "while True: pass"
TIMER = """
import ctypes, signal
signal.signal(signal.SIGCONT, lambda *what: None)
libc, event, MONOTONIC = ctypes.CDLL(None), (ctypes.c_int * 16)(0, 0, signal.SIGCONT), 1
timers = [ctypes.c_void_p() for _ in range(64)]
timers = [timer for timer in timers if libc.timer_create(MONOTONIC, event, ctypes.byref(timer)) == 0]
while True:
    for ms, timer in enumerate(timers, 1):
        libc.timer_settime(timer, 0, (ctypes.c_long * 4)(0, 0, 0, ms * 1000000), None)
"""
ANYWHERE = "import os, signal; os.sched_setaffinity(0, range(1024))\n"
FORKS = {
    "session": "if os.fork() == 0:\n os.setsid()\n if os.fork() == 0:\n  while True: pass\n os._exit(0)\nos.wait()",
    "timer": TIMER,
    "pair": "one = os.getpid()\nother = os.fork() or one\nwhile True: os.kill(other, signal.SIGCONT)",
}


def child(code: str) -> None:
    """Start one."""
    subprocess.Popen([sys.executable, "-c", ANYWHERE + code])


def burn(where: str) -> None:
    """Compute for ever, beside the player."""
    cores = os.sched_getaffinity(0)
    with contextlib.suppress(OSError):
        os.sched_setaffinity(0, range(1024))
    print(f"cores {len(cores)} {len(os.sched_getaffinity(0))}", file=sys.stderr)
    if where in ("child", *FORKS):
        child(FORKS.get(where, BURN))
    if where == "thread":
        threading.Thread(target=exec, args=(BURN,), daemon=True).start()


def main() -> None:
    """Play for ever."""
    rounds = int(sys.argv[1])
    kind = [*sys.argv, ""][2]
    burn(kind)
    late = [kind] if kind == "after" else []

    def move(game: Game) -> None:
        for _ in range(rounds):
            pass
        print(f"switches {resource.getrusage(resource.RUSAGE_SELF).ru_nivcsw}", file=sys.stderr)
        write(move_line(game))
        if late:
            late.pop()
            child(BURN)

    while line := sys.stdin.readline():
        game = Game(black := line == "1\n")
        if black:
            move(game)
        while (line := sys.stdin.readline()) and line != "-1 -1\n":
            row, column = map(int, line.split())
            game.put(row, column, game.other)
            move(game)


if __name__ == "__main__":
    main()
