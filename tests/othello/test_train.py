"""A round of training is played, learned from and gone on with; what is wrong with it is told in one line."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
import zlib
from pathlib import Path

import numpy as np
import pytest

from bots.othello.train import EXACT, GRAIN, SUBJECT, boards, features, fit, learn, pack
from bots.training import selfplay
from native.common.context import Limits
from native.othello.engine import BLOCK_STAGE, STAGES, START, Othello, after, legal_moves, squares, stage
from tests.bots.driver import HANG_S
from tests.serve.server import descendants

NODES = 8
DISC = 100
BLOCKS = 16
SHIPPED = zlib.decompress(SUBJECT.weights.read_bytes())


def command(folder: Path, *more: str) -> list[str]:
    """Give the command for a round of one file and few nodes a search."""
    words = ["--positions", str(selfplay.SHARD), "--nodes", str(NODES), "--output", f"{folder}.weights"]
    return [sys.executable, "-m", "bots.othello", "train", str(folder), *words, *more]


def games(count: int) -> np.ndarray:
    """Give positions of the engine's games against itself."""
    engine = SUBJECT.player(SHIPPED)
    return np.frombuffer(b"".join(SUBJECT.play(engine, seed, NODES)[0] for seed in range(count)), SUBJECT.record)


def refused(words: list[str]) -> str:
    """Give the one line, behind those that tell of files that are there, in which a command is refused."""
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=HANG_S)
    assert done.returncode == 2
    (line,) = [line for line in done.stderr.splitlines() if not line.endswith("1 of 1")]
    return line


def test_a_game_depends_on_its_seed_only() -> None:
    first, again = SUBJECT.player(SHIPPED), SUBJECT.player(SHIPPED)
    SUBJECT.play(again, 7, 3000)
    assert SUBJECT.play(first, 7, 100) == SUBJECT.play(again, 7, 100) != SUBJECT.play(again, 8, 100)


def test_positions_follow_each_other_and_those_near_the_end_are_solved() -> None:
    engine, solved = Othello(1), 0
    for seed in range(6):
        game = np.frombuffer(SUBJECT.play(SUBJECT.player(SHIPPED), seed, NODES)[0], SUBJECT.record)
        for n, record in enumerate(game):
            own, opp = int(record["own"]), int(record["opp"])
            assert legal_moves(own, opp)
            if 64 - (own | opp).bit_count() <= EXACT:
                solved += 1
                assert record["label"] == engine.solve(own, opp).score
            if n + 1 < len(game):
                following = int(game[n + 1]["own"]), int(game[n + 1]["opp"])
                if following not in [after(own, opp, move) for move in squares(legal_moves(own, opp))]:
                    assert 64 - (own | opp).bit_count() > 60 - 24  # moves of the opening are not labelled
    assert solved > 6 * EXACT / 2


def test_what_is_packed_evaluates_as_what_was_learned() -> None:
    """But for what rounding takes from each weight; with blocks of squares and without."""
    records = games(100)
    of = np.array([stage(*pair) for pair in boards(records)])
    without, with_blocks = (len(features(records[of == one], one)) for one in (BLOCK_STAGE - 1, BLOCK_STAGE))
    assert with_blocks == without + BLOCKS
    records = records[(of == BLOCK_STAGE - 1) | (of == BLOCK_STAGE)]
    stages = learn(records)
    engine, blank = SUBJECT.player(pack(stages)), SUBJECT.player(bytes(len(SHIPPED)))
    of = np.array([stage(*pair) for pair in boards(records)])
    errors: list[int] = []
    for here in set(of.tolist()):
        chosen = records[of == here]
        columns = features(chosen, here)
        values = DISC * stages[here][columns].sum(axis=0)
        for pair, value, label in zip(boards(chosen), values, chosen["label"], strict=True):
            assert engine.evaluate(*pair) == pytest.approx(value, abs=GRAIN / 2 * len(columns))
            errors.append(abs(engine.evaluate(*pair) - DISC * int(label)))
    unlearned = [
        abs(blank.evaluate(*pair) - DISC * int(r["label"])) for pair, r in zip(boards(records), records, strict=True)
    ]
    assert sum(errors) < sum(unlearned) / 2


