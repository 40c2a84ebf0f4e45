"""Fit a network to positions: gradients in C, the rest in numpy."""

from __future__ import annotations

import os
import zipfile
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bots.training.subject import Records, SelfPlay, Subject, Tensor

BATCH, RATE, WARM_UP = 4096, 2e-3, 100
"""Positions a step, the largest step, and after how many it is reached."""
GOING_ON = 0.25
"""The largest step of a network that goes on, in those of one that begins. After 5.1 million positions of Ataxx the
error on others is 0.01987, before 0.02076; with whole steps 0.02016, and 0.02019 if it begins anew."""
UNSEEN = 20
"""One position in so many, the last ones of each file, only tells how well the network does on what it has not seen."""
SAVE_STEPS = 250
"""Steps that a run loses at most when it is killed."""

Floats = npt.NDArray[np.float32]


class Sample(NamedTuple):
    """Positions to learn from, and others to be examined by."""

    learned: Records
    unseen: Records


def read(game: SelfPlay, path: Path) -> Records:
    """Read a file of positions. Raises OSError, also for one that is empty or ends within a position."""
    size = path.stat().st_size
    if not size or size % game.record.itemsize:
        rest = size % game.record.itemsize
        raise OSError(f"{path}: cut off: positions are {game.record.itemsize} bytes, the last one has {rest}")
    return np.fromfile(path, game.record)


def load(subject: Subject, paths: list[Path]) -> Sample:
    """Read files of positions. Raises OSError, also for one that ends within a position."""
    learned, unseen = [], []
    for path in paths:
        records = read(subject, path)
        known = len(records) - len(records) // UNSEEN
        learned.append(records[:known])
        unseen.append(records[known:])
    return Sample(np.concatenate(learned), np.concatenate(unseen))


class Network:
    """The weights in floating point, and Adam's memory."""

    def __init__(self, parts: tuple[Tensor, ...], seed: int) -> None:
        rng = np.random.default_rng(seed)

        def normal(middle: float, size: float, shape: tuple[int, ...]) -> Floats:
            return rng.normal(middle, size, shape).astype(np.float32)

        self.step, self.rate, self._parts = 0, RATE, parts
        self._shared = [n for n, part in enumerate(parts) if part.common is not None]
        self.places = np.cumsum([np.prod(part.shape) for part in parts])[:-1]
        """Where each part of the weights ends, but for the last."""
        self.arrays = [normal(part.start, part.spread, part.shape) for part in parts]
        self.arrays += [normal(0.0, parts[n].common or 0.0, parts[n].shape[1:]) for n in self._shared]
        self.means = [np.zeros_like(array) for array in self.arrays]
        self.squares = [np.zeros_like(array) for array in self.arrays]
        self.seen = [np.zeros(part.shape[0], np.int64) for part in parts]
        """In how many steps each row was seen, of those parts that ask for it."""

    def go_on(self, packed: bytes) -> None:
        """Begin with weights as `pack` gives them; what they have in common is their mean."""
        at = 0
        for n, part in enumerate(self._parts):
            numbers = np.frombuffer(packed, part.packed, int(np.prod(part.shape)), at)
            at += numbers.nbytes
            self.arrays[n] = numbers.reshape(part.shape).astype(np.float32) / np.float32(part.one)
        for k, n in enumerate(self._shared, len(self._parts)):
            self.arrays[k] = self.arrays[n].mean(axis=0)
            self.arrays[n] -= self.arrays[k]
        self.rate = RATE * GOING_ON

    def _sums(self) -> list[Floats]:
        """Give each part: what is special plus what is common."""
        sums = self.arrays[: len(self._parts)]
        for k, n in enumerate(self._shared, len(self._parts)):
            sums[n] = sums[n] + self.arrays[k]
        return [np.clip(array, -part.largest, part.largest) for array, part in zip(sums, self._parts, strict=True)]

    def weights(self) -> Floats:
        """Give all weights in a row, as C reads them."""
        return np.concatenate([array.ravel() for array in self._sums()])

    def learn(self, gradient: Floats, rate: float) -> None:
        """Take one step against a gradient, which lies as `weights` do.

        By Adam: D. Kingma, J. Ba, "Adam: a method for stochastic optimization", 2015.
        """
        pieces = np.split(gradient, self.places)
        slopes = [piece.reshape(part.shape) for piece, part in zip(pieces, self._parts, strict=True)]
        slopes += [slopes[n].sum(axis=0) for n in self._shared]
        self.step += 1
        scale = np.float32(rate * (1 - 0.999**self.step) ** 0.5 / (1 - 0.9**self.step))
        for n, slope in enumerate(slopes):
            self.means[n] += np.float32(0.1) * (slope - self.means[n])
            self.squares[n] += np.float32(0.001) * (slope * slope - self.squares[n])
            self.arrays[n] -= scale * self.means[n] / (np.sqrt(self.squares[n]) + np.float32(1e-8))
        for n, part in enumerate(self._parts):
            if part.rare:
                self.seen[n] += (slopes[n] != 0).any(axis=1)
            if part.decay:
                self.arrays[n] *= np.float32(1 - rate * part.decay)
            if part.common is None:
                np.clip(self.arrays[n], -part.largest, part.largest, out=self.arrays[n])

    def pack(self) -> bytes:
        """Give the weights as a file has them."""
        sums = self._sums()
        for n, part in enumerate(self._parts):
            sums[n][self.seen[n] < part.rare * self.step] = 0
        parts = zip(sums, self._parts, strict=True)
        return b"".join(np.round(array * part.one).astype(part.packed).tobytes() for array, part in parts)

    def save(self, path: Path, mark: str) -> None:
        """Write everything to a file, all or nothing; `mark` says what the run is."""
        part = path.with_suffix(f".{os.getpid()}.npz")
        np.savez(part, *self.arrays, *self.means, *self.squares, *self.seen, step=self.step, mark=mark)
        part.rename(path)

    def resume(self, path: Path, mark: str) -> bool:
        """Take what a file of the same run has; tell whether there was one. Raises OSError for a damaged one."""
        if not path.exists():
            return False
        try:
            with path.open("rb") as file, np.load(file) as saved:
                if str(saved["mark"]) != mark:
                    return False
                step = int(saved["step"])
                arrays = [saved[f"arr_{n}"] for n in range(3 * len(self.arrays) + len(self.seen))]
        except (zipfile.BadZipFile, zlib.error, EOFError, KeyError, ValueError):
            raise OSError(f"{path}: damaged; without it learning begins anew") from None
        self.step = step
        n = len(self.arrays)
        self.arrays, self.means, self.squares = arrays[:n], arrays[n : 2 * n], arrays[2 * n : 3 * n]
        self.seen = arrays[3 * n :]
        return True


