"""The Universal Ataxx Interface: UCI with `uai` in place of `uci`, for tournaments outside the course.

Legal is what the rule in force allows (the option Rule). A position that is over by its limit only is searched as if
the count had just begun: who asks for a move there plays by other rules.
"""

from __future__ import annotations

import dataclasses
import itertools
import re
import threading
from collections.abc import Callable

from arbiter.games.ataxx import law
from bots.ataxx import letters
from bots.ataxx.game import to_engine, uai_text
from bots.options import HASH_MIB, MOST_THREADS
from native.ataxx.engine import PASS, SURE, WIN, Position, after, legal_moves, perft
from native.ataxx.threads import ThreadedAtaxx
from native.common.context import Limits, Report

MOST_HASH_MIB = 65536
IDENTITY = ("id name arbitro Ataxx", "id author the arbitro developers")
OPTIONS = (
    f"option name Hash type spin default {HASH_MIB} min 1 max {MOST_HASH_MIB}",
    f"option name Threads type spin default 1 min 1 max {MOST_THREADS}",
    f"option name Rule type combo default {law.USUAL_RULE}{''.join(f' var {rule}' for rule in law.RULES)}",
)
OVERHEAD_S = 0.003
"""What the way to the other program may take."""
KEPT_S = 0.05
"""Of a clock, for what a busy machine takes now and then, and for the way of the moves when no more is left."""
MOVES_LEFT = 25
"""Moves among which the time that is left is divided."""
LARGEST_PART, LAST_PART = 0.5, 0.9
"""No move takes more than this part of the clock; nor, if it is the last before more time comes, than this."""
READY_PART, LONGEST_PARTS = 0.6, 3.0
"""Of the time that a move has: after so much no iteration begins, after so much the last one is cut short."""
DEFAULT_TIME_S = 0.15
"""For a `go` whose limits cannot be read."""
TICK_S = 0.02
"""How often a search is asked what it has found."""
QUICK_PLIES = 4
"""Of a perft that takes moments: longer ones are made of such, and can be stopped between."""
COUNT_S = 10.0
"""What is left to a perft when anything else is asked: scripts write all their lines at once, `quit` among them."""
SHOWN = 40
"""Characters at most of a word that is none, in the line that says so."""
NUMBERS = {"movetime", "depth", "nodes", "mate", "wtime", "btime", "winc", "binc", "movestogo"}
LARGEST = 2**63 - 1
MOST_PLIES = 10_000
"""More than any search has."""


