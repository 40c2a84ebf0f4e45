"""Players of sticks that are subtly wrong, one for each word; `right` is right. They import nothing of ours.

python wrong_sticks.py WAY

There are 21 sticks; who is to move takes one, two or three; who takes the last has won.
"""

import os
import sys
import time

WAY = sys.argv[1]
HEAP = 21
CHUNK = 4096
pending = bytearray()


def read() -> str:
    """Read a line, without its newline; "" at the end of the input."""
    if WAY == "by_read":
        return os.read(0, CHUNK).decode().rstrip("\n")
    if WAY == "first_line":  # of what has come, the others are lost
        return os.read(0, CHUNK).decode().partition("\n")[0]
    while b"\n" not in pending:
        part = os.read(0, CHUNK)
        if not part:
            return ""
        pending.extend(part)
    line = pending[: pending.index(b"\n")].decode()
    del pending[: len(line) + 1]
    return line


def say(text: str) -> None:
    sys.stdout.write(text)
    if WAY != "buffered":
        sys.stdout.flush()


def move(heap: int) -> int:
    taken = min(3 if WAY == "no_openings" else 1 + heap % 2, heap)
    taken = 3 if WAY == "greedy" else taken
    answer = {"cr_lf": f"{taken}\r\n", "talks": f"I take {taken}\n", "twice": f"{taken}\n{taken}\n"}
    say(answer.get(WAY, f"{taken}\n"))
    return heap - taken


heap = HEAP
while True:
    word, *opening = (read() or "quit").split()
    if word == "quit":
        if WAY == "stays":
            time.sleep(1000)
        say("bye\n" if WAY == "says_goodbye" else "")
        sys.exit(3 if WAY == "status" else 0)
    if word == "end":
        if WAY == "answers_end":
            say("ok\n")
        if WAY == "one_game":
            sys.exit(0)
        continue
    if word in ("first", "second"):
        if WAY != "leaks":
            heap = HEAP
        heap -= sum(map(int, opening)) if WAY != "no_openings" else 0
        if WAY == "always_first" or word == ("second" if WAY == "exchanged" else "first"):
            heap = move(heap)
    else:
        heap = move(heap - int(word))
