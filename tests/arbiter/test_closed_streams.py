"""What the arbiter does where a standard stream is closed: without an output nothing, without the others the same."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from arbiter.cli import COMMANDS
from tests.play.court import HANG_S


def run(closed: str, *words: str, cwd: Path) -> subprocess.CompletedProcess[bytes]:
    """Run the arbiter with a stream closed as a shell closes it."""
    shell = ["sh", "-c", f'exec "$@" {closed}', "sh", sys.executable, "-P", "-m", "arbiter", *words]
    return subprocess.run(shell, stdin=subprocess.DEVNULL, capture_output=True, timeout=HANG_S, check=False, cwd=cwd)


@pytest.mark.parametrize("words", [["true", "true", "1"], ["--help"], ["--version"], *([name] for name in COMMANDS)])
def test_without_a_standard_output_it_says_so_in_one_line(words: list[str], tmp_path: Path) -> None:
    done = run(">&-", *words, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr == b"arbiter: standard output is closed\n"


@pytest.mark.parametrize("closed", ["<&-", "2>&-", "<&- 2>&-"])
def test_a_match_needs_no_other_stream(closed: str, instant: str, tmp_path: Path) -> None:
    done = run(closed, instant, instant, "2", "--jobs", "1", cwd=tmp_path)
    assert done.returncode == 0
    assert done.stdout.lower().startswith(b"<!doctype html>")
    assert done.stdout.rstrip().endswith(b"</html>")
    assert (b"wins" in done.stderr) == ("2>" not in closed)


@pytest.mark.parametrize("words", [["one"], ["league", "/nowhere"], ["export", "/nowhere"], ["check", "'"]])
def test_without_a_standard_error_complaints_do_not_go_to_standard_output(words: list[str], tmp_path: Path) -> None:
    done = run("2>&-", *words, cwd=tmp_path)
    assert done.returncode in (1, 2)
    assert (done.stdout, done.stderr) == (b"", b"")
