"""Games of self-play are games, and are told how they ended."""

from __future__ import annotations

import numpy as np

from bots.dama.train import SUBJECT, first_guess, player
from native.common.context import Limits
from native.dama.engine import PROVED, START, after, legal_moves, play_itself
from tests.bots.training import NODES

ENDLESS = 255


def games(count: int) -> list[np.ndarray]:
    """Give games of the engine against itself."""
    engine, record = player(first_guess()), SUBJECT.record
    return [np.frombuffer(play_itself(engine, seed, NODES)[0], record) for seed in range(count)]


def test_a_game_depends_on_its_seed_only() -> None:
    first, again = player(first_guess()), player(first_guess())
    again.search(*START, Limits(nodes=1000))
    assert play_itself(first, 7, 100) == play_itself(again, 7, 100) != play_itself(again, 8, 100)


def test_positions_of_a_game_follow_each_other_and_are_told_how_it_ended() -> None:
    limits, results = set(), set()
    for game in games(60):
        for n, record in enumerate(game):
            board = int(record["own"]), int(record["opp"]), int(record["kings"])
            assert record["more"] == len(game) - 1 - n
            assert int(record["move"]) in legal_moves(*board)
            assert len(legal_moves(*board)) > 1
            following, sign, plies = after(*board, int(record["move"])), -1, 1
            while len(moves := legal_moves(*following)) == 1:
                following, sign, plies = after(*following, moves[0]), -sign, plies + 1
            if n + 1 < len(game):
                then = game[n + 1]
                assert (int(then["own"]), int(then["opp"]), int(then["kings"])) == following
                assert then["result"] == sign * record["result"]
                left = int(record["left"])
                assert then["left"] == (ENDLESS if left == ENDLESS else left - plies)
        if len(game):
            limits.add(int(game[0]["left"]) == ENDLESS)
            results |= {int(result) for result in game["result"]}
            if abs(game[-1]["score"]) > PROVED:
                assert game[-1]["result"] == np.sign(game[-1]["score"])
    assert limits == {True, False}
    assert results == {-1, 0, 1}
