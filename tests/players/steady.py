"""An honest player of orthogonal Othello that does the same work for each move. Imports nothing of ours.

    python steady.py ROUNDS [child|thread]

A child, or a thread, computes all the time beside it, on whatever core it may have.
"""

import contextlib
import os
import subprocess
import sys
import threading

from plain import Game, move_line, write

BURN = "while True: pass"


def burn(where: str) -> None:
    """Compute for ever, beside the player."""
    cores = os.sched_getaffinity(0)
    with contextlib.suppress(OSError):
        os.sched_setaffinity(0, range(1024))
    print(f"cores {len(cores)} {len(os.sched_getaffinity(0))}", file=sys.stderr)
    if where == "child":
        subprocess.Popen([sys.executable, "-c", f"import os; os.sched_setaffinity(0, range(1024))\n{BURN}"])
    if where == "thread":
        threading.Thread(target=exec, args=(BURN,), daemon=True).start()


def main() -> None:
    """Play for ever."""
    rounds = int(sys.argv[1])
    burn([*sys.argv, ""][2])

    def move(game: Game) -> None:
        for _ in range(rounds):
            pass
        write(move_line(game))

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
