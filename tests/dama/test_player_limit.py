"""Before the limit of plies and beyond it a player thinks as if more were allowed, and always has a move."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from arbiter.games.dama import law
from bots.dama.chooser import Chooser
from bots.dama.game import move_of
from bots.dama.player import Player
from bots.options import Options
from native.common.context import Report
from native.dama.engine import PROVED
from native.dama.tables import SHIPPED
from tests.dama.test_law import START_TEXT
from tests.dama.test_player import loaded


class Listener(Chooser):
    """A chooser who notes how many plies it is told are left."""

    def __init__(self) -> None:
        super().__init__(Options(level=1, seed=1, hash_mib=1))
        self.told: list[int] = []

    def choose(self, position: law.Position, left: int) -> Report:
        """Choose, and note."""
        self.told.append(left)
        return super().choose(position, left)


@pytest.mark.parametrize(("plies", "told"), [(100, [2, 1, -1, -1]), (0, [-1] * 4), (10**30, [-1] * 4), (-5, [-1] * 4)])
def test_past_its_limit_a_player_goes_on_as_if_there_were_none(plies: int, told: list[int], tmp_path: Path) -> None:
    chooser = Listener()
    player = loaded(tmp_path, *[START_TEXT] * 99, player=Player(1, chooser, plies))
    for _ in told:
        player.move()
        loaded(tmp_path, START_TEXT, player=player)
        player.pop()
        player.pop()
        loaded(tmp_path, START_TEXT, player=player)
    assert chooser.told == told


@pytest.mark.parametrize("nodes", [1, 10, 100])
def test_however_little_a_search_may_use_there_is_a_move(nodes: int) -> None:
    """The last plies before a limit are searched twice, the second time with what is left, which may be nothing."""
    chooser, rng = Chooser(Options(nodes=nodes, hash_mib=1)), random.Random(7)
    for _ in range(8):
        position = law.Position()
        for left in range(60, 0, -1):
            moves = position.legal_moves()
            if not moves:
                break
            assert move_of(chooser.choose(position, left if left < 16 else -1)) in moves
            position = position.play(rng.choice(moves))


def test_moves_that_all_draw_by_the_limit_are_told_apart_beyond_it() -> None:
    """The last moves before a limit are thought about too: the judge may allow more, and then they count."""
    chooser, same, rng = Chooser(Options(depth=5, hash_mib=1)), list[bool](), random.Random(5)
    position = law.Position()
    while moves := position.legal_moves():
        if position.winner() is None and sum(position.pieces()) > 6:
            reports = []
            for left in (-1, 1, 3):
                chooser.new_game()
                reports.append(chooser.choose(position, left))
            if abs(reports[0].score) < PROVED:
                same += [report.move == reports[0].move for report in reports[1:]]
                assert [(report.score, len(report.pv)) for report in reports[1:]] == [(0, 1), (0, 3)]
        position = position.play(rng.choice(moves))
    assert len(same) > 50
    assert sum(same) > 0.9 * len(same)  # the table is not empty any more when a position is searched again


DRAWN = {
    ("o...................o..........o..................x......O...... 1", 4, 400): "c2-b3",
    ("o..........o........O........................o..o.....X......... 1", 8, 20_000): "g2-e4 g2-f1",
    ("....................X........O.O....................X....O.O.... 1", 10, 20_000): "e6-g4",
    ("................O...O......X...O................O............... 1", 12, 5_000): "d5-f7",
}
"""Positions, plies until the limit, nodes, and all the moves that draw, by every line of play."""


@pytest.mark.parametrize("case", DRAWN, ids=str)
def test_what_is_drawn_by_the_limit_is_not_lost_for_what_comes_beyond_it(case: tuple[str, int, int]) -> None:
    """What seems to be best without the limit loses within it; who searches beyond it sees less of that."""
    text, left, nodes = case
    report = Chooser(Options(nodes=nodes, hash_mib=1), SHIPPED).choose(law.parse_position(text), left)
    assert str(move_of(report)) in DRAWN[case].split()
    assert report.nodes <= nodes
