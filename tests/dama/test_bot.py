"""The bot by pipe, on a terminal, at every level, and its sub-commands."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

from arbiter.games.dama import law
from bots.dama import protocol
from tests.bots.driver import HANG_S, environment
from tests.dama.test_law import PERFT, START_TEXT, position

DAMA = (sys.executable, "-m", "bots.dama")
START = law.format_position(law.Position())


def run(*words: str, text: str = "", cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run the bot on a whole input."""
    return subprocess.run(
        [*DAMA, *words],
        input=text,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        timeout=HANG_S,
        check=False,
        cwd=cwd,
        env=environment(),
    )


def test_by_pipe_it_answers_each_move_and_begins_again() -> None:
    child = subprocess.Popen(
        [*DAMA, "--level", "2", "--seed", "1"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="ascii",
        env=environment(),
    )
    assert child.stdin
    assert child.stdout
    try:
        for number, opening in ((1, ""), (2, ""), (1, " b3-c4 a6-b5"), (2, " b3-c4 a6-b5")):
            at = law.Position()
            for text in opening.split():
                at = at.play(law.parse_move(text))
            child.stdin.write(f"{number} 100{opening}\n")
            for _ in range(5):
                if at.mover != number:
                    move = at.legal_moves()[0]
                    child.stdin.write(f"{move}\n")
                    at = at.play(move)
                child.stdin.flush()
                at = at.play(law.parse_move(child.stdout.readline().rstrip("\n")))
            child.stdin.write("end\n")
        child.stdin.close()
        assert child.wait(timeout=HANG_S) == 0
    finally:
        child.kill()
        child.wait()
        child.stdout.close()


def test_by_pipe_it_keeps_silent_when_the_limit_is_reached() -> None:
    done = run("--level", "1", text="2 1\nb3-c4\nend\n1 2\na6-b5\nend\n")
    assert (done.returncode, done.stdout.count("\n"), done.stderr) == (0, 1, "")
    done = run("--level", "1", text="2 1\nb3-c4\nend\n")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


NONSENSE = {
    "3 100\n": "expected `1 PLIES` or `2 PLIES`",
    "1\n": "expected `1 PLIES` or `2 PLIES`",
    "1 x\n": "expected `1 PLIES` or `2 PLIES`",
    "2 100\nb3-b4\n": "impossible move of the opponent",
    "2 100\nhello\n": "impossible move of the opponent",
    "1 100 b3-b4\n": "b3-b4",
    f"1 100 {'.' * 64}\n": "no game begins where player 1 cannot move",
    f"2 100 {'.' * 56}.o......\n": "no game begins where player 1 cannot move",
    f"1 100 X{'.' * 63}\n": "no game begins where player 1 has won",
    "1 99999999999999999999\n": "PLIES are at most 1000000000",
    f"1 {'9' * 5000}\n": "PLIES are at most 1000000000, 0 for ever, got 9999",
    "x" * 70_000: "a line of more than 65536 bytes",
    f"1 100 {'x' * 70_000}\n": "a line of more than 65536 bytes",
    "1 100": "the input ends within a line, after '1 100'",
    "2 1\nb3-c4\nen": "the input ends within a line, after 'en'",
    "2 100\nend \n": "impossible move of the opponent: 'end ': a move is written `b3-c4`",
    "1 100 b3-c4  c6-d5\n": "impossible move of the opening: '': a move is written `b3-c4`",
    f"1 100 {'.' * 63}\n": f"impossible move of the opening: '{'.' * 63}': a move is written `b3-c4`",
    f"2 100\n{'x' * 60_000}\n": f"impossible move of the opponent: '{'x' * 80}': a move is written `b3-c4`",
    f"{'x' * 60_000}\n": f"to begin a game, got '{'x' * 80}'\n",
    f"1 100{' b3-a4 c6-d5 a4-b5 a6-c4' * 2000}\n": "impossible move of the opening: b3-a4: there is no piece on b3",
    "x" * 60_000: f"the input ends within a line, after '{'x' * 80}'\n",
}


@pytest.mark.parametrize("text", NONSENSE)
def test_nonsense_ends_it_with_one_line(text: str) -> None:
    done = run(text=text)
    assert done.returncode == 1
    assert NONSENSE[text] in done.stderr
    assert done.stderr.count("\n") == 1
    assert len(done.stderr) < 300


@pytest.mark.parametrize("at", [1, 1000, 1040, 4000, 5990])
def test_a_long_line_may_come_in_any_pieces(at: int, monkeypatch: pytest.MonkeyPatch) -> None:
    line = f"1 100{' b3-a4' * 1000}"
    pieces = [f"{line}\n".encode()[:at], f"{line}\n".encode()[at:]]
    monkeypatch.setattr(protocol, "read", lambda fd, size: pieces.pop(0))
    assert next(protocol.read_lines(0)) == line


@pytest.mark.parametrize("level", [str(level) for level in range(11)])
def test_every_level_plays_by_the_law(level: str) -> None:
    done = run("--level", level, "--seed", "3", "--nodes", "500", text="1 100\n")
    assert law.parse_move(done.stdout.rstrip("\n")) in law.Position().legal_moves()


def test_a_level_with_a_seed_and_nodes_always_plays_alike() -> None:
    answers = {run("--level", "4", "--seed", "9", "--nodes", "2000", text="1 100\n").stdout for _ in range(3)}
    assert len(answers) == 1


def test_perft_counts_the_known_numbers() -> None:
    for entry in PERFT:
        board = f"{''.join(entry['rows'])} {entry['to_move']}"
        expected = "".join(f"{row['depth']}\t{row['nodes']}\n" for row in entry["table"])
        assert run("perft", "6", board).stdout == expected
    assert run("perft", "3").stdout == "1\t7\n2\t49\n3\t379\n"


def test_bench_has_a_signature() -> None:
    first, second = (run("bench").stdout for _ in "12")
    signature = re.compile(r"signature +(\d+)")
    found = [signature.search(text) for text in (first, second)]
    assert found[0]
    assert found[1]
    assert found[0][1] == found[1][1] != "0"


def test_analyse_reads_lines_and_board_files(tmp_path: Path) -> None:
    (tmp_path / "board_1.txt").write_text(START_TEXT, newline="")
    by_line = run("analyse", "--depth", "5", text=f"{START}\n").stdout.split("\t")
    by_file = run("analyse", "--depth", "5", "board_1.txt", cwd=tmp_path).stdout.split("\t")
    by_name = run("analyse", "--depth", "5", text="board_1.txt 1\n", cwd=tmp_path).stdout.split("\t")
    assert by_line[:4] == by_file[:4] == by_name[:4]
    assert law.parse_move(by_line[1]) in law.Position().legal_moves()
    assert run("perft", "2", "board_1.txt", "1", cwd=tmp_path).stdout == "1\t7\n2\t49\n"


def test_analyse_shows_both_players_moves_in_the_same_squares() -> None:
    for entry in PERFT:
        start = position(entry["rows"], entry["to_move"])
        variation = run("analyse", "--depth", "6", text=law.format_position(start)).stdout.rstrip("\n").split("\t")[5]
        for text in variation.split(", "):
            start = start.play(law.parse_move(text))


def test_analyse_proves_the_end() -> None:
    board = "." * 56 + ".X......"  # player 2 has no piece
    ((value, move, depth, *_),) = [run("analyse", text=f"{board} 2\n").stdout.split("\t")]
    assert (value, move, depth) == ("-31000", "-", "exact")


def test_analyse_without_tables_searches_what_the_tables_know() -> None:
    ending = "." * 11 + "X" + "." * 17 + "O" + "." * 24 + "X" + "." * 9 + " 1"
    (known,), (searched,) = (
        [line.split("\t") for line in run("analyse", "--depth", "3", *words, text=ending).stdout.splitlines()]
        for words in ((), ("--no-tables",))
    )
    assert (known[2], searched[2]) == ("exact", "3")
    assert int(known[3]) < int(searched[3])


@pytest.mark.parametrize("file", ["board_7.txt", "nothing"])
def test_analyse_names_a_file_that_is_missing(file: str, tmp_path: Path) -> None:
    done = run("analyse", file, cwd=tmp_path)
    assert done.returncode == 2
    assert file in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "words", [["play"], ["play", "3"], ["play", "x"], ["--level", "11"], ["verify", "--time", "0"]]
)
def test_wrong_words_get_one_line(words: list[str]) -> None:
    done = run(*words)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1