def test_the_fit_finds_the_least_squared_error() -> None:
    rng = np.random.default_rng(1)
    columns, truth = rng.integers(0, 30, (4, 4000)), rng.normal(0, 3, 30)
    labels = truth[columns].sum(axis=0) + rng.normal(0, 0.1, 4000)
    found = fit(columns, labels, np.zeros(30))
    assert np.std(labels - found[columns].sum(axis=0)) < 0.15


def test_stages_of_positions_are_those_of_their_empty_squares() -> None:
    records, chance = games(3), random.Random(1)
    for record in chance.sample(list(records), 20):
        own, opp = int(record["own"]), int(record["opp"])
        empties = 64 - (own | opp).bit_count()
        assert stage(own, opp) == min((empties - 1) // 4, STAGES - 1)


@pytest.mark.long
def test_a_round_that_is_there_is_learned_from_and_not_played_again(tmp_path: Path) -> None:
    subprocess.run(command(tmp_path / "round"), check=True, capture_output=True, timeout=HANG_S)
    (path,) = selfplay.shards(SUBJECT, tmp_path / "round")
    made, weights = path.stat().st_mtime_ns, (tmp_path / "round.weights").read_bytes()
    (tmp_path / "round.weights").unlink()
    subprocess.run(command(tmp_path / "round"), check=True, capture_output=True, timeout=HANG_S)
    assert path.stat().st_mtime_ns == made
    assert (tmp_path / "round.weights").read_bytes() == weights != SUBJECT.weights.read_bytes()
    assert Othello(1, zlib.decompress(weights)).search(*START, Limits(nodes=500)).move is not None


def test_ctrl_c_is_quiet_and_leaves_no_half_file(tmp_path: Path) -> None:
    folder = tmp_path / "round"
    words = command(folder, "--jobs", "2", "--positions", "1000000")
    run = subprocess.Popen(words, stderr=subprocess.PIPE, text=True, start_new_session=True)
    while len(descendants(run.pid)) < 2:
        assert run.poll() is None
    time.sleep(0.5)  # so that they play
    os.killpg(run.pid, signal.SIGINT)  # as a terminal does
    assert run.communicate(timeout=HANG_S)[1] == ""  # ends when the processes that play have let go of the pipe, too
    assert run.returncode == 130
    assert not selfplay.shards(SUBJECT, folder)


SIZE = SUBJECT.record.itemsize


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (games(1).tobytes()[:-5], f"cut off: positions are {SIZE} bytes, the last one has {SIZE - 5}"),
        (b"", f"cut off: positions are {SIZE} bytes, the last one has 0"),
        (b"x" * 40 * SIZE, "damaged: a square has discs of both sides"),
    ],
)
def test_a_file_that_holds_no_whole_positions_is_told_in_one_line(tmp_path: Path, content: bytes, told: str) -> None:
    folder = tmp_path / "round"
    folder.mkdir()
    path = selfplay.shard_path(SUBJECT, folder, 1_000_000)
    path.write_bytes(content)
    assert refused(command(folder)) == f"othello-bot: {path}: {told}"
    assert not (tmp_path / "round.weights").exists()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--positions", "0"), "expected a whole number from 1 to 1000000000, got '0'"),
        (("--nodes", "many"), "expected a whole number from 1 to 1000000000, got 'many'"),
        (("--with", "nowhere"), "nowhere: expected positions of Othello, there are none"),
        (("--weights", __file__), "expected weights of the Othello evaluation"),
    ],
)
def test_what_no_round_can_begin_with_is_told_in_one_line(tmp_path: Path, words: tuple[str, ...], told: str) -> None:
    assert told in refused(command(tmp_path / "round", *words))
    assert not list(tmp_path.iterdir())
