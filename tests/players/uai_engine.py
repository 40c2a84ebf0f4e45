"""A UAI engine that plays at random and behaves as real ones do, by the manners it is given. Imports nothing of ours.

python uai_engine.py [MANNER ...]
    once        greets once: `uai` is not answered again
    chatty      writes a banner, chats and lists many options before `uaiok`
    floods      thousands of lines `info string` before each `bestmove`
    drowns      more than a mebibyte of them
    late        `readyok` comes a while after `isready`
    crlf        lines end with CR LF
    pieces      each line leaves in two writes
    longs       a line `info` of 6,000 bytes, in two writes
    told        tells on standard error what it hears of options and of `go`
    rule        has the option Rule, and plays on beyond 25 jumps
    shuffles    jumps to and fro as long as it can
    slow        answers `go movetime` too late
    ponders     a line `info` every 10 ms as long as `go infinite` lasts, from a thread of its own
    deaf        takes no notice of `stop`; answers when the input ends
    tardy       answers `stop` in 0.8 s
    repeats     says its last `bestmove` again at `uainewgame`
    yawns       answers `uai` in 0.8 s
    silent      answers neither `stop` nor the end of the input
"""

import random
import re
import sys
import threading
import time

MANNERS = frozenset(sys.argv[1:])
chance = random.Random(7)
now = {"greeted": False, "searching": False, "played": False}
position = "x5o/7/7/7/7/7/o5x x 0 1"
moves: list[str] = []


def say(line: str) -> None:
    end = "\r\n" if "crlf" in MANNERS else "\n"
    if "pieces" in MANNERS:
        sys.stdout.write(line[: len(line) // 2])
        sys.stdout.flush()
        time.sleep(0.005)
        line = line[len(line) // 2 :]
    sys.stdout.write(line + end)
    sys.stdout.flush()


def board_of(fen: str) -> tuple[dict[tuple[int, int], str], str]:
    rows, side = fen.split()[:2]
    board = {}
    for y, row in zip(range(6, -1, -1), rows.split("/"), strict=True):
        x = 0
        for letter in row:
            for _ in range(int(letter) if letter.isdigit() else 1):
                board[x, y] = "." if letter.isdigit() else letter
                x += 1
    return board, side


def square(text: str) -> tuple[int, int]:
    return "abcdefg".index(text[0]), int(text[1]) - 1


def name(at: tuple[int, int]) -> str:
    return f"{'abcdefg'[at[0]]}{at[1] + 1}"


def legal(board: dict[tuple[int, int], str], side: str) -> list[str]:
    found = set()
    for x, y in [at for at, piece in board.items() if piece == side]:
        for dx in range(-2, 3):
            for dy in range(-2, 3):
                if board.get((x + dx, y + dy)) == ".":
                    to = name((x + dx, y + dy))
                    found.add(to if max(abs(dx), abs(dy)) == 1 else name((x, y)) + to)
    return sorted(found) or ["0000"]


def play(board: dict[tuple[int, int], str], side: str, move: str) -> None:
    if move == "0000":
        return
    if len(move) == 4:
        board[square(move[:2])] = "."
    x, y = square(move[-2:])
    board[x, y] = side
    for dx in (-1, 0, 1):
        for dy in (-1, 0, 1):
            if board.get((x + dx, y + dy), ".") in "xo" and board[x + dx, y + dy] != side:
                board[x + dx, y + dy] = side


def choose() -> str:
    board, side = board_of(position)
    for move in moves:
        play(board, side, move)
        side = "o" if side == "x" else "x"
    found = legal(board, side)
    if "shuffles" in MANNERS:
        quiet = [move for move in found if len(move) == 4 and takes(board, side, move) == 0]
        return chance.choice(quiet or found)
    return chance.choice(found)


def takes(board: dict[tuple[int, int], str], side: str, move: str) -> int:
    x, y = square(move[-2:])
    near = (board.get((x + dx, y + dy), ".") for dx in (-1, 0, 1) for dy in (-1, 0, 1))
    return sum(piece in "xo" and piece != side for piece in near)


def greet() -> None:
    if now["greeted"] and "once" in MANNERS:
        return
    if "chatty" in MANNERS:
        say("Random Ataxx 1.0 by nobody, type help for help")
        say("")
    say("id name Random Ataxx")
    say("id author nobody")
    if "chatty" in MANNERS:
        for n in range(30):
            say(f"option name Tuning {n} type spin default {n} min 0 max 1000")
        say("info string 1 thread, 16 MiB")
    say("option name Hash type spin default 16 min 1 max 1024")
    say("option name Clear Hash type button")
    if "rule" in MANNERS:
        say("option name Rule type combo default 50 moves var 25 jumps var 50 moves")
    if "yawns" in MANNERS:
        time.sleep(0.8)
    say("uaiok")
    now["greeted"] = True


def ponder() -> None:
    depth = 0
    while now["searching"]:
        depth += 1
        say(f"info depth {depth} score cp 0 nodes {depth} pv a1")
        time.sleep(0.01)


def go(words: list[str]) -> None:
    if "told" in MANNERS:
        print("heard go", *words, file=sys.stderr, flush=True)
    if "floods" in MANNERS:
        for n in range(2000):
            say(f"info string thinking about {n}")
    if "drowns" in MANNERS:
        for _ in range(20):
            say("info string " + 60_000 * "?")
    say("info depth 1 score cp 0 nodes 1 pv a1")
    if "longs" in MANNERS:
        for part in ("info depth 900 pv" + 600 * " a7c7", 600 * " c7a7" + "\n"):
            sys.stdout.write(part)
            sys.stdout.flush()
            time.sleep(0.005)
    if "infinite" in words:
        now["searching"] = True
        if "ponders" in MANNERS:
            threading.Thread(target=ponder, daemon=True).start()
        return
    if "slow" in MANNERS:
        time.sleep(3)
    say(f"bestmove {choose()}")
    now["played"] = True


for line in sys.stdin:
    words = line.split()
    if not words:
        continue
    if words[0] == "uai":
        greet()
    elif words[0] == "isready":
        if "late" in MANNERS:
            time.sleep(0.3)
        say("readyok")
    elif words[0] == "setoption" and "told" in MANNERS:
        print("heard", line.strip(), file=sys.stderr, flush=True)
    elif words[0] == "position":
        found = re.match(r"position (?:startpos|fen (.*?))(?: moves (.*))?$", line.strip())
        if found:
            position = found[1] or "x5o/7/7/7/7/7/o5x x 0 1"
            moves = (found[2] or "").split()
    elif words[0] == "uainewgame" and "repeats" in MANNERS and now["played"]:
        say("bestmove a1")
    elif words[0] == "go":
        go(words[1:])
    elif words[0] == "stop" and now["searching"] and not {"deaf", "silent"} & MANNERS:
        now["searching"] = False
        if "tardy" in MANNERS:
            time.sleep(0.8)
        say(f"bestmove {choose()}")
    elif words[0] == "quit":
        break

if now["searching"] and "deaf" in MANNERS:
    now["searching"] = False
    say(f"bestmove {choose()}")
