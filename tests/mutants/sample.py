"""Which faults are planted: a sample that does not depend on the order of the lines, nor on chance."""

from __future__ import annotations

import dataclasses
import hashlib
import math
from collections.abc import Sequence

from tests.mutants import in_c, in_python
from tests.mutants.mutant import Mutant
from tests.mutants.workshop import HOUSE

SEED = "arbitro"


@dataclasses.dataclass(frozen=True, slots=True)
class Room:
    """Sources that the same tests cover, and how many faults are wanted there."""

    name: str
    language: str
    sources: tuple[str, ...]
    wanted: int
    tests: tuple[str, ...]
    selftests: tuple[str, ...] = ()
    leave: tuple[str, ...] = ()
    """Tests that take too long for every fault."""
    caged: bool = False
    """Whether a fault could harm the machine, see `tests.mutants.cage`."""

    def files(self) -> list[str]:
        """List the sources."""
        return sorted({str(path.relative_to(HOUSE)) for pattern in self.sources for path in HOUSE.glob(pattern)})


@dataclasses.dataclass(frozen=True, slots=True)
class Share:
    """The faults of one file, in the order in which they are planted, until `wanted` could be."""

    file: str
    wanted: int
    faults: tuple[Mutant, ...]


def faults_of(file: str) -> list[Mutant]:
    """List every fault that can be planted in a file."""
    source = (HOUSE / file).read_bytes()
    return in_python.faults(file, source) if file.endswith(".py") else in_c.faults(file, source)


def shares(room: Room) -> list[Share]:
    """Divide what is wanted in a room among its files, by the square root of what can be planted there."""
    ranked = {file: rank(found) for file in room.files() if (found := faults_of(file))}
    weights = {file: math.sqrt(len(found)) for file, found in ranked.items()}
    unit = room.wanted / sum(weights.values())
    wanted = {file: max(1, min(len(ranked[file]), round(weight * unit))) for file, weight in weights.items()}
    return [Share(file, wanted[file], tuple(found)) for file, found in ranked.items()]


def rank(found: Sequence[Mutant], seed: str = SEED) -> list[Mutant]:
    """Put faults into an order that looks random, in which the operators take turns and the same line comes late."""

    def chance(mutant: Mutant) -> str:
        return hashlib.sha256((seed + mutant.key()).encode()).hexdigest()

    turns: dict[str, int] = {}
    lines: dict[str, int] = {}
    placed = []
    for mutant in sorted(found, key=chance):
        turn = turns[mutant.operator] = turns.get(mutant.operator, -1) + 1
        again = lines[mutant.line] = lines.get(mutant.line, -1) + 1
        placed.append(((turn + 2 * again, chance(mutant)), mutant))
    return [mutant for _, mutant in sorted(placed, key=lambda pair: pair[0])]
