"""The account of a player, of a program whose numbers the test makes up."""

from __future__ import annotations

import dataclasses
from typing import Any, cast

import pytest

from arbiter.host.launch import Ending, Program, Protection
from arbiter.play import expense
from arbiter.play.expense import Expense


@dataclasses.dataclass
class Numbers:
    """A program that is nothing but what it has used; and the time."""

    cpu: float = 0.0
    waited: float = 0.0
    peak: float = 0.0
    reset: int = 0
    now: float = 100.0
    descendants: float = 0.0
    whole: float = 0.0
    held: float = 0.0
    stolen: float = 0.0
    fetching: bool = False
    wanting: dict[str, float] = dataclasses.field(default_factory=dict)

    def cpu_s(self) -> float:
        return self.cpu

    def waited_s(self) -> float:
        return self.waited

    def fetches(self) -> bool:
        return self.fetching

    def ready(self) -> dict[str, float]:
        return dict(self.wanting)

    def peak_mib(self) -> float:
        return self.peak

    def held_mib(self, above_mib: float) -> float:
        return self.held

    def reset_peak(self) -> None:
        self.reset += 1

    def kill(self) -> Ending:
        return Ending("was killed", self.whole, 1)


class Stolen:
    """What is stolen by those numbers."""

    def __init__(self, numbers: Numbers) -> None:
        self._numbers, self._before, self.began_s = numbers, numbers.stolen, numbers.now

    def seconds(self) -> float:
        return self._numbers.stolen - self._before


@pytest.fixture
def numbers(monkeypatch: pytest.MonkeyPatch) -> Any:
    made = Numbers()
    monkeypatch.setattr("arbiter.play.expense.time.monotonic", lambda: made.now)
    monkeypatch.setattr(expense, "others_cpu_s", lambda program: made.descendants)
    monkeypatch.setattr(expense, "Steal", lambda: Stolen(made))
    return made


def account(numbers: Numbers) -> Expense:
    made = Expense()
    made.begin(cast("Program", numbers))
    return made


def test_a_game_costs_what_was_used_since_it_began(numbers: Numbers) -> None:
    numbers.cpu, numbers.waited, numbers.peak = 5.0, 1.0, 10.0
    one = account(numbers)
    assert numbers.reset == 1
    for seconds in (2.0, 3.0):
        asked = one.asked()
        assert asked == numbers.now
        one.took(seconds)
    numbers.cpu, numbers.waited, numbers.peak = 9.0, 1.5, 12.0
    one.keep(b"said")
    one.protections = Protection.FILTER
    cost = one.cost()
    assert (cost.wall_s, cost.cpu_s, cost.peak_mib, cost.stderr) == (5.0, 4.0, 12.0, "said")
    assert (cost.lag_s, cost.protections) == (0.5, Protection.FILTER.value)
    one.begin(cast("Program", numbers))
    cost = one.cost()
    assert (cost.wall_s, cost.cpu_s, cost.stderr, cost.lag_s) == (0.0, 0.0, "", 0.0)


def test_what_has_ended_keeps_its_account(numbers: Numbers) -> None:
    one = account(numbers)
    one.others_cpu_s = 1.0
    numbers.waited, numbers.peak, numbers.whole = 0.25, 30.0, 7.0
    one.ended(cast("Program", numbers))
    numbers.cpu = numbers.waited = numbers.peak = 1000.0
    cost = one.cost()
    assert (cost.cpu_s, cost.peak_mib, cost.lag_s) == (7.0, 30.0, 0.25)
    assert one.largest_mib() == 30.0
    one.started(cast("Program", Numbers()))
    assert one.others_cpu_s == 0.0
    assert one.largest_mib() == 30.0


def test_a_move_has_its_own_cpu_time_and_talk(numbers: Numbers) -> None:
    one = account(numbers)
    one.keep(b"before\n")
    one.asked()
    numbers.cpu, one.others_cpu_s = 1.0, 0.5
    one.took(2.0)
    assert one.turn("m", 2.0) == ("m", 2.0, 1.5, "before\n")
    assert one.turn("m", 2.0) == ("m", 2.0, 1.5, "")
    assert one.of_move() == "CPU time it used for it: 1.50 s"
    one.asked()
    one.took(2.0, -0.5)
    assert one.turn("m", 2.0).cpu_s == 0.0
    one.took(2.0, 0.25)
    assert one.turn("m", 2.0).cpu_s == 0.25
    one.keep(b"x" * 1000 + b"y" * 1000)
    assert one.turn("m", 2.0).stderr == "x" * 24 + "y" * 1000
    one.keep(b"z" * 5000)
    assert one.cost().stderr == "z" * 4096


def test_waiting_for_a_core_is_given_again(numbers: Numbers) -> None:
    one = account(numbers)
    numbers.waited = 3.0
    assert one.lag_s() == 0.0
    one.asked()
    numbers.waited = 5.0
    assert one.lag_s() == 2.0
    assert one.of_move().endswith("; 2.00 s of waiting for a busy machine were considered")
    assert one.is_late(3.1, 1.0)
    assert not one.is_late(2.9, 1.0)
    assert not one.is_late(3.0, 1.0)
    # Not what it or its descendants used themselves: of 2.9 s they had 2.
    numbers.descendants = 1.5
    numbers.cpu = 0.5
    assert one.is_late(2.9, 1.0)
    numbers.descendants = numbers.cpu = one.others_cpu_s = 0.0
    numbers.waited = 103.0
    assert one.is_late(10.1, 1.0)  # nine times the limit at most
    assert not one.is_late(9.9, 1.0)


