"""A round of training leaves nothing half done and waits when it is told to; games of self-play are games."""

from __future__ import annotations

import signal
import subprocess
import time
import zlib
from pathlib import Path

import numpy as np
import pytest

from bots.ataxx.train import SUBJECT
from bots.training import learning, selfplay
from native.ataxx.engine import SURE, Ataxx, Position, after, legal_moves, play_itself, wander
from native.common.context import Limits
from tests.bots.driver import HANG_S
from tests.bots.training import NODES, command

RECORD = SUBJECT.record


def test_a_run_that_is_killed_leaves_no_process_and_no_half_file(tmp_path: Path) -> None:
    run = subprocess.Popen(
        [*command("ataxx", tmp_path / "round", 1000), "--play-only"], stderr=subprocess.PIPE, text=True
    )
    assert run.stderr
    assert run.stderr.readline().endswith("1 of 1000\n")
    run.send_signal(signal.SIGKILL)
    rest = run.communicate(timeout=HANG_S)[1]  # ends when the processes that play have let go of the pipe, too
    assert all(line.endswith(" of 1000") for line in rest.splitlines())
    for path in selfplay.shards(SUBJECT, tmp_path / "round"):
        assert path.stat().st_size % RECORD.itemsize == 0
        assert path.stat().st_size >= selfplay.SHARD * RECORD.itemsize


def test_a_round_is_played_with_the_weights_that_it_began_with(tmp_path: Path) -> None:
    first, second = (command("ataxx", tmp_path / "round", files) for files in (1, 2))
    second[second.index("--by-hand")] = "--play-only"  # now with the weights of the project, as one might think
    for words in ([*first, "--play-only"], second, [*command("ataxx", tmp_path / "whole", 2), "--play-only"]):
        subprocess.run(words, check=True, capture_output=True, timeout=HANG_S)
    files, whole = (selfplay.shards(SUBJECT, tmp_path / folder) for folder in ("round", "whole"))
    assert [path.read_bytes() for path in files] == [path.read_bytes() for path in whole]
    assert len(whole) == 2


def test_a_run_waits_as_long_as_it_is_told_to(tmp_path: Path) -> None:
    quiet = tmp_path / "quiet"
    quiet.touch()
    run = subprocess.Popen([*command("ataxx", tmp_path / "round", 1), "--play-only", "--pause-while", str(quiet)])
    time.sleep(0.5)
    assert run.poll() is None
    assert not selfplay.shards(SUBJECT, tmp_path / "round")
    quiet.unlink()
    assert run.wait(timeout=HANG_S) == 0
    assert len(selfplay.shards(SUBJECT, tmp_path / "round")) == 1


def games(count: int) -> list[np.ndarray]:
    """Give games of the engine against itself."""
    engine = Ataxx(hash_mib=1)
    return [np.frombuffer(play_itself(engine, seed, NODES)[0], RECORD) for seed in range(count)]


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


def test_half_of_wandered_positions_are_as_they_were_and_the_others_one_or_two_moves_away() -> None:
    played = np.concatenate(games(6))
    moved = played.copy()
    wander(moved, 7)
    again = played.copy()
    wander(again, 8)
    assert (moved != again).any()
    away = [0, 0, 0]
    for record, other in zip(played, moved, strict=True):
        position, reached, plies = position_of(other), {position_of(record)}, 0
        while position not in reached:
            reached, plies = {after(before, move) for before in reached for move in legal_moves(before)}, plies + 1
        away[plies] += 1
        assert legal_moves(position)
        assert not any(other[name] for name in ("score", "move", "left", "result"))
    assert [share / len(played) for share in away] == pytest.approx([0.5, 0.25, 0.25], abs=0.1)


def test_half_of_the_boards_have_blocks_that_are_their_own_mirror_image() -> None:
    blocks = [int(game[0]["blocks"]) for game in games(200) if len(game)]
    assert 0.35 < sum(b == 0 for b in blocks) / len(blocks) < 0.65
    for squares in {s for b in blocks for s in range(56) if b >> s & 1}:
        assert squares % 8 < 7
    for b in blocks:
        board = [[b >> 8 * row + column & 1 for column in range(7)] for row in range(7)]
        assert board == board[::-1] == [row[::-1] for row in board]


