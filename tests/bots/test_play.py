"""A person can play against the bot on a terminal, and through a pipe."""

from __future__ import annotations

import re
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

import pytest

from arbiter.games.othello import law
from tests.bots.driver import OTHELLO, environment, run
from tests.bots.terminal import COLOUR, left_with, session
from tests.bots.terminal import answer as shown_after
from tests.many import each

if TYPE_CHECKING:
    from tests.bots.terminal import Terminal

BOARD_LINE = re.compile(r"([0-7]) (.{24})")


def terminal(*arguments: str, **changes: str) -> AbstractContextManager[Terminal]:
    """Start a session on a terminal of 24 rows and 80 columns, and wait for its first prompt."""
    return session([*OTHELLO, "play", *arguments], changes=changes)


def answer(child: Terminal, text: str) -> str:
    """Type a line; give what is shown until the next prompt, without colours."""
    return COLOUR.sub("", shown_after(child, text)).removeprefix(f"{text}\r\n")


def cells(shown: str) -> str:
    """Give the last board that was shown, 64 characters as they stand on the screen."""
    rows = [match.group(2)[1::3] for line in shown.splitlines() if (match := BOARD_LINE.fullmatch(line.rstrip("\r")))]
    assert len(rows) >= 8, shown
    return "".join(rows[-8:])


def test_the_board_is_in_colour_with_the_legal_squares_marked() -> None:
    with terminal() as child:
        shown = str(child.before)
    assert "\x1b[" in shown
    assert shown.count("●") == 4
    legal = {19, 26, 37, 44}
    assert {square for square, cell in enumerate(cells(COLOUR.sub("", shown))) if cell == "·"} == legal


