"""A round of learning: the engine plays games against itself, then its network is fitted to them (needs numpy).

Games begin at random openings; bots/training/selfplay.py keeps them in a folder. Then bots/training/learning.py fits
the network to what the search thought of each position and to how its game ended. It goes on from the weights that the
round was played with. A run that was killed goes on where it was: positions are lost since the last file (50,000 of
them), learning since the last of its notes (250 steps). The next round, in a new folder and with a new seed, plays with
the weights that come of it.
"""

from __future__ import annotations

import argparse
import functools
import hashlib
import os
import zlib
from pathlib import Path
from statistics import fmean

from bots.options import above_zero, passes, share, whole
from bots.process import note
from bots.training import learning, selfplay
from bots.training.subject import SelfPlay, Subject

SHARE = 0.25
"""Share of the game's result in what a position is labelled with; the rest is the value that the search found. A
quarter is 35 +- 35 Elo better than a half in Ataxx on open boards and 54 +- 38 with blocks (300 games each)."""
SEEDS = 1_000_000
"""Files that a round may have."""
COUNT, SEED = whole(1, 10**9), whole(0, 9_999)
"""Of positions, nodes and games at once; of a round."""


def set_up(subject: Subject, parser: argparse.ArgumentParser) -> None:
    """Make a parser that of the command."""
    add_playing(parser, subject, positions=20_000_000, nodes=1000)
    parser.set_defaults(run=functools.partial(train, subject))
    parser.add_argument("--epochs", metavar="N", type=passes, default=3, help="passes over all of them (%(default)s)")
    parser.add_argument("--share", metavar="X", type=share, default=SHARE,
                        help="share of a game's result in what its positions are worth (%(default)s)")  # fmt: skip
    going_on = learning.RATE * learning.GOING_ON
    parser.add_argument("--rate", metavar="X", type=above_zero("a step", 1),
                        help=f"the largest step ({going_on:g}, of what begins anew {learning.RATE:g})")  # fmt: skip
    parser.add_argument("--anew", action="store_true", help="learn from the beginning, not from what it plays with")


def add_playing(parser: argparse.ArgumentParser, game: SelfPlay, positions: int, nodes: int) -> None:
    """Add what says which positions a round has, where it gets its weights, and where those go that it learns."""
    parser.add_argument("folder", metavar="FOLDER", type=Path, help="where the round is kept")
    parser.add_argument("--positions", metavar="N", type=COUNT, default=positions, help="of the round (%(default)s)")
    parser.add_argument("--nodes", metavar="N", type=COUNT, default=nodes, help="of a search, on average (%(default)s)")
    parser.add_argument("--with", dest="others", metavar="FOLDER", type=Path, nargs="+", default=[],
                        help="learn from the positions of these rounds, too")  # fmt: skip
    parser.add_argument("--seed", metavar="N", type=SEED, default=1, help="of the round, 1, 2, ... (%(default)s)")
    parser.add_argument("--jobs", metavar="N", type=COUNT, default=1, help="games at once (%(default)s)")
    parser.add_argument("--weights", metavar="FILE", type=Path, default=game.weights, help="to play with (%(default)s)")
    if game.by_hand is not None:
        parser.add_argument("--by-hand", action="store_true",
                            help="play with the evaluation made by hand: a first round")  # fmt: skip
    parser.add_argument(
        "--output", metavar="FILE", type=Path, default=game.weights, help="for the weights (%(default)s)"
    )
    parser.add_argument("--play-only", action="store_true", help="end when the positions are there")
    parser.add_argument("--pause-while", metavar="FILE", type=Path, help="wait as long as this file is there")


def play(game: SelfPlay, given: argparse.Namespace) -> tuple[bytes, list[Path]]:
    """Play a round, or go on with it; give what it is played with, and the files of its positions and those of others.

    Raises OSError, also for a folder that has none, and before all else where the weights could not be written.
    """
    if not given.play_only:
        _check_output(given.output)
    for path in selfplay.shards(game, given.folder):
        if (seed := selfplay.seed_of(path) // SEEDS) != given.seed:
            raise OSError(f"{path}: positions of --seed {seed}, not of {given.seed}; name a folder that is new")
    paths: list[Path] = []
    for folder in given.others:
        if not (kept := selfplay.shards(game, folder)):
            raise OSError(f"{folder}: expected positions of {game.name}, there are none")
        paths += kept
    weights = _player(game, given)
    seeds = range(given.seed * SEEDS, given.seed * SEEDS + -(-given.positions // selfplay.SHARD))
    made = selfplay.make_shards(game, given.folder, seeds, given.nodes, weights, given.jobs, given.pause_while)
    own = []
    for path in made:
        own.append(path)
        note(f"{path}: {len(own)} of {len(seeds)}")
    return weights, own + paths


def train(subject: Subject, given: argparse.Namespace) -> int:
    """Run a round, or go on with it."""
    weights, paths = play(subject, given)
    if given.play_only:
        return 0
    sample = learning.load(subject, paths)
    steps = max(1, int(given.epochs * len(sample.learned) / learning.BATCH))
    run = [path.name for path in paths], steps, given.share, given.seed, given.anew, given.rate
    mark = hashlib.sha256(repr(run).encode()).hexdigest()
    notes, network = given.folder / "learning.npz", learning.Network(subject.parts, given.seed)
    if weights and not given.anew:
        network.go_on(weights)
    network.rate = given.rate or network.rate
    if network.resume(notes, mark):
        note(f"{notes}: {network.step} of {steps} steps")
    errors: list[float] = []
    for step, error in learning.fit(subject, network, sample, steps, given.share, given.seed, given.jobs):
        errors.append(error)
        selfplay.wait_while(given.pause_while)
        if step % learning.SAVE_STEPS == 0 or step == steps:
            network.save(notes, mark)
            unseen = learning.error(subject, network.weights(), sample.unseen, given.share)
            note(f"step {step} of {steps}: squared error {fmean(errors):.5f}, on unseen positions {unseen:.5f}")
            errors.clear()
    given.output.write_bytes(zlib.compress(network.pack(), 9))
    note(f"{len(sample.learned) + len(sample.unseen)} positions; the weights are in {given.output}")
    return 0


def _check_output(path: Path) -> None:
    """Raise OSError if a file could not be written: learning takes hours."""
    if path.is_dir():
        raise OSError(f"{path}: expected a file for the weights, it is a folder")
    if not path.parent.is_dir():
        raise OSError(f"{path}: there is no folder {path.parent}")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise OSError(f"{path}: may not be written")


def _player(game: SelfPlay, given: argparse.Namespace) -> bytes:
    """Give the weights that the round is played with: those it began with, whatever has been learned since.

    Raises OSError, also for a file that has no weights.
    """
    kept = given.folder / "player.weights"
    if not kept.exists():
        by_hand = game.by_hand if getattr(given, "by_hand", False) else None
        packed = given.weights.read_bytes() if by_hand is None else zlib.compress(by_hand)
        _unpacked(game, packed, given.weights)
        given.folder.mkdir(parents=True, exist_ok=True)
        part = kept.with_suffix(".part")
        part.write_bytes(packed)
        part.rename(kept)
    return _unpacked(game, kept.read_bytes(), kept)


def _unpacked(game: SelfPlay, packed: bytes, path: Path) -> bytes:
    try:
        weights = zlib.decompress(packed)
        game.player(weights)
    except (zlib.error, ValueError) as error:
        raise OSError(f"{path}: expected weights of the {game.name} evaluation: {error}") from None
    return weights
