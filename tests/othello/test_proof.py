"""What `solve` proves is true and survives being killed; `verify-proof` believes what holds and nothing else."""

from __future__ import annotations

import gzip
import os
import random
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from arbiter.games.othello.law import BLACK, Position, format_position, parse_position
from bots.options import Options
from bots.othello.book import proved_margin
from bots.othello.player import Player
from bots.othello.proof.certificate import SYMMETRIES, smallest
from native.othello.engine import Othello, canonical
from tests.many import each, many
from tests.native.boards import discs, random_positions

HANG_S = 300
LATE = parse_position("---OOO----XOO-X--XXXXXX-OOXOOOXOOXXXXXXOOOXOOOX--OXOOO---O-OO--- black")
SHIPPED = Path(__file__).parent.parent.parent / "bots" / "othello"


def bot(*words: str | Path) -> list[str]:
    return [sys.executable, "-m", "bots.othello", *map(str, words)]


def run(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(bot(*words), capture_output=True, text=True, timeout=HANG_S, check=False)


def solve_command(folder: Path, position: Position, *words: str, leaf: int = 1000) -> list[str]:
    leaves = ("--file", str(folder / "proof.sqlite"), "--hash", "1", "--nodes-per-leaf", str(leaf))
    return bot("solve", *leaves, *words, *format_position(position).split())


def solve(folder: Path, position: Position, *words: str) -> str:
    done = subprocess.run(
        solve_command(folder, position, *words), capture_output=True, text=True, timeout=HANG_S, check=True
    )
    assert done.stderr == ""
    return done.stdout


def test_results_go_into_the_file_while_progress_goes_to_the_terminal(tmp_path: Path) -> None:
    own, terminal = os.openpty()
    with (tmp_path / "results").open("wb") as file:
        command = solve_command(tmp_path, LATE, "--alpha", "-64", leaf=10**9)
        # A kind of terminal, for where it is unknown or dumb nothing is shown.
        environment = os.environ | {"TERM": "xterm-256color"}
        subprocess.run(command, stdout=file, stderr=terminal, env=environment, timeout=HANG_S, check=True)
    os.close(terminal)
    shown = os.read(own, 1 << 16).decode()
    os.close(own)
    assert "more than -64?" in shown
    assert "gets at least" not in shown
    assert (tmp_path / "results").read_text(encoding="utf-8").startswith("black gets at least -63\t")


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder with both certificates of the late position, made undisturbed."""
    folder = tmp_path_factory.mktemp("solved")
    solve(folder, LATE)
    return folder


def certificates(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.glob("*.txt.gz")}


def test_the_value_is_that_of_the_solver_and_both_certificates_hold(solved: Path) -> None:
    value = Othello(16).solve(*discs(LATE)).score
    assert f"margin of the side to move\t{value:+d} to {value:+d}\n" in solve(solved, LATE)
    for side, margin in (("black", value), ("white", -value)):
        done = run("verify-proof", solved / f"{side}.txt.gz")
        assert done.returncode == 0, done.stderr
        assert done.stdout.startswith(f"proved: {side} gets at least {margin:+d} (")


@pytest.mark.parametrize("position", random_positions(40, 16, 18, seed=75)[::20], ids=format_position)
def test_both_sides_bounds_meet_wherever_the_game_stands(position: Position, tmp_path: Path) -> None:
    value = Othello(16).solve(*discs(position)).score
    assert f"margin of the side to move\t{value:+d} to {value:+d}\n" in solve(tmp_path, position)
    own, other = ("black", "white") if position.mover == BLACK else ("white", "black")
    for side, margin in ((own, value), (other, -value)):
        assert run("verify-proof", tmp_path / f"{side}.txt.gz").stdout.startswith(
            f"proved: {side} gets at least {margin:+d}"
        )


def test_a_run_killed_twenty_times_ends_like_an_undisturbed_one(solved: Path, tmp_path: Path) -> None:
    rng, kills = random.Random(76), 0
    while kills < 20:
        running = subprocess.Popen(solve_command(tmp_path, LATE), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            running.communicate(timeout=0.1 + rng.random() * 0.4)
            break  # it is done: what remains is to be told the same again
        except subprocess.TimeoutExpired:
            running.send_signal(signal.SIGKILL)
            running.communicate()
            kills += 1
    solve(tmp_path, LATE)
    assert certificates(tmp_path) == certificates(solved)


def test_the_number_of_threads_changes_nothing(solved: Path, tmp_path: Path) -> None:
    solve(tmp_path, LATE, "--jobs", "3")
    assert certificates(tmp_path) == certificates(solved)


def rewritten(path: Path, folder: Path, change: tuple[str, str]) -> Path:
    text = gzip.decompress(path.read_bytes()).decode()
    assert change[0] in text
    planted = folder / "planted.txt.gz"
    planted.write_bytes(gzip.compress(text.replace(*change, 1).encode()))
    return planted


def test_a_planted_wrong_bound_is_caught(solved: Path, tmp_path: Path) -> None:
    value = Othello(16).solve(*discs(LATE)).score
    for side, margin in (("black", value), ("white", -value)):
        change = (f"gets at least {margin:+d}", f"gets at least {margin + 1:+d}")
        done = run("verify-proof", rewritten(solved / f"{side}.txt.gz", tmp_path, change))
        assert done.returncode == 1
        assert "WRONG" in done.stderr
        assert done.stdout == ""


def test_a_missing_line_is_caught(solved: Path, tmp_path: Path) -> None:
    lines = gzip.decompress((solved / "black.txt.gz").read_bytes()).decode().splitlines(keepends=True)
    planted = tmp_path / "planted.txt.gz"
    for number in range(1, len(lines), max(1, len(lines) // 5)):
        planted.write_bytes(gzip.compress("".join(lines[:number] + lines[number + 1 :]).encode()))
        done = run("verify-proof", planted)
        # Without the line of a position where white moves, all its moves are looked at: then theirs are missing.
        assert done.returncode == 1
        assert "WRONG" in done.stderr


def test_a_file_that_is_no_certificate_is_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "other"
    path.write_text("hello")
    done = run("verify-proof", path)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "not a certificate" in done.stderr
    path.write_bytes(gzip.compress(b"hello\n"))
    assert "line 1: expected" in run("verify-proof", path).stderr


def test_symmetric_boards_are_one_and_the_same() -> None:
    for position in random_positions(50, 5, 50, seed=77):
        copies = [Position("".join(position.board[s] for s in squares), position.mover) for squares in SYMMETRIES]
        assert len({smallest(copy)[0] for copy in copies}) == 1
        assert len({canonical(*discs(copy)) for copy in copies}) == 1


@pytest.mark.parametrize(("side", "least"), each(2, [("black", 31), ("white", -31)]))
def test_the_value_of_the_game_has_two_certificates_that_a_sample_does_not_refute(side: str, least: int) -> None:
    done = run("verify-proof", SHIPPED / f"{side}.txt.gz", "--sample", str(many(5, 1)), "--seed", "1")
    assert done.returncode == 0, done.stderr
    assert "not a proof" in done.stdout
    margin = int(done.stdout.partition(f"{side} gets at least ")[2].split()[0])
    assert margin == least


def test_black_never_ends_below_the_proved_bound_whatever_white_plays() -> None:
    margin = proved_margin()
    for seed in range(4):
        rng, player, position = random.Random(seed), Player(Options(nodes=200_000)), Position()
        while moves := position.legal_moves():
            move = player.choose(*discs(position)).move if position.mover == BLACK else rng.choice(moves)
            assert move is not None
            position = position.play(move)
        black, white = position.score()
        assert black - white >= margin, (seed, format_position(position))


def test_a_leaf_that_takes_too_many_nodes_is_named_and_the_rest_is_checked(solved: Path) -> None:
    whole = run("verify-proof", solved / "black.txt.gz")
    leaves = int(whole.stdout.partition(" of ")[2].split()[0])
    done = run("verify-proof", solved / "black.txt.gz", "--nodes-per-leaf", "5", "--jobs", "1")
    lines = done.stderr.splitlines()
    assert done.returncode == 1
    assert 0 < len(lines) <= leaves
    assert f"for {len(lines)} positions took too many nodes" in done.stdout
    for line in lines:
        named = re.fullmatch(
            r"othello-bot verify-proof: not confirmed: (.{64} (?:black|white)) \(open after (\d+) nodes\)", line
        )
        assert named
        assert int(named[2]) < 10
        assert f"\n{named[1]} solved\n" in gzip.decompress((solved / "black.txt.gz").read_bytes()).decode()


def test_the_check_of_a_certificate_shows_how_far_it_is_and_how_long_it_will_take(solved: Path) -> None:
    own, terminal = os.openpty()
    environment = os.environ | {"TERM": "xterm-256color", "COLUMNS": "200"}
    command = bot("verify-proof", solved / "black.txt.gz")
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=terminal, env=environment, timeout=HANG_S, check=True)
    os.close(terminal)
    shown = os.read(own, 1 << 16).decode()
    os.close(own)
    for word in ("solving again", " of ", "left:"):
        assert word in shown


def test_a_board_that_begins_with_an_empty_square_is_taken_as_it_is(tmp_path: Path) -> None:
    board, side = format_position(LATE).split()
    assert board.startswith("-")
    texts = set()
    for words in (
        [board, side],
        [f"{board} {side}"],
        [board, side, "--hash", "1"],
        ["--", board, side],
        ["--hash", "1", "--", board, side],
    ):
        done = run("solve", "--alpha", "63", "--file", tmp_path / "proof", *words)
        assert (done.returncode, done.stderr) == (0, "")
        texts.add(done.stdout.partition("work")[0])
    assert len(texts) == 1
    tabbed = run("solve", "--alpha", "63", "--file", tmp_path / "proof", f"{board}\t{side}")
    assert tabbed.stdout.partition("work")[0] in texts
    wrong = run("solve", "--file", tmp_path / "proof", f"{board[:40]}.{board[41:]}", side)
    assert "character 41 of the board is '.'" in wrong.stderr
    assert (
        "a board has 64 characters, this one 63" in run("solve", "--file", tmp_path / "proof", board[:-1], side).stderr
    )


def test_certificates_go_where_output_says_and_never_over_others(solved: Path, tmp_path: Path) -> None:
    out, other = tmp_path / "new" / "folder", random_positions(1, 12, 12, seed=78)[0]
    solve(tmp_path, LATE, "--output", str(out))
    assert certificates(out) == certificates(solved)
    assert list(tmp_path.glob("*.gz")) == []
    solve(
        tmp_path, other, "--output", str(out)
    )  # the same search may write over what it knows less of, not over others
    assert {name: data for name, data in certificates(out).items() if ".2." not in name} == certificates(solved)
    assert sorted(certificates(out)) == ["black.2.txt.gz", "black.txt.gz", "white.2.txt.gz", "white.txt.gz"]
    for side in ("black", "white"):
        assert run("verify-proof", out / f"{side}.2.txt.gz").returncode == 0
    before = certificates(out)
    weaker = solve(tmp_path, LATE, "--output", str(out), "--alpha", "-64")  # which says less than what is there
    assert weaker.splitlines()[0] == f"black gets at least -63\t{out / 'black.txt.gz'}"
    assert certificates(out) == before


def test_nothing_that_is_there_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "black.txt.gz").write_text("mine")
    (tmp_path / "black.2.txt.gz").symlink_to("nowhere")
    (tmp_path / "black.3.txt.gz").mkdir()
    assert solve(tmp_path, LATE, "--alpha", "-64").splitlines()[0].endswith("black.4.txt.gz")
    assert (tmp_path / "black.txt.gz").read_text() == "mine"
    assert (tmp_path / "black.2.txt.gz").is_symlink()
    assert not list(tmp_path.glob(".certificate*"))


def test_a_limit_of_nodes_without_its_question_is_refused(tmp_path: Path) -> None:
    done = run("solve", "--file", tmp_path / "proof", "--nodes", "1000")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "othello-bot solve: --nodes limits the one question of --alpha; expected both\n"
    assert not list(tmp_path.iterdir())


def test_a_question_is_given_up_after_as_many_nodes_as_is_said(tmp_path: Path) -> None:
    done = run("solve", "--file", tmp_path / "proof", "--alpha", "20", "--nodes", "20000", "--jobs", "1")
    assert done.returncode == 1
    used = re.search(r"^work\t\d+ answers\t(\d+) nodes", done.stdout, re.MULTILINE)
    assert used
    assert 20_000 <= int(used[1]) < 30_000


@pytest.mark.parametrize("output", ["/dev/null", "/dev/null/x", "/proc/x"])
def test_an_output_that_takes_no_files_is_refused_before_the_work(output: str, tmp_path: Path) -> None:
    done = run("solve", "--file", tmp_path / "proof", "--output", output, "--alpha", "3")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"othello-bot solve: --output: {output}")
    assert done.stderr.count("\n") == 1
