"""What is tried by what: `plan.toml` and `fixed.toml`, read."""

from __future__ import annotations

import dataclasses
import tomllib
from pathlib import Path
from typing import Any

from tests.mutants.mutant import Mutant, make
from tests.mutants.sample import Room
from tests.mutants.workshop import HOUSE

HERE = Path(__file__).parent


@dataclasses.dataclass(frozen=True, slots=True)
class Fixed:
    """A fault that somebody chose, and who must notice it."""

    about: str
    mutant: Mutant
    tests: tuple[str, ...]
    selftests: tuple[str, ...]
    caged: bool
    leave: tuple[str, ...] = ()


def rooms(path: Path = HERE / "plan.toml") -> list[Room]:
    """Read which tests cover which sources."""
    return [Room(**_tuples(entry)) for entry in _read(path)["room"]]


def proofs(path: Path = HERE / "plan.toml") -> list[Fixed]:
    """Read the faults that nothing can survive: they prove that it is the copy that is tried."""
    return [_fixed(entry) for entry in _read(path)["proof"]]


def fixed(path: Path = HERE / "fixed.toml") -> list[Fixed]:
    """Read the faults that must die, always. Raises ValueError where one cannot be planted."""
    return [_fixed(entry) for entry in _read(path)["fault"]]


def _read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text("utf-8"))


def _tuples(entry: dict[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in entry.items()}


def _fixed(entry: dict[str, Any]) -> Fixed:
    source = (HOUSE / entry["file"]).read_bytes()
    before = entry["before"].encode()
    if source.count(before) != 1:
        raise ValueError(f"{entry['file']}: {entry['before']!r} stands there {source.count(before)} times, not once")
    start = source.index(before)
    mutant = make(entry["file"], "", source, "chosen", start, start + len(before), entry["after"])
    return Fixed(
        entry["about"],
        mutant,
        tuple(entry.get("tests", [])),
        tuple(entry.get("selftests", [])),
        entry.get("caged", False),
    )
