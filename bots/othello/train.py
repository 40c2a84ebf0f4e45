"""Learn the Othello evaluation by self-play: `othello-bot train FOLDER` (needs numpy).

Rounds are those of bots/training/rounds.py, but for what is learned:

    othello-bot train round3 --seed 3 --positions 6000000 --jobs 2

Games begin at random openings. Each position of them is labelled: exactly by the solver up to EXACT empty squares, else
by a search of so many nodes. Then, stage after stage of four empty squares, the last ones of the game first, the
stage's weights (native/othello/eval.h) are fitted by ridge regression around those of the stage before. With the
weights that come of it the next round is played.

The weights come of two rounds: 5.7 million positions by weights of lines alone (seeds 1 and 2), and 2.04 million by
what came of these (seeds 11 and 12), which alone the last ones are fitted to. With ProbCut they are +89 Elo (+53 to
+127) and +6.6 +- 1.8 discs a game against the search and the weights before (200 games of 20,000 nodes a move). Weights
of the positions of both rounds, 9.3 million, are -13 Elo (-38 to +12) against them. A prototype of this command made
them, with the same numbers. A third round, 4.0 million positions by these weights and ProbCut (--seed 31 --nodes 2000),
gained nothing and was not kept: +0 Elo (-8 to +9) and -0.1 +- 0.3 discs, 3,000 games of 20,000 nodes a move.
"""

from __future__ import annotations

import argparse
import functools
import random
import zlib
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bots.process import note
from bots.training import learning, rounds
from bots.training.subject import Records, SelfPlay
from native.common.context import Limits
from native.othello.engine import (
    BLOCK_STAGE,
    LINE_KINDS,
    MOBILITY,
    STAGES,
    START,
    WEIGHTS,
    Othello,
    after,
    legal_moves,
    squares,
)
from native.othello.engine import stage as stage_of

EXACT = 16
"""Empty squares up to which the solver labels."""
RANDOMNESS = (0.0, 0.05, 0.15, 0.35)
"""Shares of random moves after the opening, one of them for each game."""
RIDGE = 6.0
"""Samples' worth of trust in the weights of the stage before."""
STEPS = 40
"""Of the conjugate gradients."""
LABEL_LIMIT = 60
"""Discs; larger margins carry no more information."""
GRAIN = 8
"""Hundredths of a disc to which weights are rounded: a quarter less in a page."""
MOST = 600_000
"""Positions of a stage that are learned from at most."""
UNSEEN = 20
"""One position in so many is not learned from, at first, and tells what is left unexplained."""
FIELDS = [("own", "uint64_t"), ("opp", "uint64_t"), ("label", "int16_t")]
"""Of a position: discs of the side to move and of the other one, and its margin."""

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]


class Pattern(NamedTuple):
    """Squares whose contents have a weight: how they are read in each place, and contents that are the same one."""

    readings: list[list[int]]
    same: IntArray


def pattern(anchor: list[int]) -> Pattern:
    """Give the pattern of all places that are symmetric to one."""
    board = np.arange(64).reshape(8, 8)
    turned = [turn.ravel() for half in (board, board.T) for turn in (half, half[:, ::-1], half[::-1], half[::-1, ::-1])]
    images = [[int(turn[square]) for square in anchor] for turn in turned]
    powers = 3 ** np.arange(len(anchor))
    digits = np.arange(3 ** len(anchor))[:, None] // powers % 3
    itself = [image for image in images if set(image) == set(anchor)]
    same = np.min([digits[:, [anchor.index(square) for square in image]] @ powers for image in itself], axis=0)
    return Pattern(list({frozenset(image): image for image in images}.values()), same)


LINES = [pattern([8 * row + column for column in range(8)]) for row in range(LINE_KINDS)]
BLOCKS = [
    pattern([8 * row + column for row in range(top, top + 3) for column in range(left, left + 3)])
    for top, left in ((0, 0), (0, 2), (2, 2))
]
"""In the corners, at the edges, in the middle."""


def player(weights: bytes) -> Othello:
    """Give an engine that plays games."""
    return Othello(hash_mib=8, weights=weights)


def play(engine: Othello, seed: int, nodes: int) -> tuple[bytes, int]:
    """Play a game; give its positions after the opening, and how many."""
    rng, labelled = random.Random(seed), list[tuple[int, int, int]]()
    engine.clear()
    randomness, opening, (own, opp) = rng.choice(RANDOMNESS), rng.randint(4, 24), START
    while moves := squares(legal_moves(own, opp)):
        empties = 64 - (own | opp).bit_count()
        if 60 - empties < opening and rng.random() < 0.9:
            move = rng.choice(moves)
        else:
            solved = empties <= EXACT
            report = engine.solve(own, opp) if solved else engine.search(own, opp, Limits(nodes=nodes))
            labelled.append((own, opp, report.score))
            move = rng.choice(moves) if report.move is None or rng.random() < randomness else report.move
        own, opp = after(own, opp, move)
    return np.array(labelled, SUBJECT.record).tobytes(), len(labelled)


