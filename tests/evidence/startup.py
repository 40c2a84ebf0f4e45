"""Seconds from starting the bot to its first answer on a pipe, as black at its defaults, and as white with one node of
thinking (with the default it would think 0.2 s); and its peak resident memory over a whole game at its defaults, as the
arbiter saw it.
"""

from __future__ import annotations

import shlex
import statistics
import subprocess
import time

from tests.evidence import matches
from tests.evidence.findings import Findings, Run, Table, Target

LIMIT_S, LIMIT_MIB = 0.2, 100


def first_answer_s(question: bytes, *options: str) -> float:
    """Start the bot, ask, wait for the answer."""
    begin = time.perf_counter()
    with subprocess.Popen(
        shlex.split(matches.bot(*options)), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(question)
        process.stdin.flush()
        answer = process.stdout.readline()
        seconds = time.perf_counter() - begin
        process.stdin.close()
    assert answer.endswith(b"\n")
    return seconds


def measure(run: Run) -> Findings:
    """Start it again and again."""
    starts = run.either(50, 3)
    ways = {"black": (b"1\n", ()), "white": (b"0\n2 3\n", ("--nodes", "1"))}
    rows, medians = [], []
    for name, (question, options) in ways.items():
        times = [first_answer_s(question, *options) for _ in run.track(range(starts), f"starting as {name}")]
        medians.append(statistics.median(times))
        rows.append((name, starts, *(f"{1000 * value:.0f}" for value in (min(times), medians[-1], max(times)))))
    record = matches.play(run, matches.bot(), matches.bot("--level", "4", "--seed", "1"))
    peak_mib = record.costs[0].peak_mib
    return Findings(
        [Table(("colour", "starts", "least ms", "median ms", "most ms"), rows)],
        [
            Target(f"first answer within {LIMIT_S} s", f"{max(medians):.3f} s", max(medians) < LIMIT_S),
            Target(f"less than {LIMIT_MIB} MiB resident", f"{peak_mib:.0f} MiB", peak_mib < LIMIT_MIB, portable=True),
        ],
    )
