"""A third answer after the limit, written twice, or the last one of a dying program: the verdict in every game.

(Othello's are in test_hostile_players.py, where the last move of a game is tried as well. That 20 ms are too late, if
the guard of a program had a core then, is in test_stopped_arbiter.py.)
"""

from __future__ import annotations

import itertools
import shlex
import sys
from pathlib import Path

import pytest

from tests.many import each
from tests.play.court import PLAYERS, Court, compile_player, python

LIMIT_S = 1.5
LATE_S = LIMIT_S + 0.3
LATE = f"late={LATE_S}"
GAMES = {
    "ataxx": (["--game", "ataxx"], "* ", python("course.py", "plain")),
    "ataxx, uai": (["--game", "ataxx", "--protocol", "course,uai"], "bestmove", "ataxx-bot uai"),
    "dama, pipe": (["--game", "dama", "--protocol", "pipe"], "", "plain_dama"),
}
VERDICTS = {LATE: ("TIMEOUT", (2,)), "twice": ("EXTRA_OUTPUT", (2, 3)), "dies": ("CRASH", (3,))}
"""How the game ends, and how many moves of the offender count: one more where the second copy is seen later."""


@pytest.mark.parametrize(("game", "way"), each(4, itertools.product(GAMES, VERDICTS)))
def test_a_spoilt_third_answer_loses_and_what_was_in_time_counts(
    court: Court, tmp_path: Path, game: str, way: str
) -> None:
    options, mark, child = GAMES[game]
    if child == "plain_dama":
        child = f"{compile_player(child, tmp_path)} 1"
    if child == "ataxx-bot uai":
        child = f"{Path(sys.executable).parent}/{child}"
    other = python("course.py", "plain") if options[1] == "ataxx" else child
    rider = python("rider.py", way, mark, *shlex.split(child))
    (found,) = court.judge(*options, "--time", str(LIMIT_S), other, rider, "1").games
    end, moves = VERDICTS[way]
    assert (found["end"], found["offender"]) == (end, 1)
    assert len(found["turns"]) // 2 in moves


SECOND_LINES = each(4, [0.05, 0, 0.001, 0.005], long=2)


@pytest.mark.parametrize("after_s", SECOND_LINES)
@pytest.mark.parametrize("game", ["othello", *GAMES])
@pytest.mark.parametrize("ponder", each(2, [[], ["--ponder"]]), ids=["frozen", "ponders"])
def test_a_second_line_that_follows_the_first_is_seen_though_its_author_is_frozen(
    court: Court, tmp_path: Path, instant: str, game: str, after_s: float, ponder: list[str]
) -> None:
    options, mark, child = GAMES.get(game, ([], "", instant))
    if child == "plain_dama":
        child = f"{compile_player(child, tmp_path)} 1"
    if child == "ataxx-bot uai":
        child = f"{Path(sys.executable).parent}/{child}"
    other = python("course.py", "plain") if game == "ataxx, uai" else child
    slow = python("rider.py", "slow=0.3", "* " if game == "ataxx, uai" else mark, *shlex.split(other))
    rider = python("rider.py", f"again={after_s}", mark, *shlex.split(child))
    (found,) = court.judge(*options, *ponder, slow, rider, "1").games
    assert (found["end"], found["offender"]) == ("EXTRA_OUTPUT", 1), found["reason"]


@pytest.mark.parametrize(("habit", "end", "moves"), each(2, [("leaves", "CRASH", 3), ("late", "TIMEOUT", 2)]))
def test_the_same_with_boards_as_files(court: Court, habit: str, end: str, moves: int) -> None:
    players = python("course_dama.py", "plain"), python("course_dama.py", habit)
    (found,) = court.judge("--game", "dama", "--time", str(LIMIT_S), *players, "1").games
    assert (found["end"], found["offender"], len(found["turns"]) // 2) == (end, 1, moves)


@pytest.mark.parametrize("after_s", SECOND_LINES)
@pytest.mark.parametrize("ponder", each(2, [[], ["--ponder"]]), ids=["frozen", "ponders"])
def test_a_second_board_that_follows_the_first_is_seen_though_its_author_is_frozen(
    court: Court, after_s: float, ponder: list[str]
) -> None:
    players = python("course_dama.py", "plain"), python("course_dama.py", f"again={after_s}")
    (found,) = court.judge("--game", "dama", *ponder, *players, "1").games
    assert (found["end"], found["offender"]) == ("TAMPERED", 1), found["reason"]


@pytest.mark.parametrize(
    ("code", "end"),
    [
        (f"sleep({LATE_S}); print(row)", "TIMEOUT"),
        ("print(row, flush=True); import os; os._exit(5)", "FINISHED"),
        *each(
            4,
            (
                (f"print(row, flush=True); import time; time.sleep({s}); print(row)", "ILLEGAL")
                for s in (0.05, 0.005, 0.001, 0)
            ),
        ),
    ],
)
def test_of_a_row_late_twice_or_the_last_of_a_dying_program(court: Court, tmp_path: Path, code: str, end: str) -> None:
    player = tmp_path / "player.py"
    row = "import sys; words = sys.stdin.read().split(); row = f'S {words[1]} {words[2]}'"
    honest = tmp_path / "honest.py"
    honest.write_text(f"{row}; print(row)\n")
    player.write_text(f"{(PLAYERS / 'lateness.py').read_text()}\n{row}; {code}\n")
    options = ["--game", "domino", "--allow-early-stop", "--time", str(LIMIT_S)]
    (found,) = court.judge(*options, *(f"{sys.executable} {file}" for file in (honest, player)), "1").games
    assert (found["end"], found["offender"]) == (end, None if end == "FINISHED" else 1)
