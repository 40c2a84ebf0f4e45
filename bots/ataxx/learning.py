"""Fit the network of native/ataxx/network.h to positions: gradients in C, the rest in numpy."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from native.ataxx.engine import INPUTS, ONE, OUT_ONE, PHASES, STATES, UNITS, learn, record_fields

PLACES = np.cumsum([INPUTS * UNITS, UNITS, PHASES * UNITS])
"""Where the weights of the inputs, of the hidden layer and of the output end."""
LARGEST_IN, LARGEST_OUT = 2.0, 127 / OUT_ONE
"""Bounds of the weights within which the sums fit 16 and 32 bits."""
RECORD = np.dtype([(name, kind.removesuffix("_t")) for name, kind in record_fields()], align=True)
"""`ataxx_record` of native/common/engine.cdef.h."""
BATCH, RATE, WARM_UP = 4096, 2e-3, 100
"""Positions a step, the largest step, and after how many it is reached."""
GOING_ON = 0.25
"""The largest step of a network that goes on, in those of one that begins. After 5.1 million positions the error on
others is 0.01987, before 0.02076; with whole steps 0.02016, and 0.02019 if it begins anew."""
UNSEEN = 20
"""One position in so many, the last ones of each file, only tells how well the network does on what it has not seen."""
SAVE_STEPS = 250
"""Steps that a run loses at most when it is killed."""

Floats = npt.NDArray[np.float32]
Records = npt.NDArray[np.void]


class Sample(NamedTuple):
    """Positions to learn from, and others to be examined by."""

    learned: Records
    unseen: Records


def load(paths: list[Path]) -> Sample:
    """Read files of positions."""
    learned, unseen = [], []
    for path in paths:
        records = np.fromfile(path, RECORD)
        known = len(records) - len(records) // UNSEEN
        learned.append(records[:known])
        unseen.append(records[known:])
    return Sample(np.concatenate(learned), np.concatenate(unseen))


class Network:
    """The weights in floating point, and Adam's memory.

    What a shape means hardly depends on where it stands: its weights are those of its state, the same everywhere, plus
    what is special to the place. So a state that was rarely seen in one place is known from the others.
    """

    def __init__(self, seed: int) -> None:
        rng = np.random.default_rng(seed)

        def normal(size: float, *shape: int) -> Floats:
            return rng.normal(0.0, size, shape).astype(np.float32)

        self.step, self.rate = 0, RATE
        self.parts = [normal(0.03, INPUTS // STATES, STATES, UNITS), normal(0.03, STATES, UNITS)]
        self.parts += [np.full(UNITS, 0.2, np.float32), normal(0.1, PHASES, UNITS), np.zeros(PHASES, np.float32)]
        self.means = [np.zeros_like(part) for part in self.parts]
        self.squares = [np.zeros_like(part) for part in self.parts]

    def go_on(self, packed: bytes) -> None:
        """Begin with weights as `pack` gives them; what shapes have in common is their mean over all places."""
        shapes, bias, out = np.split(np.frombuffer(packed, "<i2", PLACES[-1]).astype(np.float32), PLACES[:-1])
        out_bias = np.frombuffer(packed, "<i4", offset=2 * PLACES[-1]).astype(np.float32) / np.float32(ONE * OUT_ONE)
        special, common, *_ = self.parts
        special[:] = shapes.reshape(special.shape) / np.float32(ONE)
        common[:] = special.mean(axis=0)
        special -= common
        bias, out = bias / np.float32(ONE), out.reshape(self.parts[3].shape) / np.float32(OUT_ONE)
        self.parts[2:] = [bias, out, out_bias]
        self.rate = RATE * GOING_ON

    def weights(self) -> Floats:
        """Give all weights in a row, as C reads them."""
        special, common, *rest = self.parts
        shapes = np.clip(special + common, -LARGEST_IN, LARGEST_IN)
        return np.concatenate([shapes.ravel(), *(part.ravel() for part in rest)])

    def learn(self, gradient: Floats, rate: float) -> None:
        """Take one step against a gradient, which lies as `weights` do.

        By Adam: D. Kingma, J. Ba, "Adam: a method for stochastic optimization", 2015.
        """
        special, *rest = np.split(gradient, PLACES)
        special = special.reshape(self.parts[0].shape)
        slopes = [special, special.sum(axis=0), *rest]
        self.step += 1
        scale = np.float32(rate * (1 - 0.999**self.step) ** 0.5 / (1 - 0.9**self.step))
        for n, part in enumerate(self.parts):
            slope = slopes[n].reshape(part.shape)
            self.means[n] += np.float32(0.1) * (slope - self.means[n])
            self.squares[n] += np.float32(0.001) * (slope * slope - self.squares[n])
            self.parts[n] -= scale * self.means[n] / (np.sqrt(self.squares[n]) + np.float32(1e-8))
        np.clip(self.parts[3], -LARGEST_OUT, LARGEST_OUT, out=self.parts[3])

    def pack(self) -> bytes:
        """Give the weights as a file has them."""
        shapes, bias, out, out_bias = np.split(self.weights(), PLACES)
        parts = (shapes * ONE, bias * ONE, out * OUT_ONE)
        packed = b"".join(np.round(part).astype("<i2").tobytes() for part in parts)
        return packed + np.round(out_bias * ONE * OUT_ONE).astype("<i4").tobytes()

    def save(self, path: Path, mark: str) -> None:
        """Write everything to a file, all or nothing; `mark` says what the run is."""
        part = path.with_suffix(f".{os.getpid()}.npz")
        np.savez(part, *self.parts, *self.means, *self.squares, step=self.step, mark=mark)
        part.rename(path)

    def resume(self, path: Path, mark: str) -> bool:
        """Take what a file of the same run has; tell whether there was one."""
        if not path.exists():
            return False
        with np.load(path) as saved:
            if str(saved["mark"]) != mark:
                return False
            self.step = int(saved["step"])
            arrays = [saved[f"arr_{n}"] for n in range(3 * len(self.parts))]
        n = len(self.parts)
        self.parts, self.means, self.squares = arrays[:n], arrays[n : 2 * n], arrays[2 * n :]
        return True


def error(weights: Floats, records: Records, share: float) -> float:
    """Give the mean squared error of what the network expects a game to end with."""
    return learn(weights, records, share, None) / len(records)


def fit(
    network: Network, sample: Sample, steps: int, share: float, seed: int, jobs: int = 1
) -> Iterator[tuple[int, float]]:
    """Learn in `steps` steps of BATCH positions, drawn at random; give after each its number and its error.

    A step depends on the network as it is, its number and the seed only: a run may go on where another one ended.
    """
    weights = network.weights()
    gradients = [np.zeros_like(weights) for _ in range(jobs)]

    def one(job: tuple[Records, Floats]) -> float:
        records, gradient = job
        gradient.fill(0)
        return learn(weights, records, share, gradient)

    with ThreadPoolExecutor(jobs) as threads:
        while network.step < steps:
            step = network.step
            chosen = np.random.default_rng([seed, step]).integers(len(sample.learned), size=BATCH)
            batches = np.array_split(sample.learned[chosen], jobs)
            errors = sum(threads.map(one, zip(batches, gradients, strict=True)))
            rate = network.rate * min(1.0, (step + 1) / WARM_UP) * 0.5 * (1 + np.cos(np.pi * step / steps))
            network.learn(np.sum(gradients, axis=0) / np.float32(BATCH), float(rate))
            weights = network.weights()
            yield network.step, errors / BATCH
