"""A network is fitted the same way for each game: by its gradient, in steps that go on, to what a file says."""

from __future__ import annotations

import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import bots.ataxx.train
import bots.dama.train
import native.ataxx.engine
import native.dama.engine
from bots.training import learning, selfplay
from bots.training.subject import Subject
from native.common.context import Limits
from tests.bots.driver import HANG_S
from tests.bots.training import NODES, command, train
from tests.many import each

SUBJECTS = {"ataxx": bots.ataxx.train.SUBJECT, "dama": bots.dama.train.SUBJECT}
FEW = 10_000
"""Weights of a part that sees no squares: all that is behind a hidden layer."""
PASSES = "a number of passes above 0 and at most 1000"
by_game = pytest.mark.parametrize("subject", SUBJECTS.values(), ids=SUBJECTS)


def records(subject: Subject, count: int) -> np.ndarray:
    """Give the positions of games of an engine against itself, by the weights that are shipped."""
    engine = subject.player(zlib.decompress(subject.weights.read_bytes()))
    games = [subject.play(engine, seed, NODES)[0] for seed in range(count)]
    return np.frombuffer(b"".join(games), subject.record)


@by_game
def test_the_gradient_is_the_slope_of_the_error(subject: Subject) -> None:
    sample, rng = records(subject, 20), np.random.default_rng(1)
    network = learning.Network(subject.parts, 1)
    weights = network.weights()
    for place in np.split(np.arange(len(weights)), network.places):
        weights[place] += rng.normal(0, 0.02 if len(place) > FEW else 0.1, len(place)).astype(np.float32)
    gradient = np.zeros_like(weights)
    subject.learn(weights, sample, 0.3, gradient)
    for place in np.split(np.arange(len(weights)), network.places):
        direction = np.zeros_like(weights)
        direction[place] = rng.normal(0, 1, len(place)) * (gradient[place] != 0)
        direction[place] += gradient[place] / np.abs(gradient[place]).max()  # so that the slope is not lost in rounding
        step = np.float32(1e-3 / np.abs(direction).max())
        ahead, behind = (subject.learn(weights + sign * step * direction, sample, 0.3, None) for sign in (1, -1))
        slope = (ahead - behind) / (2 * float(step))
        assert slope == pytest.approx(float(gradient.astype(np.float64) @ direction), rel=0.02)


@by_game
def test_learning_goes_on_from_its_notes_as_if_it_had_not_been_stopped(subject: Subject, tmp_path: Path) -> None:
    positions = records(subject, 60)
    sample, notes = learning.Sample(positions, positions), tmp_path / "notes.npz"
    whole, first, second = (learning.Network(subject.parts, seed) for seed in (3, 3, 4))
    assert not second.resume(notes, "run")
    before = learning.error(subject, whole.weights(), positions, 0.3)
    for _ in learning.fit(subject, whole, sample, 12, 0.3, seed=5):
        pass
    for step, _ in learning.fit(subject, first, sample, 12, 0.3, seed=5):
        if step == 7:
            break
    first.save(notes, "run")
    assert not second.resume(notes, "another run")
    assert second.resume(notes, "run")
    for _ in learning.fit(subject, second, sample, 12, 0.3, seed=5):
        pass
    assert second.pack() == whole.pack() != first.pack()
    assert learning.error(subject, whole.weights(), positions, 0.3) < before


@pytest.mark.parametrize("kept", [0, 1000, -1000])
def test_damaged_notes_are_told_in_words_and_stay_as_they_are(tmp_path: Path, kept: int) -> None:
    subject, notes = SUBJECTS["ataxx"], tmp_path / "notes.npz"
    network = learning.Network(subject.parts, 3)
    network.save(notes, "run")
    damaged = notes.read_bytes()[:kept]
    notes.write_bytes(damaged)
    before = network.pack()
    with pytest.raises(OSError, match="damaged; without it learning begins anew"):
        network.resume(notes, "run")
    assert notes.read_bytes() == damaged
    assert network.pack() == before


