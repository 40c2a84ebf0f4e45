"""Teaching by a large network: it learns from rounds, then labels positions (needs numpy and PyTorch).

    python -m bots.ataxx teach taught11 round10 round11 --seed 11 --positions 90000000
    python -m bots.ataxx train taught11 --seed 11 --positions 90000000 --share 0 --epochs 1 --rate 7e-4

The first command learns the large network and writes what it says of positions into a folder, which is kept like a
round; the second one learns from that. A run that was killed goes on where it was: learning since the last of its notes
(250 steps), labels since the last file.
"""

from __future__ import annotations

import argparse
import functools
import hashlib
import importlib
from pathlib import Path
from statistics import fmean

from bots import options
from bots.process import note
from bots.training import learning, selfplay
from bots.training.rounds import SEEDS, SHARE
from bots.training.subject import Subject, View

NOTES = "teacher.pt"
MOST = 10**9
"""Of whatever is counted on the command line."""


def set_up(parser: argparse.ArgumentParser, subject: Subject, view: View) -> None:
    """Make a parser that of the command."""
    whole = options.whole(1, MOST)
    parser.set_defaults(run=functools.partial(teach, subject, view))
    parser.add_argument("folder", metavar="FOLDER", type=Path, help="where the labels are kept")
    parser.add_argument("rounds", metavar="ROUND", type=Path, nargs="+", help="folders of positions to learn from")
    parser.add_argument("--positions", metavar="N", type=whole, default=20_000_000, help="to label (%(default)s)")
    parser.add_argument("--seed", metavar="N", type=whole, default=1, help="of the round, 1, 2, ... (%(default)s)")
    parser.add_argument("--epochs", metavar="N", type=options.passes, default=5,
                        help="passes over all that it learns from (%(default)s)")  # fmt: skip
    parser.add_argument("--share", metavar="X", type=options.share, default=SHARE,
                        help="share of how a game would end in what a position is worth (%(default)s)")  # fmt: skip
    parser.add_argument("--channels", metavar="N", type=whole, default=128, help="of its convolutions (%(default)s)")
    parser.add_argument("--blocks", metavar="N", type=whole, default=8, help="of two convolutions each (%(default)s)")
    parser.add_argument("--batch", metavar="N", type=whole, default=8192, help="positions a step (%(default)s)")
    parser.add_argument("--rate", metavar="X", type=options.above_zero("a step", 1), default=1.5e-3,
                        help="the largest step (%(default)s)")  # fmt: skip
    parser.add_argument("--jobs", metavar="N", type=whole, default=1, help="files written at once (%(default)s)")
    parser.add_argument("--half", action="store_true",
                        help="compute in bfloat16, as on a GPU: faster on processors that have it")  # fmt: skip


def teach(subject: Subject, view: View, given: argparse.Namespace) -> int:
    """Learn the large network and label positions, or go on with it."""
    try:
        teacher = importlib.import_module("bots.training.teacher")
    except ModuleNotFoundError as error:
        raise OSError(f'teach needs {error.name}: pip install "arbitro[teach]"') from None
    paths = [path for folder in given.rounds for path in selfplay.shards(subject, folder)]
    if not paths:
        raise OSError(f"{given.rounds[0]}: no positions there; `train --play-only` makes them")
    sample = learning.load(subject, paths)
    size = teacher.Shape(given.channels, given.blocks, given.batch, given.rate)
    steps = max(1, int(given.epochs * len(sample.learned) / size.batch))
    run = [path.name for path in paths], steps, size, given.seed
    mark = hashlib.sha256(repr(run).encode()).hexdigest()
    given.folder.mkdir(parents=True, exist_ok=True)
    network, notes = teacher.Teacher(view, size, given.seed, half=given.half), given.folder / NOTES
    if network.resume(notes, mark):
        note(f"{notes}: {network.step} of {steps} steps")
    elif selfplay.shards(subject, given.folder):
        raise OSError(f"{given.folder}: there are positions of another run; name a folder that is new")
    losses = []
    for step, loss in teacher.fit(network, sample, steps, size, given.seed):
        losses.append(loss)
        if step % learning.SAVE_STEPS == 0 or step == steps:
            network.save(notes, mark)
            unseen = network.error(sample.unseen, given.share)
            note(f"step {step} of {steps}: loss {fmean(map(float, losses)):.5f}, on unseen positions {unseen:.5f}")
            losses.clear()
    seeds = range(given.seed * SEEDS, given.seed * SEEDS + -(-given.positions // selfplay.SHARD))
    files = teacher.label_all(subject, view, network, sample, given.folder, seeds, given.share, given.jobs)
    for number, path in enumerate(files, 1):
        note(f"{path}: {number} of {len(seeds)}")
    return 0
