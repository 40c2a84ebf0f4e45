"""Measure what was promised and write it down: `python -m tests.evidence [--small] [NAME...]`."""

from __future__ import annotations

import argparse
import importlib
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import cast

from tests.evidence.document import HOUSE, PATH, fingerprint, write_section
from tests.evidence.findings import Measurement, Run

OTHELLO = (
    "perft",
    "solve",
    "black",
    "white",
    "exact_wins",
    "verdicts",
    "verdicts_early",
    "levels",
    "startup",
    "referee_speed",
    "proved",
    "openings",
    "replies",
    "traps",
)
ATAXX = (
    "ataxx_speed",
    "ataxx_wins",
    "ataxx_terms",
    "ataxx_tried",
    "ataxx_levels",
    "ataxx_top",
    "ataxx_learned",
    "ataxx_games",
    "ataxx_time",
    "ataxx_threads",
    "ataxx_fuzz",
)
DAMA = (
    "dama_rules",
    "dama_tables",
    "dama_six",
    "dama_terms",
    "dama_start",
    "dama_endings",
    "dama_plain",
    "dama_levels",
    "dama_gain",
    "dama_memory",
)
OTHERS = (
    "domino",
    "domino_hard",
    "domino_rows",
    "review",
    "page_answers",
    "page_engines",
    "first_board",
    "first_picture",
    "leagues",
    "scale",
    "jobs",
    "live",
    "tables",
    "hundred",
    "honest",
    "kills",
    "many",
    "version_2",
    "other_turn",
    "mutants",
)
NAMES = OTHELLO + ATAXX + DAMA + OTHERS
"""Of the modules beside this one, in the order of the document. Each is imported when its turn comes: all of them, with
what they need, take more than a second, and in small each is measured in a process of its own."""


def main() -> int:
    """Run the measurements; give the exit status: 1 if a promise that must hold here was broken."""
    parser = argparse.ArgumentParser(prog="python -m tests.evidence", description=__doc__)
    parser.add_argument("--small", action="store_true", help="a small version of each, into a file that is not kept")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="with --small: so many of them at once")
    parser.add_argument("--without", choices=NAMES, action="append", default=[], metavar="NAME", help="not this one")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"which; all if left out: {', '.join(NAMES)}")
    parser.add_argument("--sources", action="store_true", help="print the fingerprint of the sources, and end")
    given = parser.parse_args()
    if given.sources:
        print(fingerprint(HOUSE))
        return 0
    if unknown := set(given.names) - set(NAMES):
        parser.error(f"there is no measurement {min(unknown)!r}; there are {', '.join(NAMES)}")
    names = [name for name in given.names or NAMES if name not in given.without]
    if given.jobs > 1:
        if not given.small:
            parser.error("--jobs goes with --small, as measurements disturb each other")
        return int(not run_apart(names, given.jobs))
    os.nice(10)
    os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"  # bots are called by name
    broken = False
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / PATH.name if given.small else PATH
        for name in names:
            broken |= not run(name, Run(given.small, Path(folder)), path)
    return int(broken)


def run_apart(names: list[str], jobs: int) -> bool:
    """Run the small version of each in a process of its own, several at once; tell whether all kept what they must.

    What those that are broken printed comes last, as of a long output the end is read.
    """

    def one(name: str) -> str:
        command = [sys.executable, "-m", "tests.evidence", "--small", name]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode == 0:
            print(done.stdout, end="", flush=True)
            return ""
        return f"\n{name} ended with status {done.returncode}:\n{done.stdout}"

    with ThreadPoolExecutor(jobs) as pool:  # the mutants take longest, and come last: nobody shall wait for them alone
        broken = "".join(pool.map(one, reversed(names)))
    print(broken, end="", flush=True)
    return not broken


def run(name: str, how: Run, path: Path) -> bool:
    """Run one measurement and write its section; tell whether every promise was kept that must be."""
    module = cast(Measurement, importlib.import_module(f"tests.evidence.{name}"))
    begin, cores = time.monotonic(), os.sched_getaffinity(0)
    try:
        findings = module.measure(how)
    finally:
        os.sched_setaffinity(0, cores)  # whoever plays in this process stays on the game's core
    write_section(path, list(NAMES), name, module.__doc__ or "", findings)
    print(f"{name} ({time.monotonic() - begin:.0f} s)")
    kept = True
    for target in findings.targets:
        binding = target.portable or not how.small
        kept &= target.met or not binding
        verdict = "kept" if target.met else "BROKEN" if binding else "not kept in small"
        print(f"  {verdict}: {target.promise}: {target.measured}", flush=True)
    return kept


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
