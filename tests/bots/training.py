"""A round of training as a user starts it, small enough for a test."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from bots.training import selfplay
from tests.bots.driver import HANG_S

NODES = 8
"""Of a move of its games."""


def command(game: str, folder: Path, files: int) -> list[str]:
    """Give the command for a round of few nodes a move."""
    options = ["--positions", str(files * selfplay.SHARD), "--nodes", str(NODES), "--epochs", "1", "--by-hand"]
    weights = ["--output", str(folder.with_suffix(".weights"))]
    return [sys.executable, "-m", f"bots.{game}", "train", str(folder), *options, *weights]


def train(game: str, folder: Path, files: int, *more: str) -> bytes:
    """Give the weights that a round ends with, by `more` options."""
    subprocess.run([*command(game, folder, files), *more], check=True, capture_output=True, timeout=HANG_S)
    return folder.with_suffix(".weights").read_bytes()
