"""Games in the page of a league are small, and nothing is lost of them."""

from __future__ import annotations

import json
import random

import pytest

from arbiter.games import catalogue
from arbiter.games.players import Turn
from arbiter.pages.compact import Compactor, script_json
from arbiter.pages.numbers import DIGITS, ONES, THREES, TWOS, packed, packed_times
from arbiter.play.record import GameRecord
from tests.pages import plain_othello


def unpacked(text: str) -> list[int]:
    """Read numbers as the page's script does."""
    found, at = [], 0
    while at < len(text):
        value, below, follow = DIGITS.index(text[at]), 0, 0
        for first in (ONES, TWOS, THREES):
            if value < first:
                break
            value, below, follow = value - first, below + first * len(DIGITS) ** follow, follow + 1
        for digit in text[at + 1 : at + 1 + follow]:
            value = value * len(DIGITS) + DIGITS.index(digit)
        found.append(below + value)
        at += 1 + follow
    return found


def test_every_number_is_read_back_and_small_ones_are_short() -> None:
    numbers = [*range(4000), *range(75_000, 77_000), 700_000]
    assert unpacked("".join(map(packed, numbers))) == numbers
    assert [len(packed(number)) for number in (0, 44, 45, 3194, 3195, 76_094, 76_095)] == [1, 1, 2, 2, 3, 3, 4]
    with pytest.raises(ValueError, match="so many different moves"):
        packed(10**9)


def test_every_time_is_read_back_with_three_figures() -> None:
    times = [0, 1e-6, 0.000999, 0.0009996, 0.001, 0.0123456, 0.46, 1.2345, 59.96, 3600, 1e6]
    codes = unpacked(packed_times(times))
    powers = [0 if code < 1000 else (code - 100) // 900 for code in codes]
    read = [(code - 900 * power) * 10.0**power / 1e6 for code, power in zip(codes, powers, strict=True)]
    assert [f"{time:.3g}" for time in read] == [f"{round(time, 6):.3g}" for time in times]
    assert len(packed_times([0.4])) == 2


def test_a_game_of_othello_takes_less_than_two_hundred_bytes() -> None:
    chance = random.Random(1)
    games = [plain_othello.random_game(chance) for _ in range(60)]
    compactor = Compactor(catalogue.game("othello"))
    sizes = []
    for number, moves in enumerate(games, 1):
        turns = tuple(Turn(f"{row} {column}", 0.001) for row, column in moves)
        record = GameRecord("othello", number, ("a", "b"), 0, turns, (32, 32))
        text, *_ = entry = compactor.compact(record, timed=False)
        table = compactor.tables()["moves"]
        assert [table[place][0] for place in unpacked(text)] == [turn.move for turn in turns]
        sizes.append(len(script_json(entry)))
    assert json.loads(script_json(entry)) == entry
    assert sum(sizes) / len(sizes) < 200