def error(subject: Subject, weights: Floats, records: Records, share: float) -> float:
    """Give the mean squared error of what the network expects a game to end with."""
    return subject.learn(weights, records, share, None) / len(records)


def drawn(sample: Sample, seed: int, step: int, size: int) -> Records:
    """Give the positions of a step, which depend on its number and the seed only."""
    return sample.learned[np.random.default_rng([seed, step]).integers(len(sample.learned), size=size)]


def rate_of(step: int, steps: int, largest: float, warm_up: int) -> float:
    """Give the size of a step: it grows for so many, then shrinks along a cosine until nothing is left."""
    return float(largest * min(1.0, (step + 1) / warm_up) * 0.5 * (1 + np.cos(np.pi * step / steps)))


def fit(
    subject: Subject, network: Network, sample: Sample, steps: int, share: float, seed: int, jobs: int = 1
) -> Iterator[tuple[int, float]]:
    """Learn in `steps` steps of BATCH positions, drawn at random; give after each its number and its error.

    A step depends on the network as it is, its number and the seed only: a run may go on where another one ended.
    """
    weights = network.weights()
    gradients = [np.zeros_like(weights) for _ in range(jobs)]

    def one(job: tuple[Records, Floats]) -> float:
        records, gradient = job
        gradient.fill(0)
        return subject.learn(weights, records, share, gradient)

    with ThreadPoolExecutor(jobs) as threads:
        while network.step < steps:
            step = network.step
            batches = np.array_split(drawn(sample, seed, step, BATCH), jobs)
            errors = sum(threads.map(one, zip(batches, gradients, strict=True)))
            rate = rate_of(step, steps, network.rate, WARM_UP)
            network.learn(np.sum(gradients, axis=0) / np.float32(BATCH), rate)
            weights = network.weights()
            yield network.step, errors / BATCH