def terminal(*words: str) -> pexpect.spawn[str]:
    """Start a game on a terminal; wait for the prompt."""
    child = pexpect.spawn(
        DAMA[0], [*DAMA[1:], *words], env=environment(NO_COLOR="1", TERM="xterm"), encoding="utf-8", timeout=int(HANG_S)
    )
    child.expect("> ")
    return child


def answer(child: pexpect.spawn[str], text: str) -> str:
    """Type a line; give what comes before the next prompt."""
    child.sendline(text)
    child.expect(re.escape(text) + "\r\n")
    child.expect("> ")
    return str(child.before)


def rows(shown: str) -> list[str]:
    """Find the last board in what was shown, row 8 first."""
    found = [line[2:] for line in shown.splitlines() if re.match("[0-8] .{24}$", line)][-8:]
    return ["".join(line[3 * c + 1] for c in range(8)) for line in found]


def test_a_person_plays_takes_back_and_asks() -> None:
    with terminal("--level", "1", "--seed", "1") as child:
        begin = rows(str(child.before))
        assert "The bot plays" in answer(child, "b3-c4")
        assert rows(answer(child, "undo")) == begin
        assert "The bot plays" in answer(child, "2 1 3 2")
        hint = answer(child, "hint")
        assert re.match("([0-7] ){4}moves the man: ", hint)
        assert "The bot plays" in answer(child, hint[:7])
        assert rows(answer(child, "new")) == begin
        child.sendline("quit")
        child.expect(pexpect.EOF)
        child.close()
        assert child.exitstatus == 0