class Uai:
    """An engine that speaks UAI: lines come in by `obey`, answers go to `say`, complaints to `complain`."""

    def __init__(
        self,
        hash_mib: int,
        say: Callable[[str], None],
        complain: Callable[[str], None],
        weights: bytes | None = None,
        threads: int = 1,
    ) -> None:
        self._say, self._complain, self._weights = say, complain, weights
        self._hash_mib, self._threads = hash_mib, threads
        self._engine = ThreadedAtaxx(hash_mib, weights, threads)
        self._told, self._position, self._limit = ["startpos"], law.Position(), law.JUMP_LIMIT
        self._search: threading.Thread | None = None
        self._grace_s = 0.0
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
                case ["setoption", "name", first, *rest]:
                    self.wait(stop=True)
                    end = rest.index("value") if "value" in rest else len(rest)
                    self._set(" ".join([first, *rest[:end]]).lower(), " ".join(rest[end + 1 :]))
                case ["position", *rest]:
                    self.wait(stop=True)
                    self._position, self._told = read_position(rest, self._limit), rest
                case ["go", "perft", *rest]:
                    self.wait(stop=True)
                    self._start(COUNT_S, self._count, to_engine(self._counted()), read_plies(rest))
                case ["d", *_]:
                    self._say(f"{letters.board(self._position)}\nfen {law.format_fen(self._position)}")
                case ["go", *rest]:
                    self.wait(stop=True)
                    self._go(rest)
                case ["stop", *_]:
                    self._grace_s = 0.0
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
        """Wait for the end of the search, if there is one; `stop` makes it answer, a search now, a perft in a while."""
        if self._search is None:
            return
        if stop:
            self._search.join(self._grace_s)
            self._released.set()
            while self._search.is_alive():  # again and again, for it may be about to begin
                self._engine.stop()
                self._search.join(0.001)
        self._search.join()
        self._search = None

    def _set(self, name: str, value: str) -> None:
        if name == "rule":
            self._limit = law.read_rule(value)
            self._position = read_position(self._told, self._limit)  # another rule counts otherwise
            self._engine.clear()
            return
        if name not in ("hash", "threads"):
            raise ValueError(f"there is no option {law.quoted(name, SHOWN)}")
        if not re.fullmatch("[0-9]{1,18}", value):
            raise ValueError(f"expected a whole number for {name}, not {law.quoted(value, SHOWN)}")
        hash_mib, threads = self._hash_mib, self._threads
        if name == "hash":
            hash_mib = min(max(int(value), 1), MOST_HASH_MIB)
        else:
            threads = min(max(int(value), 1), MOST_THREADS)
        if (hash_mib, threads) != (self._hash_mib, self._threads):
            self._engine = ThreadedAtaxx(hash_mib, self._weights, threads)
            self._hash_mib, self._threads = hash_mib, threads

    def _go(self, words: list[str]) -> None:
        position = self._counted()
        limits, infinite, wrong = read_limits(words, position.mover)
        for complaint in wrong:
            self._complain(complaint)
        self._start(0.0, self._think, to_engine(position), limits, infinite)

    def _counted(self) -> law.Position:
        """Give the position, its count as if it had just begun where that alone ends the game."""
        position = self._position
        return dataclasses.replace(position, jumps=0) if position.jumps >= position.limit else position

    def _start(self, grace_s: float, work: Callable[..., None], *arguments: object) -> None:
        self._grace_s, self._released = grace_s, threading.Event()
        self._search = threading.Thread(target=work, args=arguments, name="search", daemon=True)
        self._search.start()

    def _think(self, root: Position, limits: Limits, infinite: bool) -> None:
        engine, found = self._engine, list[Report]()
        told = engine.published()
        search = threading.Thread(target=lambda: found.append(engine.search(root, limits)), name="engine", daemon=True)
        search.start()
        while True:
            search.join(TICK_S)
            over = not search.is_alive()
            while told < engine.published():
                self._say(_info(engine.iteration(told), engine.hashfull()))
                told += 1
            if over:
                break
        if infinite:
            self._released.wait()
        report = found[0]
        self._say(_info(report, engine.hashfull()))
        move = report.move
        if move is None:  # over by any rules, or only ours allow no move
            move = next(iter(legal_moves(root)), PASS)
        self._say(f"bestmove {uai_text(move)}")

    def _count(self, root: Position, plies: int) -> None:
        """Say how many sequences begin with each move, an extend counted once, and how many there are."""
        total = 0
        for move in legal_moves(root) if plies else []:
            below = self._perft(after(root, move), plies - 1)
            if self._released.is_set():
                self._say("info string perft was stopped")
                return
            self._say(f"{uai_text(move)}: {below}")
            total += below
        self._say(f"nodes {total if plies else 1}")

    def _perft(self, position: Position, plies: int) -> int:
        if plies <= QUICK_PLIES:
            return perft(position, plies, by_destination=True)
        if self._released.is_set():
            return 0
        return sum(self._perft(after(position, move), plies - 1) for move in legal_moves(position))


def read_position(words: list[str], limit: int) -> law.Position:
    """Read `startpos` or `fen ...`, then perhaps `moves ...`, by the rule of that limit. Raises ValueError."""
    cut = words.index("moves") if "moves" in words else len(words)
    match words[:cut]:
        case ["startpos"]:
            position = law.Position(limit=limit)
        case ["fen", *fen]:
            position = dataclasses.replace(law.parse_fen(" ".join(fen)), limit=limit)
        case _:
            raise ValueError("expected position startpos or position fen and a position")
    for word in words[cut + 1 :]:
        if position.jumps >= limit:  # whoever plays on plays by other rules
            position = dataclasses.replace(position, jumps=0)
        position = position.play(read_move(word, position))
    return position


