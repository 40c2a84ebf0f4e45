"""Steal time is that of the core of ours that has lost most, as proc_stat(5) tells of it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from arbiter.host import steal

TABLE = """cpu  99 99 99 99 99 99 99 9900 99 99
cpu0 10 20 30 40 50 60 70 {} 90 100
cpu2 11 21 31 41 51 61 71 {} 91 101
cpu17 12 22 32 42 52 62 72 {} 92 102
intr 5 6 7 8 9 10 11 12 13
ctxt 1234
"""


TICK_S = 1 / os.sysconf("SC_CLK_TCK")


class Kernel:
    """A table in place of the kernel's, and the time."""

    def __init__(self, table: Path) -> None:
        self.table, self.now_s = table, 1000.0

    def tells(self, text: str) -> None:
        self.table.write_text(text)


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Kernel:
    made = Kernel(tmp_path / "stat")
    monkeypatch.setattr(steal, "STAT", made.table)
    monkeypatch.setattr("arbiter.host.steal.time.monotonic", lambda: made.now_s)
    return made


@pytest.mark.parametrize(("ours", "lost"), [({0, 2}, 7), ({0}, 3), ({0, 2, 17, 18}, 200), ({18}, 0)])
def test_the_core_of_ours_that_has_lost_most_counts(
    kernel: Kernel, monkeypatch: pytest.MonkeyPatch, ours: set[int], lost: int
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: ours)
    kernel.tells(TABLE.format(500, 600, 700))
    since = steal.Steal()
    assert since.began_s == kernel.now_s
    assert since.seconds() == 0.0
    kernel.tells(TABLE.format(503, 607, 900))
    kernel.now_s += 0.05
    assert since.seconds() == pytest.approx(lost * TICK_S)


def test_what_is_stolen_all_the_time_is_nothing(kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: {0})
    kernel.tells(TABLE.format(500, 600, 700))
    since = steal.Steal()
    kernel.tells(TABLE.format(505, 600, 700))
    kernel.now_s += 19.9 * 5 * TICK_S
    assert since.seconds() == pytest.approx(5 * TICK_S)
    kernel.now_s += 0.2 * 5 * TICK_S
    assert since.seconds() == 0.0


def test_where_nobody_counts_nothing_is_stolen(kernel: Kernel) -> None:
    assert steal.Steal().seconds() == 0.0  # without a table
    kernel.tells("cpu 1 2 3 4\ncpu0 1 2 3 4\n")  # as kernels before 2.6.11 had it
    assert steal.Steal().seconds() == 0.0
    for core in sorted(os.sched_getaffinity(0)):
        kernel.tells(f"cpu{core}x 1 2 3 4 5 6 7 8\ncpu{core} 1 2 3 4 5 6 7 1.5\n\ncpu\n")  # as nobody has it
        assert steal.Steal().seconds() == 0.0
    since = steal.Steal()
    kernel.table.unlink()
    assert since.seconds() == 0.0


def test_every_core_of_this_machine_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    since = steal.Steal()
    real = Path("/proc/stat").read_text().splitlines()
    later = [[*line.split()[:8], "9999999999", *line.split()[9:]] for line in real if line.startswith("cpu")]
    for core in os.sched_getaffinity(0):
        monkeypatch.setattr(os, "sched_getaffinity", lambda pid, core=core: {core})
        monkeypatch.setattr(Path, "read_bytes", lambda path: "\n".join(map(" ".join, later)).encode())
        assert since.seconds() > 1e6
        monkeypatch.undo()
