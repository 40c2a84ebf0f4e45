"""A large network that teaches a small one (needs PyTorch).

The value that a short search found and the end of one game are noisy labels. A network that is far too slow to play
with learns from millions of them what they are on average, and says so of positions that nobody has played, too: a
search asks for the value of such ones most of the time. What it says is written into a folder as a round is kept, and
learned from as from a round, without a share of results.

It is a residual network of convolutions (K. He et al., "Identity mappings in deep residual networks", 2016) without
normalisation: each block begins with little to say (S. De, S. Smith, "Batch normalization biases residual blocks
towards the identity function in deep networks", 2020). It learns what the search thought, how the game ended and, as a
help to see more, the move.
"""

from __future__ import annotations

import contextlib
import math
import os
import pickle
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch.nn import functional

from bots.training.learning import Floats, Sample, drawn, rate_of
from bots.training.selfplay import SHARD, keep, shard_path
from bots.training.subject import Records, Subject, View

WARM_UP = 400
"""Steps until the largest is reached."""
ENDED, MOVED = 0.5, 0.15
"""What the errors of the end and of the move count for, where that of the value counts for 1."""
DECAY, LARGEST_SLOPE = 0.02, 1.0
HEAD, NARROW = 256, 32
"""Units of the last layer, and channels that lead there."""
AT_ONCE = 4096
"""Positions that are asked for at once."""
EXAMINED = 200_000
"""Most positions by which it is told how well it does on what it has not seen."""


class Shape(NamedTuple):
    """Of the network, and of a step of its learning."""

    channels: int
    blocks: int
    batch: int
    rate: float


class Teacher:
    """The network, on the first GPU if there is one, and the memory of its learning."""

    def __init__(self, view: View, size: Shape, seed: int, *, half: bool = False) -> None:
        self.step, self._view, self._size = 0, view, size
        self._device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self._half = half or self._device.type == "cuda"
        self._random = torch.Generator().manual_seed(seed)
        planes, rows, columns = view.shape
        narrow = size.channels
        self.weights: dict[str, Any] = {}
        self._layer("stem", narrow, planes + 1, 3)
        for n in range(size.blocks):
            self._layer(f"{n}.first", narrow, narrow, 3)
            self._layer(f"{n}.second", narrow, narrow, 3)
            self.weights[f"{n}.share"] = torch.tensor(0.1)
        self._layer("narrow", NARROW, narrow, 1)
        self._layer("head", HEAD, NARROW * rows * columns)
        self._layer("values", 2, HEAD, spread=0.01)
        self._layer("squares", 2, narrow, 1, spread=0.01)
        self.weights = {name: array.to(self._device).requires_grad_() for name, array in self.weights.items()}
        self._adam = torch.optim.AdamW(self.weights.values(), lr=size.rate, weight_decay=DECAY)

    def _layer(self, name: str, to: int, come: int, *width: int, spread: float | None = None) -> None:
        shape = (to, come, *width * 2)
        spread = (2 / math.prod(shape[1:])) ** 0.5 if spread is None else spread
        self.weights[f"{name}.weight"] = spread * torch.randn(shape, generator=self._random)
        self.weights[f"{name}.bias"] = torch.zeros(to)

    def _conv(self, name: str, x: Any) -> Any:
        weight = self.weights[f"{name}.weight"]
        return functional.conv2d(x, weight, self.weights[f"{name}.bias"], padding=weight.shape[-1] // 2)

    def _linear(self, name: str, x: Any) -> Any:
        return functional.linear(x, self.weights[f"{name}.weight"], self.weights[f"{name}.bias"])

    def _look(self, planes: Any) -> tuple[Any, Any]:
        """Give what it says of values, (positions, 2), and of source and target of the move, (positions, 2, squares).

        All in log odds. A plane of ones tells where the board ends.
        """
        with torch.autocast(self._device.type, torch.bfloat16) if self._half else contextlib.nullcontext():
            board = torch.cat([planes, torch.ones_like(planes[:, :1])], 1).float()
            x = self._conv("stem", board.contiguous(memory_format=torch.channels_last))
            for n in range(self._size.blocks):
                inner = functional.relu(self._conv(f"{n}.first", functional.relu(x)))
                x = x + self.weights[f"{n}.share"] * self._conv(f"{n}.second", inner)
            x = functional.relu(x)
            narrow = functional.relu(self._conv("narrow", x)).flatten(1)
            values = self._linear("values", functional.relu(self._linear("head", narrow)))
            return values.float(), self._conv("squares", x).flatten(2).float()

    def _planes(self, records: Records) -> Any:
        return _tensor(self._view.planes(records)).to(self._device)

    def _labels(self, records: Records) -> Floats:
        """Give what the search thought and how the game ended, (positions, 2), as chances to win."""
        thought = 1 / (1 + np.exp(-records["score"].astype(np.float32) / np.float32(self._view.scale)))
        ended = (1 + records["result"].astype(np.float32)) / 2
        return np.stack([thought, ended], 1)

    def learn(self, records: Records, rate: float) -> Any:
        """Take a step, all positions turned the same way; give the error that it was taken against, a tensor.

        It is not waited for: a GPU may still be at it while the next positions are drawn.
        """
        turn = self.step % 8
        squares = turned_squares(_tensor(self._view.squares(records)), self._view.shape[1:], turn).to(self._device)
        values, moves = self._look(turned(self._planes(records), turn))
        labels = _tensor(self._labels(records)).to(self._device)
        errors = functional.binary_cross_entropy_with_logits(values, labels, reduction="none")
        thought, ended = errors.mean(0)
        moved = functional.cross_entropy(moves.flatten(0, 1), squares.flatten(), ignore_index=-1)
        loss = thought + ENDED * ended + MOVED * moved
        for group in self._adam.param_groups:
            group["lr"] = rate
        self._adam.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.weights.values(), LARGEST_SLOPE)
        self._adam.step()
        self.step += 1
        return loss.detach()

    def say(self, records: Records) -> Floats:
        """Give what a search would think of each position and how its game would end, (positions, 2), as chances."""
        said = np.empty((len(records), 2), np.float32)
        with torch.no_grad():
            for at in range(0, len(records), AT_ONCE):
                values, _ = self._look(self._planes(records[at : at + AT_ONCE]))
                _tensor(said[at : at + AT_ONCE]).copy_(torch.sigmoid(values))
        return said

    def error(self, records: Records, share: float) -> float:
        """Give the mean squared error of the label that it expects, as `learning.error` does of the small network."""
        records = records[:EXAMINED]
        mix = np.array([1 - share, share], np.float32)
        return float(np.mean(((self.say(records) - self._labels(records)) @ mix) ** 2))

    def save(self, path: Path, mark: str) -> None:
        """Write everything to a file, all or nothing; `mark` says what the run is."""
        part = path.with_suffix(f".{os.getpid()}")
        torch.save({"mark": mark, "step": self.step, "weights": self.weights, "adam": self._adam.state_dict()}, part)
        part.rename(path)

    def resume(self, path: Path, mark: str) -> bool:
        """Take what a file of the same run has; tell whether there was one. Raises OSError for a damaged one."""
        if not path.exists():
            return False
        try:
            saved = torch.load(path, map_location=self._device)
        except (pickle.UnpicklingError, RuntimeError, EOFError, ValueError):
            raise OSError(f"{path}: damaged; without it learning begins anew") from None
        if saved["mark"] != mark:
            return False
        self.step = saved["step"]
        with torch.no_grad():
            for name, array in saved["weights"].items():
                self.weights[name].copy_(array)
        self._adam.load_state_dict(saved["adam"])
        return True


