"""Who computes while the other is to move is frozen: counted in CPU time, which no busy machine changes much."""

from __future__ import annotations

import pytest

from arbiter.host.limits import Limits
from arbiter.play.watch import Watch
from tests.many import each
from tests.play.court import Court, python
from tests.play.shells import shells

pytestmark = pytest.mark.machine

WORK = "1500000"
"""Rounds of a loop, some 40 ms of CPU time."""
MOST = 0.2
"""Of what it would use there, if it may: what it has until the first look remains, once."""

OTHERS = "session", "pair", "after", "timer"
"""Further kinds of those who compute."""


def idle_s(court: Court, kind: str, *options: str) -> float:
    """Play a game against one that works; give the CPU seconds used on its turn."""
    outcome = court.judge(python("steady.py", WORK), python("steady.py", "1", kind), "1", *options)
    (game,) = outcome.games
    assert (game["end"], game["reason"]) == ("FINISHED", "")
    cost = game["costs"][1]
    used_s = sum(turn["cpu_s"] for turn in game["turns"][1::2])
    assert cost["cpu_s"] + 0.05 > used_s + cost["idle_cpu_s"]
    assert cost["stderr"].split("\n")[0].split() == ["cores", "1", "1"]  # also after it asked for all
    assert court.left() == []
    return float(cost["idle_cpu_s"])


@pytest.mark.parametrize("kind", each(9, ["child", "thread", *OTHERS], long=2))
def test_who_computes_on_the_others_turn_is_frozen_and_shown(court: Court, guard: list[str], kind: str) -> None:
    free_s = idle_s(court, kind, "--ponder", *guard)
    assert free_s > 0.1
    assert idle_s(court, kind, *guard) < MOST * free_s


def test_who_computes_is_frozen_while_the_other_thinks_and_not_only_after_its_next_move() -> None:
    with shells(Limits(time_s=60.0)) as make:
        burner, thinker = make("read x; echo a; while true; do true; done"), make("read x; sleep 1; echo b; sleep 60")
        watch = Watch((burner, thinker))
        for player in (burner, thinker):
            player.watch = watch
            player.begin()
        answer, seconds = burner.ask(b"\n")
        burner.turn(answer.decode(), seconds)
        assert thinker.ask(b"\n")[0] == b"b"
        assert burner.cost().idle_cpu_s < 0.5  # of the second for which the other sleeps


def test_who_waits_for_its_turn_has_used_nothing(court: Court) -> None:
    assert idle_s(court, "") < 0.05
