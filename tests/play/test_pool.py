"""Tasks are handed to workers, quick ones a few at a time; each is answered once, and no answer is lost."""

from __future__ import annotations

import itertools
import multiprocessing
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from arbiter.host.launch import LaunchError
from arbiter.play import pool
from arbiter.play.interrupt import Interrupt
from arbiter.play.pool import MOST, Errands, Link, Messages, hand_out
from arbiter.play.table import cores
from tests.bots.driver import HANG_S


class Told(Interrupt):
    """One that is noted by whoever writes to a pipe that has a name."""

    def __init__(self, path: Path) -> None:
        """Make the pipe."""
        os.mkfifo(path)
        self.pipe = os.open(path, os.O_RDWR)

    def fileno(self) -> int:
        """Give the end that is watched."""
        return self.pipe


@pytest.fixture
def interrupt(tmp_path: Path) -> Iterator[Told]:
    """Give an interrupt that is noted by writing to `told`."""
    found = Told(tmp_path / "told")
    yield found
    os.close(found.pipe)


class Desk:
    """The other end of a link, of which it is seen what was sent when."""

    def __init__(self, *tasks: object) -> None:
        """Have these tasks to give, all at once."""
        self.tasks, self.sent = list(tasks), list[Any]()

    def recv(self) -> list[Any]:
        """Give them."""
        return self.tasks

    def send(self, message: object) -> None:
        """Note a message."""
        self.sent.append(message)


def echo(_stream: int, _core: int, messages: Messages) -> None:
    """Answer each task by itself."""
    while (task := messages.recv()) is not None:
        messages.send(task)


def answers(desk: Desk) -> Errands:
    """Do the tasks of a desk."""
    errands = Errands(cast("Link", desk))
    for _ in range(len(desk.tasks)):
        errands.send(errands.recv())
    return errands


def test_answers_to_quick_tasks_go_together(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = itertools.count(0.0, pool.PROMPT_S / 1000)
    monkeypatch.setattr(time, "monotonic", lambda: next(ticks))
    desk = Desk(1, 2, 3)
    answers(desk)
    assert desk.sent == [([1, 2, 3], MOST)]


def test_an_answer_to_a_slow_task_goes_at_once_and_asks_for_one_more(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = itertools.count(0.0, 2 * pool.PROMPT_S)
    monkeypatch.setattr(time, "monotonic", lambda: next(ticks))
    desk = Desk(1, 2, 3)
    answers(desk)
    assert desk.sent == [([1], 1), ([2], 1), ([3], 1)]


@pytest.mark.parametrize("most", [1, MOST])
@pytest.mark.parametrize("count", [0, 1, 2, 500])
def test_every_task_is_answered_once(most: int, count: int, interrupt: Told) -> None:
    found = list(hand_out(echo, iter(range(1, count + 1)), (cores() * 2)[:2], interrupt, most))
    assert sorted(found) == list(range(1, count + 1))


def dawdle(_stream: int, _core: int, messages: Messages) -> None:
    """Answer each task by itself, some of them late."""
    while (task := messages.recv()) is not None:
        if task % 5 == 0:
            time.sleep(2 * pool.PROMPT_S)
        messages.send(task)


@pytest.mark.parametrize("most", [1, 4])
def test_a_worker_holds_no_more_tasks_than_it_may(most: int, interrupt: Told) -> None:
    given: list[int] = []

    def tasks() -> Iterator[int]:
        for task in range(1, 100):
            given.append(task)
            yield task

    for at, answered in enumerate(hand_out(dawdle, tasks(), cores()[:1], interrupt, most)):
        assert answered == at + 1
        assert len(given) - at <= 2 * most  # some of them answered, but not given yet


def interrupting(path: Path) -> Callable[[int, int, Messages], None]:
    """Give work that echoes, until a task interrupts it by a pipe and then takes longer than all patience."""

    def work(_stream: int, _core: int, messages: Messages) -> None:
        while (task := messages.recv()) is not None:
            if task == 100:
                path.write_bytes(b"!")
                time.sleep(2 * HANG_S)
            messages.send(task)

    return work


def test_an_interrupt_loses_no_answer(interrupt: Told, tmp_path: Path) -> None:
    found, work = list[int](), interrupting(tmp_path / "told")
    with pytest.raises(KeyboardInterrupt):
        found.extend(hand_out(work, iter(range(1, 200)), cores()[:1], interrupt, MOST))
    assert found == list(range(1, 100))


def one_fails(stream: int, _core: int, messages: Messages) -> None:
    """Answer two tasks, of which the second answer waits for others; the other worker fails meanwhile."""
    if stream == 1:
        time.sleep(0.5)
        raise LaunchError("no room for another program")
    for _ in range(2):
        messages.send(messages.recv())
    time.sleep(HANG_S)


def test_what_others_have_answered_is_given_before_it_is_told_that_a_worker_failed(interrupt: Told) -> None:
    found: list[int] = []
    games = hand_out(one_fails, iter(range(1, 100)), (cores() * 2)[:2], interrupt, MOST)
    with pytest.raises(LaunchError, match="no room"):
        found.extend(games)
    assert found == [1, 3]


def chatters(_stream: int, _core: int, link: Link) -> None:
    """Answer what nobody asked."""
    link.send("an answer")


def fails(_stream: int, _core: int, link: Link) -> None:
    """Go wrong."""
    raise ValueError("a fault")


@pytest.mark.parametrize("work", [chatters, fails])
def test_a_worker_whose_arbiter_is_gone_ends_without_a_word(
    work: pool.LinkWork, capfd: pytest.CaptureFixture[str]
) -> None:
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe()
    ours.close()
    worker = context.Process(target=pool.run, args=(work, 0, -1, Link(theirs)))
    worker.start()
    worker.join(HANG_S)
    theirs.close()
    assert worker.exitcode == 0
    assert capfd.readouterr() == ("", "")
