"""What threads have used is read from /proc: here from a tree of files, which can be as deep as no machine's is."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from arbiter.host import threads


def test_of_a_chain_of_processes_that_is_as_long_as_a_program_likes_each_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    count = sys.getrecursionlimit() + 200
    for pid in range(1, count + 1):
        thread = tmp_path / f"proc/{pid}/task/{pid}"
        thread.mkdir(parents=True)
        (thread / "schedstat").write_text(f"{pid * 10**9} 0 1\n")
        (thread / "children").write_text(f"{pid + 1} " if pid < count else "")
    monkeypatch.setattr(threads, "Path", lambda path: Path(f"{tmp_path}{path}"))
    found = list(threads.uses(1))
    assert sorted(used.cpu_s for _, used in found) == list(range(1, count + 1))
