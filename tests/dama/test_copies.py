"""Copies of a Player are independent, however they are made, and whatever a subclass adds."""

from __future__ import annotations

import copy
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from arbiter.games.dama import law
from bots.dama.chooser import Chooser
from bots.dama.player import Player
from bots.options import Options
from tests.dama.test_law import START_TEXT
from tests.dama.test_player import EXAMPLE_1, INDEX, history, loaded, quick, refused, text_of


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, Player])
def test_a_copy_is_independent(copied: Callable[[Player], Player], tmp_path: Path) -> None:
    player = loaded(tmp_path, START_TEXT, text_of(EXAMPLE_1), player=quick(2))
    other = copied(player)
    assert history(other) == history(player)
    other.move()
    player.pop()
    assert (len(history(player)), len(history(other))) == (1, 3)
    found = law.move_between(*reversed(history(other)[:2]))
    assert found is not None
    assert found[0] == 2  # it plays for the same side


class Student(Player):
    """A player that remembers more."""

    __slots__ = ("grade",)

    def __init__(self) -> None:
        super().__init__(2, Chooser(Options(nodes=50)), 7)
        self.seen = [1]
        self.grade = [30]


@pytest.mark.parametrize("deep", [False, True])
def test_a_copy_has_what_a_subclass_adds_and_a_deep_one_has_its_own(deep: bool, tmp_path: Path) -> None:
    one = Student()
    loaded(tmp_path, START_TEXT, player=one)
    other = copy.deepcopy(one) if deep else copy.copy(one)
    assert isinstance(other, Student)
    assert (other.seen, other.grade, history(other)) == ([1], [30], history(one))
    assert (other.seen is one.seen, other.grade is one.grade) == (not deep, not deep)
    other.move()
    assert (len(history(one)), len(history(other))) == (1, 2)
    assert other._chooser is one._chooser
    pair = copy.deepcopy([one, one])
    assert pair[0] is pair[1] is not one


def test_what_a_copy_is_given_besides_counts() -> None:
    chooser = quick(1)._chooser
    other = Player(Player(2, None, 7), chooser, 0)
    assert (other._plies, other._chooser) == (0, chooser)
    assert (Player(other)._plies, Player(other)._chooser, Player()._plies) == (0, chooser, law.PLIES)
    wrong: Any
    for wrong in (("x",), (None, "x")):
        refused(INDEX, partial(Player, other, *wrong), other)


def test_copies_may_move_at_once(tmp_path: Path) -> None:
    one = loaded(tmp_path, START_TEXT, player=Player(1, Chooser(Options(nodes=20_000, hash_mib=1))))
    other = Player(one)
    loaded(tmp_path, text_of(EXAMPLE_1), player=other)

    def moves(player: Player) -> list[bool]:
        valid = []
        for _ in range(8):
            player.move()
            valid.append(player.valid_move())
            player.pop()
        return valid

    with ThreadPoolExecutor(2) as threads:
        assert [all(valid) for valid in threads.map(moves, (one, other))] == [True, True]
