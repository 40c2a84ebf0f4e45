"""How far a tuning is, in a file with which it goes on; and on a terminal."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import track

FOLDER = Path(__file__).parents[2] / "build/tuning"


class WrongFileError(Exception):
    """A file that is not of this tuning."""


def read(path: Path, question: dict[str, Any], parts: Mapping[str, type]) -> dict[str, Any] | None:
    """Give what a file says, parts of these types; None if it is not there. Its folder is there then.

    Raises WrongFileError, also where it answers another question.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        return None
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        same, stands = found["question"] == question, {name: found[name] for name in parts}
        is_whole = all(isinstance(stands[name], kind) for name, kind in parts.items())
    except (ValueError, KeyError, TypeError) as error:
        raise WrongFileError(f"{path}: not of a tuning") from error
    if not is_whole:
        raise WrongFileError(f"{path}: not of a tuning")
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