def test_a_person_as_player_2_is_answered_to() -> None:
    with terminal("terminal", "--player", "2", "--level", "1") as child:
        assert "The bot plays" in str(child.before)
        assert "The bot plays" in answer(child, "a6-b5")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("hello", "Expected a move, two squares such as 2 1 3 2"),
        ("b3-b4", "the man on (2 1) cannot move there: a move goes to the next square diagonally"),
        ("2 1 4 3", "the man on (2 1) cannot move there: there is nothing to capture on (3 2)"),
        ("a6-b5", "the piece on (5 0) is the opponent's"),
        ("a4-b5", "there is no piece on (3 0)"),
        ("[bold]", "Expected a move"),
    ],
)
def test_wrong_moves_are_explained(text: str, why: str) -> None:
    with terminal("--level", "0") as child:
        shown = " ".join(answer(child, text).split())
        assert why in shown
        assert ("Legal moves: 2 1 3 0, 2 1 3 2, 2 3 3 2," in shown) == ("Expected" not in shown)


def test_ctrl_c_leaves_with_130() -> None:
    with terminal("--time", "1000") as child:
        child.sendline("b3-c4")
        child.expect("b3-c4\r\n")
        child.sendintr()
        child.expect(pexpect.EOF)
        child.close()
        assert child.exitstatus == 130


def test_colours_and_kings_show_on_a_terminal() -> None:
    child = pexpect.spawn(
        DAMA[0], [*DAMA[1:]], env=environment(TERM="xterm-256color"), encoding="utf-8", timeout=int(HANG_S)
    )
    with child:
        child.expect("> ")
        assert "\x1b[" in str(child.before)
        assert "●" in str(child.before)


