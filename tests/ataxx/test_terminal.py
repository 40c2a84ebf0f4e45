"""On a terminal there is a prompt that ends in a colon, line editing with a history, and boards in colour."""

from __future__ import annotations

import re
import sys
import termios
from pathlib import Path

import pexpect
import pytest

from tests.bots.driver import ATAXX, HANG_S, Bot, environment, run
from tests.bots.terminal import session

RED = "\x1b[91m ●"


@pytest.fixture
def terminal() -> pexpect.spawn[str]:
    child = pexpect.spawn(
        sys.executable,
        ["-m", "bots.ataxx", "--level", "1"],
        env=environment(TERM="xterm-256color", LANG="C.UTF-8"),
        encoding="utf-8",
        timeout=HANG_S,
    )
    child.delaybeforesend = None
    return child


def test_the_prompt_ends_in_a_colon_and_the_program_answers(terminal: pexpect.spawn[str]) -> None:
    terminal.expect_exact("red:")
    terminal.sendline("a7-a6")
    terminal.expect(r"\* Blue moves [a-g][1-7]-[a-g][1-7]\.\r\n")
    terminal.expect_exact("red:")
    terminal.sendline("quit")
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 0


def test_boards_are_in_colour(terminal: pexpect.spawn[str]) -> None:
    terminal.expect_exact("red:")
    terminal.sendline("board")
    terminal.expect_exact(RED)
    terminal.expect_exact("red 2, blue 2, red to move")


def test_lines_can_be_edited_and_called_back(terminal: pexpect.spawn[str]) -> None:
    terminal.expect_exact("red:")
    terminal.sendline("manual bluX\x7fe")
    terminal.expect_exact("red:")
    terminal.sendline("a7-a6")
    terminal.expect_exact("blue:")
    terminal.sendline("undo")
    terminal.expect_exact("red:")
    terminal.sendline("\x1b[A\x1b[A")  # up, up: a7-a6 again
    terminal.expect_exact("blue:")


def test_the_end_of_the_input_leaves_with_status_0(terminal: pexpect.spawn[str]) -> None:
    terminal.expect_exact("red:")
    terminal.sendeof()
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 0


def test_ctrl_c_leaves_with_status_130_and_the_terminal_as_it_was(terminal: pexpect.spawn[str]) -> None:
    terminal.expect_exact("red:")
    assert terminal.child_fd is not None
    assert not termios.tcgetattr(terminal.child_fd)[3] & termios.ICANON
    terminal.sendintr()
    terminal.expect(pexpect.EOF)
    assert termios.tcgetattr(terminal.child_fd)[3] & termios.ICANON
    terminal.close()
    assert terminal.exitstatus == 130


def test_the_board_is_there_from_the_start_with_the_last_move_marked_and_undo_redraws_it(
    terminal: pexpect.spawn[str],
) -> None:
    terminal.expect_exact("red 2, blue 2, red to move")
    terminal.expect_exact("red:")
    assert "◉" not in (terminal.before or "")
    terminal.sendline("a7-a5")
    terminal.expect_exact("\x1b[90m ○")  # the square that was left
    terminal.expect_exact("\x1b[91m ◉")
    terminal.expect_exact("red 2, blue 2, blue to move")
    terminal.expect_exact("\x1b[94m ◉")
    terminal.expect_exact("red to move")
    terminal.expect_exact("red:")
    terminal.sendline("undo")
    terminal.expect_exact("red 2, blue 2, red to move")
    assert "◉" not in (terminal.before or "")
    terminal.sendline("block d4")
    terminal.expect_exact("█")
    terminal.sendline("new")
    terminal.expect_exact("red 2, blue 2, red to move")
    assert "█" not in (terminal.before or "").partition("new")[2]


@pytest.mark.parametrize("command", ["new", "undo"])
def test_a_board_on_which_the_program_moves_at_once_is_shown_before_that_and_once_behind_it(
    terminal: pexpect.spawn[str], command: str
) -> None:
    terminal.expect_exact("red:")
    terminal.sendline("manual blue")
    terminal.expect_exact("red:")
    terminal.sendline("auto red")
    terminal.expect_exact("blue:")
    terminal.sendline(command)
    terminal.expect_exact("blue:")
    shown = re.findall(r"\* Red moves|red [0-9], blue [0-9], \w+", terminal.before or "")
    assert shown == ["red 2, blue 2, red", "* Red moves", "red 3, blue 2, blue"]


def test_without_colours_the_last_move_stands_in_brackets() -> None:
    child = pexpect.spawn(
        sys.executable, ["-m", "bots.ataxx"], env=environment(TERM="dumb"), encoding="utf-8", timeout=HANG_S
    )
    child.sendline("manual blue")
    child.sendline("a7-b7")
    child.expect_exact("7 r[r]- - - - b\r\n")
    child.sendline("g7-g6")
    child.expect_exact("6 - - - - - -[b]\r\n")
    child.close(force=True)


def test_a_hint_is_a_legal_move_and_changes_nothing(terminal: pexpect.spawn[str]) -> None:
    terminal.expect_exact("red:")
    terminal.sendline("hint")
    terminal.expect(r"hint: ([ag][17]-[a-g][1-7]) \(depth \d+ value .* pv (\S+), \S+, [^)\s]+.*\)\r\n")
    assert isinstance(terminal.match, re.Match)
    assert terminal.match[2] == terminal.match[1]
    terminal.expect_exact("red:")
    terminal.sendline("dump")
    terminal.expect_exact("===\r\n  r - - - - - b\r\n")