def test_a_changed_byte_of_notes_is_noticed(tmp_path: Path) -> None:
    subject, notes = SUBJECTS["ataxx"], tmp_path / "notes.npz"
    learning.Network(subject.parts, 3).save(notes, "run")
    damaged = bytearray(notes.read_bytes())
    damaged[len(damaged) // 2] ^= 1
    notes.write_bytes(damaged)
    with pytest.raises(OSError, match="damaged; without it learning begins anew"):
        learning.Network(subject.parts, 3).resume(notes, "run")


@by_game
def test_a_file_that_ends_within_a_position_is_told_in_words(subject: Subject, tmp_path: Path) -> None:
    whole, cut = tmp_path / "0000000001", tmp_path / "0000000002"
    whole.write_bytes(records(subject, 1).tobytes())
    assert len(learning.load(subject, [whole]).learned)
    cut.write_bytes(whole.read_bytes()[:-3])
    size = subject.record.itemsize
    with pytest.raises(OSError, match=f"{cut}: cut off: positions are {size} bytes, the last one has {size - 3}"):
        learning.load(subject, [whole, cut])


def ataxx_value(engine: Any, record: np.void) -> float:
    board = native.ataxx.engine.Position(*(int(record[name]) for name in ("own", "opp", "blocks", "jumps")))
    return float(engine.evaluate(board)) / native.ataxx.engine.SCALE


def dama_value(engine: Any, record: np.void) -> float:
    left = int(record["left"])
    board = (int(record[name]) for name in ("own", "opp", "kings"))
    return float(engine.evaluate(*board, -1 if left == 255 else left)) / native.dama.engine.SCALE


@pytest.mark.parametrize("game", each(2, SUBJECTS))
def test_what_is_packed_is_what_was_learned(game: str) -> None:
    values: dict[str, Callable[[Any, np.void], float]] = {"ataxx": ataxx_value, "dama": dama_value}
    subject = SUBJECTS[game]
    positions = records(subject, 60)
    network = learning.Network(subject.parts, 3)
    steps = 40 if game == "ataxx" else 150  # a board of Dama has more states that are rare
    for _ in learning.fit(subject, network, learning.Sample(positions, positions), steps, 0.3, seed=5, jobs=2):
        pass
    engine = subject.player(network.pack())
    for record in positions[::50]:
        alone = record.reshape(1).copy()
        alone["score"], alone["result"] = 0, 0  # worth one half
        error = subject.learn(network.weights(), alone, 0.0, None)
        value = values[game](engine, record)
        assert abs(1 / (1 + np.exp(-value)) - 0.5) == pytest.approx(error**0.5, abs=0.02)


@by_game
def test_a_network_goes_on_from_what_a_file_has_by_smaller_steps(subject: Subject) -> None:
    first, second = learning.Network(subject.parts, 1), learning.Network(subject.parts, 2)
    assert second.pack() != first.pack()
    second.go_on(first.pack())
    assert second.pack() == first.pack()
    assert second.rate < first.rate


def plays(game: str, weights: bytes) -> bool:
    """Tell whether a search with these weights finds a legal move from the start."""
    engine, limits = SUBJECTS[game].player(weights), Limits(nodes=500)
    if game == "ataxx":
        start = native.ataxx.engine.Position()
        return engine.search(start, limits).move in native.ataxx.engine.legal_moves(start)
    return engine.search(*native.dama.engine.START, limits).move in native.dama.engine.legal_moves(
        *native.dama.engine.START
    )


@pytest.mark.long
def test_the_step_that_is_asked_for_is_taken(tmp_path: Path) -> None:
    """Also by what begins anew, where it is 0.002 unless said."""
    usual, same, other = (
        train("dama", tmp_path / str(number), 1, "--anew", *words)
        for number, words in enumerate([(), ("--rate", "0.002"), ("--rate", "0.001")])
    )
    assert usual == same != other


@pytest.mark.parametrize("rate", ["0", "-1", "nan", "1.5", "fast"])
def test_a_step_that_is_none_is_refused_in_one_line(rate: str, tmp_path: Path) -> None:
    words = [*command("dama", tmp_path / "round", 1), f"--rate={rate}"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=HANG_S, check=False)
    why = f"argument --rate: expected a step above 0 and at most 1, got {rate!r}"
    assert (done.returncode, done.stderr) == (2, f"dama-bot train: {why}\n")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("option", "number", "expected"),
    [
        *(("epochs", number, PASSES) for number in ("-3", "0", "nan", "inf", "x")),
        *(("share", number, "a share from 0 to 1") for number in ("nan", "7", "-0.1", "half")),
    ],
)
def test_passes_and_shares_that_are_none_are_refused_in_one_line(
    option: str, number: str, expected: str, tmp_path: Path
) -> None:
    words = [*command("dama", tmp_path / "round", 1), f"--{option}={number}"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=HANG_S, check=False)
    why = f"argument --{option}: expected {expected}, got {number!r}"
    assert (done.returncode, done.stderr) == (2, f"dama-bot train: {why}\n")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("game", each(3, ["ataxx", "dama", "othello"]))
def test_weights_that_could_not_be_written_are_told_before_a_game_is_played(game: str, tmp_path: Path) -> None:
    folder, file = tmp_path / "folder", tmp_path / "file"
    folder.mkdir()
    file.touch()
    cases = {
        folder: "expected a file for the weights, it is a folder",
        tmp_path / "missing" / "new": f"there is no folder {tmp_path / 'missing'}",
        file / "new": f"there is no folder {file}",
        Path("/proc/1/new"): "may not be written",  # not even by the superuser
    }
    for output, why in cases.items():
        words = [sys.executable, "-m", f"bots.{game}", "train", str(tmp_path / "round"), "--output", str(output)]
        done = subprocess.run(words, capture_output=True, text=True, timeout=HANG_S, check=False)
        assert (done.returncode, done.stderr) == (2, f"{game}-bot: {output}: {why}\n")
        assert not (tmp_path / "round").exists()


@pytest.mark.long
@pytest.mark.parametrize("game", SUBJECTS)
def test_a_run_that_was_stopped_goes_on_and_ends_as_if_it_had_not_been(game: str, tmp_path: Path) -> None:
    stopped = train(game, tmp_path / "stopped", 1)
    (first,) = selfplay.shards(SUBJECTS[game], tmp_path / "stopped")
    made = first.stat().st_mtime_ns
    went_on, whole = train(game, tmp_path / "stopped", 2), train(game, tmp_path / "whole", 2)
    assert first.stat().st_mtime_ns == made
    assert went_on == whole != stopped
    assert plays(game, zlib.decompress(whole))
