"""Players that misbehave, one function for each way. Imports nothing of ours.

    python hostile.py WAY

Each way begins where a player does, before it has read its colour. What a way leaves behind ends by itself within a
minute, in case nobody kills it.
"""

import contextlib
import mmap
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

from lateness import sleep
from plain import Game, move_line, turned, write

FOREVER = 60
CAREFUL = 300 << 20
"""Bytes at which an eater of memory stops by itself."""


def asked() -> Game:
    """Play honestly until it is our turn for the first time in a game."""
    game = Game(black := sys.stdin.readline() == "1\n")
    if not black:
        answer(game)
    return game


def answer(game: Game) -> None:
    row, column = map(int, sys.stdin.readline().split())
    game.put(row, column, game.other)


def spend(seconds: float = FOREVER) -> None:
    """Sleep, whatever signals come."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        time.sleep(0.1)


def play_on(game: Game) -> None:
    """Play honestly for ever, once it is our turn."""
    while True:
        write(move_line(game))
        while (line := sys.stdin.readline()) == "-1 -1\n":
            game = Game(black := sys.stdin.readline() == "1\n")
            if black:
                write(move_line(game))
        if not line:
            sys.exit(255)
        row, column = map(int, line.split())
        game.put(row, column, game.other)


def silent() -> None:
    asked()
    spend()


def one_byte_at_a_time() -> None:
    asked()
    for _ in range(5 * FOREVER):
        write("2")
        time.sleep(0.2)


def endless_line() -> None:
    asked()
    while True:
        write("2" * 65536)


def endless_lines() -> None:
    asked()
    while True:
        write("2 3\n" * 10000)


def exits() -> None:
    asked()
    sys.exit(3)


def exits_before_reading() -> None:
    sys.exit(4)


def dumps(text: str) -> None:
    """End with such a last word on standard error."""
    asked()
    os.write(2, text.encode().decode("unicode_escape").encode("latin-1"))
    sys.exit(3)


def crashes() -> None:
    asked()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.kill(os.getpid(), signal.SIGSEGV)


def kills_its_group() -> None:
    asked()
    os.kill(0, signal.SIGKILL)


def half_a_line_then_exit() -> None:
    asked()
    write("2 ")


def two_moves() -> None:
    game = asked()
    first = move_line(game)
    write(first + first)
    spend()


def closes_output() -> None:
    asked()
    os.close(1)
    spend()


def closes_input(mark: str) -> None:
    """White: close our input before black has moved; `mark` is a file that shows it is done."""
    sys.stdin.readline()
    os.close(0)
    Path(mark).touch()
    spend()


def ignores_signals() -> None:
    asked()
    for number in range(1, signal.SIGRTMIN):
        with contextlib.suppress(OSError):
            signal.signal(number, signal.SIG_IGN)
    spend()


def stops_itself() -> None:
    asked()
    os.kill(os.getpid(), signal.SIGSTOP)
    spend()


def leaves_grandchild() -> None:
    """Leave a process in a session of its own, whose parent is gone, with our descriptors."""
    asked()
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            spend()
        os._exit(0)
    os.wait()
    sys.exit(5)


def grandchild_and_silent() -> None:
    asked()
    subprocess.Popen([sys.executable, "-c", f"import time; time.sleep({FOREVER})"], start_new_session=True)
    spend()


def eat() -> None:
    eaten = bytearray()
    while len(eaten) < CAREFUL:
        eaten += b"x" * (1 << 20)
    spend()


def eats_memory() -> None:
    asked()
    eat()


def grandchild_eats_memory() -> None:
    asked()
    if os.fork() == 0:
        os.setsid()
        eat()
    spend()


def eats_memory_while_the_other_thinks() -> None:
    """White: eat before the first question."""
    sys.stdin.readline()
    eat()


def floods_stderr() -> None:
    asked()
    while True:
        os.write(2, b"flood " * 10000)


def noisy_but_honest() -> None:
    game = asked()
    os.write(2, b"line of noise\n" * 100000 + b"last words\n")
    play_on(game)


def never_reads() -> None:
    spend()


def bytes_of_all_kinds() -> None:
    asked()
    os.write(1, b"\0\xff\xfe\x1b[2J\x1b]0;title\x07</script><b>2 3\n")
    spend()


def wants_a_terminal() -> None:
    asked()
    os.read(os.open("/dev/tty", os.O_RDONLY), 1)


def late(limit_s: str = "1") -> None:
    """Answer honestly, 0.3 s after the limit: a guard that waits for a core itself may overlook less."""
    game = asked()
    sleep(float(limit_s) + 0.3)
    play_on(game)


def dies_after_its_last_move() -> None:
    """Play honestly, but end with the move that leaves the opponent without one."""
    game = asked()
    while True:
        write(move_line(game))
        if not any(turned(game.board, row, column, game.other) for row in range(8) for column in range(8)):
            sys.exit(6)
        answer(game)


def peaks_with_its_last_move() -> None:
    """Play honestly, but use much memory for a moment before the move that leaves the opponent without one."""
    game = asked()
    while True:
        line = move_line(game)
        if not any(turned(game.board, row, column, game.other) for row in range(8) for column in range(8)):
            peak = mmap.mmap(-1, CAREFUL, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
            for at in range(0, CAREFUL // 2, mmap.PAGESIZE):
                peak[at] = 1
            peak.close()
            write(line)
            spend()
        write(line)
        answer(game)


def writes_before_it_is_asked(mark: str) -> None:
    """White: write a move although black has not moved; `mark` is a file that shows it is done."""
    sys.stdin.readline()
    write("2 2\n")
    Path(mark).touch()
    spend()


def one_game() -> None:
    """Play one game honestly."""
    game = Game(black := sys.stdin.readline() == "1\n")
    if black:
        write(move_line(game))
    while (line := sys.stdin.readline()) != "-1 -1\n":
        row, column = map(int, line.split())
        game.put(row, column, game.other)
        write(move_line(game))


def writes_after_the_end() -> None:
    one_game()
    write("good game\n")
    spend()


def plays_one_game(mark: str) -> None:
    """Play one game; `mark` is a file that shows it is over."""
    one_game()
    with Path(mark).open("a") as file:
        file.write("x")
    spend()


def kills_its_guard() -> None:
    game = asked()
    with contextlib.suppress(PermissionError):
        os.kill(os.getppid(), signal.SIGKILL)
    time.sleep(0.2)
    play_on(game)


def says(text: str) -> None:
    asked()
    write(text)
    spend()


def main() -> None:
    """Misbehave as told."""
    word, *arguments = sys.argv[1:]
    if word == "says":
        says(arguments[0].encode().decode("unicode_escape"))
    else:
        globals()[word](*arguments)


if __name__ == "__main__":
    main()