def test_a_hint_changes_no_seeded_game(terminal: pexpect.spawn[str]) -> None:
    answers = []
    for hints in (0, 2):
        for line in ("level 10", "new", "seed 5", *["hint"] * hints, "a7-a6"):
            terminal.sendline(line)
        terminal.expect(r"\* Blue moves \S+(?=\r\n)")
        terminal.sendline("g1-f1")
        terminal.expect(r"\* Blue moves \S+(?=\r\n)")
        answers.append(terminal.after)
    assert answers[0] == answers[1]


def test_levels_change_while_it_plays(terminal: pexpect.spawn[str]) -> None:
    terminal.expect_exact("red:")
    for wrong in ("level", "level 11", "level x", "level -1"):
        terminal.sendline(wrong)
        terminal.expect("error: level takes ")
    # Level 1, at which it began, chooses among the many ways to be one piece ahead; level 4 always plays the same.
    expected = run("--level", "4", text=b"a7-a5\n", program=ATAXX).stdout.decode().strip()
    terminal.sendline("level 4")
    for _ in range(4):
        terminal.sendline("new")
        terminal.sendline("a7-a5")
        terminal.expect(r"\* Blue moves \S+(?=\r\n)")
        assert terminal.after == expected


def test_hint_and_level_are_unknown_through_a_pipe() -> None:
    with Bot(program=ATAXX) as bot:
        bot.send(b"hint\nlevel 3\ndump\n")
        assert bot.line() == b"===\n"
        assert bot.end()[2].count(b"error: unknown command") == 2


def test_after_verbose_each_move_shows_the_board_in_colour(terminal: pexpect.spawn[str]) -> None:
    terminal.expect_exact("red:")
    terminal.sendline("verbose")
    terminal.expect_exact("red:")
    terminal.sendline("a7-a6")
    for caption in ("red 3, blue 2, blue to move", "red to move"):  # after each of the two moves
        terminal.expect_exact(RED)
        terminal.expect_exact(caption)
    terminal.expect_exact("red:")
    terminal.sendline("quiet")
    terminal.expect_exact("red:")
    terminal.sendline("a6-a5")
    terminal.expect(r"\* Blue moves \S+\r\n")
    terminal.expect_exact("red:")
    assert RED not in (terminal.before or "")


def test_a_wrong_line_gets_one_line_and_the_prompt_comes_back(terminal: pexpect.spawn[str]) -> None:
    terminal.expect_exact("red:")
    for line in ("a7-d4", "block a1", "\x01\x0bfoo", "seed é"):
        terminal.sendline(line)
        terminal.expect(r"error: [^\r\n]+\r\n")
        terminal.expect_exact("red:")
    terminal.sendline("dump")
    terminal.expect_exact("===\r\n  r - - - - - b\r\n")


def board(child: pexpect.spawn[str]) -> str:
    """Give the board as `dump` prints it."""
    child.sendline("dump")
    child.expect(r"dump\r\n(===\r\n.*===)\r\n")
    assert isinstance(child.match, re.Match)
    return str(child.match[1])


@pytest.mark.parametrize(
    "text",
    [
        "block c3\nnew\na7-b6\n",
        "help\nstart\nboard\ndump\nquiet\nseed 5\na7-b6\nundo\na7-a6\nundo\nundo\nblock d4\na7-c5 # far\n",
        "a7-b6\nquit\nno line is read that stands behind\n",
        "a7-b6\nclear\nblock a4\nq\n",
    ],
)
def test_a_file_that_is_loaded_leads_where_it_does_when_it_is_replayed(
    terminal: pexpect.spawn[str], text: str, tmp_path: Path
) -> None:
    (tmp_path / "game").write_text("manual red\nmanual blue\n" + text)
    left = text.replace("quit\n", "").replace("q\n", "").replace("no line is read that stands behind\n", "")
    replayed = run(program=ATAXX, text=f"manual red\nmanual blue\n{left}dump\n".encode()).stdout.decode()
    terminal.expect_exact("red:")
    terminal.sendline("manual blue")
    terminal.expect_exact("red:")
    terminal.sendline(f"load {tmp_path / 'game'}")
    terminal.expect("(?:red|blue):")
    assert board(terminal).replace("\r\n", "\n") == "===\n" + replayed.split("===\n")[-2] + "==="


@pytest.mark.parametrize("command", ["save", "load", "LOAD "])
def test_a_file_without_a_name_is_told_so(terminal: pexpect.spawn[str], command: str) -> None:
    terminal.expect_exact("red:")
    terminal.sendline(command)
    terminal.expect_exact(f"error: {command.strip().lower()} takes the name of a file\r\n")


def test_a_game_is_saved_by_the_name_that_was_typed_whatever_its_bytes(tmp_path: Path) -> None:
    changes = {"PYTHONIOENCODING": "ascii:surrogateescape"}
    with session([*ATAXX, "--level", "1"], prompt="red:", changes=changes) as child:
        child.sendline(f"save {tmp_path}/partità")
        child.expect_exact(f"saved to {tmp_path}/partità\r\n")
    assert [path.name for path in tmp_path.iterdir()] == ["partità"]


def test_who_wants_it_quiet_is_shown_no_board_that_is_loaded(terminal: pexpect.spawn[str], tmp_path: Path) -> None:
    (tmp_path / "game").write_text("manual red\nmanual blue\na7-b6\n")
    terminal.expect_exact("red:")
    for line in ("manual blue", "quiet", f"load {tmp_path / 'game'}"):
        terminal.sendline(line)
        terminal.expect("(red|blue):")
    assert "a b c d e f g" not in str(terminal.before)
