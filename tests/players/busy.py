"""An honest player of orthogonal Othello that uses much CPU time for its second move. Imports nothing of ours.

python busy.py CPU_SECONDS [CHILDREN]

CHILDREN processes of its own compete with it for the core meanwhile.
"""

import subprocess
import sys
import time

from plain import Game, move_line, write


def main() -> None:
    """Play one game."""
    own = Game(black := sys.stdin.readline() == "1\n")
    if black:
        write(move_line(own))
    moves = 0
    while (line := sys.stdin.readline()) != "-1 -1\n":
        row, column = map(int, line.split())
        own.put(row, column, own.other)
        moves += 1
        if moves == 2:
            for _ in range(int([*sys.argv, "0"][2])):
                subprocess.Popen([sys.executable, "-c", "while True: pass"])
            end = time.process_time() + float(sys.argv[1])
            while time.process_time() < end:
                pass
        write(move_line(own))


if __name__ == "__main__":
    main()