def test_what_is_before_a_unit_of_the_second_layer_that_is_at_a_bound_learns_nothing_through_it() -> None:
    network = learning.Network(SUBJECT.parts, 1)
    bias, out = network.arrays[-3:-1]  # the last one is what rectangles have in common
    bias[:] = np.where(np.arange(len(bias)) % 2, 50.0, -50.0)
    out[:] = 0.01
    positions, _ = play_itself(Ataxx(1), 1, NODES)
    weights = network.weights()
    gradient = np.zeros_like(weights)
    SUBJECT.learn(weights, np.frombuffer(positions, RECORD), 0.3, gradient)
    *_, squares, means, biases, outs = np.split(gradient, network.places)
    assert not any(part.any() for part in (squares, means, biases))
    learned = outs.reshape(out.shape).any(axis=0)
    assert learned.tolist() == [number > 0 for number in bias.tolist()]
    full = [outs.reshape(out.shape)[:, unit] for unit in range(1, len(bias), 2)]
    assert all((unit == full[0]).all() for unit in full)


@pytest.mark.parametrize("seen", [4, 5])
def test_rectangles_learn_through_the_second_layer_by_squares_and_by_means(seen: int) -> None:
    network, rng = learning.Network(SUBJECT.parts, 1), np.random.default_rng(2)
    for part in (2, 4, 5):  # the output sees nothing but the second layer, which sees one of two
        network.arrays[part][:] = 0
    for part, size in ((seen, 1.0), (7, 0.3)):
        network.arrays[part][:] = rng.normal(0, size, network.arrays[part].shape)
    positions = np.frombuffer(b"".join(play_itself(Ataxx(1), seed, NODES)[0] for seed in range(5)), RECORD)
    weights = network.weights()
    gradient = np.zeros_like(weights)
    SUBJECT.learn(weights, positions, 0.3, gradient)
    gradient[network.places[0] :] = 0
    step = np.float32(2e-3) * gradient / np.abs(gradient).max()
    ahead, behind = (SUBJECT.learn(weights + sign * step, positions, 0.3, None) for sign in (1, -1))
    assert (ahead - behind) / 2 == pytest.approx(float(gradient.astype(np.float64) @ step), rel=0.02)


def test_a_folder_keeps_positions_of_one_seed(tmp_path: Path) -> None:
    words = [*command("ataxx", tmp_path / "round", 1), "--play-only"]
    subprocess.run([*words, "--seed", "2"], check=True, capture_output=True, timeout=HANG_S)
    done = subprocess.run([*words, "--seed", "3"], capture_output=True, text=True, check=False, timeout=HANG_S)
    (path,) = selfplay.shards(SUBJECT, tmp_path / "round")
    assert done.returncode == 2
    assert done.stderr == f"ataxx-bot: {path}: positions of --seed 2, not of 3; name a folder that is new\n"


@pytest.mark.parametrize("content", [b"no weights", zlib.compress(b"too short")])
def test_a_file_without_weights_is_told_in_one_line_and_begins_no_round(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "bad").write_bytes(content)
    words = [*command("ataxx", tmp_path / "round", 1)[:-3], "--weights", str(tmp_path / "bad")]  # not by hand
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=HANG_S)
    assert done.returncode == 2
    assert "expected weights of the Ataxx evaluation" in done.stderr
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "round").exists()


def test_a_folder_that_cannot_be_made_is_told_by_its_name_and_the_reason(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    words = [*command("ataxx", tmp_path / "file" / "round", 1), "--output", str(tmp_path / "weights")]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=HANG_S)
    assert done.returncode == 2
    assert done.stderr == f"ataxx-bot: {tmp_path / 'file' / 'round'}: Not a directory\n"
