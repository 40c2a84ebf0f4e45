"""A process of the copy that has imported what every test needs but nothing of ours, and runs tests in children of its
own: `python -m tests.mutants.warm`. An order is a line of JSON, and so is the answer.

Order: `tests` (files or node ids), `rank` (node id: how soon), `limits` (node id: CPU and wall-clock seconds), `not`
(node ids that are left out), `collect` (whether only to look for tests). Answer: `passed`, `test` (which failed),
`how`, `used` (node id: CPU and wall-clock seconds).
"""

from __future__ import annotations

import contextlib
import ctypes
import importlib
import json
import os
import resource
import select
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest

PLUGINS = ("anyio.pytest_plugin", "hypothesis.strategies")
PACKAGES = ("cffi", "jinja2", "numpy", "pexpect", "rich.progress")
BROWSER = ("selenium.webdriver.chrome.webdriver", "selenium.webdriver.support.wait")
for anyway in (*PLUGINS, *PACKAGES, *BROWSER):  # what tests import anyway takes 0.6 s of the second that a run takes
    importlib.import_module(anyway)

PR_SET_CHILD_SUBREAPER = 36
COLLECTION = (60.0, 300.0)
"""CPU and wall-clock seconds in which the tests must be found."""
UNKNOWN = (60.0, 1200.0)
"""The same for a test that was never run."""
WHOLE_S = 3600.0


class Plugin:
    """Sorts the tests, limits each, and notes what it used."""

    def __init__(self, order: dict[str, Any], note: Path) -> None:
        """Take the order; the note is a file that outlives the process."""
        self._order, self._note = order, note
        self._begin = (0.0, 0.0)
        self.used: dict[str, tuple[float, float]] = {}
        self.failed: tuple[str, str] | None = None
        self._limit("(collection)", COLLECTION)

    def _limit(self, test: str, limits: tuple[float, float]) -> None:
        self._note.write_text(test, "utf-8")
        cpu = resource.getrusage(resource.RUSAGE_SELF)
        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (int(cpu.ru_utime + cpu.ru_stime + limits[0]) + 1, hard))
        signal.setitimer(signal.ITIMER_REAL, limits[1])

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """File after file, the most promising first, and within each file the most promising test."""
        rank = self._order["rank"]
        files: dict[str, float] = {}
        for item in items:
            files[_file(item)] = max(files.get(_file(item), 0.0), rank.get(item.nodeid, 0.0))
        items[:] = [item for item in items if item.nodeid not in self._order["not"]]
        items.sort(key=lambda item: (-files[_file(item)], _file(item), -rank.get(item.nodeid, 0.0)))

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Set the limits."""
        cpu, wall = self._order["limits"].get(nodeid, UNKNOWN)
        self._limit(nodeid, (cpu, wall))
        self._begin = (_cpu_s(), time.monotonic())

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note a failure."""
        if report.failed and not self.failed:
            self.failed = (report.nodeid, report.when)
            self.used[report.nodeid] = self._since()

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        """Note what was used."""
        self.used[nodeid] = self._since()

    def _since(self) -> tuple[float, float]:
        return round(_cpu_s() - self._begin[0], 3), round(time.monotonic() - self._begin[1], 3)


def _file(item: pytest.Item) -> str:
    return item.nodeid.partition("::")[0]


def _cpu_s() -> float:
    both = (resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN))
    return sum(used.ru_utime + used.ru_stime for used in both)


def child(order: dict[str, Any], folder: Path) -> int:
    """Run the tests; in a child."""
    os.setpgid(0, 0)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with (folder / "output").open("wb") as output, Path(os.devnull).open("rb") as nothing:
        os.dup2(nothing.fileno(), 0)
        os.dup2(output.fileno(), 1)
        os.dup2(output.fileno(), 2)
    plugin = Plugin(order, folder / "note")
    words = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--hypothesis-seed=0", "--tb=short"]
    words += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]  # of what we have imported before
    words += ["--collect-only"] if order["collect"] else []
    status = pytest.main([*words, f"--basetemp={folder / 'tests'}", *order["tests"]], plugins=[plugin])
    answer = {"status": int(status), "failed": plugin.failed, "used": plugin.used}
    (folder / "answer").write_text(json.dumps(answer), "utf-8")
    sys.stdout.flush()
    return 0


def run(order: dict[str, Any], folder: Path) -> dict[str, Any]:
    """Run the tests in a child, whatever becomes of it, and leave no process behind."""
    for name in ("answer", "note"):
        (folder / name).unlink(missing_ok=True)
    pid = os.fork()
    if pid == 0:
        try:
            os._exit(child(order, folder))
        finally:
            os._exit(99)
    descriptor = os.pidfd_open(pid)
    ended, _, _ = select.select([descriptor], [], [], WHOLE_S)
    os.close(descriptor)
    if not ended:
        os.kill(pid, signal.SIGKILL)
    _, status = os.waitpid(pid, 0)
    sweep()
    note = (folder / "note").read_text("utf-8") if (folder / "note").exists() else "(start)"
    if not (folder / "answer").exists():
        number = os.waitstatus_to_exitcode(status)
        late = {-signal.SIGALRM, -signal.SIGXCPU, -signal.SIGKILL}
        how = "took too long" if number in late else f"ended with status {number}"
        return {"passed": False, "test": note, "how": how, "used": {}}
    answer = json.loads((folder / "answer").read_text("utf-8"))
    if answer["failed"]:
        return {"passed": False, "test": answer["failed"][0], "how": "failed", "used": answer["used"]}
    how = "" if answer["status"] == 0 else "could not be collected"
    return {"passed": not how, "test": note if how else "", "how": how, "used": answer["used"]}


def sweep() -> None:
    """End all processes that a test has left behind: they have fallen to us."""
    children = Path(f"/proc/self/task/{os.getpid()}/children")
    while left := [int(word) for word in children.read_text().split()]:
        for pid in left:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(-1, 0)


def orders() -> Iterator[dict[str, Any]]:
    """Read orders until there are no more."""
    for line in sys.stdin:
        yield json.loads(line)


def main() -> None:
    """Take orders."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who reads our answers decides
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    phases = set(hypothesis.Phase) - {hypothesis.Phase.shrink, hypothesis.Phase.explain}
    hypothesis.settings.register_profile("mutants", database=None, phases=phases)
    hypothesis.settings.load_profile("mutants")
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        for order in orders():
            print(json.dumps(run(order, Path(folder))), flush=True)


if __name__ == "__main__":
    main()
