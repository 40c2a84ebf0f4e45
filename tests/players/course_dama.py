"""A program of the course that plays Dama by files: the last argument is its number, the first one its habit.

The habit `again=SECONDS` writes the other player's next board, too, so long after its own third one, and has a child
that computes all the time. It stands for strangers' programs, and imports nothing of the product.
"""

import subprocess
import sys
import time
from pathlib import Path

from lateness import sleep

HABIT, ME = sys.argv[1], int(sys.argv[-1])
LATE = 5
"""The board to which the second player's third one is the answer."""


def wait(number: int) -> list[str]:
    """Wait as these programs do, and give the rows, the bottom one first."""
    file = Path(f"board_{number}.txt")
    while not file.exists():
        if HABIT != "busy":
            time.sleep(0.01)
    time.sleep(0.1)
    return [line[::2] for line in file.read_text().split("\n")[:8]][::-1]


def moves(rows: list[str], player: int) -> list[list[str]]:
    """Give the boards after each step of a man; enough for the first moves of a game."""
    up, man = (1, "x") if player == 1 else (-1, "o")
    found = []
    for r in range(8):
        for c in range(8):
            for d in (-1, 1):
                to_r, to_c = r + up, c + d
                if rows[r][c] == man and 0 < to_r < 7 and 0 <= to_c < 8 and rows[to_r][to_c] == " ":
                    new = [list(row) for row in rows]
                    new[r][c], new[to_r][to_c] = " ", man
                    found.append(["".join(row) for row in new])
    return found


def text(rows: list[str]) -> str:
    """Write a board."""
    return "\n".join(" ".join(row) for row in reversed(rows))


def store(number: int, data: str) -> None:
    """Write in place."""
    with Path(f"board_{number}.txt").open("w") as file:
        for at in range(0, len(data), 16):
            file.write(data[at : at + 16])
            file.flush()
            if HABIT == "slow":
                time.sleep(0.05)


def main() -> None:
    """Play for ever."""
    number, fat = ME, b""
    if HABIT.startswith("again="):
        subprocess.Popen([sys.executable, "-c", "while True: pass"])
    while True:
        rows = wait(number)
        if HABIT == "silent":
            time.sleep(1000)
        if HABIT == "dies":
            sys.exit(7)
        data = text(moves(rows, ME)[0])
        if HABIT == "nonsense":
            data = "checkmate"
        if HABIT == "half":
            data = data[:64]
        if HABIT == "same":
            data = text(rows)
        if HABIT == "illegal":
            data = text(rows).replace("o", " ", 1)
        if HABIT == "other":
            data = text(moves(rows, 3 - ME)[0])
        if HABIT == "changes":
            store(number, data)
        if HABIT == "removes":
            Path(f"board_{number}.txt").unlink()
        if HABIT == "extra":
            store(0, "")
            Path("board_0.txt").rename("notes.txt")
        if HABIT == "ahead":
            store(number + 3, data)
        if HABIT == "fat":
            fat = b"x" * (150 << 20)
        if HABIT == "hidden":
            store(0, "")
            Path("board_0.txt").rename(".notes")
        if HABIT == "chatty":
            print("I think", number, len(fat))
            print("a lot", file=sys.stderr)
        if HABIT == "late" and number >= LATE:
            sleep(1.8)
        store(number + 1, data + ("\n" if HABIT == "newline" else ""))
        if HABIT == "leaves" and number >= LATE:
            sys.exit(5)
        if HABIT.startswith("again=") and number >= LATE:
            time.sleep(float(HABIT[6:]))
            store(number + 2, data)
        number += 2


if __name__ == "__main__":
    main()
