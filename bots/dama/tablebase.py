"""What the sub-command `tablebase` does: build the endgame tablebase, or go on, check every value, look one up."""

from __future__ import annotations

import argparse
import contextlib
import fcntl
import itertools
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import BinaryIO

from bots.dama.game import bitboards, parse
from bots.dama.tables import open_tables
from native.dama.tables import (
    CHUNK,
    DRAW,
    LOST,
    MOST_PIECES,
    UNKNOWN,
    WON,
    Material,
    Slice,
    Tables,
    begins_like_tables,
    is_lost,
    materials,
    mirror,
    pack,
    plies,
    read_index,
    says_when,
    unpack,
)

LOST_NOW = 1
"""The value of a position in which the player to move has no piece left."""
FIRST_ROW, LAST_ROW = 0xFF, 0xFF << 56
"""As the player to move sees the board."""
SAMPLE = 101
"""Of so many outcomes one is held against its successors."""
SLICE_NAME = re.compile(r"\d-\d-\d-\d|tmp\w+")
"""Of the files of a slice and its mirror that are not in the tablebase yet."""


def build(given: argparse.Namespace) -> int:
    """Build what is missing of `given.file` up to `given.pieces`, on `given.jobs` cores. Raises OSError, ValueError.

    Slices of more than `given.distances` pieces hold only who wins.
    """
    path: Path = given.file
    path.parent.mkdir(parents=True, exist_ok=True)
    with _alone_with(path) as file, _folder(path) as folder, _threads(given.jobs) as pool:
        there = read_index(path)
        if not there and not begins_like_tables(path):
            raise ValueError(f"{path} is there, and no tablebase of Dama: expected one, or a name that is free")
        known = {m for m in there if mirror(m) in there}  # the last slice may have lost its mirror
        if untimed := [sum(m) for m in known if sum(m) <= given.distances and there[m].outcomes]:
            raise ValueError(f"{path} does not say when, with {min(untimed)} pieces: build that into another file")
        file.truncate(max((there[m].end for m in known), default=0))
        wanted = [m for n in range(2, given.pieces + 1) for m in materials(n) if not {m, mirror(m)} <= known]
        done = 0
        # Slices of a generation, with the same numbers of pieces and of men, do not need each other.
        for _, generation in itertools.groupby(wanted, key=lambda m: (sum(m), m[0] + m[2])):
            for solved in pool.map(_solve, [(path, folder, m, sum(m) > given.distances) for m in generation]):
                with solved.open("rb") as slices:
                    shutil.copyfileobj(slices, file, CHUNK)
                file.flush()
                os.fsync(file.fileno())
                solved.unlink()
                done += 1
                _show(done, len(wanted))
    _show(0, 0)
    print(f"{path}\t{given.pieces} pieces\t{path.stat().st_size} bytes")
    return 0


@contextlib.contextmanager
def _alone_with(path: Path) -> Iterator[BinaryIO]:
    """Open a file to add to, and keep other builds away as long as this one goes on, or is killed.

    A file that this build began and wrote nothing into is gone with it. Raises ValueError if another one is at work.
    """
    new = not path.exists()
    with path.open("ab") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ValueError(f"{path}: another build is at work on it") from None
        try:
            yield file
        finally:
            if new and not os.fstat(file.fileno()).st_size:
                path.unlink()


@contextlib.contextmanager
def _folder(path: Path) -> Iterator[Path]:
    """Give a folder beside a file for what is not finished, emptied of what a killed build left there.

    Raises ValueError for a folder that holds anything else.
    """
    folder = path.with_name(f"{path.name}.unfinished")
    folder.mkdir(exist_ok=True)
    left = list(folder.iterdir())
    if alien := next((file for file in left if not SLICE_NAME.fullmatch(file.name)), None):
        raise ValueError(f"{alien} is there: slices that are being solved need that folder for themselves")
    for file in left:
        file.unlink()
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def check(given: argparse.Namespace) -> int:
    """Check every value of `given.file`, and print what there is. Raises OSError, and ValueError for what is wrong."""
    path: Path = given.file
    there = read_index(path)
    known, end = set(there), max((place.end for place in there.values()), default=0)
    if end != path.stat().st_size or not end:
        raise ValueError(f"{path} is damaged, or not whole, after {end} bytes")
    pieces = 1
    while pieces < MOST_PIECES and all({m, mirror(m)} <= known for m in materials(pieces + 1)):
        pieces += 1
    if pieces == 1:
        raise ValueError(f"{path} is not whole: not even all tables of two pieces are there")
    # Outcomes are solved again, a slice with its mirror.
    wanted = [m for m in sorted(known, key=sum) if sum(m) <= pieces and (not there[m].outcomes or m <= mirror(m))]
    totals = {n: [0] * 256 for n in range(2, pieces + 1)}
    wrong = 0
    with _threads(given.jobs) as pool:
        results = pool.map(_verify, [(path, m, {side: there[side] for side in (m, mirror(m))}) for m in wanted])
        for done, (material, (mistakes, histogram)) in enumerate(zip(wanted, results, strict=True), 1):
            wrong += mistakes
            totals[sum(material)] = [a + b for a, b in zip(totals[sum(material)], histogram, strict=True)]
            _show(done, len(wanted))
    _show(0, 0)
    for n, histogram in totals.items():
        won = sum(count for value, count in enumerate(histogram) if value and not is_lost(value))
        lost = sum(count for value, count in enumerate(histogram) if is_lost(value))
        distances = [plies(value) for value, count in enumerate(histogram) if count and value and says_when(value)]
        longest = max(distances, default="-")
        # Turning the board gives each position once more, with the other player to move.
        print(n, 2 * sum(histogram), 2 * won, 2 * histogram[0], 2 * lost, longest, sep="\t")
    if wrong:
        raise ValueError(f"{path}: {wrong} values do not follow from those of their successors")
    return 0


