"""The arbiter referees programs of the course by files and others by pipe, and every offence costs the game."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from arbiter.games.dama import law
from tests.many import each
from tests.play.court import PLAYERS, Court, python

BOT = f"{sys.executable} -m bots.dama"
FILES, PIPE = f"{BOT} play --level 1 --seed 1", f"{BOT} --level 1 --seed 1"


def replay(moves: list[str], start: str = "") -> law.Position:
    """Play moves by the law."""
    position = law.Position()
    for text in [*start.split(), *moves]:
        position = position.play(law.parse_move(text))
    return position


@pytest.fixture
def court(tmp_path: Path) -> Court:
    return Court(tmp_path)


@pytest.mark.parametrize("protocol", each(3, ["course,pipe", "course", "pipe"]))
def test_bots_play_lawful_games_with_both_colours(court: Court, protocol: str) -> None:
    first, _, second = protocol.partition(",")
    players = [FILES if p == "course" else PIPE for p in (first, second or first)]
    outcome = court.judge("--game", "dama", "--protocol", protocol, *players, "4")
    assert [game["first"] for game in outcome.games] == [0, 1, 0, 1]
    for game in outcome.games:
        assert game["end"] == "FINISHED"
        position = replay([turn["move"] for turn in game["turns"]])
        winner = position.winner()
        expected = [1, 1] if winner is None else [2, 0] if (winner == 1) == (game["first"] == 0) else [0, 2]
        assert game["scores"] == expected
        assert winner is not None or len(game["turns"]) == law.PLIES
    assert '<svg class="board"' in outcome.page


@pytest.mark.parametrize("protocol", ["course", "pipe"])
def test_the_limit_of_moves_makes_a_draw(court: Court, protocol: str) -> None:
    player = FILES if protocol == "course" else PIPE
    (game,) = court.judge("--game", "dama", "--protocol", protocol, "--plies", "7", player, player).games
    assert (game["scores"], len(game["turns"]), game["end"]) == ([1, 1], 7, "FINISHED")


@pytest.mark.parametrize("protocol", ["course", "pipe"])
def test_openings_are_played_twice_with_colours_swapped(court: Court, protocol: str) -> None:
    player = FILES if protocol == "course" else PIPE
    words = ["--game", "dama", "--protocol", protocol, "--openings", "6", "--seed", "7", "--plies", "20"]
    games = court.judge(*words, player, player, "4").games
    starts = [game["start"] for game in games]
    assert starts[0] == starts[1] != starts[2] == starts[3]
    for game in games:
        assert len(game["start"].split()) == 6
        replay([turn["move"] for turn in game["turns"]], game["start"])


OFFENCES = {
    "silent": ("TIMEOUT", "no move within"),
    "dies": ("CRASH", "ended by itself with exit status 7"),
    "nonsense": ("MALFORMED", "expected 8 rows"),
    "half": ("MALFORMED", "board_2.txt: "),
    "same": ("ILLEGAL", "stored the same board again"),
    "illegal": ("ILLEGAL", "no legal move makes board_2.txt"),
    "other": ("ILLEGAL", "board_2.txt is a move of the other player"),
    "changes": ("TAMPERED", "changed or removed board_1.txt"),
    "removes": ("TAMPERED", "changed or removed board_1.txt"),
    "extra": ("TAMPERED", "not a board of its own: 'notes.txt'"),
    "ahead": ("TAMPERED", "not a board of its own: 'board_4.txt'"),
    "fat": ("MEMORY", "MiB of memory where 100 are allowed"),
}


@pytest.mark.parametrize("kind", each(4, OFFENCES))
def test_each_offence_loses_the_game_for_its_reason(court: Court, kind: str) -> None:
    end, reason = OFFENCES[kind]
    offender = python("course_dama.py", kind)
    limit = ["--time", "1", "--start-time", "1"] if kind == "silent" else []
    outcome = court.judge("--game", "dama", *limit, offender, FILES)
    (game,) = outcome.games
    assert (game["end"], game["offender"], game["scores"]) == (end, 0, [0, 2])
    assert reason in game["reason"]


@pytest.mark.parametrize("kind", each(2, ["slow", "busy", "chatty", "hidden", "newline"]))
def test_habits_of_the_course_are_no_offence(court: Court, kind: str) -> None:
    (game,) = court.judge("--game", "dama", "--plies", "5", python("course_dama.py", kind), FILES).games
    assert (game["end"], game["scores"]) == ("FINISHED", [1, 1]), game


def test_no_folder_is_left_behind(court: Court, tmp_path: Path) -> None:
    court.environment["TMPDIR"] = str(tmp_path)
    before = {path.name for path in tmp_path.iterdir()}
    court.judge("--game", "dama", "--plies", "4", FILES, python("course_dama.py", "illegal"), "2")
    assert {path.name for path in tmp_path.iterdir()} - before == {"result.json"}


PIPE_OFFENCES = {
    "b3-b4": ("ILLEGAL", "cannot move there"),
    "nonsense": ("MALFORMED", "a move is written"),
    "a6-b5": ("ILLEGAL", "opponent's"),
}


@pytest.mark.parametrize("answer", PIPE_OFFENCES)
def test_wrong_moves_by_pipe_lose(court: Court, answer: str) -> None:
    end, reason = PIPE_OFFENCES[answer]
    player = f"sh -c 'while read line; do echo {answer}; done'"
    outcome = court.judge("--game", "dama", "--protocol", "pipe", player, PIPE)
    (game,) = outcome.games
    assert (game["end"], game["offender"]) == (end, 0)
    assert reason in game["reason"]
    assert outcome.evidence(0) == answer.encode()


def test_the_plain_player_plays_by_the_rules(court: Court, tmp_path: Path) -> None:
    """It is what strength is measured against, and shares no line with us."""
    program = tmp_path / "plain"
    subprocess.run(["cc", "-O2", "-Wall", "-Wextra", "-Werror", "-o", program, PLAYERS / "plain_dama.c"], check=True)
    words = ["--game", "dama", "--protocol", "pipe", "--openings", "4", f"{program} 3 5", f"{program} 2 6", "6"]
    assert all(game["end"] == "FINISHED" for game in court.judge(*words).games)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--protocol", "smoke"], "'smoke' is neither course nor pipe"),
        (["--protocol", "pipe,uai"], "'uai' is neither course nor pipe"),
        (["--openings", "3"], "an even number"),
        (["--plies", "0"], "a number from 1 to 1000000000, got 0"),
        (["--plies", "99999999999999999999"], "a number from 1 to 1000000000"),
    ],
)
def test_wrong_settings_are_refused_in_one_line(court: Court, words: list[str], why: str) -> None:
    outcome = court.finish(court.start("--game", "dama", *words, "a", "b"))
    assert outcome.status == 2
    assert why in outcome.errors
