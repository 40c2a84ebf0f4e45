"""What a program leaves, to the machine and to those after it, and what it learns of others: nothing.

Each test says by a program of its own what it could do. What the kernel does not give is skipped, by name.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from arbiter.host.launch import Protection
from tests.play.court import Court

pytestmark = pytest.mark.machine

RUNGS = pytest.mark.parametrize("options", [[], ["--no-namespace"]], ids=["namespaces", "no namespaces"])


def play(court: Court, folder: Path, script: str, rival: str, *words: str) -> list[dict[str, Any]]:
    """Let a script in Python play in a folder; give the records of its games."""
    (folder / "player.py").write_text(script)
    return court.judge_in(folder, f"{sys.executable} player.py", rival, "--time", "60", *words)[0]


def said(record: dict[str, Any]) -> str:
    """Give what the script wrote to standard error."""
    return str(record["costs"][0]["stderr"])


def granted(record: dict[str, Any], *wanted: Protection) -> None:
    """Skip the rest of a test where the machine gives none of what it looks at."""
    protections = Protection(record["costs"][0]["protections"])
    if not any(bit in protections for bit in wanted):
        pytest.skip(f"this machine gives no {wanted[0].name}")


SPY = """
import os, sys
for pid in filter(str.isdecimal, os.listdir("/proc")):
    for name in "cmdline", "environ":
        try:
            print(pid, name, open(f"/proc/{pid}/{name}", "rb").read(), file=sys.stderr)
        except OSError:
            pass
"""


def test_a_program_reads_no_words_and_no_variables_of_the_arbiter(court: Court, tmp_path: Path, instant: str) -> None:
    court.environment["TOKEN_OF_OURS"] = "guarded"
    (record,) = play(court, tmp_path, SPY, instant, "--environment-b", "TOKEN=guarded")
    granted(record, Protection.OWN_PIDS)
    assert f"cmdline {f'{sys.executable}'.encode()!r}"[:-1] in said(record)  # its own
    assert "guarded" not in said(record)
    assert instant not in said(record)
