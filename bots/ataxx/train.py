"""Learn the Ataxx evaluation by self-play: `python -m bots.ataxx train FOLDER` (needs numpy).

It plays games against itself from random openings, with and without random blocks, and keeps of each position what the
search thought of it and how the game ended. Then it fits the network of native/ataxx/eval.h to both. Positions stay in
FOLDER, so that a run that was stopped goes on where it was; the weights go to native/ataxx/ataxx.weights. The next
round, in a new folder, plays with the weights of the one before.

The weights of the project come from two rounds,

    python -m bots.ataxx train one --by-hand --positions 3000000 --nodes 1000 --epochs 12 --seed 1
    python -m bots.ataxx train two --positions 2000000 --nodes 1500 --epochs 14 --seed 2

Gains in Elo with 95 % intervals, from random openings, with and without blocks, that were not learned from: the second
round over the evaluation by hand +328, +273 to +400 (240 games of 0.04 s a move: `ataxx_learned` in docs/evidence.md),
over the first +108 +- 56 (160 games of 2,500 nodes a move).
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from native.ataxx.engine import (
    HIDDEN,
    ONE,
    OUT_ONE,
    PHASE_EMPTIES,
    PHASES,
    SCALE,
    WEIGHTS,
    Ataxx,
    Position,
    after,
    legal_moves,
)
from native.common.context import Limits

CHUNK = 20_000
"""Positions a file."""
OPENING = (2, 10)
"""Least and most random plies at the beginning of a game."""
NO_BLOCKS = 0.4
"""Share of the games that are played without blocks."""
RESULT = 0.3
"""Share of the game's result in what a position is labelled with; the rest is the value that the search found."""
BATCH, RATE = 16_384, 2e-3
LARGEST_IN, LARGEST_OUT = 2.0, 127 / OUT_ONE
"""Bounds of the weights within which the sums fit 16 bits."""

Floats = npt.NDArray[np.float32]
Boards = npt.NDArray[np.uint64]


def random_start(rng: random.Random) -> Position:
    """Give a position after a random opening on a random board, in which the game goes on."""
    while True:
        position = Position()
        if rng.random() >= NO_BLOCKS:
            blocks = 0
            for _ in range(rng.randint(1, 4)):
                row, column = rng.randrange(7), rng.randrange(7)
                for r, c in {(r, c) for r in (row, 6 - row) for c in (column, 6 - column)}:
                    blocks |= 1 << (8 * r + c)
            position = Position(blocks=blocks & ~(position.own | position.opp))
        for _ in range(rng.randint(*OPENING)):
            moves = legal_moves(position)
            if not moves:
                break
            position = after(position, rng.choice(moves))
        if legal_moves(position):
            return position


def play(engine: Ataxx, rng: random.Random, nodes: int) -> Iterator[tuple[int, int, int, int, int]]:
    """Play a game; give own, opp, blocks, value and result (-1, 0, 1) of its positions, each for the side to move."""
    position, played = random_start(rng), []
    engine.clear()
    while moves := legal_moves(position):
        report = engine.search(position, Limits(nodes=nodes))
        if report.exact:  # the rest is known
            result = (report.score > 0) - (report.score < 0)
            break
        if len(moves) > 1:
            played.append((position, report.score))
        position = after(position, report.move if report.move is not None else moves[0])
    else:
        own, opp = position.own.bit_count(), position.opp.bit_count()
        result = (own > opp) - (own < opp)
    for one, value in reversed(played):
        result = -result
        yield one.own, one.opp, one.blocks, value, result


def make_chunk(job: tuple[Path, int, int, bytes]) -> None:
    """Label CHUNK positions and write them to a file, all or nothing."""
    path, seed, nodes, weights = job
    rng, engine = random.Random(seed), Ataxx(hash_mib=1, weights=weights)
    rows: list[tuple[int, ...]] = []
    while len(rows) < CHUNK:
        rows += list(play(engine, rng, nodes))
    table = np.array(rows[:CHUNK], dtype=object)
    part = path.with_suffix(".part.npz")
    np.savez_compressed(part, boards=table[:, :3].astype(np.uint64), labels=table[:, 3:].astype(np.int16))
    part.rename(path)


def planes(boards: Boards) -> Floats:
    """Give positions x 3 sets x 7 rows x 7 columns of zeros and ones: own, opponent's, blocks."""
    bits = np.unpackbits(boards.astype("<u8").view(np.uint8).reshape(-1, 3, 8), axis=2, bitorder="little")
    return bits.reshape(-1, 3, 8, 8)[:, :, :7, :7].astype(np.float32)


def turned(squares: Floats, symmetry: int) -> Floats:
    """Apply one of the eight symmetries of the board."""
    if symmetry & 1:
        squares = squares[:, :, ::-1]
    if symmetry & 2:
        squares = squares[:, :, :, ::-1]
    if symmetry & 4:
        squares = squares.swapaxes(2, 3)
    return squares


