"""Where the current folder was removed, what does not need it works, and what does says so in one line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.league.files import write
from tests.play.court import HANG_S

GONE = "; the current folder was removed"


def run(folder: Path, *words: str) -> tuple[int, str, str]:
    """Run the arbiter in a folder that is removed first."""
    gone = folder / "gone"
    gone.mkdir()
    done = subprocess.run(
        ["sh", "-c", 'rmdir "$PWD" && exec "$@"', "sh", sys.executable, "-P", "-m", "arbiter", *words],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=HANG_S,
        check=False,
        cwd=gone,
        encoding="utf-8",
    )
    assert "Traceback" not in done.stderr
    return done.returncode, done.stdout, done.stderr


@pytest.mark.machine
@pytest.mark.parametrize("sandbox", ["full", "read-all", "none"])
def test_a_match_of_programs_that_are_found_elsewhere_is_played(sandbox: str, instant: str, tmp_path: Path) -> None:
    status, page, score = run(tmp_path, "--sandbox", sandbox, "--no-engine", instant, instant)
    assert (status, "forfeit" in score) == (0, False)
    assert page.rstrip().endswith("</html>")


@pytest.mark.parametrize("shut", ["--sandbox", "--no-sandbox"])
def test_who_is_named_from_there_is_told_why_it_is_missing(shut: str, tmp_path: Path) -> None:
    words = ["--no-sandbox"] if shut == "--no-sandbox" else []
    status, _, score = run(tmp_path, *words, "--no-engine", "./bot", "true")
    assert status == 0
    assert f"./bot could not be started in 1 of 1 games: ./bot: No such file or directory{GONE}\n" in score


def test_a_league_is_played_and_a_program_examined(tmp_path: Path) -> None:
    file = write(tmp_path / "two.toml", {"a": "false", "b": "true"}, "pairs = 1")
    status, table, _ = run(tmp_path, "league", str(file))
    assert (status, "b" in table) == (0, True)
    status, output, errors = run(tmp_path, "check", "true")
    assert (status, errors, "ended by itself" in output) == (1, "", True)
    status, output, errors = run(tmp_path, "check", "./bot")
    assert (status, errors, GONE in " ".join(output.split())) == (1, "", True)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["league", "two.toml"], "arbiter league: error: two.toml: No such file or directory"),
        (["report", "two.db"], "arbiter: two.db: there is no such file"),
        (["review", "two.db"], "arbiter: two.db: No such file or directory"),
        (["serve", "two.db"], "arbiter serve: error: argument PLACE: "),
    ],
)
def test_a_file_that_is_named_from_there_is_missing(words: list[str], complaint: str, tmp_path: Path) -> None:
    status, output, errors = run(tmp_path, *words)
    assert (status > 0, output) == (True, "")
    assert errors.splitlines()[-1].startswith(complaint)
