"""The Domino bot as a process: whole hands through `--challenge`, its time and memory; used by `domino`."""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from arbiter.games.domino.law import Tile, judge, read_hand
from tests.evidence.findings import Run, Table, Target

BOT = (sys.executable, "-m", "bots.domino")
LIMIT_S, LIMIT_MIB = 0.5, 200
MILLION = 1_000_000

# A program's peak begins at that of the process that starts it: so a small one starts it and measures.
MEASURER = """
import resource, subprocess, sys, time
with open(sys.argv[1], "rb") as hand, open(sys.argv[2], "wb") as row:
    begin = time.perf_counter()
    subprocess.run(sys.argv[3:], stdin=hand, stdout=row, check=True)
    print(time.perf_counter() - begin)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)
"""


def write_hand(path: Path, hand: Sequence[Tile]) -> Path:
    """Write a hand as the bot reads it."""
    path.write_text(f"{len(hand)}\n" + "".join(f"{a} {b}\n" for a, b in hand), encoding="ascii")
    return path


def passes_check(folder: Path, hand: Sequence[Tile], *, plane: bool) -> bool:
    """Let one process play a hand and another one judge the line."""
    game = ["--2d"] if plane else []
    path, line = write_hand(folder / "hand", hand), folder / "line"
    with path.open("rb") as file:
        played = subprocess.run(
            [*BOT, "--challenge", "--time", "1", *game], stdin=file, capture_output=True, check=True
        )
    line.write_bytes(played.stdout)
    command = [*BOT, "check", "--time", "0.1", *game, str(path), f"@{line}"]
    return subprocess.run(command, capture_output=True, check=False).stdout.startswith(b"legal\n")


def measure(run: Run) -> tuple[Table, list[Target]]:
    """Give large plain hands to the bot."""
    rows: list[tuple[object, ...]] = []
    walls, peaks = {}, {}
    for size, rounds in ((1, 5), (run.either(MILLION, MILLION // 10), 9), (run.either(10 * MILLION, MILLION), 3)):
        draw = random.Random(size)
        hand, row = run.folder / "hand", run.folder / "row"
        pairs = (f"{draw.randint(1, 6)} {draw.randint(1, 6)}\n" for _ in range(size))
        with hand.open("w", encoding="ascii") as file:
            file.write(f"{size}\n")
            file.writelines(pairs)
        command = [sys.executable, "-c", MEASURER, str(hand), str(row), *BOT, "--challenge"]
        found = []
        for _ in run.track(range(run.either(rounds, 1)), f"{size:,} tiles"):
            text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
            found.append([float(word) for word in text.split()])
        wall, cpu, peak = (statistics.median(values) for values in zip(*found, strict=True))
        least = min(values[0] for values in found)
        rows.append((f"{size:,}", len(found), f"{least:.3f}", f"{wall:.3f}", f"{cpu:.3f}", f"{peak:.0f}"))
        walls[size], peaks[size] = wall, peak
        if size <= run.either(MILLION, MILLION // 10):
            verdict = judge(read_hand(hand.read_text(encoding="ascii")), row.read_text(encoding="ascii"))
            if verdict.reason:
                raise AssertionError(verdict.reason)
    one, large, largest = sorted(walls)
    per_tile = [(peaks[size] - peaks[one]) * 2**20 / size for size in (large, largest)]
    return Table(("plain tiles", "processes", "least s", "median s", "CPU s", "MiB"), rows), [
        Target(f"{large:,} plain tiles within {LIMIT_S} s", f"{walls[large]:.3f} s", walls[large] <= LIMIT_S),
        Target(
            f"{large:,} plain tiles within {LIMIT_MIB} MiB", f"{peaks[large]:.0f} MiB", peaks[large] <= LIMIT_MIB, True
        ),
        Target(
            f"{largest:,} plain tiles, memory linear",
            f"{peaks[largest]:.0f} MiB, {per_tile[0]:.1f} and {per_tile[1]:.1f} bytes a tile",
            per_tile[1] <= 8,
            portable=True,
        ),
    ]