class Network:
    """The network in floating point, with gradients by hand and Adam."""

    def __init__(self, rng: np.random.Generator) -> None:
        def normal(*shape: int) -> Floats:
            return rng.normal(0.0, 0.1, shape).astype(np.float32)

        self.weights = [normal(147, HIDDEN), np.full(HIDDEN, 0.2, np.float32), normal(PHASES, 2 * HIDDEN)]
        self.weights.append(np.zeros(PHASES, np.float32))
        self._moments = [(np.zeros_like(w), np.zeros_like(w)) for w in self.weights]
        self._steps = 0

    def run(self, squares: Floats, target: Floats | None, rate: float) -> Floats:
        """Give the outputs of positions; with a target, probabilities of winning, also learn from them."""
        first, bias, last, last_bias = self.weights
        mine = squares.reshape(-1, 147)
        theirs = np.ascontiguousarray(squares[:, [1, 0, 2]]).reshape(-1, 147)
        empties = (49 - mine.sum(axis=1)).astype(np.intp)
        phase = np.minimum(empties // PHASE_EMPTIES, PHASES - 1)
        clipped = np.clip(np.concatenate([mine @ first + bias, theirs @ first + bias], axis=1), 0.0, 1.0)
        hidden = clipped * clipped
        out: Floats = np.einsum("ij,ij->i", hidden, last[phase]) + last_bias[phase]
        if target is None:
            return out
        p = 1 / (1 + np.exp(-out))
        error = (2 * (p - target) * p * (1 - p) / len(out)).astype(np.float32)
        weighted = error[:, None] * hidden
        d_last = np.stack([weighted[phase == n].sum(axis=0) for n in range(PHASES)])
        d_last_bias = np.bincount(phase, error, PHASES).astype(np.float32)
        d_hidden = error[:, None] * last[phase] * 2 * clipped * ((clipped > 0) & (clipped < 1))
        left, right = d_hidden[:, :HIDDEN], d_hidden[:, HIDDEN:]
        d_first = mine.T @ left + theirs.T @ right
        self._learn([d_first, (left + right).sum(axis=0), d_last, d_last_bias], rate)
        return out

    def _learn(self, gradients: list[Floats], rate: float) -> None:
        self._steps += 1
        scale = rate * np.sqrt(1 - 0.999**self._steps) / (1 - 0.9**self._steps)
        for n, gradient in enumerate(gradients):
            mean, square = self._moments[n]
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient * gradient - square)
            self.weights[n] -= (scale * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)
        np.clip(self.weights[0], -LARGEST_IN, LARGEST_IN, out=self.weights[0])
        np.clip(self.weights[2], -LARGEST_OUT, LARGEST_OUT, out=self.weights[2])

    def pack(self) -> bytes:
        """Give the weights as C reads them."""
        first, bias, last, last_bias = self.weights
        inputs = np.zeros((3, 7, 8, HIDDEN))
        inputs[:, :, :7] = first.reshape(3, 7, 7, HIDDEN)
        parts: list[npt.NDArray[Any]] = [inputs * ONE, bias * ONE, last * OUT_ONE]
        packed = b"".join(np.round(part).astype("<i2").tobytes() for part in parts)
        return packed + np.round(last_bias * ONE * OUT_ONE).astype("<i4").tobytes()


def fit(boards: Boards, target: Floats, epochs: int, seed: int) -> Network:
    """Fit a network; every twentieth position only tells how well it does on what it has not seen."""
    rng = np.random.default_rng(seed)
    network, unseen = Network(rng), np.arange(len(boards)) % 20 == 0
    learned = np.flatnonzero(~unseen)
    steps, step = epochs * (len(learned) // BATCH), 0
    for epoch in range(1, epochs + 1):
        order = rng.permutation(learned)
        for start in range(0, len(order) - BATCH + 1, BATCH):
            batch = order[start : start + BATCH]
            rate = RATE * 0.5 * (1 + np.cos(np.pi * step / steps))
            network.run(turned(planes(boards[batch]), int(rng.integers(8))), target[batch], rate)
            step += 1
        p = 1 / (1 + np.exp(-network.run(planes(boards[unseen][:200_000]), None, 0.0)))
        error = float(np.mean((p - target[unseen][:200_000]) ** 2))
        print(f"epoch {epoch}: squared error {error:.5f} on unseen positions", file=sys.stderr, flush=True)
    return network


def set_up(parser: argparse.ArgumentParser) -> None:
    """Make a parser that of the command."""
    parser.set_defaults(run=train)
    parser.add_argument("folder", metavar="FOLDER", type=Path, help="where the positions are kept")
    parser.add_argument("--positions", metavar="N", type=int, default=2_000_000, help="to learn from (%(default)s)")
    parser.add_argument("--nodes", metavar="N", type=int, default=1000, help="of each move of a game (%(default)s)")
    parser.add_argument("--epochs", metavar="N", type=int, default=20, help="passes over them (%(default)s)")
    parser.add_argument("--seed", metavar="N", type=int, default=1, help="of all random choices (%(default)s)")
    parser.add_argument("--jobs", metavar="N", type=int, default=1, help="games at once (%(default)s)")
    parser.add_argument("--output", metavar="FILE", type=Path, default=WEIGHTS, help="for the weights (%(default)s)")
    parser.add_argument("--by-hand", action="store_true", help="play with the evaluation made by hand: a first round")


def train(given: argparse.Namespace) -> int:
    """Run the training, or go on with it."""
    given.folder.mkdir(parents=True, exist_ok=True)
    weights = b"" if given.by_hand else zlib.decompress(WEIGHTS.read_bytes())
    chunks = range(given.positions // CHUNK)
    jobs = [(given.folder / f"{n:04}.npz", given.seed * 10**6 + n, given.nodes, weights) for n in chunks]
    with multiprocessing.Pool(given.jobs) as pool:
        for done in pool.imap_unordered(make_chunk, [job for job in jobs if not job[0].exists()]):
            assert done is None
    files = [np.load(path) for path, *_ in jobs]
    boards = np.concatenate([f["boards"] for f in files])
    labels = np.concatenate([f["labels"] for f in files]).astype(np.float32)
    value, result = 1 / (1 + np.exp(-labels[:, 0] / SCALE)), (1 + labels[:, 1]) / 2
    target = ((1 - RESULT) * value + RESULT * result).astype(np.float32)
    network = fit(boards, target, given.epochs, given.seed)
    given.output.write_bytes(zlib.compress(network.pack(), 9))
    print(f"{len(boards)} positions; the weights are in {given.output}", file=sys.stderr)
    return 0
