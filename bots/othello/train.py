"""Learn the Othello evaluation by self-play, from the end of the game backwards.

`python -m bots.othello.train FOLDER [--positions N] [--seed S]` needs numpy. Stage after stage of four empty squares,
beginning with the last ones, it plays games, takes one position of the stage from each, and labels it: exactly by the
solver up to EXACT empty squares, else by a search DEPTH plies deep whose leaves lie in the stages learned before. Then
it fits the stage's weights (native/othello/eval.h) by ridge regression around those of the stage before. Labelled
positions stay in FOLDER, so that a run that was stopped goes on where it was; the weights go to
native/othello/othello.weights.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt

import native.othello
from native.common.context import Limits
from native.othello.engine import LINE_CONTENTS as CONTENTS
from native.othello.engine import LINE_KINDS as KINDS
from native.othello.engine import MOBILITY, STAGES, START, Othello, after, legal_moves, squares
from native.othello.engine import stage as stage_of

WEIGHTS = Path(native.othello.__file__).with_name("othello.weights")
EXACT = 20  # empty squares up to which the solver labels
DEPTH = 8  # plies of a labelling search
RIDGE = 6.0  # samples' worth of trust in the weights of the stage before
LABEL_LIMIT = 60.0  # discs; larger margins carry no more information
CHUNK = 2000  # positions a file

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]


def play_out(engine: Othello, rng: random.Random) -> Iterator[tuple[int, int]]:
    """Give the positions of a game whose moves are random or shallow searches, mixed anew for each game."""
    randomness, (own, opp) = rng.choice((0.1, 0.3, 1.0)), START
    while moves := legal_moves(own, opp):
        yield own, opp
        square = rng.choice(squares(moves))
        if rng.random() >= randomness:
            square = engine.search(own, opp, Limits(depth=rng.choice((1, 2, 3)))).move or square
        own, opp = after(own, opp, square)


def label(engine: Othello, own: int, opp: int) -> float:
    """Give the margin that the stage's weights shall learn, in discs."""
    if 64 - (own | opp).bit_count() <= EXACT:
        return engine.solve(own, opp).score
    return engine.search(own, opp, Limits(depth=DEPTH)).score


def make_chunk(job: tuple[Path, int, int, bytes]) -> None:
    """Label CHUNK positions of one stage and write them to a file, all or nothing."""
    path, stage, seed, weights = job
    rng, engine = random.Random(seed), Othello(hash_mib=16, weights=weights)
    rows: list[tuple[int, int, float]] = []
    while len(rows) < CHUNK:
        here = [p for p in play_out(engine, rng) if stage_of(*p) == stage]
        if here:
            own, opp = rng.choice(here)
            rows.append((own, opp, label(engine, own, opp)))
    boards = np.array([row[:2] for row in rows], dtype=np.uint64)
    part = path.with_suffix(".part.npz")
    np.savez_compressed(part, boards=boards, labels=np.array([row[2] for row in rows]))
    part.rename(path)


def canonical() -> IntArray:
    """Map each content of a line to itself or, if smaller, to the same line read backwards."""
    digits = np.array([[n // 3**k % 3 for k in range(8)] for n in range(CONTENTS)])
    backwards: IntArray = (digits[:, ::-1] * 3 ** np.arange(8)).sum(axis=1)
    return np.minimum(np.arange(CONTENTS), backwards)


def features(boards: npt.NDArray[np.uint64]) -> IntArray:
    """Give for each position the indices of its 17 weights in a stage: mobility, then rows and columns."""
    columns = [canonical_index(boards, lambda k, row=row: 8 * row + k, row) for row in range(8)]
    columns += [canonical_index(boards, lambda k, col=col: 8 * k + col, col) for col in range(8)]
    counts = [(legal_moves(int(a), int(b)).bit_count(), legal_moves(int(b), int(a)).bit_count()) for a, b in boards]
    mobility = np.minimum(np.array(counts), MOBILITY - 1) @ np.array([MOBILITY, 1])
    return np.stack([mobility, *columns], axis=1)


def canonical_index(boards: npt.NDArray[np.uint64], square: object, line: int) -> IntArray:
    """Give the weight index of one line of each board; `square(k)` is the k-th square of the line."""
    assert callable(square)
    one, content = np.uint64(1), np.zeros(len(boards), dtype=np.int64)
    for k in range(8):
        shift = np.uint64(square(k))
        content += 3**k * ((boards[:, 0] >> shift & one) + 2 * (boards[:, 1] >> shift & one)).astype(np.int64)
    return MOBILITY**2 + min(line, 7 - line) * CONTENTS + canonical()[content]


def fit(indices: IntArray, labels: FloatArray, prior: FloatArray) -> FloatArray:
    """Minimise squared error + RIDGE * |weights - prior|^2 by conjugate gradients."""

    def normal(w: FloatArray) -> FloatArray:
        error = w[indices].sum(axis=1)
        return np.bincount(indices.ravel(), np.repeat(error, indices.shape[1]), len(w)) + RIDGE * w

    residual = labels - prior[indices].sum(axis=1)
    target = np.bincount(indices.ravel(), np.repeat(residual, indices.shape[1]), len(prior)).astype(np.float64)
    weights, r = np.zeros_like(prior), target
    d, norm = r, r @ r
    for _ in range(60):
        image = normal(d)
        step = norm / (d @ image)
        weights, r = weights + step * d, r - step * image
        d, norm = r + d * (r @ r) / norm, r @ r
    return prior + weights


def pack(stages: list[FloatArray]) -> bytes:
    """Give the weights as C reads them: 16-bit hundredths of a disc, each line content spelled out."""
    spread = np.concatenate([np.arange(MOBILITY**2), *(MOBILITY**2 + k * CONTENTS + canonical() for k in range(KINDS))])
    table = np.stack([np.round(np.clip(100 * w[spread], -32000, 32000)) for w in stages])
    return table.astype("<i2").tobytes()


def main(argv: list[str] | None = None) -> None:
    """Run the training of all stages, or go on with it."""
    parser = argparse.ArgumentParser(prog="python -m bots.othello.train", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--positions", type=int, default=60000, help="positions a stage (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args(argv)
    options.folder.mkdir(parents=True, exist_ok=True)
    stages = [np.zeros(MOBILITY**2 + KINDS * CONTENTS)] * STAGES
    for stage in range(STAGES):
        jobs = [
            (
                options.folder / f"{stage:02}-{chunk:03}.npz",
                stage,
                options.seed * 10**6 + stage * 10**3 + chunk,
                pack(stages),
            )
            for chunk in range(options.positions // CHUNK)
        ]
        with multiprocessing.Pool(options.jobs) as pool:
            pool.map(make_chunk, [job for job in jobs if not job[0].exists()], chunksize=1)
        files = [np.load(job[0]) for job in jobs]
        boards = np.concatenate([f["boards"] for f in files])
        labels = np.clip(np.concatenate([f["labels"] for f in files]), -LABEL_LIMIT, LABEL_LIMIT)
        indices, test = features(boards), np.arange(len(boards)) % 20 == 0
        trial = fit(indices[~test], labels[~test], stages[stage])
        error = labels[test] - trial[indices[test]].sum(axis=1)
        learned = fit(indices, labels, stages[stage])
        stages[stage:] = [learned] * (STAGES - stage)
        WEIGHTS.write_bytes(zlib.compress(pack(stages), 9))
        print(
            f"stage {stage}: {len(labels)} positions, deviation {labels.std():.2f} discs, "
            f"left unexplained in the test {error.std():.2f}",
            file=sys.stderr,
            flush=True,
        )


if __name__ == "__main__":
    main()
