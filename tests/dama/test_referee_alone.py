"""The referee of Dama, with players from a script: boards in folders or moves by pipe, and a limit of plies."""

from __future__ import annotations

import argparse
import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from arbiter.games.contract import Settings
from arbiter.games.dama import law
from arbiter.games.dama.game import GAME
from arbiter.games.players import End, PlayerError, Turn
from tests.play.scripted import Scripted, pair

MOVES = ("b3-a4", "a6-b5", "d3-e4", "c6-d5")


def settings(first: str = "pipe", second: str = "pipe", plies: int = 4, **more: Any) -> Settings:
    made = Settings((first, second), options=argparse.Namespace(plies=plies))
    return dataclasses.replace(made, **more)


def boards(*moves: str) -> list[str]:
    """Give the texts of the boards after each move."""
    position, found = law.Position(), []
    for move in moves:
        position = position.play(law.parse_move(move))
        found.append(law.format_board(position.board))
    return found


def writes(player: Scripted) -> Callable[[str], None]:
    def write(answer: str) -> None:
        name, _, text = answer.partition("=")
        assert player.folder
        (player.folder / name).write_text(text)

    return write


def begin(how: Settings, players: tuple[Scripted, Scripted], first: int = 0) -> Callable[[list[Turn]], tuple[int, int]]:
    """Begin a game as a table does."""
    referee = GAME.referee(how)
    for seat, player in enumerate(players):
        referee.begin(player, seat, first=seat == first)
    return lambda turns: referee.play(players, first, turns, "")


@pytest.mark.parametrize("first", [0, 1])
def test_by_pipe_each_is_told_its_number_the_limit_and_the_others_moves(first: int) -> None:
    mine, yours = MOVES[::2], MOVES[1::2]
    players = pair(*((mine, yours) if first == 0 else (yours, mine)))
    turns: list[Turn] = []
    assert begin(settings(), players, first)(turns) == (1, 1)
    assert [turn.move for turn in turns] == list(MOVES)
    one, two = ("A", "B") if first == 0 else ("B", "A")
    assert players[0].log == [
        "A begin",
        "B begin",
        f"{one} check",
        f"{two} check",
        f"{two} told 2 4",
        f"{one} asked 1 4",
        f"{two} asked b3-a4",
        f"{one} asked a6-b5",
        f"{two} asked d3-e4",
        f"{one} check, dead or alive",
        f"{two} check, dead or alive",
        f"{one} told end",
        f"{two} told end",
    ]


@pytest.mark.parametrize("first", [0, 1])
def test_programs_of_the_course_find_boards_and_add_theirs(first: int) -> None:
    texts = boards(*MOVES)
    mine = [f"board_{number}.txt={texts[number - 2]}" for number in (2, 4)]
    yours = [f"board_{number}.txt={texts[number - 2]}" for number in (3, 5)]
    players = pair(*((mine, yours) if first == 0 else (yours, mine)))
    for player in players:
        player.act = writes(player)
    turns: list[Turn] = []
    play = begin(settings("course", "course"), players, first)
    folders = [player.folder for player in players]
    assert [("A begin 1", "A begin 2")[first], ("B begin 2", "B begin 1")[first]] == [
        line for line in players[0].log if "begin" in line
    ]
    assert play(turns) == (1, 1)
    assert [turn.move for turn in turns] == list(MOVES)
    assert [folder and Path(folder).exists() for folder in folders] == [False, False]
    assert players[0].log.count("A memory") == players[0].log.count("B memory") == 1


def test_both_protocols_meet_and_an_offence_leaves_no_folder() -> None:
    texts = boards(*MOVES)
    players = pair([MOVES[0], "b3-a4"], [f"board_3.txt={texts[1]}"])
    players[1].act = writes(players[1])
    turns: list[Turn] = []
    play = begin(settings("pipe", "course"), players)
    folder = players[1].folder
    with pytest.raises(PlayerError) as caught:
        play(turns)
    assert (caught.value.player, caught.value.end) == (players[0], End.ILLEGAL)
    assert [turn.move for turn in turns] == ["b3-a4", "a6-b5"]
    assert folder
    assert not folder.exists()


def test_settings_are_shown() -> None:
    assert GAME.referee(settings()).options() == [("draw after", "4 moves"), ("protocols", "pipe, pipe")]
    assert GAME.referee(settings("course", "course", 100)).options() == [("draw after", "100 moves")]
    assert GAME.referee(settings("course", "pipe")).options() == [
        ("draw after", "4 moves"),
        ("protocols", "course, pipe"),
    ]
    with pytest.raises(ValueError, match="--plies: expected a number from 1 to 1000000000, got 0"):
        GAME.referee(settings(plies=0))
    assert GAME.referee(settings(plies=1)).options()[0] == ("draw after", "1 moves")