@pytest.mark.parametrize("changes", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_without_colour_the_discs_are_letters(changes: dict[str, str]) -> None:
    with terminal(**changes) as child:
        shown = str(child.before)
    assert "\x1b" not in shown
    board = cells(shown)
    assert (board[27], board[28], board[35], board[36]) == ("O", "X", "X", "O")
    assert {square for square, cell in enumerate(board) if cell == "*"} == {19, 26, 37, 44}
    assert board.count("-") == 56


@pytest.mark.parametrize("move", each(3, ["2 3", "23", "  2   3 ", "2,3", "2, 3", "02 03"]))
def test_a_move_is_typed_in_many_ways(move: str) -> None:
    with terminal("--level", "1", NO_COLOR="1") as child:
        shown = answer(child, move)
    assert re.search(r"The bot plays [0-7] [0-7]\.", shown)
    assert cells(shown).count("X") + cells(shown).count("O") == 6


def test_as_white_the_bot_begins() -> None:
    with terminal("--colour", "white", NO_COLOR="1") as child:
        shown = str(child.before)
    assert "You play white" in shown
    assert "The bot plays 2 3." in shown
    assert cells(shown).count("X") == 4


WRONG = {
    "foo": "Expected a row and a column such as 2 3, or help, not 'foo'.",
    "2": "Expected a row and a column",
    "2 3 4": "Expected a row and a column",
    "-1 -1": "Expected a row and a column",
    "3 3": "square 3 3 is not empty",
    "0 0": "square 0 0 captures nothing",
    "8 0": "square 8 0 is not on the board",
    "99": "square 9 9 is not on the board",
    "[bold]": "not '[bold]'",
    "²3": "Expected a row and a column",
}


def test_wrong_input_is_explained_and_changes_nothing() -> None:
    with terminal("--level", "1") as child:
        for text, explanation in WRONG.items():
            shown = answer(child, text)
            assert explanation in shown
            assert shown.count("\n") <= 1
        assert "The bot plays" in answer(child, "2 3")


def test_undo_takes_back_the_last_move_and_its_answer() -> None:
    with terminal("--level", "0", "--seed", "1", NO_COLOR="1") as child:
        begin = cells(str(child.before))
        assert "There is no move of yours to take back." in answer(child, "undo")
        first = cells(answer(child, "2 3"))
        assert cells(answer(child, moves_of(first)[0])) != first
        assert cells(answer(child, "undo")) == first
        assert cells(answer(child, "UNDO")) == begin


def test_undo_as_white_keeps_the_bot_s_first_move() -> None:
    with terminal("--colour", "white", NO_COLOR="1") as child:
        begin = cells(str(child.before))
        assert "no move of yours" in answer(child, "undo")
        answer(child, moves_of(begin)[0])
        assert cells(answer(child, "undo")) == begin


def moves_of(board: str) -> list[str]:
    """Give the moves that a board without colours marks."""
    return [law.TEXT[square] for square, cell in enumerate(board) if cell == "*"]


def test_a_hint_is_a_legal_move() -> None:
    with terminal("--level", "0", NO_COLOR="1") as child:
        board = cells(answer(child, "2 3"))
        hint = answer(child, "hint")
        assert hint[:3] in moves_of(board)
        assert "The bot plays" in answer(child, hint[:3])


def test_help_names_every_command() -> None:
    with terminal() as child:
        shown = answer(child, "help")
    for word in ("undo", "moves", "hint", "new", "help", "quit"):
        assert word in shown


def test_quit_and_the_end_of_input_leave_with_status_0() -> None:
    with terminal() as child:
        child.sendline("quit")
        assert left_with(child) == 0
    with terminal() as child:
        child.sendeof()
        assert left_with(child) == 0


def test_ctrl_c_leaves_with_status_130_also_while_the_bot_thinks() -> None:
    with terminal() as child:
        child.sendintr()
        assert left_with(child) == 130
    with terminal("--time", "1000") as child:
        child.sendline("2 3")
        child.expect("2 3\r\n")
        child.sendintr()
        assert left_with(child) == 130


def test_a_resize_is_harmless() -> None:
    with terminal("--level", "1") as child:
        for rows, columns in ((40, 120), (10, 30), (5, 10), (24, 80)):
            child.setwinsize(rows, columns)
            assert "Expected" in answer(child, "?").replace("\r\n", " ")
        assert "The bot plays" in answer(child, "2 3")


@pytest.mark.parametrize("colour", ["black", "white"])
def test_a_game_is_played_to_its_end_and_the_result_is_told(colour: str) -> None:
    with terminal("--level", "0", "--colour", colour, NO_COLOR="1") as child:
        shown = str(child.before)
        while "ends the game" not in shown:
            shown = answer(child, moves_of(cells(shown))[0])
        black, white = cells(shown).count("X"), cells(shown).count("O")
        own, other = (black, white) if colour == "black" else (white, black)
        verdict = "You win" if own > other else "You lose" if own < other else "A draw,"
        assert f"{verdict} {own} to {other}." in shown
        assert "The game is over" in answer(child, "2 3")
        assert "The game is over" in answer(child, "hint")
        assert "ends the game" not in answer(child, "undo")
        assert f"You play {colour}" not in answer(child, "new")
        child.sendline("quit")
        assert left_with(child) == 0


def test_a_new_game_begins_from_the_start() -> None:
    with terminal("--level", "0") as child:
        begin = cells(COLOUR.sub("", str(child.before)))
        answer(child, "2 3")
        assert cells(answer(child, "new")) == begin


def test_through_a_pipe_it_plays_without_colours() -> None:
    done = run("play", "--level", "1", text=b"2 3\nhint\nnonsense\n\xff\xfe\nundo", env=environment(TERM="xterm"))
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\x1b" not in done.stdout
    assert "The bot plays" in done.stdout.decode()
    assert "not 'nonsense'" in done.stdout.decode()


def test_in_a_terminal_without_unicode_it_plays_in_ascii() -> None:
    with terminal("--level", "1", LANG="C", LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0") as child:
        assert str(child.before).isascii()
        assert answer(child, "2 3").isascii()


def test_verbose_shows_the_search_on_standard_error() -> None:
    done = run("play", "--verbose", "--depth", "4", text=b"2 3\n")
    assert done.stderr.startswith(b"-31, proved, nodes ")
