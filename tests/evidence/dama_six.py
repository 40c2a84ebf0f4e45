"""What six pieces need, by the first slice of them, a king against five: `dama-bot tablebase build --pieces 6` is
killed as soon as that slice is in the file (in `build/`). Then the slice and its mirror are checked against their
successors, values are read at random through a cache of 1 MiB, which holds a tenth of it, and it is solved again, for
the time. The small version takes a king against two from what is shipped.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bots.dama.tablebase import CHECK_CACHE_MIB
from native.common.library import lib
from native.dama.tables import SHIPPED, Material, Tables, materials, mirror, pack, read_index
from tests.evidence.dama_endings import random_board
from tests.evidence.dama_tables import BUILT, built
from tests.evidence.findings import Findings, Run, Table, Target

PROBES = 20_000


def opened(path: Path, cache_mib: int) -> Tables:
    """Open a tablebase."""
    tables = Tables(cache_mib)
    tables.add(path)
    return tables


def begun(run: Run, slice_: Material) -> Path:
    """Build until a slice is there, then kill the build."""
    if run.small:
        return SHIPPED
    path = BUILT.with_name("dama-six.tables")
    if not path.exists():
        shutil.copy(built(run), path)
    command = [sys.executable, "-m", "bots.dama", "tablebase", "build", "--pieces", "6", "--file", str(path)]
    while mirror(slice_) not in read_index(path):
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True) as build:
            size = path.stat().st_size
            while build.poll() is None and path.stat().st_size == size:
                time.sleep(0.1)
            time.sleep(1.0)
            os.killpg(build.pid, signal.SIGKILL)
    return path


def values(material: Material) -> int:
    """Give how many values a slice and its mirror have."""
    return int(lib.dama_slice_size(material)) * (1 if material == mirror(material) else 2)


def measure(run: Run) -> Findings:
    """Build a little of it, check it, read it, solve it again."""
    slice_ = run.either((0, 1, 0, 5), (0, 1, 0, 2))
    path = begun(run, slice_)
    tables, narrow = opened(path, CHECK_CACHE_MIB), opened(path, 1)
    checked = [tables.check(material) for material in (slice_, mirror(slice_))]
    wrong, positions = sum(mistakes for mistakes, _ in checked), sum(sum(histogram) for _, histogram in checked)
    rng, probed, same = random.Random(6), 0, 0
    while probed < PROBES:
        own, opp, _ = random_board(rng, sum(slice_))
        if (own.bit_count(), opp.bit_count()) == (slice_[1], slice_[3]):
            probed += 1
            same += narrow.probe(own, opp, own | opp) == tables.probe(own, opp, own | opp)
    begin, again = time.process_time(), run.folder / "again"
    with (
        tempfile.TemporaryFile(dir=run.folder) as ours,
        tempfile.TemporaryFile(dir=run.folder) as theirs,
        again.open("w+b") as file,
    ):
        opened(path, 16).solve(slice_, ours, theirs)
        pack(slice_, ours, file)
        pack(mirror(slice_), theirs, file)
    seconds = time.process_time() - begin
    rate = values(slice_) / seconds
    total = sum(values(material) for material in materials(6))
    end = read_index(path)[mirror(slice_)]
    with path.open("rb") as file:
        file.seek(end - again.stat().st_size)
        known = file.read(again.stat().st_size)
    return Findings(
        [
            Table(
                ("values of the slice", "seconds", "values a second", "values of six pieces", "hours of one core"),
                [(f"{values(slice_):,}", f"{seconds:.0f}", f"{rate:,.0f}", f"{total:,}", f"{total / rate / 3600:.1f}")],
            )
        ],
        [
            Target(
                "every value follows from its successors", f"{wrong} of {positions:,} do not", wrong == 0, portable=True
            ),
            Target("a cache of 1 MiB reads the same values", f"{same:,} of {probed:,}", same == probed, portable=True),
            Target("solved again it is the same", f"{len(known):,} bytes", again.read_bytes() == known, portable=True),
        ],
    )
