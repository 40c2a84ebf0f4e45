"""Ataxx: how long the bot thinks by default while both cores are kept busy by two other processes each: a whole game
against itself in the command language, and a game that `undo` drags out to 1,000 moves of one side; and how long it
takes for `go movetime 100` as a UAI engine, under load and without. Seconds of the clock from a line to its answer.
"""

from __future__ import annotations

import statistics
import time

from tests.ataxx.load import Load
from tests.bots.driver import ATAXX, Bot
from tests.evidence.findings import Findings, Run, Table, Target

MOVE_S, SIDE_S = 10.0, 25.0


def _wait_for_start(bot: Bot) -> None:
    bot.send(b"dump\n")
    for _ in range(9):
        assert bot.line()


def self_play(*options: str) -> list[float]:
    """Give the seconds of each move of a game of the bot against itself."""
    times = []
    with Bot(*options, program=ATAXX) as bot:
        _wait_for_start(bot)
        before = time.monotonic()
        bot.send(b"auto red\n")
        while not (line := bot.line()).startswith((b"* Red wins", b"* Blue wins", b"* Draw")):
            assert line.startswith(b"* "), line
            times.append(time.monotonic() - before)
            before = time.monotonic()
    return times


def long_game(moves: int) -> list[float]:
    """Give the seconds of each move of Blue, who is made to move again and again."""
    times = []
    with Bot(program=ATAXX) as bot:
        _wait_for_start(bot)
        for number in range(moves):
            before = time.monotonic()
            bot.send(b"undo\n" * (number > 0) + b"a7-a6\n")
            assert bot.line().startswith(b"* Blue moves")
            times.append(time.monotonic() - before)
    return times


def movetimes(times: int) -> list[float]:
    """Give the seconds that it takes to answer `go movetime 100`."""
    taken = []
    with Bot(program=(*ATAXX, "uai")) as bot:
        for _ in range(times):
            bot.send(b"uainewgame\nposition startpos\nisready\n")
            assert bot.line() == b"readyok\n"
            before = time.monotonic()
            bot.send(b"go movetime 100\n")
            while not bot.line().startswith(b"bestmove"):
                pass
            taken.append(time.monotonic() - before)
    return taken


def measure(run: Run) -> Findings:
    """Play under load."""
    with Load():
        both = self_play(*run.either((), ("--time", "0.02")))
        again = long_game(run.either(1000, 20))
        loaded = movetimes(run.either(50, 3))
    alone = movetimes(run.either(50, 3))
    sides = {"Red against itself": both[::2], "Blue against itself": both[1::2], "one side, again and again": again}
    rows = [(name, len(times), f"{max(times):.2f}", f"{sum(times):.1f}") for name, times in sides.items()]
    longest, most = max(map(max, sides.values())), max(map(sum, sides.values()))
    uai = [
        (name, len(times), f"{statistics.median(times):.3f}", f"{max(times):.3f}")
        for name, times in (("under load", loaded), ("alone", alone))
    ]
    return Findings(
        [
            Table(("game", "moves", "longest move, s", "all moves, s"), rows),
            Table(("go movetime 100", "times", "median s", "longest s"), uai),
        ],
        [
            Target(f"no move above {MOVE_S:g} s", f"{longest:.2f} s", longest < MOVE_S),
            Target(f"at most {SIDE_S:g} s a side and game", f"{most:.1f} s", most <= SIDE_S),
        ],
    )
