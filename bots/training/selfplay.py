"""Positions to learn from: games of an engine against itself, kept in files, all or nothing.

A file holds about SHARD positions of the game's record (native/common/engine.cdef.h) one after the other; its name says
the seed that it was made with. So a run that was killed goes on with the first seed that has no file, and a file that
was lost can be made again: it depends on its seed, the nodes of a move and the weights only.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from bots.training.subject import SelfPlay

SHARD = 50_000
"""Least positions a file; its last game is kept whole."""
DIGITS = 10
"""Of the seed in a file's name."""
GAMES = 1 << 20
"""Game seeds that belong to one file's seed."""
LOOK_S = 2.0
"""Between two looks whether to go on."""


def shard_path(game: SelfPlay, folder: Path, seed: int) -> Path:
    """Give the file of a seed."""
    return folder / f"{seed:0{DIGITS}}{game.suffix}"


def seed_of(path: Path) -> int:
    """Give the seed of a file."""
    return int(path.stem)


def shards(game: SelfPlay, folder: Path) -> list[Path]:
    """Give the files of a folder, by seed."""
    return sorted(folder.glob(f"{'[0-9]' * DIGITS}{game.suffix}"))


def wait_while(file: Path | None, parent: int | None = None) -> None:
    """Wait as long as a file is there: somebody wants the machine for himself. Exit once the parent is another one."""
    while True:
        if parent is not None and os.getppid() != parent:
            sys.exit(1)
        if not file or not file.exists():
            return
        time.sleep(LOOK_S)


def make_shard(
    game: SelfPlay,
    folder: Path,
    seed: int,
    nodes: int,
    weights: bytes,
    pause: Path | None = None,
    parent: int | None = None,
) -> Path:
    """Play the games of a seed and write their positions, unless that was done before; give the file.

    All positions are kept, quiet or not: a search asks for the value of any.
    """
    path = shard_path(game, folder, seed)
    if path.exists():
        return path
    engine, records, size = game.player(weights), bytearray(), 0
    for number in range(seed * GAMES, (seed + 1) * GAMES):
        wait_while(pause, parent)
        made, positions = game.play(engine, number, nodes)
        records += made
        size += positions
        if size >= SHARD:
            break
    keep(path, records)
    return path


def keep(path: Path, records: bytes | bytearray) -> None:
    """Write a file, all or nothing."""
    part = path.with_suffix(f".{os.getpid()}")
    part.write_bytes(records)
    part.rename(path)


def _work(
    game: SelfPlay, folder: Path, seeds: Sequence[int], nodes: int, weights: bytes, pause: Path | None, parent: int
) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends us
    for seed in seeds:
        make_shard(game, folder, seed, nodes, weights, pause, parent)


def make_shards(
    game: SelfPlay,
    folder: Path,
    seeds: Sequence[int],
    nodes: int,
    weights: bytes,
    jobs: int,
    pause: Path | None = None,
) -> Iterator[Path]:
    """Make the files of `seeds` in a folder, `jobs` at once, and give them in this order as they are there."""
    workers = [
        multiprocessing.Process(target=_work, args=(game, folder, seeds[n::jobs], nodes, weights, pause, os.getpid()))
        for n in range(jobs)
    ]
    for worker in workers:
        worker.start()
    try:
        for n, seed in enumerate(seeds):
            path = shard_path(game, folder, seed)
            while not path.exists():
                workers[n % jobs].join(0.2)
                if workers[n % jobs].exitcode is not None and not path.exists():
                    raise OSError(f"{path}: could not be made")
            yield path
    finally:
        for worker in workers:
            worker.terminate()
            worker.join()
