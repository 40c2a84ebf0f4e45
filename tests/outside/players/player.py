"""A player of one of three games, right or wrong in the way of a word. It imports nothing of ours.

python player.py RULES [WAY] [SALT]

RULES is a module beside this file. Which of the legal moves is played follows from those before and from SALT.
Standard error tells what was heard, but for the end.
"""

import importlib
import sys
import time
import zlib
from typing import Any

LATE = 8
"""Plies before an offence."""


def answer(game: Any, way: str, salt: str) -> str:
    """Choose a move; give the line, which may be another one."""
    legal = sorted(game.moves())
    chosen: str = legal[zlib.crc32(" ".join([salt, *game.played]).encode()) % len(legal)]
    late = len(game.played) >= LATE
    illegal = [text for text in game.texts if text not in legal]
    game.play(chosen)
    if late and way == "crash":
        sys.exit(3)
    if late and way == "sleep":
        time.sleep(1000)
    if late and way == "illegal" and illegal:
        return str(illegal[0])
    if late and way == "malformed":
        return f"my move is {chosen}"
    return f"{chosen}\n{chosen}" if late and way == "twice" else chosen


def main(rules: Any, way: str = "right", salt: str = "") -> None:
    """Play for ever."""
    new = rules.Beginner if way == "beginner" else rules.Game
    game = new()
    for line in sys.stdin:
        word, *moves = line.split()
        if word == "end":
            continue
        print("heard", line, end="", file=sys.stderr, flush=True)
        if word not in ("first", "second"):
            moves = [word]
        elif way != "leaks":
            game = new()
        for move in moves:
            game.play(move)
        if word != "second" or way == "early":
            print(answer(game, way, salt), flush=way != "buffered")


if __name__ == "__main__":
    main(importlib.import_module(sys.argv[1]), *sys.argv[2:])
