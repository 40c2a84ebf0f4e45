"""What tunings share: options, how one ends, and how far it is, in a file with which it goes on and on a terminal."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import track

from bots.options import whole
from tests.tuning.contest import NoSuchNumberError

JOBS = whole(1, 2**32)
FOLDER = Path(__file__).parents[2] / "build/tuning"


class WrongFileError(Exception):
    """A file that is not of this tuning."""


def run(parser: argparse.ArgumentParser, tune: Callable[[argparse.Namespace], None]) -> int:
    """Read the command line, with the options of all, and tune; give the exit status."""
    parser.add_argument("--seed", type=whole(0, 2**32 - 1), default=1, metavar="N", help="of all chance (1)")
    parser.add_argument("--jobs", type=JOBS, default=os.cpu_count(), metavar="N", help="threads (all cores)")
    parser.add_argument("--file", type=Path, metavar="PATH", help="where it stands (one in build/tuning)")
    parser.add_argument("--write", action="store_true", help="write the numbers into the sources")
    given = parser.parse_args()
    try:
        tune(given)
    except (NoSuchNumberError, WrongFileError, OSError, MemoryError, subprocess.CalledProcessError) as error:
        print(f"tuning: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130  # it goes on from the file
    return 0


def stood(path: Path, question: dict[str, Any], parts: Mapping[str, Callable[[Any], Any]]) -> dict[str, Any] | None:
    """Give what a file says, its parts as they are read; None if it is not there. Its folder is there then.

    Raises WrongFileError, also where it answers another question.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        return None
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        same, stands = found["question"] == question, {name: read(found[name]) for name, read in parts.items()}
    except (ValueError, KeyError, TypeError) as error:
        raise WrongFileError(f"{path}: not of a tuning") from error
    if not same:
        raise WrongFileError(f"{path}: of another tuning; name another --file, or remove it")
    return stands


def write(path: Path, question: dict[str, Any], stands: dict[str, Any]) -> None:
    """Write how far it is, so that a file is whole at any moment."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    beside.write_text(json.dumps({"question": question, **stands}), encoding="utf-8")
    beside.replace(path)


def shown(steps: range, what: str) -> Any:
    """Give the steps, while a terminal shows how many are done."""
    console = Console(stderr=True)
    return track(steps, what, console=console, transient=True, disable=not sys.stderr.isatty())
