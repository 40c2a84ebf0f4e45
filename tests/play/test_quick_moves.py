"""Moves that take microseconds are asked for in one call; everything that is not as usual is still seen."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator

import pytest

from arbiter.games.players import End, PlayerError
from arbiter.host import steal
from arbiter.host.limits import Limits
from arbiter.play import expense
from arbiter.play.player import Player
from tests.play.shells import Make, shells

LIMITS = Limits(time_s=60.0, memory_mib=200.0)
ANSWERS = """
import sys, time
for line in sys.stdin:
    seconds, words = line.split(maxsplit=1)
    time.sleep(float(seconds))
    print(words.strip().replace(";", chr(10)), flush=True)
"""
SLOW_S = 0.03


@pytest.fixture
def make() -> Iterator[Make]:
    """Make players that run shell scripts."""
    with shells(LIMITS) as player:
        yield player


@pytest.fixture
def quick(make: Make) -> Player:
    """Give a player that has just answered at once, again and again."""
    player = make(f"exec {sys.executable} -c '{ANSWERS}'", time_s=1.0)
    player.begin()
    for number in range(100):
        assert player.reply(f"0 {number}\n".encode()).move == str(number)
    return player


@pytest.mark.parametrize("script", ["exec cat", "exec cat 2>&-"], ids=["", "without standard error"])
def test_a_quick_move_costs_few_calls(make: Make, script: str) -> None:
    player = make(script)
    player.begin()
    seen: list[str] = []
    counts = []
    for _ in range(100):
        seen.clear()
        sys.setprofile(lambda frame, event, argument: seen.append(event))
        player.reply(b"2 3\n")
        sys.setprofile(None)
        counts.append(sum(event in ("call", "c_call") for event in seen) - 1)  # that of setprofile
    assert min(counts) <= 7  # on a busy machine not all are quick


def test_who_answers_at_once_may_take_its_time(quick: Player) -> None:
    for seconds in (SLOW_S, 0.0, 0.007, 0.0):
        turn = quick.reply(f"{seconds} word\n".encode())
        assert turn.move == "word"
        assert turn.time_s >= seconds
    assert quick.cost().wall_s > SLOW_S


@pytest.mark.parametrize(
    ("question", "end"),
    [
        ("0 a;b", End.EXTRA_OUTPUT),
        ("1.3 a", End.TIMEOUT),
        ("no", End.CRASH),
    ],
    ids=lambda case: getattr(case, "name", ""),
)
def test_offences_of_who_answers_at_once_are_found(quick: Player, question: str, end: End) -> None:
    with pytest.raises(PlayerError) as caught:
        quick.reply(f"{question}\n".encode())
    assert caught.value.end == end


def test_what_was_stolen_long_before_a_quick_move_is_no_excuse(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[float] = []

    def look() -> steal.Steal:
        looks.append(time.monotonic())
        return steal.Steal()

    monkeypatch.setattr(expense, "Steal", look)
    player = make(f"exec {sys.executable} -c '{ANSWERS}'", time_s=1.0)
    player.begin()
    looks.clear()
    begun = time.monotonic()
    while time.monotonic() < begun + 20 * expense.STEAL_S:
        player.reply(b"0 word\n")
    assert len(looks) > 5  # of 20, on a busy machine
    assert len(looks) <= 21
