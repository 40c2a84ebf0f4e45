"""The clock of a whole game, and the time to start: what counts on them, and who is held to them."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from arbiter.games import catalogue
from arbiter.games.players import End, PlayerError
from arbiter.host.limits import Clock, Left, Limits
from arbiter.host.words import clock, digits
from arbiter.play import options as settings
from arbiter.play.expense import Expense
from arbiter.play.player import Player
from tests.play.court import Court, python
from tests.play.shells import Make, shells


@pytest.fixture
def make() -> Iterator[Make]:
    """Make players that run shell scripts and have just begun a game."""
    with shells(Limits(time_s=60.0)) as player:

        def begun(script: str, **limits: Any) -> Player:
            one = player(script, **limits)
            one.begin()
            return one

        yield begun


def late(of: Callable[[], object]) -> str:
    """Give the reason of a time-out."""
    with pytest.raises(PlayerError) as caught:
        of()
    assert caught.value.end is End.TIMEOUT
    return caught.value.reason


# ---- a clock ---------------------------------------------------------------------------------------------------------


COMPUTES = "import time\nwhile time.process_time() < 0.2: pass"


def test_a_move_takes_its_time_from_the_clock_and_adds_the_increment(make: Make) -> None:
    player = make(f"while read x; do {sys.executable} -c '{COMPUTES}'; echo a; done", clock=Clock(60.0, 0.25))
    left = 60.0
    for made in range(3):
        assert player.left is not None
        assert player.left.made == made
        assert player.left.seconds == pytest.approx(left)
        seconds = player.ask(b"\n")[1]
        # What a busy machine takes is given again, so that it may be more, but never what the program used itself: of
        # descendants that are gone the kernel tells that in ticks of 10 ms, of two kinds, before the move and after it.
        assert left + 0.25 - seconds - 1e-6 <= player.left.seconds <= left + 0.25 - 0.2 + 0.04
        left = player.left.seconds
    player.begin()
    assert player.left == Left(60.0)


def test_a_clock_of_so_many_moves_is_filled_again_after_them(make: Make) -> None:
    player = make("while read x; do echo a; done", clock=Clock(10.0, 0.25, moves=2))
    filled = []
    for _ in range(5):
        before = player.left
        player.ask(b"\n")
        assert before is not None
        assert player.left is not None
        filled.append(player.left.seconds > before.seconds + 5)
    assert filled == [False, True, False, True, False]
    player.begin()
    assert player.left == Left(10.0)


def test_moves_to_go_are_those_until_there_are_seconds_again() -> None:
    clock = Clock(10.0, 1.0, moves=3)
    left, told = Left(10.0), []
    for _ in range(4):
        told.append((clock.to_go(left), left.seconds))
        left = clock.after(left, 4.0)
    assert told == [(3, 10.0), (2, 7.0), (1, 4.0), (3, 11.0)]
    whole = Clock(10.0, 1.0)
    assert [whole.to_go(Left(10.0, made)) for made in range(3)] == [0, 0, 0]
    assert whole.after(Left(10.0, 2), 4.0) == Left(7.0, 3)


def test_who_has_used_up_its_clock_is_late_however_quick_each_move_was(make: Make) -> None:
    player = make("while read x; do sleep 0.2; echo a; done", clock=Clock(0.9, 0.0), time_s=0.01)
    moves = 0

    def play_on() -> None:
        nonlocal moves
        while True:
            player.ask(b"\n")
            moves += 1

    reason = late(play_on)
    assert 1 <= moves <= 4
    assert " s that were left on its clock of 0.9+0 s (CPU" in reason


def test_a_clock_runs_for_who_is_watched_too_and_not_for_what_is_no_move(make: Make) -> None:
    player = make("sleep 60", clock=Clock(5.0, 0.0), start_s=0.1)
    begun = time.monotonic()
    player.wait(lambda: time.monotonic() > begun + 1.0 or None)
    assert player.left is not None
    assert player.left.seconds < 5.0 - 0.25
    talker = make("while read x; do sleep 0.1; echo a; done", clock=Clock(5.0, 0.0))
    talker.ask(b"\n", time_s=60.0)
    assert talker.left == Left(5.0)


def test_a_player_without_a_clock_has_none(make: Make) -> None:
    player = make("while read x; do echo a; done")
    player.ask(b"\n")
    assert player.left is None


def test_what_the_machine_kept_from_a_program_is_not_charged(monkeypatch: pytest.MonkeyPatch, make: Make) -> None:
    expense = make("sleep 60").expense
    for lag_s, used_s, charged in ((0.0, 0.0, 2.0), (0.5, 0.1, 1.5), (5.0, 0.25, 0.25), (5.0, 2.5, 2.0)):
        monkeypatch.setattr(Expense, "lag_s", lambda _, lag_s=lag_s: lag_s)
        monkeypatch.setattr(Expense, "used_s", lambda _, used_s=used_s: used_s)
        assert expense.charged(2.0) == pytest.approx(charged, abs=0.1)  # what its own processes used is not given again


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        ("othello", [python("plain.py", "--delay", "0.12"), "instant"], []),
        ("ataxx", [python("course.py", "slow"), "ataxx-bot --level 0 --seed 1"], []),
        ("dama", [python("course_dama.py", "plain"), "dama-bot --level 0"], []),
    ],
)
def test_every_game_of_turns_has_a_clock_for_programs_that_are_told_no_times(
    court: Court, instant: str, game: str, players: list[str], options: list[str]
) -> None:
    bots = Path(sys.executable).parent
    first, second = (instant if p == "instant" else f"{bots}/{p}" if "-bot" in p else p for p in players)
    (found,) = court.judge("--game", game, "--clock", "0.6", "--start-time", "9", first, second, "1").games
    assert (found["end"], found["offender"]) == ("TIMEOUT", 0)
    assert "left on its clock of 0.6+0 s" in found["reason"]
    assert 1 <= len(found["turns"]) <= 20
    late = len(found["turns"])
    (found,) = court.judge("--game", game, "--clock", "1/0.6", "--start-time", "9", first, second, "1").games
    assert len(found["turns"]) > late + 2  # whoever has as much again for each move goes on


# ---- the time to start -----------------------------------------------------------------------------------------------


def test_who_starts_slowly_is_not_late_and_its_first_move_takes_no_longer(make: Make) -> None:
    begun = time.monotonic()
    player = make("sleep 0.6; while read x; do echo a; done", time_s=0.55)
    answer, seconds = player.ask(b"\n")
    assert answer == b"a"
    assert seconds < time.monotonic() - begun - 0.55
    clocked = make("sleep 0.6; while read x; do echo a; done", clock=Clock(0.5, 0.0))
    clocked.ask(b"\n")
    assert clocked.left is not None


def test_the_time_to_start_ends_when_the_question_is_read(make: Make) -> None:
    player = make("read x; sleep 60", time_s=0.2, start_s=50.0)
    assert late(lambda: player.ask(b"\n")).startswith("no move within 0.2 s")
    whole = make("cat > /dev/null; sleep 60; echo a", time_s=0.2, start_s=50.0)
    assert late(lambda: whole.exchange(b"x" * 200_000)).startswith("no move within 0.2 s")


def test_who_never_reads_has_the_time_to_start_and_that_of_a_move(make: Make) -> None:
    player = make("sleep 60", time_s=0.2, start_s=0.3)
    begun = time.monotonic()
    late(lambda: player.ask(b"\n"))
    assert time.monotonic() - begun > 0.5
    deaf = make("sleep 60", time_s=0.2, start_s=0.3)
    late(lambda: deaf.exchange(b"\n"))


def test_only_a_program_that_has_just_begun_may_take_time_to_start(make: Make) -> None:
    player = make("read x; echo a; sleep 60", time_s=1.0, start_s=50.0)
    player.ask(b"\n")
    player.begin()  # the next game
    late(lambda: player.ask(b"\n"))
    asked = make("read x; echo a; sleep 60", time_s=0.3, start_s=50.0)
    asked.ask(b"\n", time_s=60.0)
    late(lambda: asked.ask(b"\n"))


def test_who_is_watched_may_start_slowly_once(make: Make) -> None:
    begun = time.monotonic()
    player = make("sleep 60", time_s=0.2, start_s=50.0)
    player.wait(lambda: time.monotonic() > begun + 0.6 or None)
    late(lambda: player.wait(lambda: None))


def test_who_dies_or_answers_before_it_reads_is_heard_at_once(make: Make) -> None:
    hasty = make("sleep 0.1; echo a; sleep 60", start_s=50.0)
    assert hasty.ask(b"\n")[0] == b"a"
    dead = make("sleep 0.1; exit 3", start_s=50.0)
    with pytest.raises(PlayerError) as caught:
        dead.ask(b"\n")
    assert (caught.value.end, caught.value.reason) == (End.CRASH, "ended by itself with exit status 3")


# ---- how it is said --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("60+0.1", Clock(60.0, 0.1)),
        ("5", Clock(5.0)),
        ("0.5+0", Clock(0.5)),
        ("40/60", Clock(60.0, moves=40)),
        ("1/0.25+1e-7", Clock(0.25, 1e-7, moves=1)),
    ],
)
def test_a_clock_is_read_and_written(text: str, found: Clock) -> None:
    assert clock(text) == found
    assert clock(found.written(digits)) == found


@pytest.mark.parametrize(
    "text",
    ["", "0", "-1+1", "1+", "1+-1", "1+inf", "nan", "one", "1+1+1", "0/60", "/60", "40/", "2.5/60", "1/2/3", "40/60/"],
)
def test_what_is_no_clock_is_refused(text: str) -> None:
    with pytest.raises(
        argparse.ArgumentTypeError, match=r"is not written as a clock is, such as 60, 60\+0\.1 or 40/60\+"
    ):
        clock(text)


def test_limits_are_said_as_they_are() -> None:
    assert Limits(clock=Clock(60.0, 0.1)).shown()[:2] == [("clock of a game", "60+0.1 s"), ("time to start", "10 s")]
    assert Limits(clock=Clock(60.0, 0.1, moves=40)).time() == "40/60+0.1 s"
    assert Limits(time_s=2.0, start_s=0.0).shown()[:2] == [("time per move", "2 s"), ("memory", "1024 MiB")]


@pytest.mark.parametrize(
    ("game", "given", "message"),
    [
        (
            "othello",
            {"clock": Clock(1.0), "time_s": 2.0},
            "--time: a move has what is left on the clock; expected one of",
        ),
        ("domino", {"clock": Clock(1.0)}, "--clock: in Domino both play their hands alone, each within the time"),
    ],
)
def test_a_clock_that_cannot_be_is_refused(game: str, given: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        settings.limits(catalogue.game(game), argparse.Namespace(**given))


def test_a_players_own_time_takes_the_place_of_a_clock_of_all() -> None:
    of = catalogue.game("othello")
    common = settings.limits_with(of, of.limits, {"clock": Clock(60.0, 0.1), "start_s": 3.0})
    assert settings.limits_with(of, common, {"time_s": 2.0}) == Limits(time_s=2.0, start_s=3.0)
    assert settings.limits_with(of, common, {}) == Limits(start_s=3.0, clock=Clock(60.0, 0.1))