def test_the_legal_moves_are_listed_and_squares_named_by_letters() -> None:
    with terminal("terminal", "--level", "0", "--letters") as child:
        assert "   a  b  c  d" in str(child.before)
        assert "Legal moves: b3-a4, b3-c4, d3-c4, d3-e4, f3-e4, f3-g4, h3-g4" in answer(child, "moves")
        assert "b3-a2: a2 is not empty" in answer(child, "b3 a2")
        assert re.match("[a-h][1-8]-[a-h][1-8] moves the man: ", answer(child, "hint"))


def on_a_terminal(folder: Path, board: str, *words: str, text: str = "") -> subprocess.CompletedProcess[str]:
    """Play from a board, row 7 first, through a pipe, which shows the same as a terminal."""
    (folder / "board_4.txt").write_text(
        "\n".join(" ".join(board[8 * row : 8 * row + 8]) for row in range(8)).replace(".", " ")
    )
    return run("terminal", "--board", "board_4.txt", *words, text=text, cwd=folder)


KING_AND_MAN = "." * 32 + "..O....." + ".x......" + "." * 16
"""The man must not take the king, which may take the man."""


def test_a_game_begins_with_a_board_file(tmp_path: Path) -> None:
    shown = on_a_terminal(tmp_path, KING_AND_MAN, "--player", "2", text="moves\n").stdout
    assert "".join(rows(shown)).replace(" ", ".") == KING_AND_MAN
    assert "Legal moves: 3 2 4 1, 3 2 4 3, 3 2 1 0, 3 2 2 3\n" in shown  # board 4: player 2 is to move
    shown = on_a_terminal(tmp_path, KING_AND_MAN, "--to-move", "1", text="2 1 4 3\n").stdout
    assert "men capture men only, not kings" in shown


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--board", "nothing"], "--board: cannot read nothing: No such file"),
        (["--board", "."], "--board: cannot read .: Is a directory"),
        (["--board", ""], "--board: cannot read .: Is a directory"),
        (["--board", "/dev/zero"], "--board: /dev/zero: expected 8 rows"),
    ],
)
def test_a_game_without_its_board_file_is_refused_in_one_line(words: list[str], why: str, tmp_path: Path) -> None:
    done = run("terminal", *words, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert why in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("board", "mover", "said"), [("X", "1", "You win."), ("O", "2", "You lose."), ("O", "1", "You lose.")]
)
def test_a_game_in_which_a_player_has_no_piece_is_over(board: str, mover: str, said: str, tmp_path: Path) -> None:
    shown = on_a_terminal(tmp_path, board.rjust(55, ".") + "." * 9, "--to-move", mover, text="hint\n").stdout
    assert f"no piece left. {said}" in shown
    assert "The bot plays" not in shown
    assert "in 1 move" not in shown


TWO_KINGS = {
    "." * 40 + ".O......" + "X......." + "." * 8: "1 0 3 2 takes the king on (2 1): you win in 1 move",
    "." * 8 + ".O......" + "." * 47 + "X": "you lose in at most 10 moves, of both players, if",
    "." * 25 + "O" + "." * 31 + "X......": "a draw, if both play their best",
}


@pytest.mark.parametrize("board", TWO_KINGS)
def test_hints_are_words(board: str, tmp_path: Path) -> None:
    assert TWO_KINGS[board] in on_a_terminal(tmp_path, board, "--to-move", "1", text="hint\n").stdout


def test_the_limit_of_a_game_on_a_terminal_is_an_argument() -> None:
    shown = run("terminal", "--level", "1", "--plies", "2", text="2 1 3 2\n").stdout
    assert "moves 2 of 2" in shown
    assert "2 moves decide nothing: a draw." in shown
    assert "a draw" not in run("terminal", "--level", "1", "--plies", "0", text="2 1 3 2\n").stdout


def test_one_move_is_no_moves() -> None:
    shown = run("terminal", "--level", "1", "--plies", "1", "--depth", "1", text="hint\n2 1 3 2\n").stdout
    assert "1 move looked ahead." in shown
    assert "1 move decides nothing: a draw." in shown
