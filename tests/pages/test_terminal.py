"""`arbiter replay` on a terminal draws boards in colours; as text they are plain; what cannot be drawn is moves."""

from __future__ import annotations

import dataclasses
import io
import random
import re
import sys
from pathlib import Path
from typing import Any

import pexpect
import pytest
from rich.console import Console

from arbiter.games import catalogue
from arbiter.games.board import BoardGame
from arbiter.games.contract import Game, Squares
from arbiter.games.players import End, Turn
from arbiter.games.squares import BoardDrawing
from arbiter.host.limits import USUAL
from arbiter.league.batch import Played
from arbiter.league.config import Entrant, League
from arbiter.league.schedule import next_stage
from arbiter.league.store import Store
from arbiter.pages.terminal import Canvas, tell
from arbiter.play.record import GameRecord
from tests.league.files import run
from tests.pages import plain_othello
from tests.pages.matches import HOSTILE, forfeit, game
from tests.pages.slides import PIECES, Slides, Undrawn, record
from tests.play.court import HANG_S, Court

HIDDEN = re.compile(r"\x1b\[[0-9;]*m")


def told(one: GameRecord, of: Game, width: int = 100, *, colour: bool = False) -> str:
    """Give what is written of a game."""
    kind: Any = "truecolor" if colour else None
    text = io.StringIO()
    tell(one, of, Console(file=text, width=width, highlight=False, force_terminal=colour, color_system=kind))
    return text.getvalue()


def othello_boards(one: GameRecord) -> list[str]:
    letters = {"black": "X", "white": "O", None: "-"}
    moves = [(int(turn.move[0]), int(turn.move[2])) for turn in one.turns]
    squares = [(row, column) for row in range(8) for column in range(8)]
    return ["".join(letters[board.get(square)] for square in squares) for board in plain_othello.boards(moves)]


@pytest.mark.parametrize("width", [40, 100, 200])
def test_every_position_is_drawn_as_many_beside_each_other_as_there_is_room_for(width: int) -> None:
    one = game(1)
    text = told(one, catalogue.game("othello"), width)
    lines = [line for line in text.splitlines() if re.match(r"[0-7] [-XO] ", line)]
    found = [re.findall(r"(?:^|   )[0-7] ((?:[-XO] ){7}[-XO])", line) for line in lines]
    bands = [found[at : at + 8] for at in range(0, len(found), 8)]
    drawn = ["".join(rows).replace(" ", "") for band in bands for rows in zip(*band, strict=True)]
    assert drawn == othello_boards(one)
    assert max(map(len, text.splitlines())) <= max(width, len("Game 1: moves first, against") + 60)
    assert max(map(len, found)) == {40: 1, 100: 4, 200: 8}[width]
    for ply, turn in enumerate(one.turns, 1):
        assert f"{ply}. {('white', 'black')[ply % 2]} {turn.move} " in text
    assert "\x1b" not in text


def test_colours_tell_the_same_and_the_last_move_is_seen() -> None:
    one = game(1)
    plain, coloured = (told(one, catalogue.game("othello"), colour=colour) for colour in (False, True))
    assert "\x1b[" in coloured
    discs = HIDDEN.sub("", coloured).count("●")
    assert discs == sum(board.count("X") + board.count("O") for board in othello_boards(one))
    assert re.findall(r"\d+\. \w+ \d \d", HIDDEN.sub("", coloured)) == re.findall(r"\d+\. \w+ \d \d", plain)
    assert len(re.findall(r"\x1b\[7;", coloured)) >= len(one.turns)


def random_game(of: BoardGame[Any, Any], seed: int) -> GameRecord:
    position, moves, chance = of.begins, [], random.Random(seed)
    while legal := position.legal_moves():
        move = chance.choice(legal)
        moves.append(Turn(of.write_move(move), 0.01))
        position = position.play(move)
    return GameRecord(of.name, 1, ("a", "b"), 0, tuple(moves), position.score())


def ataxx() -> BoardGame[Any, Any]:
    found = catalogue.game("ataxx")
    assert isinstance(found, BoardGame)
    return found


@pytest.mark.parametrize("name", ["ataxx", "dama", "othello"])
@pytest.mark.parametrize("colour", [False, True])
def test_boards_of_our_games_are_drawn_with_the_names_of_their_squares(name: str, colour: bool) -> None:
    of = catalogue.game(name)
    assert isinstance(of, BoardGame)
    one = random_game(of, 2)
    text = HIDDEN.sub("", told(one, of, colour=colour))
    columns, rows = of.drawing.squares.names if of.drawing and of.drawing.squares else ("", "")
    assert text.count(" ".join(columns)) == len(one.turns) + 1
    for row in rows:
        assert len(re.findall(rf"(?:^|  ){row} ", text, re.MULTILINE)) >= len(one.turns) + 1
    assert "cannot be drawn" not in text


def test_the_names_are_those_of_their_rows() -> None:
    lines = told(random_game(ataxx(), 2), ataxx()).splitlines()
    assert [line[:15] for line in lines[3:11:7]] == ["  a b c d e f g", "1 b - - - - - r"]
    assert lines[4].startswith("7 r - - - - - b")


