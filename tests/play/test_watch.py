"""The watch looks at every player in time, closely where it must, and no more often than it need."""

from __future__ import annotations

import dataclasses
from typing import cast

import pytest

from arbiter.host.launch import Program
from arbiter.host.limits import Limits
from arbiter.host.measure import Usage
from arbiter.play.expense import Expense
from arbiter.play.watch import GLANCE_S, LOOK_S, SCAN_SHARE, TICK_S, Watch


@dataclasses.dataclass(eq=False)
class Numbers:
    """A program that is nothing but what it uses."""

    usage: Usage
    peak: float = 0.0
    descendants: bool = True
    cpu: float = 0.0
    orders: list[bool] = dataclasses.field(default_factory=list)  # to stop, or to go on

    def cpu_s(self) -> float:
        return self.cpu

    def freeze(self, *, stop: bool = True) -> None:
        self.orders.append(stop)

    def peak_mib(self) -> float:
        return self.peak

    def has_descendants(self) -> bool:
        return self.descendants


class Seen:
    """A player that keeps what it is told of its program."""

    def __init__(self, memory_mib: float, usage: Usage, *, runs: bool = True) -> None:
        self.limits = Limits(memory_mib=memory_mib, processes=5)
        self.expense = Expense()
        self.numbers = Numbers(usage)
        self.runs = runs
        self.noted: list[Usage] = []

    def program(self) -> Program | None:
        return cast("Program", self.numbers) if self.runs else None

    def note(self, usage: Usage) -> None:
        self.noted.append(usage)


class World:
    """Two clocks, and what was measured: on a machine so busy that a millisecond of work takes half a second."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now, self.cpu = 50.0, 0.0
        self.scans: list[float] = []
        self.glances = 0
        monkeypatch.setattr("arbiter.play.watch.time.monotonic", lambda: self.now)
        monkeypatch.setattr("arbiter.play.watch.time.thread_time", lambda: self.cpu)
        monkeypatch.setattr("arbiter.play.watch.measure", self.measure)
        monkeypatch.setattr("arbiter.play.watch.glance", self.glance)

    def measure(self, programs: list[Numbers], exact_above_mib: float) -> list[Usage]:
        self.scans.append(exact_above_mib)
        self.now += 0.5
        self.cpu += 0.001
        return [program.usage for program in programs]

    def glance(self, program: Numbers) -> Usage:
        self.glances += 1
        return program.usage


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> World:
    return World(monkeypatch)


def test_all_who_run_are_measured_at_once_and_told(world: World) -> None:
    one, two = Seen(100.0, Usage(2, 30.0, 0.5)), Seen(60.0, Usage(3, 20.0, 0.25))
    gone = Seen(10.0, Usage(1, 1.0, 0.0), runs=False)
    one.numbers.peak = 40.0
    watch = Watch((one, two, gone))
    assert watch.due == 50.0 + TICK_S
    watch.look(60.0)
    assert world.scans == [60.0]
    assert one.noted == [Usage(2, 40.0, 0.5)]
    assert two.noted == [Usage(3, 20.0, 0.25)]
    assert gone.noted == []
    assert watch.due == 60.0 + TICK_S


def test_descendants_are_searched_for_in_a_tenth_of_the_cpu_time_and_peaks_seen_in_every_look(world: World) -> None:
    player = Seen(100.0, Usage(4, 30.0, 0.5))
    watch = Watch((player,))
    watch.look(50.0)
    player.expense.others_cpu_s, player.numbers.peak = 0.75, 90.0
    watch.look(50.0 + 0.001 / SCAN_SHARE - 1e-6)
    assert len(world.scans) == 1
    assert player.noted[-1] == Usage(1, 90.0, 0.75)
    watch.look(50.0 + 0.001 / SCAN_SHARE + 1e-6)
    assert len(world.scans) == 2
    assert player.noted[-1] == Usage(4, 90.0, 0.5)


def test_after_a_move_who_has_descendants_is_glanced_at(world: World) -> None:
    player = Seen(100.0, Usage(4, 30.0, 0.5))
    watch = Watch((player,))
    watch.glance(player, 1.0)
    assert (world.glances, world.scans) == (1, [])
    assert player.noted == [Usage(4, 30.0, 0.5)]
    watch.glance(player, 1.0 + GLANCE_S / 2)
    assert world.glances == 1
    watch.glance(player, 1.0 + GLANCE_S)
    assert world.glances == 2
    player.numbers.descendants = False
    watch.glance(player, 3.0)
    player.runs = False
    watch.glance(player, 4.0)
    assert world.glances == 2


@pytest.mark.parametrize(
    ("usage", "close"),
    [(Usage(5, 100.0, 0.0), False), (Usage(6, 1.0, 0.0), True), (Usage(1, 100.5, 0.0), True)],
)
def test_who_seems_too_much_is_looked_at_closely(world: World, usage: Usage, close: bool) -> None:
    player = Seen(100.0, usage)
    watch = Watch((player,))
    watch.look(50.0)
    watch.glance(player, 50.001)
    assert len(world.scans) == (2 if close else 1)


@pytest.fixture
def waits(world: World, monkeypatch: pytest.MonkeyPatch) -> Seen:
    """Give a player that has answered just now, with 1 s of CPU time, and computes."""
    player = Seen(100.0, Usage(1, 1.0, 0.0))
    player.numbers.descendants, player.numbers.cpu = False, 1.0
    player.expense.program = cast("Program", player.numbers)
    monkeypatch.setattr("arbiter.play.watch.computes", lambda _: True)
    player.expense.turn("", 0.0)
    assert player.expense.answered == world.now
    return player


def look(watch: Watch, player: Seen, now: float, cpu_s: float) -> list[bool]:
    """Look, while another thinks, at a player that has used so much CPU by then; give the orders so far."""
    player.numbers.cpu = cpu_s
    watch.look_at_who_waits(Seen(1.0, Usage(1, 1.0, 0.0)), now)
    return player.numbers.orders


def test_who_computes_at_the_first_look_is_frozen_then(world: World, waits: Seen) -> None:
    watch = Watch((waits,))
    assert look(watch, waits, world.now + LOOK_S / 2, 1.0 + LOOK_S) == []
    assert look(watch, waits, world.now + LOOK_S, 1.0 + LOOK_S) == [True]


def test_who_has_computed_a_little_after_its_answer_is_not(
    world: World, waits: Seen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arbiter.play.watch.computes", lambda _: False)
    watch = Watch((waits,))
    assert look(watch, waits, world.now + LOOK_S, 1.0 + LOOK_S) == []
    assert look(watch, waits, world.now + 3 * LOOK_S, 1.0 + LOOK_S) == []
    assert look(watch, waits, world.now + 5 * LOOK_S, 1.0 + 2 * LOOK_S) == [True]  # now and then


def test_who_has_been_let_go_on_by_its_own_is_frozen_again(world: World, waits: Seen) -> None:
    watch = Watch((waits,))
    for looks in (1, 2, 3):
        assert look(watch, waits, world.now + 2 * looks * LOOK_S, 1.0 + looks * LOOK_S) == [True] * looks
    assert look(watch, waits, world.now + 9 * LOOK_S, 1.0 + 3 * LOOK_S) == [True] * 3  # it stays where it is


def test_nobody_is_frozen_before_its_first_answer(world: World, waits: Seen) -> None:
    waits.expense.cpu_answered_s = None
    assert look(Watch((waits,)), waits, world.now + LOOK_S, 2.0) == []