def _tensor(array: Any) -> Any:
    """Share an array's memory, whatever versions of numpy and PyTorch know of each other."""
    array = np.require(array, requirements=["C", "W"])
    kind = getattr(torch, array.dtype.name)
    return torch.frombuffer(array, dtype=kind).view(array.shape)


def turned(board: Any, turn: int) -> Any:
    """Give boards, whose last two axes are rows and columns, under one of the eight symmetries of a square."""
    board = board.flip(-1) if turn & 1 else board
    board = board.flip(-2) if turn & 2 else board
    return board.transpose(-1, -2) if turn & 4 else board


def turned_squares(squares: Any, shape: tuple[int, int], turn: int) -> Any:
    """Give where squares of boards of rows and columns are on the turned ones; -1 stays."""
    numbers = torch.arange(shape[0] * shape[1])
    new = torch.empty_like(numbers)
    new[turned(numbers.view(shape), turn).flatten()] = numbers
    return torch.where(squares < 0, squares, new[squares.clamp(min=0)])


def fit(teacher: Teacher, sample: Sample, steps: int, size: Shape, seed: int) -> Iterator[tuple[int, Any]]:
    """Learn in so many steps, of positions drawn at random; give after each its number and its error, a tensor."""
    while teacher.step < steps:
        step = teacher.step
        rate = rate_of(step, steps, size.rate, WARM_UP)
        loss = teacher.learn(drawn(sample, seed, step, size.batch), rate)
        yield teacher.step, loss


def label(
    subject: Subject, view: View, teacher: Teacher, sample: Sample, folder: Path, seed: int, share: float
) -> Path:
    """Write what the teacher says of positions that are drawn by `seed`, unless that was done before; give the file."""
    path = shard_path(subject, folder, seed)
    if path.exists():
        return path
    records = sample.learned[np.random.default_rng(seed).integers(len(sample.learned), size=SHARD)]
    view.wander(records, seed)
    expected = teacher.say(records) @ np.array([1 - share, share], np.float32)
    expected = np.clip(expected.astype(np.float64), 1e-9, 1 - 1e-9)
    records["score"] = np.round(view.scale * np.log(expected / (1 - expected)))
    keep(path, records.tobytes())
    return path


def label_all(
    subject: Subject, view: View, teacher: Teacher, sample: Sample, folder: Path, seeds: range, share: float, jobs: int
) -> Iterator[Path]:
    """Write the files of `seeds`, and give them in this order as they are there."""
    with ThreadPoolExecutor(jobs) as threads:
        yield from threads.map(lambda seed: label(subject, view, teacher, sample, folder, seed, share), seeds)
