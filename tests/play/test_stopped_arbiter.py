"""Nobody loses because the arbiter was stopped, and nobody who is late gets away with it."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.many import many
from tests.play.court import HANG_S, compile_player

LIMIT_S = 1.0
PROMPT_MS, LATE_MS = 40, 1020
BUSY_S = 0.01
"""Whoever waited longer for a core, or whose guard did, may be late, and is not judged here."""


@pytest.fixture(scope="module")
def sleeper(tmp_path_factory: pytest.TempPathFactory) -> str:
    return compile_player("sleeper", tmp_path_factory.mktemp("sleeper"))


class Asking:
    """A worker that asks a program again and again."""

    def __init__(self, program: str, start_s: float) -> None:
        words = [sys.executable, "-P", "-m", "tests.play.asking", program, str(LIMIT_S), str(start_s)]
        house = Path(__file__).parent.parent.parent
        self._worker = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", cwd=house,
            env={**os.environ, "PYTHONPATH": str(house)},
        )  # fmt: skip
        self.guard = self.line()[0]

    def line(self) -> tuple[int, str, float, float]:
        """Read a line: the guard's process id, or 0 and a verdict with its seconds and the lag."""
        assert self._worker.stdout
        what, number, lag_s = self._worker.stdout.readline().split()
        return (int(number), "", 0.0, 0.0) if what == "guard" else (0, what, float(number), float(lag_s))

    def verdict(self) -> tuple[str, float, float]:
        """Give the next verdict."""
        while (line := self.line())[0]:
            self.guard = line[0]
        return line[1:]

    def stop(self, seconds: float, *others: int) -> None:
        """Stop the worker, and others with it."""
        pids = [self._worker.pid, *others]
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
        time.sleep(seconds)
        for pid in pids[::-1]:
            os.kill(pid, signal.SIGCONT)

    def end(self) -> list[tuple[str, float, float]]:
        """Have it end; give the verdicts that nobody has read."""
        rest, _ = self._worker.communicate(timeout=HANG_S)
        found = [line.split() for line in rest.splitlines() if not line.startswith("guard")]
        return [(what, float(seconds), float(lag_s)) for what, seconds, lag_s in found]


@contextlib.contextmanager
def asking(program: str, start_s: float = 0.0) -> Iterator[Asking]:
    made = Asking(program, start_s)
    try:
        yield made
    finally:
        made._worker.kill()
        made._worker.communicate()


def one_stop(program: str, seconds: float, *, guard: bool = False) -> tuple[str, float, float]:
    """Stop the worker soon after it has asked; give the verdict on that question."""
    with asking(program) as worker:
        time.sleep(0.02)
        worker.stop(seconds, *([worker.guard] if guard else []))
        return worker.verdict()


@pytest.mark.parametrize("guard", [False, True], ids=["the worker", "the worker and the guard"])
def test_an_answer_in_time_counts_though_it_is_read_late(sleeper: str, guard: bool) -> None:
    verdict, seconds, _ = one_stop(f"{sleeper} {PROMPT_MS}", 1.6, guard=guard)
    assert verdict == "answered"
    assert seconds <= LIMIT_S


def test_an_answer_in_time_counts_though_the_arbiter_is_stopped_while_the_program_starts(sleeper: str) -> None:
    with asking(f"/bin/sh -c 'sleep 0.3; exec {sleeper} {PROMPT_MS}'", start_s=10.0) as worker:
        time.sleep(0.1)  # it has been asked, and does not read yet
        worker.stop(1.6)
        verdict, _, lag_s = worker.verdict()
    assert verdict == "answered" or lag_s > 0.3  # of the 0.66 s that it has more than it needs


def test_who_is_late_is_late_though_nobody_looks(sleeper: str) -> None:
    verdict, _, lag_s = one_stop(f"{sleeper} {LATE_MS}", 1.6)
    assert verdict == "TIMEOUT" or lag_s > BUSY_S


def test_where_nobody_has_looked_cpu_time_tells_who_is_late(sleeper: str) -> None:
    verdict, _, lag_s = one_stop(f"{sleeper} {LATE_MS + 100} compute", 1.6, guard=True)
    assert verdict == "TIMEOUT" or lag_s > BUSY_S


def stops(program: str, workers: int, each: int) -> Sequence[tuple[str, float, float]]:
    """Stop so many workers so often, for 0 to 3 s, at random; give all verdicts."""
    chance = random.Random(program)
    with contextlib.ExitStack() as stack:
        made = [stack.enter_context(asking(program)) for _ in range(workers)]
        plan = []  # when which worker stops, and when it goes on
        for worker in made:
            at = time.monotonic()
            for _ in range(each):
                at += chance.uniform(0.0, 1.5)
                plan.append((at, worker._worker.pid, signal.SIGSTOP))
                at += chance.uniform(0.0, 3.0)
                plan.append((at, worker._worker.pid, signal.SIGCONT))
        for at, pid, number in sorted(plan):
            time.sleep(max(0.0, at - time.monotonic()))
            os.kill(pid, number)
        return [verdict for worker in made for verdict in worker.end()]


@pytest.mark.long
def test_random_stops_cost_nobody_the_game_and_save_nobody(sleeper: str) -> None:
    check(stops(f"{sleeper} {PROMPT_MS}", 8, 3), stops(f"{sleeper} {LATE_MS}", 8, 2))


@pytest.mark.long
def test_many_random_stops_cost_nobody_the_game_and_save_nobody(sleeper: str) -> None:
    workers, each = many(40, 10), many(25, 2)
    check(stops(f"{sleeper} {PROMPT_MS}", workers, each), stops(f"{sleeper} {LATE_MS}", workers, each))


def check(prompt: Sequence[tuple[str, float, float]], late: Sequence[tuple[str, float, float]]) -> None:
    assert [found for found in prompt if found[2] < LIMIT_S / 2 and found[0] != "answered"] == []
    assert [found for found in late if found[2] < BUSY_S and found[0] != "TIMEOUT"] == []