def read_move(word: str, position: law.Position) -> law.Move:
    """Read `f2`, `a7c7` or `0000`; for an extend find a piece that can make it. Raises ValueError."""
    if word == "0000":
        return law.PASS
    target = law.SQUARE.get(word[-2:])
    if target is None or len(word) not in (2, 4):
        raise ValueError(f"a move is written f2, a7c7 or 0000, not {law.quoted(word, SHOWN)}")
    if len(word) == 4:
        return law.parse_move(f"{word[:2]}-{word[2:]}")
    for source in law.NEAR[target]:
        if position.board[source] == position.mover:
            return source, target
    raise ValueError(f"no piece of {law.NAME[position.mover]} is beside {word}")


def read_plies(words: list[str]) -> int:
    """Read what follows `go perft`. Raises ValueError."""
    if len(words) != 1 or not re.fullmatch("[0-9]{1,2}", words[0]):
        raise ValueError("expected a number of plies below 100 after go perft")
    return int(words[0])


def read_limits(words: list[str], mover: str) -> tuple[Limits, bool, list[str]]:
    """Read what follows `go`: the limits, whether to wait for `stop`, and what is wrong. Times are milliseconds.

    What is wrong is passed over. Where nothing else is left, a move has `DEFAULT_TIME_S`: every `go` gets a move.
    """
    numbers: dict[str, int] = {}
    wrong = []
    for name, value in itertools.pairwise([*words, ""]):
        if name in NUMBERS:
            if re.fullmatch("[+-]?[0-9]{1,19}", value) and abs(int(value)) <= LARGEST:
                numbers[name] = int(value)
            else:
                wrong.append(f"expected a whole number of 64 bits after {name}, not {law.quoted(value, SHOWN)}")
    depths = [numbers["depth"]] if "depth" in numbers else []
    if "mate" in numbers:
        depths.append(2 * numbers["mate"] - 1)  # of the mover's moves
    time_s, ready_s = _times_s(numbers, mover)
    limits = Limits(
        time_s,
        max(numbers["nodes"], 1) if "nodes" in numbers else None,
        min(max(min(depths), 1), MOST_PLIES) if depths else None,
        ready_s,
    )
    infinite = "infinite" in words
    if limits == Limits():
        if wrong and not infinite:
            return Limits(DEFAULT_TIME_S), False, wrong
        infinite = True
    return limits, infinite, wrong


def _times_s(numbers: dict[str, int], mover: str) -> tuple[float | None, float | None]:
    """Give the seconds after which a search is cut short, and after which no iteration begins; None is no limit."""
    # Red, who moves first, is black there. Who is told the other's clock alone takes it for both.
    black, white = ("btime", "binc"), ("wtime", "winc")
    own, other = (black, white) if mover == law.RED else (white, black)
    clock, increment = own if own[0] in numbers else other
    if "movetime" in numbers:
        return max(numbers["movetime"] / 1000 - OVERHEAD_S, 0.001), None
    if clock in numbers:
        left_s = numbers[clock] / 1000 - KEPT_S
        moves = min(max(numbers.get("movestogo", MOVES_LEFT), 1), MOVES_LEFT)
        most_s = left_s * (LARGEST_PART if moves > 1 else LAST_PART)
        time_s = min(left_s / moves + numbers.get(increment, 0) / 1000, most_s)
        return max(min(LONGEST_PARTS * time_s, most_s), 0.001), max(READY_PART * time_s, 0.001)
    return None, None


def _info(report: Report, hashfull: int) -> str:
    score = f"cp {report.score}"
    if abs(report.score) >= SURE:
        plies = WIN - abs(report.score)
        score = f"mate {(plies + 1) // 2 if report.score > 0 else -((plies + 1) // 2)}"
    speed = int(report.nodes / max(report.time_s, 1e-6))
    variation = " ".join(map(uai_text, report.pv))
    deepest = max(report.depth, report.deepest)  # the proof before the search counts no plies
    return (
        f"info depth {report.depth} seldepth {deepest} score {score} nodes {report.nodes} nps {speed} "
        f"hashfull {hashfull} time {int(1000 * report.time_s)} pv {variation}".rstrip()
    )
