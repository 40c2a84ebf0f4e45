"""What becomes of a fault: it is planted, built and tried by what covers it, until the first that notices."""

from __future__ import annotations

import contextlib
import dataclasses
import fnmatch
import json
import os
import resource
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

from tests.mutants import cage
from tests.mutants.extension import CompileError, Extension
from tests.mutants.mutant import Mutant
from tests.mutants.workshop import Workshop

PATIENCE, SLACK_S = 5.0, 3.0
"""A test may use this many times what it uses without a fault, and so much more (wall-clock: thirty times all that)."""
PAUSES_S = (0.0, 10.0, 60.0, 0.0)
"""Seconds between attempts to have a test pass without a fault."""
WAITING_S = 0.5
"""A test that waits so long may fail for the machine's sake."""
MOST_FAILING = 3
"""So many tests may fail without any fault, as the machine or the cage is not what they need."""
COLLECTED = ": cannot be imported"
DIED, SURVIVED, NONE = "died", "survived", "none"


@dataclasses.dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a fault: it died `by` something, or survived, or was none, for the reason `by`."""

    what: str
    by: str
    seconds: float


class Judges(Protocol):
    """What tries a fault: tests and self-tests, but those that are left out."""

    @property
    def tests(self) -> tuple[str, ...]:
        """Give files of tests, or single tests."""

    @property
    def selftests(self) -> tuple[str, ...]:
        """Give the names of self-tests in C."""

    @property
    def leave(self) -> tuple[str, ...]:
        """Give single tests."""


class BadTestsError(Exception):
    """Tests that fail without any fault."""


class Bench:
    """A workshop with a warm process of its own that runs its tests."""

    def __init__(self, root: Path) -> None:
        """Make the copy and start the process."""
        self.workshop = Workshop(root)
        environment = {k: v for k, v in os.environ.items() if k not in {"PYTHONUNBUFFERED", "ARBITER_SEED"}}
        self._warm = subprocess.Popen(
            cage.command(root, [str(self.workshop.python), "-P", "-m", "tests.mutants.warm"]),
            cwd=root,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.used: dict[str, tuple[float, float]] = {}
        self.failing: list[str] = []
        self._honest: set[str] = set()  # tests that pass without a fault
        self._memory = root / "build" / "used.json"
        if self._memory.exists():
            known = json.loads(self._memory.read_text())
            self.used = {name: (cpu, wall) for name, (cpu, wall) in known["used"].items()}
            self._honest = set() if self.workshop.changed else set(known["honest"])

    def _remember(self) -> None:
        self._memory.write_text(json.dumps({"used": self.used, "honest": sorted(self._honest)}))

    def close(self) -> None:
        """End the process."""
        assert self._warm.stdin
        with contextlib.suppress(BrokenPipeError):
            self._warm.stdin.close()
        self._warm.wait()

    def kill(self) -> None:
        """End it at once, whatever it does."""
        self._warm.kill()

    # ---- what tries a fault ----------------------------------------------------------------------------------------

    def pytest(
        self, tests: Sequence[str], kills: dict[str, int], leave: Sequence[str] = (), collect: bool = False
    ) -> dict[str, Any]:
        """Run tests, those first that have killed much in little time; or only collect them."""
        order = {
            "tests": list(tests),
            "not": list(leave),
            "collect": collect,
            "rank": self._ranks(kills),
            "limits": {name: _limits(cpu, wall) for name, (cpu, wall) in self.used.items()},
        }
        assert self._warm.stdin
        assert self._warm.stdout
        print(json.dumps(order), file=self._warm.stdin, flush=True)
        answer: dict[str, Any] = json.loads(self._warm.stdout.readline())
        for name, (cpu, wall) in answer["used"].items():
            if name != answer["test"]:
                known = self.used.get(name, (0.0, 0.0))
                self.used[name] = (max(cpu, known[0]), max(wall, known[1]))
        return answer

    def _ranks(self, kills: dict[str, int]) -> dict[str, float]:
        """Say how promising each test is: what it has noticed, by what it costs."""
        return {name: (1 + kills.get(name, 0)) / (0.02 + cpu) for name, (cpu, _) in self.used.items()}

    def selftest(self, extension: Extension, name: str, sanitized: bool) -> str:
        """Run a self-test; say how it failed, "" if it did not."""
        label = f"{name}, sanitized" if sanitized else name
        cpu, wall = _limits(*self.used[label]) if label in self.used else (600.0, 1800.0)
        try:
            program = extension.selftest(name, sanitized)
        except CompileError:
            return f"{label}: does not link"
        begin, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        limit = f"ulimit -c 0 -t {int(cpu) + 1}; exec {program} small"
        try:
            done = subprocess.run(["bash", "-c", limit], capture_output=True, timeout=wall, check=False)
        except subprocess.TimeoutExpired:
            return f"{label}: took too long"
        used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
        if done.returncode:
            return f"{label}"
        self.used.setdefault(label, (used, time.monotonic() - begin))
        return ""

    # ---- faults ----------------------------------------------------------------------------------------------------

    def passes_without_fault(self, by: str) -> bool:
        """Tell whether what has noticed a fault notices nothing where there is none; asked once for each test."""
        if by not in self._honest:
            if by.endswith(COLLECTED):
                passed = self.pytest([by.removesuffix(COLLECTED)], {}, collect=True)["passed"]
            elif "::" in by:
                passed = self.pytest([by], {})["passed"]
            else:
                name, _, sanitized = by.partition(":")[0].partition(", ")  # before how it failed
                passed = not self.selftest(self.workshop.extensions[0], name, bool(sanitized))
            if not passed:
                return False
            self._honest.add(by)
        return True

    def _passes_in_the_end(self, by: str) -> bool:
        """Tell the same, after a while if the machine is so busy at times that tests take too long."""
        for pause_s in PAUSES_S:
            if self.passes_without_fault(by):
                return True
            time.sleep(pause_s)
        return False

    def try_out(self, mutant: Mutant, judges: Judges, kills: dict[str, int]) -> Verdict:
        """Plant a fault, build, and let everything try it until something notices.

        A test that fails where no fault is tries no more; with too many of them it raises BadTestsError.
        """
        begin = time.monotonic()
        extension = self.workshop.extension_of(mutant.file)
        while True:
            with self.workshop.planted(mutant):
                what, by = self._outcome(mutant, extension, judges, kills)
            if extension:
                extension.restore()
            if what != DIED or self._passes_in_the_end(by):
                break
            if "::" not in by or len(self.failing) == MOST_FAILING:
                raise BadTestsError(f"{by} fails without any fault")
            self.failing.append(by)
        self._remember()
        return Verdict(what, by, round(time.monotonic() - begin, 1))

    def _outcome(
        self, mutant: Mutant, extension: Extension | None, judges: Judges, kills: dict[str, int]
    ) -> tuple[str, str]:
        if extension:
            try:
                if not extension.rebuild(mutant.file):
                    return NONE, "the compiler makes the same of it"
            except CompileError:
                return NONE, "does not compile"
            for name in judges.selftests:
                if how := self.selftest(extension, name, sanitized=False):
                    return DIED, how
        if judges.tests and (how := self._noticed(judges, kills)):
            return DIED, how
        if extension:
            for name in judges.selftests:
                if how := self.selftest(extension, name, sanitized=True):
                    return DIED, how
        return SURVIVED, ""

    def _noticed(self, judges: Judges, kills: dict[str, int]) -> str:
        """Say which test notices, "" if none does; if it waits for programs it must twice: no fault dies by chance."""
        ranks = self._ranks(kills)

        def promise(test: str) -> float:
            return max((rank for name, rank in ranks.items() if name.startswith(test)), default=0.0)

        # File by file: most faults die in the first, and the others need not be imported.
        for test in sorted(judges.tests, key=promise, reverse=True):
            if by := self._noticed_by(test, judges.leave, kills):
                return by
        return ""

    def _noticed_by(self, test: str, leave: Sequence[str], kills: dict[str, int]) -> str:
        left_out = [*leave, *self.failing]
        while True:
            answer = self.pytest([test], kills, left_out)
            name = str(answer["test"])
            if answer["passed"]:
                return ""
            if "::" not in name:
                return f"{test}{COLLECTED}"
            cpu, wall = answer["used"].get(name, (0.0, 0.0))
            if wall - cpu < WAITING_S or not self.pytest([name], kills)["passed"]:
                return name
            left_out.append(name)


def _limits(cpu: float, wall: float) -> tuple[float, float]:
    most = PATIENCE * cpu + SLACK_S
    return most, 30 * (PATIENCE * wall + SLACK_S)


def matches(file: str, patterns: Sequence[str]) -> bool:
    """Tell whether a file is one of those meant."""
    return not patterns or any(fnmatch.fnmatch(file, pattern) for pattern in patterns)