def test_stolen_time_is_given_again_like_a_wait(numbers: Numbers) -> None:
    numbers.stolen = 7.0
    one = account(numbers)
    numbers.now += expense.STEAL_S
    assert one.lag_s() == 0.0
    one.asked()
    numbers.stolen, numbers.waited = 8.5, 0.5
    assert one.lag_s() == 2.0
    assert one.is_late(3.1, 1.0)
    assert not one.is_late(2.9, 1.0)
    assert one.charged(2.9) == pytest.approx(0.9)
    numbers.waited = 0.001
    assert one.charged(0.004) == pytest.approx(0.003)  # of brief moves nobody looks what was stolen
    numbers.waited = 0.5
    numbers.cpu = 1.5  # of what it did not use itself
    assert one.is_late(2.9, 1.0)
    assert one.cost().lag_s == 0.5  # which tells of waits only


def test_waiting_for_pages_is_given_again_from_one_look_to_the_next(numbers: Numbers) -> None:
    one = account(numbers)
    one.asked()
    for now_s, fetching in ((100.5, True), (101.0, False), (101.25, True), (102.0, True)):
        numbers.fetching = fetching
        one.look_for_pages(now_s, 100.0)
    assert one.lag_s() == 1.5
    assert not one.is_late(2.5, 1.0)
    assert one.is_late(2.6, 1.0)
    numbers.cpu = 0.5
    assert one.of_move() == "CPU time it used for it: 0.50 s; 1.50 s of waiting for a busy machine were considered"
    numbers.cpu = 1.1
    assert one.is_late(2.5, 1.0)  # nothing of what it used itself
    one.asked()
    assert one.lag_s() == 0.0
    one.look_for_pages(110.0, 109.5)  # and not since the look of the move before
    assert one.lag_s() == 0.5
    assert one.charged(0.75) == 0.25
    one.ended(cast("Program", numbers))
    one.look_for_pages(111.0, 109.5)
    assert one.lag_s() == 0.5


def test_steal_time_is_looked_at_before_a_move_and_not_again_at_once(numbers: Numbers) -> None:
    one = account(numbers)
    one.asked()
    numbers.stolen, numbers.now = 1.0, numbers.now + expense.STEAL_S / 2
    one.asked()
    assert one.lag_s() == 1.0
    numbers.now += expense.STEAL_S
    one.asking()  # of a question that was asked before: it may have been stolen since
    one.asked_at(0.0, 0.0)
    assert one.lag_s() == 1.0
    one.asked()
    assert one.lag_s() == 0.0
    numbers.stolen, numbers.now = 5.0, numbers.now + expense.STEAL_S
    one.look(numbers.now)  # between moves that are asked for without it
    one.asking()
    one.asked_at(0.0, 0.0)
    assert one.lag_s() == 0.0


def test_a_wait_that_is_not_over_is_given_again_to_who_is_silent_and_had_no_core(numbers: Numbers) -> None:
    one = account(numbers)
    one.asked()
    numbers.wanting = {"first": 0.25, "other": 1.0}
    assert one.is_late(1.1, 1.0)  # an answer came: whoever gave it has had its core
    assert not one.is_late(1.1, 1.0, silent=True)
    numbers.wanting = {"first": 0.25, "other": 1.25}
    assert not one.is_late(1.2, 1.0, silent=True)
    numbers.wanting = {"first": 0.5, "other": 1.5, "new": 0.0}
    assert one.is_late(1.3, 1.0, silent=True)  # all have computed since
    numbers.wanting = {"first": 0.5}
    assert not one.is_late(9.9, 1.0, silent=True)
    assert one.is_late(10.1, 1.0, silent=True)  # nine times the limit at most
    numbers.cpu = 1.1
    assert one.is_late(2.0, 1.0, silent=True)  # and nothing of what it used itself
    numbers.cpu, numbers.wanting = 0.0, {}
    assert one.is_late(1.1, 1.0, silent=True)  # nobody waits for anything but a time, or an input
    one.asked()
    numbers.wanting = {"first": 0.5}
    assert not one.is_late(1.1, 1.0, silent=True)  # nobody knows yet


def test_a_move_on_an_idle_machine_is_late_when_its_time_is_up(numbers: Numbers) -> None:
    one = account(numbers)
    one.asked()
    assert one.is_late(1.01, 1.0)
    assert not one.is_late(1.0, 1.0)
    one.ended(cast("Program", numbers))
    assert one.is_late(0.5, 1.0)
    assert one.lag_s() == 0.0


def test_the_lag_of_a_game_is_measured_at_moves_that_last(numbers: Numbers) -> None:
    one = account(numbers)
    one.asked()
    numbers.waited = 2.0
    one.took(1.0)
    numbers.waited = 0.0  # gone
    assert one.cost().lag_s == 2.0
    one.begin(None)
    assert one.cost().lag_s == 0.0