SUBJECT = SelfPlay(name="Othello", player=player, play=play, fields=FIELDS, weights=WEIGHTS)


def boards(records: Records) -> list[tuple[int, int]]:
    """Give the boards, from the mover's side."""
    return list(zip(records["own"].tolist(), records["opp"].tolist(), strict=True))


def read(path: Path) -> Records:
    """Read a file of positions. Raises OSError, also for one that is damaged."""
    records = learning.read(SUBJECT, path)
    if (records["own"] & records["opp"]).any():
        raise OSError(f"{path}: damaged: a square has discs of both sides")
    return records


def features(records: Records, stage: int) -> IntArray:
    """Give for each position the indices of its weights in a stage: mobility, lines, and blocks if it has them."""
    sets = np.stack([records["own"], records["opp"]], 1).astype("<u8")
    bits = np.unpackbits(sets.view(np.uint8).reshape(len(records), 2, 8), axis=2, bitorder="little")
    contents = bits[:, 0] + 2 * bits[:, 1].astype(np.int64)
    counts = [(legal_moves(*pair).bit_count(), legal_moves(*pair[::-1]).bit_count()) for pair in boards(records)]
    columns = [np.minimum(np.array(counts), MOBILITY - 1) @ np.array([MOBILITY, 1])]
    begin = MOBILITY**2
    for one in LINES + (BLOCKS if stage >= BLOCK_STAGE else []):
        powers = 3 ** np.arange(len(one.readings[0]))
        columns += [begin + one.same[contents[:, reading] @ powers] for reading in one.readings]
        begin += len(one.same)
    return np.stack(columns)


def spelled_out() -> IntArray:
    """Give for each weight of the file the one that is learned for it."""
    parts, begin = [np.arange(MOBILITY**2)], MOBILITY**2
    for one in LINES + BLOCKS:
        parts.append(begin + one.same)
        begin += len(one.same)
    return np.concatenate(parts)


def fit(columns: IntArray, labels: FloatArray, prior: FloatArray) -> FloatArray:
    """Minimise squared error + RIDGE * |weights - prior|^2 by conjugate gradients."""

    def normal(w: FloatArray) -> FloatArray:
        error = functools.reduce(np.add, (w[column] for column in columns))
        return gathered(error) + RIDGE * w

    def gathered(values: FloatArray) -> FloatArray:
        sums = (np.bincount(column, values, len(prior)).astype(np.float64) for column in columns)
        return functools.reduce(np.add, sums)

    r = gathered(labels - prior[columns].sum(axis=0))
    weights, d, norm = np.zeros_like(prior), r, r @ r
    for _ in range(STEPS):
        image = normal(d)
        step = norm / (d @ image)
        weights, r = weights + step * d, r - step * image
        d, norm = r + d * (r @ r) / norm, r @ r
    return prior + weights


def pack(stages: list[FloatArray]) -> bytes:
    """Give the weights as C reads them: 16-bit hundredths of a disc, each content spelled out."""
    table = GRAIN * np.round(np.clip(100 / GRAIN * np.stack(stages)[:, spelled_out()], -4000, 4000))
    return table.astype("<i2").tobytes()


def learn(records: Records) -> list[FloatArray]:
    """Fit all stages; say of each what is left unexplained on positions that it has not seen."""
    stages = [np.zeros(len(spelled_out()))] * STAGES
    of = np.array([stage_of(*pair) for pair in boards(records)])
    labels = np.clip(records["label"].astype(np.float64), -LABEL_LIMIT, LABEL_LIMIT)
    for stage in range(STAGES):
        here = np.random.default_rng(stage).permutation(np.flatnonzero(of == stage))[:MOST]
        if len(here) < UNSEEN:
            continue  # hardly any game is so short
        columns, known = features(records[here], stage), labels[here]
        unseen = np.arange(len(here)) % UNSEEN == 0
        trial = fit(columns[:, ~unseen], known[~unseen], stages[stage])
        error = known[unseen] - trial[columns[:, unseen]].sum(axis=0)
        stages[stage:] = [fit(columns, known, stages[stage])] * (STAGES - stage)
        told = f"deviation {known.std():.2f} discs, left unexplained in the test {error.std():.2f}"
        note(f"stage {stage}: {len(here)} positions, {told}")
    return stages


def set_up(parser: argparse.ArgumentParser) -> None:
    """Make a parser that of the command."""
    rounds.add_playing(parser, SUBJECT, positions=6_000_000, nodes=2000)
    parser.set_defaults(run=train)


def train(given: argparse.Namespace) -> int:
    """Run a round, or go on with it."""
    _, paths = rounds.play(SUBJECT, given)
    if given.play_only:
        return 0
    records = np.concatenate([read(path) for path in paths])
    given.output.write_bytes(zlib.compress(pack(learn(records)), 9))
    note(f"{len(records)} positions; the weights are in {given.output}")
    return 0
