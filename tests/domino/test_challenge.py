"""Challenge mode keeps its protocol to the byte, over pipes."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter.games.contract import Settings
from arbiter.games.domino.game import GAME
from arbiter.games.domino.law import HandError as LawError
from arbiter.games.domino.law import read_hand as law_reads
from bots.domino.hands import counts
from native.domino.engine import HandError, read_hand
from tests.bots.driver import HANG_S, environment
from tests.domino.driver import DOMINO, run


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (b"0\n", b"\n"),
        (b"1\n3 5\n", b"S 3 5 \n"),
        (b"1 5 3", b"S 3 5 \n"),
        (b"1\n0 0\n", b"S 0 0 \n"),
        (b"2\n11 11\n21 12\n", b"\n"),
        (b"2\n6 6\n11 11\n", b"S 6 6 R 11 11 \n"),
        (b"2 \t\r\n+1\v02  21 12 what follows is not read", b"S 1 2 R 12 21 \n"),
    ],
)
def test_a_hand_in_a_line_out(text: bytes, line: bytes) -> None:
    done = run("--challenge", text=text)
    assert (done.returncode, done.stdout, done.stderr) == (0, line, b"")


@pytest.mark.parametrize("text", [b"\xef\xbb\xbf1\n3 5\n", b"\xef\xbb\xbf 1 3 5"])
def test_a_byte_order_mark_in_front_of_a_hand_is_skipped(text: bytes, tmp_path: Path) -> None:
    assert run("--challenge", text=text).stdout == b"S 3 5 \n"
    pieces = iter([text[i : i + 1] for i in range(len(text))])
    assert sum(read_hand(lambda: next(pieces, b""))) == 1
    file = tmp_path / "hand"
    file.write_bytes(text)
    assert run("check", str(file), "S 3 5").stdout.startswith(b"legal\n")
    assert b"1 of 1 tiles" in run("--ai", text=text).stdout
    for part in (b"\xef", b"\xef\xbb\xbf", b"\xef\xbb\xbf\xef\xbb\xbf1 3 5"):
        assert run("--challenge", text=part).returncode == 1


SLOW = {"argparse", "dataclasses", "enum", "inspect", "pathlib", "random", "rich", "signal", "threading"}


@pytest.mark.parametrize("words", [[], ["--2d"], ["--verbose", "--zero-stays", "--allow-early-stop"]])
def test_a_challenge_imports_nothing_that_takes_longer_than_the_answer(words: list[str]) -> None:
    """Python itself needs 9 ms; with `argparse`, `dataclasses` and what they import the challenge needed 50, now 20."""
    program, *module = DOMINO
    done = subprocess.run(
        [program, "-X", "importtime", *module, "--challenge", *words],
        input=b"1 3 5",
        capture_output=True,
        timeout=HANG_S,
        check=True,
        env=environment(),
    )
    names = [line.rpartition("|")[2].strip() for line in done.stderr.decode().splitlines()]
    assert "bots.domino.challenge" in names
    assert SLOW.isdisjoint(names[names.index("bots") :])


def test_verbose_speaks_on_standard_error_only() -> None:
    done = run("--challenge", "--verbose", text=b"4\n3 4\n1 3\n4 5\n2 2\n")
    assert done.stdout == b"S 1 3 R 3 4 R 4 5 \n"
    assert done.stderr.startswith(b"score 20, upper bound 20, proved, ")
    assert done.stderr.count(b"\n") == 1


def test_early_stop_is_an_option() -> None:
    assert run("--challenge", "--allow-early-stop", text=b"2 6 6 11 11").stdout == b"S 6 6 \n"


BAD = [
    (b"", "the number of tiles: the input ends here; expected an integer"),
    (b"x", "the number of tiles: 'x' is no part of an integer"),
    (b"-2", "the number of tiles is -2; expected 0 or more"),
    (b"1.5 2", "the number of tiles: '.' is no part"),
    (b"2\n1 2\n3", "tile 2 of 2: the input ends here"),
    (b"2\n1 2\n3 ", "tile 2 of 2: the input ends here"),
    (b"1\n0 3\n", "tile 1 of 1: there is no tile 0 3; tiles are two digits 1..6, 0 0, 11 11 and 12 21"),
    (b"1\n11 12\n", "there is no tile 11 12"),
    (b"1\n12 12\n", "there is no tile 12 12"),
    (b"1\n7 1\n", "there is no tile 7 1"),
    (b"1\n-1 1\n", "there is no tile -1 1"),
    (b"1\n1 2x\n", "tile 1 of 1: 'x' is no part"),
    (b"1\n- 2\n", "tile 1 of 1: ' ' is no part"),
    (b"99999999999999999999", "is no part of an integer below 2147483648"),
    (b"1\n1 \xff", "tile 1 of 1: "),
]


@pytest.mark.parametrize(("text", "message"), BAD)
def test_bad_input_is_one_clear_line(text: bytes, message: str) -> None:
    done = run("--challenge", text=text)
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr.startswith(b"domino-bot: ")
    assert message in done.stderr.decode()
    assert done.stderr.count(b"\n") == 1


def test_the_answer_does_not_wait_for_the_end_of_the_input() -> None:
    with subprocess.Popen(
        [*DOMINO, "--challenge"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment()
    ) as bot:
        assert bot.stdin
        assert bot.stdout
        for piece in (b"2\n1", b" 2 2", b" 3\n"):
            os.write(bot.stdin.fileno(), piece)
        assert bot.stdout.readline() == b"S 1 2 R 2 3 \n"
        bot.stdin.close()
        assert bot.wait(HANG_S) == 0


HUGE = ("2147483647", "2147483648", "-2147483648", "99999999999999999999", "9" * 5000, "0" * 5000)
WORDS = st.sampled_from(
    ["0", "1", "2", "3", "6", "7", "11", "12", "21", "+2", "-1", "x", "1x", "", "007", "-+5", *HUGE]
)


@pytest.mark.parametrize("text", ["99999999999999999999 1 1", "1 -+5 5", f"1 1 {'9' * 5000}"])
def test_who_reads_a_hand_from_a_file_names_the_file_and_the_number(text: str, tmp_path: Path) -> None:
    file = tmp_path / "hand"
    file.write_text(text, encoding="ascii")
    name = str(file)
    for status, *words in ((2, "check", name, "S 1 1"), (2, "check-proof", name, name), (1, "--ai", "--hand", name)):
        done = run(*words)
        assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (status, b"", 1), words
        assert f"{name}: " in done.stderr.decode()
        assert "is not an integer" in done.stderr.decode()
    with pytest.raises(ValueError, match=f"{name}: .* is not an integer"):
        GAME.referee(Settings(options=GAME.options().parse_args(["--hands", str(tmp_path)])))


@given(st.lists(WORDS, max_size=9), st.sampled_from([" ", "\n", "\t "]), st.integers(1, 4))
def test_the_engine_reads_hands_as_the_law_does(words: list[str], space: str, size: int) -> None:
    text = space.join(words)
    pieces = iter([text.encode()[i : i + size] for i in range(0, len(text), size)])
    try:
        expected = counts(law_reads(text))
    except LawError:
        with pytest.raises(HandError):
            read_hand(lambda: next(pieces, b""))
    else:
        assert read_hand(lambda: next(pieces, b"")) == expected
