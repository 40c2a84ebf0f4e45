"""Engines that evaluate Othello positions as `analyse` does, badly, one for each way. Imports nothing of ours.

python engine.py WAY
"""

import os
import sys
import time

way = sys.argv[1]
ROW = "{}\t{}\t{}\t10\t0.001\t{}"
DIRECTIONS = (-8, 8, -1, 1)


def first_move(board: str, side: str) -> str:
    """Give the first legal move, "-" without one."""
    own, other = ("X", "O") if side == "black" else ("O", "X")
    for square in range(64):
        if board[square] != "-":
            continue
        for step in DIRECTIONS:
            at, seen = square, 0
            while True:
                row = at // 8
                at += step
                if not 0 <= at < 64 or (abs(step) == 1 and at // 8 != row):
                    break
                if board[at] == other:
                    seen += 1
                    continue
                if board[at] == own and seen:
                    return f"{square // 8} {square % 8}"
                break
    return "-"


def answer(line: str) -> None:
    board, side = line.split()
    move = first_move(board, side)
    if way == "silent":
        time.sleep(60)
    elif way == "dies":
        sys.exit(3)
    elif way == "nonsense":
        print("hello")
    elif way == "columns":
        print(f"{1:+d}\t{move}\texact")
    elif way == "floods":
        while True:
            os.write(1, b"x" * 65536)
    elif way == "twice":
        print(ROW.format("+1", move, 9, move))
        print(ROW.format("+1", move, 9, move))
    elif way == "liar":  # 64 cannot be: the opponent had the last move
        print(ROW.format("+64", move, "exact", move))
    elif way == "illegal":
        print(ROW.format("+10", "0 0", "exact", "0 0"))
    elif way == "hungry":
        hoard = [bytearray(1 << 20) for _ in range(1500)]
        print(ROW.format(f"{len(hoard):+d}", move, 9, move))
    elif way in ("black", "white"):  # sure of it, whatever it sees
        print(ROW.format("+30" if side == way else "-30", move, 9, move))
    sys.stdout.flush()


if way == "closed":
    os.close(1)
    time.sleep(60)
for text in sys.stdin:
    answer(text)
