"""On a terminal there is a prompt that ends in a colon, line editing with a history, and boards in colour."""

from __future__ import annotations

import sys
import termios

import pexpect
import pytest

from tests.bots.driver import HANG_S, environment

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
