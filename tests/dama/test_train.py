"""Training goes on where it was stopped and ends with weights that are fit to play; games of self-play are games."""

from __future__ import annotations

import subprocess
import sys
import zlib
from pathlib import Path

import numpy as np
import pytest

from bots.dama.train import SUBJECT, first_guess, player
from bots.training import learning, selfplay
from native.common.context import Limits
from native.dama.engine import PROVED, START, after, legal_moves, play_itself
from tests.bots.driver import HANG_S

NODES = 8
ENDLESS = 255


def train(folder: Path, files: int) -> bytes:
    """Give the weights that a round of few nodes a move ends with."""
    options = ["--positions", str(files * selfplay.SHARD), "--nodes", str(NODES), "--epochs", "1", "--by-hand"]
    command = [sys.executable, "-m", "bots.dama", "train", str(folder), *options]
    command += ["--output", str(folder.with_suffix(".weights"))]
    subprocess.run(command, check=True, capture_output=True, timeout=HANG_S)
    return folder.with_suffix(".weights").read_bytes()


@pytest.mark.long
def test_a_run_that_was_stopped_goes_on_and_ends_as_if_it_had_not_been(tmp_path: Path) -> None:
    stopped = train(tmp_path / "stopped", 1)
    (first,) = selfplay.shards(SUBJECT, tmp_path / "stopped")
    made = first.stat().st_mtime_ns
    went_on, whole = train(tmp_path / "stopped", 2), train(tmp_path / "whole", 2)
    assert first.stat().st_mtime_ns == made
    assert went_on == whole != stopped
    assert player(zlib.decompress(whole)).search(*START, Limits(nodes=500)).move in legal_moves(*START)


def games(count: int) -> list[np.ndarray]:
    """Give games of the engine against itself."""
    engine, record = player(first_guess()), learning.record_of(SUBJECT)
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
