"""Learn the Ataxx evaluation by self-play: `python -m bots.ataxx train FOLDER` (needs numpy).

One round: the engine plays games against itself, from random openings, with and without random blocks, which
bots/ataxx/selfplay.py keeps in FOLDER; then bots/ataxx/learning.py fits the network of native/ataxx/network.h to what
the search thought of each position and to how its game ended. It goes on from the weights that the round was played
with. A run that was killed goes on where it was: positions are lost since the last file (50,000 of them), learning
since the last of its notes (250 steps). The weights go to native/ataxx/ataxx.weights. The next round, in a new folder
and with a new seed, plays with them:

    python -m bots.ataxx train round4 --seed 4 --positions 20000000 --jobs 2 --with round1 round2 round3

Rounds so far, 1,000 nodes a move. Errors are squared, of the chance to win, on positions that were learned from and on
others; gains are in Elo with intervals of 95 %, at equal nodes over the weights of the line before, on open boards and
on boards with blocks (300 games each of 1,000 or 1,500 nodes a move, 160 in the first line; 600 from the fourth round
on).

    round  seeds of files    positions  played by       learned from         share  errors            gains
    1      1000000..1000067  3,402,636  147-input net   1,851,618 of them    0.5    0.05534  0.05771  +191+-80  +80+-75
           as above, more of them, more steps           3,302,563 of them    0.25   0.01742  0.01878  +61+-38  +109+-40
    2      2000000..2000019  1,000,941  the first line
    3      3000000..3000023  1,200,887  the second one  4,803,908 of 1 to 3  0.25   0.01758  0.01852  +58+-38   +24+-35
    4      4000000..4000111  5,604,657  the third one   5,404,509 of them    0.25   0.01933  0.01987  +89+-24   +50+-26
    5      5000000..5000140  7,056,233  round 4         12.7 M of 4 and 5    0.25   0.01944  0.02033  +49+-25   +42+-25
    6      6000000..6000161  8,106,654  round 5         20.8 M of 4 to 6     0.25   0.01972  0.02039  +22+-25   +8+-25

From the fourth round on the search gives up 65 a ply and a network goes on from the one before. The last line is that
of the project; over the third one it gains +122 (+97 to +148) and +124 (+99 to +152), 600 games each of 1,500 nodes a
move. The third one over the network that was there before (147 inputs, 64 units seen from both sides), through the
arbiter from 6 random plies, 200 games each: at 5,000 nodes a move +463 (+385 to +593) on the open board, +260 (+207 to
+327) on the built-in layouts; at 0.02 s a move +346 (+283 to +435) and +193 (+147 to +247). It has 0.77 to 0.80 times
the nodes per second.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import zlib
from pathlib import Path
from statistics import fmean

from bots.ataxx import learning, selfplay
from native.ataxx.engine import WEIGHTS, Ataxx

SHARE = 0.25
"""Share of the game's result in what a position is labelled with; the rest is the value that the search found. A
quarter is 35 +- 35 Elo better than a half on open boards and 54 +- 38 with blocks (300 games each, 3.3 M positions)."""
SEEDS = 1_000_000
"""Files that a round may have."""


def set_up(parser: argparse.ArgumentParser) -> None:
    """Make a parser that of the command."""
    parser.set_defaults(run=train)
    parser.add_argument("folder", metavar="FOLDER", type=Path, help="where the round is kept")
    parser.add_argument("--positions", metavar="N", type=int, default=20_000_000, help="of the round (%(default)s)")
    parser.add_argument(
        "--nodes", metavar="N", type=int, default=1000, help="of a move of a game, on average (%(default)s)"
    )
    parser.add_argument("--with", dest="others", metavar="FOLDER", type=Path, nargs="+", default=[],
                        help="learn from the positions of these rounds, too")  # fmt: skip
    parser.add_argument("--epochs", metavar="N", type=float, default=3, help="passes over all of them (%(default)s)")
    parser.add_argument("--share", metavar="X", type=float, default=SHARE,
                        help="share of a game's result in what its positions are worth (%(default)s)")  # fmt: skip
    parser.add_argument("--seed", metavar="N", type=int, default=1, help="of the round, 1, 2, ... (%(default)s)")
    parser.add_argument("--jobs", metavar="N", type=int, default=1, help="games at once (%(default)s)")
    parser.add_argument("--weights", metavar="FILE", type=Path, default=WEIGHTS, help="to play with (%(default)s)")
    parser.add_argument("--by-hand", action="store_true", help="play with the evaluation made by hand: a first round")
    parser.add_argument("--anew", action="store_true", help="learn from the beginning, not from what it plays with")
    parser.add_argument("--output", metavar="FILE", type=Path, default=WEIGHTS, help="for the weights (%(default)s)")
    parser.add_argument("--play-only", action="store_true", help="end when the positions are there")
    parser.add_argument("--pause-while", metavar="FILE", type=Path, help="wait as long as this file is there")


def train(given: argparse.Namespace) -> int:
    """Run a round, or go on with it."""
    weights = _player(given)
    seeds = range(given.seed * SEEDS, given.seed * SEEDS + -(-given.positions // selfplay.SHARD))
    paths = []
    for path in selfplay.make_shards(given.folder, seeds, given.nodes, weights, given.jobs, given.pause_while):
        paths.append(path)
        _say(f"{path}: {len(paths)} of {len(seeds)}")
    if given.play_only:
        return 0
    paths += [path for folder in given.others for path in selfplay.shards(folder)]
    sample = learning.load(paths)
    steps = max(1, int(given.epochs * len(sample.learned) / learning.BATCH))
    run = [path.name for path in paths], steps, given.share, given.seed, given.anew
    mark = hashlib.sha256(repr(run).encode()).hexdigest()
    notes, network = given.folder / "learning.npz", learning.Network(given.seed)
    if weights and not given.anew:
        network.go_on(weights)
    if network.resume(notes, mark):
        _say(f"{notes}: {network.step} of {steps} steps")
    errors: list[float] = []
    for step, error in learning.fit(network, sample, steps, given.share, given.seed, given.jobs):
        errors.append(error)
        selfplay.wait_while(given.pause_while)
        if step % learning.SAVE_STEPS == 0 or step == steps:
            network.save(notes, mark)
            unseen = learning.error(network.weights(), sample.unseen, given.share)
            _say(f"step {step} of {steps}: squared error {fmean(errors):.5f}, on unseen positions {unseen:.5f}")
            errors.clear()
    given.output.write_bytes(zlib.compress(network.pack(), 9))
    _say(f"{len(sample.learned) + len(sample.unseen)} positions; the weights are in {given.output}")
    return 0


def _player(given: argparse.Namespace) -> bytes:
    """Give the weights that the round is played with: those it began with, whatever has been learned since.

    Raises OSError, also for a file that has no weights.
    """
    kept = given.folder / "player.weights"
    if not kept.exists():
        packed = zlib.compress(b"") if given.by_hand else given.weights.read_bytes()
        _unpacked(packed, given.weights)
        given.folder.mkdir(parents=True, exist_ok=True)
        part = kept.with_suffix(".part")
        part.write_bytes(packed)
        part.rename(kept)
    return _unpacked(kept.read_bytes(), kept)


def _unpacked(packed: bytes, path: Path) -> bytes:
    try:
        weights = zlib.decompress(packed)
        Ataxx(hash_mib=1, weights=weights)
    except (zlib.error, ValueError) as error:
        raise OSError(f"{path}: expected weights of an Ataxx network: {error}") from None
    return weights


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