def test_a_hand_of_domino_is_drawn_as_rows_of_tiles() -> None:
    hand = GameRecord(
        "domino", 1, ("a", "b"), 0, (Turn("S 1 2, R 2 3", 1.0), Turn("S 2 3", 1.0)), (1, 0), start="3\n1 2\n2 3\n0 0\n"
    )
    for colour in (False, True):
        text = HIDDEN.sub("", told(hand, catalogue.game("domino"), colour=colour))
        assert text.count("hand  0|0  1|2  2|3") == 3
        assert re.search(r"second: \d+  2\|3", text)


# ---- games of others -----------------------------------------------------------------------------------------------


def test_a_game_without_a_drawing_is_told_by_its_moves() -> None:
    text = told(record(1, "x.....", "xo...."), Undrawn())
    assert [line.split()[:2] for line in text.splitlines()[1:3]] == [["1.", "x....."], ["2.", "xo...."]]
    assert "cannot be drawn" not in text


@pytest.mark.parametrize("colour", [False, True])
def test_what_cannot_be_drawn_is_told_by_its_moves_and_why(colour: bool) -> None:
    text = HIDDEN.sub("", told(record(1, "x.....", "\x1b[2J"), Slides(), colour=colour))
    assert r"This game cannot be drawn: \x1b[2J is no board" in text
    assert re.search(r"^ +2\. \\x1b\[2J ", text, re.MULTILINE)
    assert text.endswith("./one 1, ./two 0\n")


def test_pieces_of_one_colour_are_told_apart_and_blocks_are_squares() -> None:
    text = told(record(1, "xKo#.."), Slides(), colour=True)
    seen = HIDDEN.sub("", text)
    assert "x K ●" in seen
    assert "48;2;107;115;120" in text
    assert seen.count("#") == 1  # in the move, which is a board here
    assert "x K o" in told(record(1, "xKo#.."), Slides())


class Bent(BoardDrawing):
    """Has styles that nobody knows."""

    def __get__(self, game: Any, owner: object = None) -> Any:
        bound = super().__get__(game, owner)
        squares = bound.squares
        if squares:
            bound.squares = Squares(squares.view, squares.points, squares.shapes, squares.boards, styles={"x": "}{"})
        return bound


class BentSlides(Slides):
    drawing = Bent(3, 2, PIECES)


def test_styles_that_nobody_knows_lose_no_game() -> None:
    assert "This game cannot be drawn" in told(record(1, "x....."), BentSlides(), colour=True)
    assert "x . ." in told(record(1, "x....."), BentSlides())


def test_a_board_whose_rows_are_shifted_is_drawn_so() -> None:
    squares = Squares("", ("0 0", "1 0", "0.5 1", "1.5 1"), {"x": "x"}, lambda game: [])
    assert Canvas(squares, False).board("....", "x..x").plain.splitlines() == [" x .  ", "  . x "]


# ---- the command ---------------------------------------------------------------------------------------------------


@pytest.fixture
def journal(tmp_path: Path) -> str:
    """A league of two games: one that is whole, with standard error, and a forfeit that is hostile."""
    entrants = tuple(Entrant(name, "./bot", USUAL) for name in ("one", "two"))
    store = Store.begin(tmp_path / "league.db", League("othello", "round-robin", entrants))
    store.schedule(next_stage(store.league, []))
    whole = game(1, players=("one", "two"))
    turns = tuple(turn._replace(stderr="deep thought\n" if at == 4 else "") for at, turn in enumerate(whole.turns))
    everything = " ".join(HOSTILE) + "\x1b[2J"
    hostile = forfeit(2, 1, End.MALFORMED, everything, everything.encode(), players=("one", "two"))
    for one in (dataclasses.replace(whole, turns=turns), hostile):
        store.record(Played(one, "", "", 0, (None, None)))
    store.close()
    return str(tmp_path / "league.db")


def test_a_terminal_shows_boards_in_colours_with_what_was_written_to_standard_error(court: Court, journal: str) -> None:
    environment = {**court.environment, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
    terminal = pexpect.spawn(
        sys.executable,
        ["-P", "-m", "arbiter", "replay", journal, "1"],
        env=environment,
        encoding="utf-8",
        timeout=HANG_S,
        dimensions=(40, 100),
    )
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 0
    text = terminal.before or ""
    assert "48;2;46;125;79" in text  # the ground
    seen = HIDDEN.sub("", text).replace("\r", "")
    assert "Game 1: one moves first, against two" in seen
    assert seen.count("0 1 2 3 4 5 6 7") == len(game(1).turns) + 1
    before, _, after = seen.partition("      | deep thought")
    assert "5. black" in before
    assert "6. white" in after
    assert "6. white" not in before


def test_text_that_is_kept_is_plain_and_shows_nothing_that_a_terminal_obeys(court: Court, journal: str) -> None:
    status, text, errors = run(court, "replay", "--text", journal, "2")
    assert (status, errors) == (0, "")
    assert "\x1b" not in text
    assert text.count("0 1 2 3 4 5 6 7") == 10
    assert all(planted in text for planted in HOSTILE)
    assert r"\x1b[2J" in text
    assert run(court, "replay", journal, "2")[1].startswith("<!DOCTYPE html>")
