"""Where no seed is given, ARBITER_SEED decides random choices, and nothing else."""

from __future__ import annotations

import sys
from typing import ClassVar

import pytest

from arbiter.games.ataxx import law
from bots.ataxx.game import to_engine
from bots.ataxx.player import DEFAULT_TIME_S, SEEDED_NODES, Player
from bots.options import SEED_VARIABLE, Options
from native.ataxx.engine import Position, legal_moves
from native.common.context import Limits, Report
from tests.bots.driver import environment, run
from tests.many import each

GAMES = {
    "othello": ("--level 0", b"0 2 3 -1 -1 " * 40),
    "ataxx": ("--level 0", b"auto red\n" + b"new\n" * 40),
    "dama": ("--level 0", b"1 2\nend\n" * 40),
    "domino": ("--ai --size 40 --strategy first-match", b""),
}
"""Of each bot a command line and an input for which it makes many random choices."""
GIVEN = {"othello": "--level 3", "ataxx": "--level 3", "dama": "terminal", "domino": "--size 3"}


def output(bot: str, line: str, text: bytes, **variables: str) -> bytes:
    """Run a bot; give what it prints."""
    done = run(*line.split(), text=text, env=environment(**variables), program=(sys.executable, "-m", f"bots.{bot}"))
    assert done.stderr == b""
    return done.stdout


@pytest.mark.parametrize("bot", each(2, GAMES))
def test_it_makes_random_choices_the_same_each_time(bot: str) -> None:
    line, text = GAMES[bot]
    one, again, other = (output(bot, line, text, **{SEED_VARIABLE: seed}) for seed in ("7", "7", "8"))
    assert one == again
    assert one != other
    assert output(bot, f"{line} --seed 7", text) == one


@pytest.mark.parametrize("bot", each(2, GAMES))
def test_a_given_seed_comes_before_it(bot: str) -> None:
    line, text = GAMES[bot]
    given = f"{line} --seed 7"
    assert output(bot, given, text, **{SEED_VARIABLE: "8"}) == output(bot, given, text)
    assert output(bot, given, text, **{SEED_VARIABLE: "nonsense"}) == output(bot, given, text)


@pytest.mark.parametrize("bot", each(2, GAMES))
def test_without_either_they_differ(bot: str) -> None:
    line, text = GAMES[bot]
    assert len({output(bot, line, text, **{SEED_VARIABLE: ""}) for _ in range(3)}) > 1


@pytest.mark.parametrize("bot", GIVEN)
def test_what_is_no_number_is_refused_in_one_line(bot: str) -> None:
    program = (sys.executable, "-m", f"bots.{bot}")
    done = run(*GIVEN[bot].split(), env=environment(**{SEED_VARIABLE: "1.5"}), program=program)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == f"{bot}-bot: ARBITER_SEED in the environment: expected a whole number, got '1.5'\n".encode()


def test_whoever_chooses_nothing_at_random_does_not_look_at_it() -> None:
    variables = environment(**{SEED_VARIABLE: "nonsense"})
    for bot, line, text in (("othello", "perft 2", b""), ("ataxx", "uai", b"quit\n"), ("domino", "--challenge", b"0")):
        assert run(*line.split(), text=text, env=variables, program=(sys.executable, "-m", f"bots.{bot}")).stderr == b""


class Recorder:
    """An engine that only notes the limits of its searches."""

    asked: ClassVar[list[Limits]] = []

    def __init__(self, *_: object) -> None:
        """Take what an engine takes."""

    def clear(self) -> None:
        """Forget nothing."""

    def search(self, position: Position, limits: Limits) -> Report:
        """Choose any move."""
        self.asked.append(limits)
        return Report(legal_moves(position)[0], 0, False, 1, (), 1, 0.0)


def test_ataxx_thinks_by_the_clock_as_long_as_no_seed_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bots.ataxx.player.Ataxx", Recorder)
    for options in (Options(), Options(arbiter_seed=7), Options(seed=7)):
        Player(options).choose(to_engine(law.Position()))
    without, by_the_arbiter, by_seed = Recorder.asked
    assert without == by_the_arbiter == Limits(time_s=DEFAULT_TIME_S)
    assert by_seed.nodes in SEEDED_NODES
