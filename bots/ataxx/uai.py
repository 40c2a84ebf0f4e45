"""The Universal Ataxx Interface: UCI with `uai` in place of `uci`, for tournaments outside the course.

Legal is what our rules allow. A position that is over by the limit of jumps only is searched as if they had just begun:
who asks for a move there plays by other rules.
"""

from __future__ import annotations

import dataclasses
import itertools
import threading
from collections.abc import Callable

from arbiter.games.ataxx import law
from bots.ataxx.game import to_engine, uai_text
from bots.options import HASH_MIB
from native.ataxx.engine import PASS, SURE, WIN, Ataxx, legal_moves
from native.common.context import Limits, Report

IDENTITY = ("id name arbitro Ataxx", "id author the arbitro developers")
OPTIONS = (
    f"option name Hash type spin default {HASH_MIB} min 1 max 65536",
    "option name Threads type spin default 1 min 1 max 1",
)
OVERHEAD_S = 0.003
"""What the way to the other program may take."""
MOVES_LEFT = 25
"""Moves among which the time that is left is divided."""
LARGEST_PART = 0.5
"""No move takes more than this part of the clock."""
NUMBERS = {"movetime", "depth", "nodes", "wtime", "btime", "winc", "binc", "movestogo"}


class Uai:
    """An engine that speaks UAI: lines come in by `obey`, answers go to `say`, complaints to `complain`."""

    def __init__(
        self, hash_mib: int, say: Callable[[str], None], complain: Callable[[str], None], weights: bytes | None = None
    ) -> None:
        self._say, self._complain, self._weights = say, complain, weights
        self._engine = Ataxx(hash_mib, weights)
        self._position = law.Position()
        self._search: threading.Thread | None = None
        self._released = threading.Event()
        self.ended = False

    def obey(self, line: str) -> None:
        """Act on a line; searches go on in the background."""
        words = line.split()
        try:
            match words:
                case ["uai", *_]:
                    for answer in (*IDENTITY, *OPTIONS, "uaiok"):
                        self._say(answer)
                case ["isready", *_]:
                    self._say("readyok")
                case ["uainewgame", *_]:
                    self.wait(stop=True)
                    self._engine.clear()
                case ["setoption", "name", name, "value", value]:
                    self.wait(stop=True)
                    self._set(name.lower(), value)
                case ["position", *rest]:
                    self.wait(stop=True)
                    self._position = read_position(rest)
                case ["go", *rest]:
                    self.wait(stop=True)
                    self._go(rest)
                case ["stop", *_]:
                    self.wait(stop=True)
                case ["quit", *_]:
                    self.wait(stop=True)
                    self.ended = True
                case [] | ["debug", *_]:
                    pass
                case _:
                    self._complain("unknown command")
        except (ValueError, MemoryError) as error:
            self._complain(str(error))

    def wait(self, *, stop: bool) -> None:
        """Wait for the end of the search, if there is one; `stop` makes it answer now."""
        if self._search is None:
            return
        if stop:
            self._released.set()
            while self._search.is_alive():  # again and again, for it may be about to begin
                self._engine.stop()
                self._search.join(0.001)
        self._search.join()
        self._search = None

    def _set(self, name: str, value: str) -> None:
        if not value.isascii() or not value.isdigit():
            raise ValueError(f"expected a whole number for {name}, not {value!r}")
        if name == "hash":
            self._engine = Ataxx(min(max(int(value), 1), 65536), self._weights)
        elif name != "threads":
            raise ValueError(f"there is no option {name!r}")

    def _go(self, words: list[str]) -> None:
        position = self._position
        if position.jumps >= law.JUMP_LIMIT:
            position = dataclasses.replace(position, jumps=0)
        limits, infinite = read_limits(words, position.mover)
        self._released = threading.Event()
        arguments = position, limits, self._released if infinite else None
        self._search = threading.Thread(target=self._think, args=arguments, name="search", daemon=True)
        self._search.start()

    def _think(self, position: law.Position, limits: Limits, wait_for: threading.Event | None) -> None:
        root = to_engine(position)
        report = self._engine.search(root, limits)
        if wait_for:
            wait_for.wait()
        self._say(_info(report))
        move = report.move
        if move is None:  # over by any rules, or only ours allow no move
            move = next(iter(legal_moves(root)), PASS)
        self._say(f"bestmove {uai_text(move)}")


def read_position(words: list[str]) -> law.Position:
    """Read `startpos` or `fen ...`, then perhaps `moves ...`. Raises ValueError."""
    cut = words.index("moves") if "moves" in words else len(words)
    match words[:cut]:
        case ["startpos"]:
            position = law.Position()
        case ["fen", *fen]:
            position = law.parse_fen(" ".join(fen))
        case _:
            raise ValueError("expected position startpos or position fen and a position")
    for word in words[cut + 1 :]:
        if position.jumps >= law.JUMP_LIMIT:  # whoever plays on plays by other rules
            position = dataclasses.replace(position, jumps=0)
        position = position.play(read_move(word, position))
    return position


def read_move(word: str, position: law.Position) -> law.Move:
    """Read `f2`, `a7c7` or `0000`; for an extend find a piece that can make it. Raises ValueError."""
    if word == "0000":
        return law.PASS
    target = law.SQUARE.get(word[-2:])
    if target is None or len(word) not in (2, 4):
        raise ValueError(f"a move is written f2, a7c7 or 0000, not {word!r}")
    if len(word) == 4:
        return law.parse_move(f"{word[:2]}-{word[2:]}")
    for source in law.NEAR[target]:
        if position.board[source] == position.mover:
            return source, target
    raise ValueError(f"no piece of {law.NAME[position.mover]} is beside {word}")


def read_limits(words: list[str], mover: str) -> tuple[Limits, bool]:
    """Read what follows `go`: the limits, and whether to wait for `stop`. Times are milliseconds. Raises ValueError."""
    numbers: dict[str, int] = {}
    infinite = not words or "infinite" in words
    for name, value in itertools.pairwise(words):
        if name in NUMBERS:
            try:
                numbers[name] = int(value)
            except ValueError:
                raise ValueError(f"expected a whole number after {name}, not {value!r}") from None
    # Red, who moves first, is black there.
    clock, increment = ("btime", "binc") if mover == law.RED else ("wtime", "winc")
    time_s = None
    if "movetime" in numbers:
        time_s = numbers["movetime"] / 1000 - OVERHEAD_S
    elif clock in numbers:
        left_s = numbers[clock] / 1000 - OVERHEAD_S
        time_s = min(left_s / MOVES_LEFT + numbers.get(increment, 0) / 1000, left_s * LARGEST_PART)
    limits = Limits(
        None if time_s is None else max(time_s, 0.001),
        max(numbers["nodes"], 1) if "nodes" in numbers else None,
        max(numbers["depth"], 1) if "depth" in numbers else None,
    )
    return limits, infinite or limits == Limits()


def _info(report: Report) -> str:
    score = f"cp {report.score}"
    if report.exact and abs(report.score) >= SURE:
        plies = WIN - abs(report.score)
        score = f"mate {(plies + 1) // 2 if report.score > 0 else -((plies + 1) // 2)}"
    speed = int(report.nodes / max(report.time_s, 1e-6))
    variation = " ".join(map(uai_text, report.pv))
    return (
        f"info depth {report.depth} score {score} nodes {report.nodes} nps {speed} "
        f"time {int(1000 * report.time_s)} pv {variation}".rstrip()
    )
