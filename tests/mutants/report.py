"""What became of all: counted by language and file, and who survived."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from tests.mutants.journal import as_toml
from tests.mutants.mutant import Mutant
from tests.mutants.trial import DIED, NONE, Verdict

SHARE = 0.95
SAME = "the same"
"""How the reason of a survivor begins that is no fault: the program does and costs what it did, whoever looks."""


@dataclasses.dataclass(frozen=True, slots=True)
class Planted:
    """A fault that was planted, what became of it, and why it may survive ("" if nobody knows why)."""

    room: str
    language: str
    mutant: Mutant
    verdict: Verdict
    reason: str

    @property
    def died(self) -> bool:
        """Tell whether it was noticed."""
        return self.verdict.what == DIED

    @property
    def is_fault(self) -> bool:
        """Tell whether there is anything to notice: neither the same code comes out, nor does an equivalent mutant."""
        return self.died or (self.verdict.what != NONE and not self.reason.startswith(SAME))


@dataclasses.dataclass(frozen=True, slots=True)
class Count:
    """How many of a group were planted, died, and survived without a reason."""

    name: str
    planted: int
    died: int
    unexplained: int

    @property
    def share(self) -> float:
        """What part died."""
        return self.died / self.planted if self.planted else 1.0


def count(name: str, group: Sequence[Planted]) -> Count:
    """Count a group."""
    faults = [one for one in group if one.is_fault]
    unexplained = sum(not one.died and not one.reason for one in faults)
    return Count(name, len(faults), sum(one.died for one in faults), unexplained)


def by_language(found: Sequence[Planted]) -> list[Count]:
    """Count each language."""
    names = sorted({one.language for one in found})
    return [count(name, [one for one in found if one.language == name]) for name in names]


def by_file(found: Sequence[Planted]) -> list[Count]:
    """Count each file."""
    names = sorted({one.mutant.file for one in found})
    return [count(name, [one for one in found if one.mutant.file == name]) for name in names]


def by_test(found: Sequence[Planted]) -> list[tuple[str, int]]:
    """Count what noticed how many, a self-test or a file of tests; most first."""
    totals: dict[str, int] = {}
    for one in found:
        if one.died:
            name = one.verdict.by.partition("::")[0].partition(":")[0]
            totals[name] = totals.get(name, 0) + 1
    return sorted(totals.items(), key=lambda pair: (-pair[1], pair[0]))


def survivors(found: Sequence[Planted]) -> list[Planted]:
    """List who survived."""
    return [one for one in found if not one.died]


def holds(found: Sequence[Planted]) -> bool:
    """Tell whether enough died in each language, and every survivor has a reason."""
    counts = by_language(found)
    return all(one.share >= SHARE and not one.unexplained for one in counts)


def write(found: Sequence[Planted]) -> str:
    """Write it all for a terminal."""
    lines = [f"{'planted':>8}{'died':>8}{'without reason':>16}"]
    lines += [
        f"{group.planted:8}{group.died:8}{group.unexplained:16}  {100 * group.share:5.1f} %  {group.name}"
        for group in (*by_file(found), *by_language(found))
    ]
    lines += ["", f"{sum(not one.is_fault for one in found)} more are no faults: the same program in other words"]
    lines += ["", "noticed by"]
    lines += [f"{number:8}  {name}" for name, number in by_test(found)]
    for one in survivors(found):
        if one.reason:
            lines += ["", str(one.mutant), f"    survived: {one.reason}"]
    without = [one for one in survivors(found) if not one.reason]
    if without:
        lines += ["", "Survived without a reason:"]
        lines += [f"\n{as_toml(one.mutant)}" for one in without]
    return "\n".join(lines)
