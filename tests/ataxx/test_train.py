"""Training goes on where it was stopped, ends with the same weights as if it had not been, and they are fit to play."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
import zlib
from pathlib import Path

import numpy as np
import pytest

from bots.ataxx import learning, selfplay
from native.ataxx.engine import SURE, Ataxx, Position, after, learn, legal_moves, play_itself
from native.common.context import Limits
from tests.bots.driver import HANG_S

NODES = 8


def command(folder: Path, files: int) -> list[str]:
    """Give the command for a round of few nodes a move."""
    options = ["--positions", str(files * selfplay.SHARD), "--nodes", str(NODES), "--epochs", "1", "--by-hand"]
    weights = ["--output", str(folder.with_suffix(".weights"))]
    return [sys.executable, "-m", "bots.ataxx", "train", str(folder), *options, *weights]


def train(folder: Path, files: int) -> bytes:
    """Give the weights that a round ends with."""
    subprocess.run(command(folder, files), check=True, capture_output=True, timeout=HANG_S)
    return folder.with_suffix(".weights").read_bytes()


@pytest.mark.long
def test_a_run_that_was_stopped_goes_on_and_ends_as_if_it_had_not_been(tmp_path: Path) -> None:
    stopped = train(tmp_path / "stopped", 1)
    (first,) = selfplay.shards(tmp_path / "stopped")
    made = first.stat().st_mtime_ns
    went_on, whole = train(tmp_path / "stopped", 2), train(tmp_path / "whole", 2)
    assert first.stat().st_mtime_ns == made
    assert went_on == whole != stopped
    engine = Ataxx(hash_mib=1, weights=zlib.decompress(whole))
    assert engine.search(Position(), Limits(nodes=500)).move in legal_moves(Position())


def test_a_run_that_is_killed_leaves_no_process_and_no_half_file(tmp_path: Path) -> None:
    run = subprocess.Popen([*command(tmp_path / "round", 1000), "--play-only"], stderr=subprocess.PIPE, text=True)
    assert run.stderr
    assert run.stderr.readline().endswith("1 of 1000\n")
    run.send_signal(signal.SIGKILL)
    rest = run.communicate(timeout=HANG_S)[1]  # ends when the processes that play have let go of the pipe, too
    assert all(line.endswith(" of 1000") for line in rest.splitlines())
    for path in selfplay.shards(tmp_path / "round"):
        assert path.stat().st_size % learning.RECORD.itemsize == 0
        assert path.stat().st_size >= selfplay.SHARD * learning.RECORD.itemsize


def test_a_round_is_played_with_the_weights_that_it_began_with(tmp_path: Path) -> None:
    first, second = (command(tmp_path / "round", files) for files in (1, 2))
    second[second.index("--by-hand")] = "--play-only"  # now with the weights of the project, as one might think
    for words in ([*first, "--play-only"], second, [*command(tmp_path / "whole", 2), "--play-only"]):
        subprocess.run(words, check=True, capture_output=True, timeout=HANG_S)
    files, whole = (selfplay.shards(tmp_path / folder) for folder in ("round", "whole"))
    assert [path.read_bytes() for path in files] == [path.read_bytes() for path in whole]
    assert len(whole) == 2


def test_a_run_waits_as_long_as_it_is_told_to(tmp_path: Path) -> None:
    quiet = tmp_path / "quiet"
    quiet.touch()
    run = subprocess.Popen([*command(tmp_path / "round", 1), "--play-only", "--pause-while", str(quiet)])
    time.sleep(0.5)
    assert run.poll() is None
    assert not selfplay.shards(tmp_path / "round")
    quiet.unlink()
    assert run.wait(timeout=HANG_S) == 0
    assert len(selfplay.shards(tmp_path / "round")) == 1


def games(count: int) -> list[np.ndarray]:
    """Give games of the engine against itself."""
    engine = Ataxx(hash_mib=1)
    return [np.frombuffer(play_itself(engine, seed, NODES)[0], learning.RECORD) for seed in range(count)]


def position_of(record: np.void) -> Position:
    return Position(int(record["own"]), int(record["opp"]), int(record["blocks"]), int(record["jumps"]))


def test_a_game_depends_on_its_seed_only() -> None:
    first, again = Ataxx(hash_mib=1), Ataxx(hash_mib=2)
    again.search(Position(), Limits(nodes=1000))
    assert play_itself(first, 7, 100) == play_itself(again, 7, 100) != play_itself(again, 8, 100)


def test_positions_of_a_game_follow_each_other_and_are_told_how_it_ended() -> None:
    longest = 0
    for game in games(40):
        longest = max(longest, len(game))
        results = []
        for n, record in enumerate(game):
            position = position_of(record)
            assert record["left"] == min(len(game) - 1 - n, 255)
            assert int(record["move"]) in legal_moves(position)
            assert len(legal_moves(position)) > 1
            results.append(int(record["result"]))
            following, results_sign = after(position, int(record["move"])), -1
            while len(legal_moves(following)) == 1:
                following, results_sign = after(following, legal_moves(following)[0]), -results_sign
            if n + 1 < len(game):
                assert position_of(game[n + 1]) == following
                assert game[n + 1]["result"] == results_sign * record["result"]
        if len(game) and abs(game[-1]["score"]) > SURE:
            assert results[-1] == np.sign(game[-1]["score"])
    assert longest > 30


def test_half_of_the_boards_have_blocks_that_are_their_own_mirror_image() -> None:
    blocks = [int(game[0]["blocks"]) for game in games(200) if len(game)]
    assert 0.35 < sum(b == 0 for b in blocks) / len(blocks) < 0.65
    for squares in {s for b in blocks for s in range(56) if b >> s & 1}:
        assert squares % 8 < 7
    for b in blocks:
        board = [[b >> 8 * row + column & 1 for column in range(7)] for row in range(7)]
        assert board == board[::-1] == [row[::-1] for row in board]


def records(count: int) -> np.ndarray:
    return np.concatenate(games(count))


def test_the_gradient_is_the_slope_of_the_error() -> None:
    sample, rng = records(20), np.random.default_rng(1)
    weights = learning.Network(1).weights()
    weights += rng.normal(0, 0.02, weights.shape).astype(np.float32)
    gradient = np.zeros_like(weights)
    learn(weights, sample, 0.3, gradient)
    for place in np.split(np.arange(len(weights)), learning.PLACES):
        direction = np.zeros_like(weights)
        direction[place] = rng.normal(0, 1, len(place)) * (gradient[place] != 0)
        direction[place] += gradient[place] / np.abs(gradient[place]).max()  # so that the slope is not lost in rounding
        step = np.float32(1e-3 / np.abs(direction).max())
        ahead, behind = (learn(weights + sign * step * direction, sample, 0.3, None) for sign in (1, -1))
        slope = (ahead - behind) / (2 * float(step))
        assert slope == pytest.approx(float(gradient.astype(np.float64) @ direction), rel=0.02)


def test_learning_goes_on_from_its_notes_as_if_it_had_not_been_stopped(tmp_path: Path) -> None:
    positions = records(60)
    sample, notes = learning.Sample(positions, positions), tmp_path / "notes.npz"
    whole, first, second = learning.Network(3), learning.Network(3), learning.Network(4)
    assert not second.resume(notes, "run")
    before = learning.error(whole.weights(), positions, 0.3)
    for _ in learning.fit(whole, sample, 12, 0.3, seed=5):
        pass
    for step, _ in learning.fit(first, sample, 12, 0.3, seed=5):
        if step == 7:
            break
    first.save(notes, "run")
    assert not second.resume(notes, "another run")
    assert second.resume(notes, "run")
    for _ in learning.fit(second, sample, 12, 0.3, seed=5):
        pass
    assert second.pack() == whole.pack() != first.pack()
    assert learning.error(whole.weights(), positions, 0.3) < before


def test_what_is_packed_is_what_was_learned() -> None:
    positions = records(60)
    network = learning.Network(3)
    for _ in learning.fit(network, learning.Sample(positions, positions), 30, 0.3, seed=5, jobs=2):
        pass
    engine = Ataxx(hash_mib=1, weights=network.pack())
    for record in positions[::50]:
        alone = record.reshape(1).copy()
        alone["score"], alone["result"] = 0, 0  # worth one half
        error = learn(network.weights(), alone, 0.0, None)
        value = engine.evaluate(position_of(record))
        assert abs(1 / (1 + np.exp(-value / 400)) - 0.5) == pytest.approx(error**0.5, abs=0.02)


def test_a_network_goes_on_from_what_a_file_has_by_smaller_steps() -> None:
    first, second = learning.Network(1), learning.Network(2)
    assert second.pack() != first.pack()
    second.go_on(first.pack())
    assert second.pack() == first.pack()
    assert second.rate < first.rate


@pytest.mark.parametrize("content", [b"no weights", zlib.compress(b"too short")])
def test_a_file_without_weights_is_told_in_one_line_and_begins_no_round(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "bad").write_bytes(content)
    words = [*command(tmp_path / "round", 1)[:-3], "--weights", str(tmp_path / "bad")]  # not by hand
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=HANG_S)
    assert done.returncode == 2
    assert "expected weights of an Ataxx network" in done.stderr
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "round").exists()
