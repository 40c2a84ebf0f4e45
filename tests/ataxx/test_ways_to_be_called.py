"""The course's program is called with --strict, --log, --timing, and files of commands; so is ours."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from tests.bots.driver import ATAXX, run

GAME = b"""manual blue  # both by hand

A7-b6
g7-f6
dump
foo
undo
auto red
"""
START = b"===\n  r - - - - - b\n"


def play(*words: str, text: bytes = GAME) -> tuple[int, bytes, bytes]:
    done = run("--depth", "2", *words, text=text, program=ATAXX)
    return done.returncode, done.stdout, done.stderr


def test_strict_leaves_at_the_first_error_with_status_1_and_nothing_else_is_done() -> None:
    status, output, errors = play("--strict")
    assert (status, errors) == (1, b"error: unknown command; help lists those that there are\n")
    assert output == play()[1][: len(output)]
    assert output.endswith(b"===\n")
    assert play("--strict", text=b"dump\nquit\n")[::2] == (0, b"")


def test_log_writes_each_command_as_it_is_read_before_its_error() -> None:
    status, _, errors = play("--log")
    assert status == 0
    logged = [line for line in GAME.splitlines() if line.strip()]
    logged.insert(logged.index(b"foo") + 1, b"error: unknown command; help lists those that there are")
    assert errors.splitlines() == logged


def test_timing_writes_the_seconds_of_each_turn_of_the_program() -> None:
    _, output, errors = play("--timing", text=b"a7-b7\nb7-c7\n")
    timed = re.findall(rb"^Blue: \d+\.\d{3} s$", errors, re.MULTILINE)
    assert len(timed) == output.count(b"* Blue moves ") == len(errors.splitlines()) == 2


def test_standard_output_is_the_same_to_the_byte() -> None:
    plain = play()[1]
    assert plain.startswith(b"===\n  - - - - - - -\n") or plain.count(b"===") == 2
    assert play("--log", "--timing")[1] == plain
    assert play("--log", "--timing", "--verbose")[1] == plain


def test_files_are_read_one_after_the_other_as_one_input(tmp_path: Path) -> None:
    one, two = tmp_path / "one.in", tmp_path / "two.in"
    one.write_bytes(b"manual blue\na7-b7")
    two.write_bytes(b"dump\n")
    status, output, errors = play(str(one), str(two), text=b"never read\n")
    assert (status, errors) == (0, b"")
    assert output.startswith(b"===\n  r r - - - - b\n")
    assert play(str(two), "--log", text=b"foo\n") == (0, play(text=b"dump\n")[1], b"dump\n")
    assert play("-", str(two), text=b"manual blue\na7-b7\n")[1] == output
    two.write_bytes(b"quit\nfoo\n")
    assert play(str(two), str(one)) == (0, b"", b"")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("nowhere.in",), "there is no command 'nowhere.in', nor a file; expected one of analyse, bench, "),
        ((".",), "cannot read .: Is a directory"),
        (("--strict", "perft"), "perft comes before its options: ataxx-bot perft ..."),
    ],
)
def test_what_cannot_be_done_is_one_line_and_status_2(words: tuple[str, ...], why: str) -> None:
    status, output, errors = play(*words)
    assert (status, output) == (2, b"")
    assert errors.decode().startswith(f"ataxx-bot: {why}")
    assert errors.count(b"\n") == 1


@pytest.mark.parametrize("behind", [True, False])
def test_perft_counts_by_destination_where_it_is_asked_to(behind: bool) -> None:
    words = ("perft", "4", "--by-destination") if behind else ("perft", "--by-destination", "4")
    done = run(*words, program=(sys.executable, "-m", "bots.ataxx"))
    assert done.stdout == b"1\t16\n2\t256\n3\t6460\n4\t155888\n"
    fen = run(*words, "x5o/7/7/7/7/7/o5x", "x", program=ATAXX)
    assert fen.stdout == done.stdout


def test_blocks_may_follow_a_block_that_has_ended_the_game() -> None:
    names = ("a2", "a3", "a4", "b1", "b2", "b3", "b4", "c1", "c2", "c3", "c4")
    status, output, errors = play(text="".join(f"block {name}\n" for name in names).encode() + b"dump\n")
    assert (status, errors) == (0, b"")
    assert output == (b"* Draw.\n===\n  r X X - X X b\n" + 5 * b"  X X X - X X X\n" + b"  b X X - X X r\n===\n")
