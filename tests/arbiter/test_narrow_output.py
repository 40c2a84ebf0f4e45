"""What standard output has no bytes for is escaped there: names are of all languages, and outputs are not."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.league.files import write
from tests.play.court import HANG_S

NARROW = [
    {"PYTHONIOENCODING": "ascii"},
    {"PYTHONIOENCODING": "iso-8859-15:strict"},
    {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
]
NAME = "naïve Ω"


def run(narrow: dict[str, str], *words: str | bytes, cwd: Path, closed: str = "") -> tuple[int, str, str]:
    """Run the arbiter where little can be said; give its status and what it says."""
    path = ":".join([str(Path(sys.executable).parent), "/usr/bin", "/bin"])
    done = subprocess.run(
        ["sh", "-c", f'exec "$@" {closed}', "sh", sys.executable, "-P", "-m", "arbiter", *words],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=HANG_S,
        check=False,
        cwd=cwd,
        env={"PATH": path, **narrow},
    )
    assert b"Traceback" not in done.stdout + done.stderr, done.stderr.decode("latin-1")
    return done.returncode, done.stdout.decode("latin-1"), done.stderr.decode("latin-1")


@pytest.mark.parametrize("narrow", NARROW[:2])
def test_a_league_is_shown_whatever_its_players_are_called(narrow: dict[str, str], tmp_path: Path) -> None:
    write(tmp_path / "two.toml", {NAME: "false", "b": "./naïve_nö"}, "pairs = 1")
    shown = NAME.encode(narrow["PYTHONIOENCODING"].partition(":")[0], "backslashreplace").decode("latin-1")
    for words in (["league", "two.toml"], ["export", "two.db"], ["replay", "two.db", "1", "--text"]):
        status, output, _ = run(narrow, *words, cwd=tmp_path)
        assert (status, shown in output) == (0, True)


@pytest.mark.parametrize("narrow", NARROW)
@pytest.mark.parametrize("name", ["./naïve_bot".encode(), b"./caf\xea", "./棋士".encode()])
def test_a_program_of_any_name_is_examined(name: bytes, narrow: dict[str, str], tmp_path: Path) -> None:
    status, output, _ = run(narrow, "check", name, cwd=tmp_path)
    assert status == 1
    assert "It could not be started" in output
    assert "No such file or directory" in " ".join(output.split())


@pytest.mark.parametrize("narrow", NARROW)
@pytest.mark.parametrize("closed", ["", "2>&-"])
def test_a_match_of_programs_of_any_name_has_its_page(closed: str, narrow: dict[str, str], tmp_path: Path) -> None:
    status, page, score = run(narrow, "./naïve_bot", b"./caf\xea", cwd=tmp_path, closed=closed)
    assert status == 0
    assert page.rstrip().endswith("</html>")
    assert score.count("1 forfeit: NOT_STARTED") == (0 if closed else 2)


def test_a_command_line_that_no_program_can_be_told_is_refused_in_one_line(tmp_path: Path) -> None:
    """It is read from a file in UTF-8, but the machine's names are in ASCII."""
    write(tmp_path / "two.toml", {NAME: "./naïve_bot", "b": "true"}, "pairs = 1")
    status, output, errors = run(NARROW[2], "league", "two.toml", cwd=tmp_path)
    assert (status, output) == (2, "")
    assert errors.splitlines()[-1] == (
        r"arbiter league: error: two.toml: player 1: command: the command line './na\xefve_bot' holds '\xef', which "
        "names have not here (ascii)"
    )
    assert not (tmp_path / "two.db").exists()


def test_a_variable_that_no_program_can_be_told_keeps_it_from_starting(tmp_path: Path) -> None:
    file = write(tmp_path / "two.toml", {"a": "false", "b": "true"}, "pairs = 1")
    file.write_text(f"{file.read_text()}environment = {{ WHO = 'Ω' }}\n", encoding="utf-8")
    assert run(NARROW[2], "league", "two.toml", cwd=tmp_path)[0] == 0
    _, output, _ = run(NARROW[2], "export", "two.db", cwd=tmp_path)
    assert output.count("true: this system's encoding does not have what it shall be told") == 2
