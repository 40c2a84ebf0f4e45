"""Words of users that are nearly right are told for what they are, byte for byte."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bots.driver import HANG_S, environment


def run(*words: str, text: bytes = b"", folder: Path | None = None) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "bots.ataxx", *words],
        input=text,
        capture_output=True,
        cwd=folder,
        env=environment(),
        timeout=HANG_S,
        check=False,
    )


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("setoption name Move Overhead value 100", "there is no option 'move overhead'"),
        ("setoption name Clear Hash", "there is no option 'clear hash'"),
        ("setoption name Hash", "expected a whole number for hash, not ''"),
        ("setoption\tname\tHash\tvalue\t1_0", "expected a whole number for hash, not '1_0'"),
        ("setoption name H\u00e9sh value 1", "there is no option 'h\u00e9sh'"),
    ],
)
def test_an_option_that_is_not_there_is_named(line: str, why: str) -> None:
    done = run("uai", text=f"{line}\nisready\n".encode())
    assert (done.stdout, done.stderr.decode()) == (b"readyok\n", f"error: {why}\n")


def test_the_log_has_the_bytes_that_were_read() -> None:
    line = b"manual blue # \xc3\xa9 \xff"
    assert run("--log", text=line + b"\n").stderr == line + b"\n"


def test_the_script_that_is_missing_is_named(tmp_path: Path) -> None:
    (tmp_path / "first").write_text("new\n", encoding="utf-8")
    done = run("first", "second", folder=tmp_path)
    assert (done.returncode, done.stderr) == (2, b"ataxx-bot: there is no file 'second'\n")


@pytest.mark.parametrize(
    ("word", "why"),
    [
        ("perft", "perft comes before its options: ataxx-bot perft ..."),
        ("--foo", "unrecognized arguments: --foo"),
    ],
)
def test_a_script_is_not_blamed_for_the_word_behind_it(tmp_path: Path, word: str, why: str) -> None:
    for name in ("first", "perft"):
        (tmp_path / name).write_text("new\n", encoding="utf-8")
    done = run("first", word, folder=tmp_path)
    assert (done.returncode, done.stderr.decode()) == (2, f"ataxx-bot: {why}\n")


def test_more_scripts_than_files_may_be_open_are_read(tmp_path: Path) -> None:
    (tmp_path / "first").write_text("dump\n", encoding="utf-8")
    done = run(*(1100 * ["first"]), folder=tmp_path)
    assert (done.returncode, done.stderr, done.stdout.count(b"===\n")) == (0, b"", 2200)


@pytest.mark.parametrize("number", ["1_0", "\uff12"])
def test_a_number_has_digits_only(number: str) -> None:
    done = run("perft", number)
    assert done.returncode == 2
    assert done.stderr.decode().endswith(f"expected a whole number from 0 to 60, got {number!r}\n")


def test_a_mark_of_an_editor_before_a_script_costs_no_command(tmp_path: Path) -> None:
    (tmp_path / "marked").write_text("manual blue\na7-b6\n", encoding="utf-8-sig")
    (tmp_path / "more").write_text("g7-f6\ndump\n", encoding="utf-8-sig")
    done = run("marked", "more", folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")
    assert (done.stdout.count(b" r"), done.stdout.count(b" b")) == (3, 3)


@pytest.mark.parametrize("number", ["1_0", "\uff12", "x", ""])
def test_a_seed_has_digits_only(number: str) -> None:
    done = run("--seed", number)
    assert done.returncode == 2
    assert done.stderr.decode().endswith(f"expected a whole number, got {number!r}\n")


@pytest.mark.parametrize("command", ["save", "load"])
def test_a_name_that_can_be_none_is_told_so(command: str, tmp_path: Path) -> None:
    ours, theirs = os.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "bots.ataxx", "--level", "0"],
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        env=environment(),
    ) as bot:
        os.write(ours, f"{command} a\0b\nquit\n".encode())
        output, errors = bot.communicate(timeout=HANG_S)
    os.close(ours)
    os.close(theirs)
    assert bot.returncode == 0, errors
    assert b"embedded null byte" in output + errors
    assert b"Traceback" not in errors
