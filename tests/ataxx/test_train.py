"""Training goes on where it was stopped, ends with the same weights as if it had not been, and they are fit to play."""

from __future__ import annotations

import subprocess
import sys
import zlib
from pathlib import Path

import pytest

from native.ataxx.engine import Ataxx, Position, legal_moves
from native.common.context import Limits
from tests.bots.driver import HANG_S


def train(folder: Path, positions: int) -> bytes:
    """Give the weights that training with few nodes a move ends with."""
    weights = folder.with_suffix(".weights")
    options = ["--positions", str(positions), "--nodes", "8", "--epochs", "1", "--by-hand", "--output", str(weights)]
    command = [sys.executable, "-m", "bots.ataxx", "train", str(folder), *options]
    subprocess.run(command, check=True, capture_output=True, timeout=HANG_S)
    return weights.read_bytes()


@pytest.mark.long
def test_a_run_that_was_stopped_goes_on_and_ends_as_if_it_had_not_been(tmp_path: Path) -> None:
    stopped = train(tmp_path / "stopped", 20_000)
    (first,) = (tmp_path / "stopped").iterdir()
    made = first.stat().st_mtime_ns
    went_on, whole = train(tmp_path / "stopped", 40_000), train(tmp_path / "whole", 40_000)
    assert first.stat().st_mtime_ns == made
    assert went_on == whole != stopped
    engine = Ataxx(hash_mib=1, weights=zlib.decompress(whole))
    assert engine.search(Position(), Limits(nodes=500)).move in legal_moves(Position())
