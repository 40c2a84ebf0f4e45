"""Stands between the arbiter and an honest program, and spoils its third answer: `rider.py WAY MARK COMMAND...`.

`again=SECONDS` has a child that computes all the time; `slow=SECONDS` is late with each answer after the third.
Answers are the lines that begin with MARK, which may be nothing. It imports nothing of the product.
"""

import os
import subprocess
import sys
import threading
import time

from lateness import sleep

WAY, MARK, COMMAND = sys.argv[1], sys.argv[2].encode(), sys.argv[3:]
THIRD = 3


def pass_on(child: subprocess.Popen[bytes]) -> None:
    """Let the program read what we are told."""
    assert child.stdin is not None
    while data := os.read(0, 4096):
        child.stdin.write(data)
        child.stdin.flush()
    child.stdin.close()


def main() -> None:
    """Ride."""
    child = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    if WAY.startswith("again="):
        busy = [sys.executable, "-I", "-S", "-c", "import os\nos.write(1, b'x')\nwhile True: pass"]
        burner = subprocess.Popen(busy, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
        assert burner.stdout is not None
        burner.stdout.read(1)
    threading.Thread(target=pass_on, args=(child,), daemon=True).start()
    assert child.stdout is not None
    answers = 0
    for line in child.stdout:
        answers += line.startswith(MARK)
        third = answers == THIRD and line.startswith(MARK)
        if (third and WAY.startswith("late=")) or (answers > THIRD and WAY.startswith("slow=")):
            sleep(float(WAY[5:]))
        os.write(1, line * (2 if third and WAY == "twice" else 1))
        if third and WAY.startswith("again="):  # a second time, so many seconds later
            time.sleep(float(WAY[6:]))
            os.write(1, line)
        if third and WAY == "dies":
            child.kill()
            os._exit(5)


main()
