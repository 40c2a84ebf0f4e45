"""perft, bench and analyse count, measure and prove what they say, for people and for scripts."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pexpect
import pytest

from tests.bots.driver import ATAXX, HANG_S, OTHELLO, Bot, environment, run

DATA = Path(__file__).parent.parent / "data"
ENDGAMES: list[dict[str, Any]] = json.loads((DATA / "othello_endgames.json").read_text(encoding="utf-8"))["positions"]
PERFT: dict[str, int] = json.loads((DATA / "perft_othello.json").read_text(encoding="utf-8"))["nodes"]
START = "-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27
LATER = "---O-------O------OOOO----XXXO----OOOO-----XX------------------- black"
"""What is known of the first eight plies needs no search; this has more discs."""
WON, LOST = (
    "-" * 27 + "OOO----XOO------OO------OXX-----O----",
    "-" * 27 + "XXX---OOXO------XO" + "-" * 19,
)
"""After eight plies and after seven."""
STUCK = "XXX" + "-" * 61  # white has no move, nor a disc


def rows(text: bytes) -> list[list[str]]:
    """Split what analyse prints to a pipe into lines and columns."""
    return [line.split("\t") for line in text.decode().splitlines()]


def position(entry: dict[str, Any]) -> str:
    return f"{entry['board']} {entry['to_move']}"


def test_perft_counts_the_known_numbers() -> None:
    done = run("perft", "10")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode() == "".join(f"{depth}\t{PERFT[str(depth)]}\n" for depth in range(1, 11))


def test_perft_of_no_plies_is_one() -> None:
    assert run("perft", "0").stdout == b"0\t1\n"


@pytest.mark.parametrize("words", [[START, "black"], [f"{START} black"], [f" {START}   black "]])
def test_perft_takes_a_position_as_one_or_two_words(words: list[str]) -> None:
    assert run("perft", "4", *words).stdout == run("perft", "4").stdout


def test_perft_sees_the_side_to_move() -> None:
    assert run("perft", "2", f"{STUCK} white").stdout == b"1\t0\n2\t0\n"
    assert run("perft", "1", f"XO{'-' * 62}", "black").stdout == b"1\t1\n"
    assert run("perft", "1", f"XO{'-' * 62}", "white").stdout == b"1\t0\n"


def test_bench_gives_the_same_signature_each_time() -> None:
    first, second = ({k: int(v) for k, v in (line.split() for line in run("bench").stdout.splitlines())} for _ in "12")
    assert list(first) == [b"positions", b"nodes", b"nodes/s", b"signature"]
    assert first[b"signature"] == second[b"signature"] == first[b"nodes"] > 0


def test_analyse_proves_the_known_values_of_endgames() -> None:
    entries = [entry for entry in ENDGAMES if entry["empties"] <= 24]
    assert len(entries) == 10
    done = run("analyse", "--exact", text="\n".join(map(position, entries)).encode())
    assert (done.returncode, done.stderr) == (0, b"")
    for entry, (value, move, depth, nodes, seconds, variation) in zip(entries, rows(done.stdout), strict=True):
        assert (int(value), depth) == (entry["score"], "exact")
        assert variation.split(", ")[0] == move
        assert int(nodes) > 0
        assert float(seconds) >= 0


def test_analyse_by_depth_says_the_depth_and_is_deterministic() -> None:
    text = f"{LATER}\n{position(ENDGAMES[12])}\n{LATER}\n".encode()
    first, second = (rows(run("analyse", "--depth", "7", text=text).stdout) for _ in "12")
    assert [row[2] for row in first] == ["7", "7", "7"]
    without_seconds = [row[:4] + row[5:] for row in first]
    assert without_seconds == [row[:4] + row[5:] for row in second]
    assert without_seconds[0] == without_seconds[2]  # nothing is remembered from line to line


def test_analyse_by_nodes_stops_and_is_deterministic() -> None:
    first, second = (rows(run("analyse", "--nodes", "1000", text=LATER.encode()).stdout)[0] for _ in "12")
    assert 0 < int(first[3]) <= 1000
    assert first[:4] + first[5:] == second[:4] + second[5:]


@pytest.mark.parametrize("limit", [[], ["--exact"], ["--depth", "3"], ["--nodes", "1000"], ["--time", "0.1"]])
def test_analyse_knows_the_proved_value_of_the_start_in_any_mode(limit: list[str]) -> None:
    ((value, _, depth, nodes, _, _),) = rows(run("analyse", *limit, text=f"{START} black".encode()).stdout)
    assert (value, depth, nodes) == ("+31", "exact", "0")


@pytest.mark.parametrize("limit", [[], ["--depth", "3"], ["--nodes", "1000"]])
def test_analyse_says_that_an_opening_is_won_or_lost_where_the_margin_is_not_known(limit: list[str]) -> None:
    won, lost = rows(run("analyse", *limit, text=f"{WON} black\n{LOST} white\n".encode()).stdout)
    assert (won[2], lost[2]) == ("won", "lost")
    assert int(won[0]) > 0 > int(lost[0])


def test_the_move_of_an_opening_that_is_said_to_be_won_is_one_that_is_proved_to_win() -> None:
    text = b"--------------------XO-----OXOX---XXXO-----O-O------------------ black\n"
    ((_, move, depth, *_),) = rows(run("analyse", "--depth", "4", text=text).stdout)
    ((_, searched, *_),) = rows(run("analyse", "--no-openings", "--depth", "4", text=text).stdout)
    assert (move, depth, searched) == ("2 6", "won", "4 6")  # which draws


def test_analyse_by_time_stops() -> None:
    ((_, _, depth, *_),) = rows(run("analyse", "--time", "0.05", text=LATER.encode()).stdout)
    assert int(depth) >= 1


def test_analyse_skips_blank_lines_and_comments() -> None:
    text = f"# a comment\n\n   \n{STUCK} white # the end\r\n#{START} black\n\t{START}\tblack\n".encode()
    done = run("analyse", "--depth", "2", text=text)
    assert (done.returncode, len(rows(done.stdout)), done.stderr) == (0, 2, b"")


@pytest.mark.parametrize("limit", [["--exact"], ["--depth", "5"], ["--time", "0.1"]])
def test_analyse_counts_the_discs_of_a_finished_game(limit: list[str]) -> None:
    ((value, move, depth, _, _, variation),) = rows(run("analyse", *limit, text=f"{STUCK} white".encode()).stdout)
    assert (value, move, depth, variation) == ("-3", "-", "exact", "-")


def test_analyse_reads_a_file(tmp_path: Path) -> None:
    file = tmp_path / "positions"
    file.write_text(f"{STUCK} black\n", encoding="utf-8")
    done = run("analyse", "--exact", str(file))
    assert (done.returncode, rows(done.stdout)[0][0]) == (0, "+3")
    assert run("analyse", "--exact", "-", text=file.read_bytes()).stdout.startswith(b"+3\t")


WRONG = {
    b"XO black": "a board has 64 characters, this one 2",
    START.encode(): "expected two words, `BOARD black` or `BOARD white`, found 1",
    f"{START} blue".encode(): "the side to move is `black` or `white`, not 'blue'",
    f"{START.replace('O', 'o')} black".encode(): "character 28 of the board is 'o', not X, O or -",
    f"{START} black white".encode(): "expected two words, `BOARD black` or `BOARD white`, found 3",
    b"\xff\xfe\x00 black": "a board has 64 characters",
}


@pytest.mark.parametrize("line", WRONG)
def test_analyse_names_a_wrong_line_and_keeps_the_answers_before_it(line: bytes) -> None:
    done = run("analyse", "--exact", text=f"# one\n{STUCK} white\n".encode() + line + f"\n{STUCK} white\n".encode())
    assert done.returncode == 2
    assert len(rows(done.stdout)) == 1
    assert done.stderr.count(b"\n") == 1
    assert done.stderr.decode().startswith(f"othello-bot analyse: line 3: {WRONG[line]}")


@pytest.mark.parametrize("path", ["/dev/zero", "/dev/full"])
def test_analyse_waits_for_no_end_of_a_line_that_is_too_long_for_a_position(path: str) -> None:
    done = run("analyse", "--depth", "1", path)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.endswith(b"line 1: more than 65,536 characters; expected a position\n")


def test_analyse_answers_each_line_before_the_next_is_there() -> None:
    with Bot("analyse", "--depth", "1") as bot:
        for _ in range(3):
            bot.send(f"{START} black\n".encode())
            assert bot.line().count(b"\t") == 5
        assert bot.end() == (0, b"", b"")


def test_analyse_aligns_its_columns_on_a_terminal(tmp_path: Path) -> None:
    file = tmp_path / "positions"
    file.write_text(f"{START} black\n{STUCK} white\n", encoding="utf-8")
    line = shlex.join([*OTHELLO, "analyse", "--depth", "6", str(file)])
    text = str(pexpect.run(line, env=environment(), encoding="utf-8", timeout=int(HANG_S)))
    header, *lines = text.splitlines()
    assert header.split() == ["value", "move", "depth", "nodes", "seconds", "principal", "variation"]
    assert len(lines) == 2
    assert "\t" not in text
    for line in lines:
        for name in ("value", "move", "depth", "nodes", "seconds"):
            end = header.index(name) + len(name)
            assert line[end - 1] != " "
            assert line[end : end + 2] == "  "


def test_ataxx_is_analysed_by_the_large_network_unless_another_is_named() -> None:
    text = b"x5o/7/7/7/7/7/o5x x 0 1\n"
    usual, large, small, none = (
        rows(run("analyse", "--depth", "4", *words, text=text, program=ATAXX).stdout)[0]
        for words in ((), *(("--network", name) for name in ("large", "small", "none")))
    )
    assert usual[:4] == large[:4]
    assert len({usual[3], small[3], none[3]}) == 3
    assert b"invalid choice: 'huge'" in run("analyse", "--network", "huge", program=ATAXX).stderr


def test_a_position_has_a_limit_of_its_own_behind_a_tab() -> None:
    entry = position(next(entry for entry in ENDGAMES if entry["empties"] == 20))
    lines = [f"{entry}\tdepth 4", f"{entry}\tnodes 1000", f"{entry}\texact", f"{entry}\ttime 0.01", entry]
    shallow, few, exact, timed, usual = rows(run("analyse", "--depth", "3", text="\n".join(lines).encode()).stdout)
    assert (shallow[2], usual[2], exact[2]) == ("4", "3", "exact")
    assert int(few[3]) <= 1000 + 64
    assert timed[2].isdigit() or timed[2] == "exact"
    board, side = entry.split()
    assert rows(run("analyse", "--depth", "3", text=f"{board}\t{side}\n".encode()).stdout)[0][:4] == usual[:4]


@pytest.mark.parametrize("limit", ["depth 0", "depth x", "time 0", "nodes 0", "plies 3"])
def test_a_limit_that_is_none_is_told(limit: str) -> None:
    done = run("analyse", text=f"{START} black\t{limit}\n".encode())
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"othello-bot analyse: line 1: ")
    assert done.stderr.count(b"\n") == 1
