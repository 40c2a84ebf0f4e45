"""What a measurement gets and what it gives: plain values, from which the document is written."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol, TypeVar

from rich.console import Console
from rich.progress import track

T = TypeVar("T")


@dataclasses.dataclass(frozen=True, slots=True)
class Run:
    """How to measure: in full, or a small version of everything; with a folder for files that nobody keeps."""

    small: bool
    folder: Path

    def either(self, full: T, small: T) -> T:
        """Choose between the full and the small size of something."""
        return small if self.small else full

    def track(self, items: Sequence[T], what: str) -> Iterator[T]:
        """Go through `items`; on a terminal a bar shows how far."""
        console = Console(stderr=True)
        yield from track(items, what, console=console, transient=True, disable=not sys.stderr.isatty())


@dataclasses.dataclass(frozen=True, slots=True)
class Table:
    """Column titles, and rows of as many cells."""

    header: tuple[str, ...]
    rows: Sequence[tuple[object, ...]]


@dataclasses.dataclass(frozen=True, slots=True)
class Target:
    """A promise and what was measured of it. One that is `portable` holds on every machine, and in small."""

    promise: str
    measured: str
    met: bool
    portable: bool = False


@dataclasses.dataclass(frozen=True, slots=True)
class Findings:
    """Everything that a measurement found."""

    tables: Sequence[Table]
    targets: Sequence[Target]


class Measurement(Protocol):
    """A module of this folder; its docstring says what is measured and how."""

    __name__: str
    __doc__: str | None

    def measure(self, run: Run) -> Findings:
        """Measure."""
        ...
