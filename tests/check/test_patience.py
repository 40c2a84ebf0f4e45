"""A program that gets no core is not accused of what the machine did, and nothing that it does wrong is missed."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Iterator

import pytest

from arbiter.check.examinee import wait_ms
from arbiter.games.othello.examination import AS_BLACK, AS_WHITE, END_OF_GAME, examinations
from arbiter.host.limits import Limits
from arbiter.play.patience import PatientExpense
from arbiter.play.watch import TICK_S
from tests.check.examined import TIME_S, examine, failure, not_passed, wrong
from tests.many import each
from tests.play.shells import shells

END_OF_INPUT, BYTES = "end of input: silence and exit status 255", "one byte at a time"
SPINS = "while True: pass"


@pytest.fixture
def starved() -> Iterator[str]:
    """Occupy a core; give the beginning of a command line whose program gets what that leaves: a hundredth or so."""
    core = max(os.sched_getaffinity(0))
    hog = subprocess.Popen(
        [sys.executable, "-I", "-S", "-c", f"import os; os.sched_setaffinity(0, {{{core}}})\n{SPINS}"]
    )
    yield wrong("starved.py", str(core))
    hog.kill()
    hog.wait()


def test_who_gets_no_core_passes(starved: str, wrong_othello: str) -> None:
    results = examine(examinations(), f"{starved} {wrong_othello} right", END_OF_GAME, END_OF_INPUT)
    assert not_passed(results) == []


@pytest.mark.parametrize(
    ("way", "name", "sentence"),
    each(
        3,
        [
            ("twice", AS_BLACK, "Behind its answer, it wrote `2 3\\n`, which nobody had asked for."),
            ("always_black", AS_WHITE, "it wrote `2 3\\n` before black had moved."),
            ("answers_the_end", END_OF_GAME, "After `-1 -1`, when the game was over, it wrote `-1 -1\\n`"),
            ("says_goodbye", END_OF_INPUT, "it wrote `bye\\n` instead of ending in silence."),
            ("status", END_OF_INPUT, "it ended by itself with exit status 0; expected was exit status 255."),
            ("by_read", BYTES, "it takes what one read() gives for a whole message"),
        ],
    ),
)
def test_who_gets_no_core_is_told_what_is_wrong(
    starved: str, wrong_othello: str, way: str, name: str, sentence: str
) -> None:
    finding = failure(examinations(), f"{starved} {wrong_othello} {way}", name)
    assert sentence in finding.sentence


def test_who_waits_on_a_quiet_core_is_silent_and_who_computes_is_told_so() -> None:
    silent, spinning = (
        failure(examinations(), shlex.join([sys.executable, "-I", "-S", "-c", what]), AS_BLACK).sentence
        for what in ("import time; time.sleep(1000)", SPINS)
    )
    assert f"it wrote nothing for {TIME_S:g} s, not even when its input ended" in silent
    assert "for the last one it computed all the time" in spinning


def test_who_is_examined_is_late_by_what_it_had_since_it_was_asked_whatever_the_clock_says() -> None:
    with shells(Limits(time_s=60.0)) as make:
        player = make("read x; echo a; sleep 60")
        player.begin()
        expense = PatientExpense()
        expense.begin(player.program())
        expense.asking()
        assert not expense.is_late(99.0, 50.0)


@pytest.mark.parametrize(("left", "wait"), [(10.0, 20), (0.0101, 11), (0.02, 20), (0.0, 20), (-1.0, 20), (0.0001, 1)])
def test_nobody_waits_longer_than_to_the_next_look(left: float, wait: int) -> None:
    assert TICK_S == 0.02
    assert wait_ms(left) == wait