def probe(given: argparse.Namespace) -> int:
    """Print what a position is worth for the player to move, and each of its moves. Raises OSError, ValueError."""
    tables, position = open_tables(given.file), parse(" ".join(given.position))
    ones, twos = position.pieces()
    if not (ones and twos):
        raise ValueError("a player has no piece: the game is over")
    own, opp, kings = bitboards(position)
    if own & ~kings & LAST_ROW or opp & ~kings & FIRST_ROW:
        raise ValueError("a man stands on its last row: no table knows that, as men become kings there")
    worth = tables.probe(own, opp, kings)
    if worth == UNKNOWN:
        raise ValueError(f"the position has {ones + twos} pieces, the tables know {tables.outcomes}, or are damaged")
    print(_words(worth, 0))
    for move in position.legal_moves():
        child = position.play(move)
        print(move, _words(tables.probe(*bitboards(child)) if all(child.pieces()) else LOST_NOW, 1), sep="\t")
    return 0


def _words(value: int, later: int) -> str:
    """Say what a value means for who is to move there, or made the move that was one ply earlier (`later` is 1)."""
    if value in (DRAW, UNKNOWN):
        return "drawn" if value == DRAW else "unknown"
    word = "won" if is_lost(value) == bool(later) else "lost"
    return f"{word} in {plies(value) + later}" if says_when(value) else word


def _solve(job: tuple[Path, Path, Material, bool]) -> Path:
    """Solve a slice with what the file knows; give the file in the folder that holds it and its mirror."""
    path, folder, material, outcomes = job
    tables = Tables()
    tables.add(path)
    packed = folder / "-".join(map(str, material))
    with (
        tempfile.TemporaryFile(dir=folder) as values,
        tempfile.TemporaryFile(dir=folder) as mirrored,
        packed.open("w+b") as file,
    ):
        (tables.solve_outcomes if outcomes else tables.solve)(material, values, mirrored)
        pack(material, values, file, outcomes=outcomes)
        if mirror(material) != material:
            pack(mirror(material), mirrored, file, outcomes=outcomes)
    return packed


def _verify(job: tuple[Path, Material, dict[Material, Slice]]) -> tuple[int, list[int]]:
    """Check a slice, or a slice of outcomes and its mirror: how many values are wrong, how often each occurs.

    Outcomes that follow from each other could do so in a circle, and to look at each takes three times as long as to
    solve them: so they are solved again and compared, and a part is held against successors.
    """
    path, material, places = job
    tables = Tables()
    tables.add(path)
    if not places[material].outcomes:
        return tables.check(material)
    histogram, wrong = [0] * 256, 0
    with tempfile.TemporaryFile() as values, tempfile.TemporaryFile() as mirrored:
        counts = tables.solve_outcomes(material, values, mirrored)
        for (side, place), file in zip(places.items(), (values, mirrored), strict=False):
            file.seek(0)
            wrong += sum(block != file.read(len(block)) for block in unpack(path, place))
            wrong += tables.check(side, SAMPLE)[0]
    for number, count in enumerate(counts):
        histogram[(DRAW, WON, LOST)[number % 3]] += count
    return wrong, histogram


@contextlib.contextmanager
def _threads(jobs: int) -> Iterator[ThreadPoolExecutor]:
    """Give so many threads, as the engine works without Python's lock. Raises ValueError if there cannot be so many."""
    pool = ThreadPoolExecutor(jobs)
    try:
        yield pool
    except RuntimeError as error:
        raise ValueError(f"--jobs: {error}; expected fewer") from None
    finally:  # after a fault, begin nothing anymore; what is being solved needs its folder to the end
        pool.shutdown(cancel_futures=True)


def _show(done: int, total: int) -> None:
    """Tell on a terminal how far it is; with no total, wipe that out."""
    if sys.stderr.isatty():
        print(f"\r{done} of {total} slices" if total else "\r\x1b[K", end="", file=sys.stderr, flush=True)
