"""docs/evidence.md: one section a measurement, each replaced on its own."""

from __future__ import annotations

import datetime
import os
import platform
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

from tests.evidence.findings import Findings, Table

HOUSE = Path(__file__).parent.parent.parent
PATH = HOUSE / "docs" / "evidence.md"

PREFACE = """\
# Evidence

What was promised of speed and strength, and what was measured. Each section is written by the command that it names,
`make evidence` runs all of them (hours), and `python -m tests.evidence --small` runs a small version of each (minutes)
which fails if a promise breaks that does not depend on the machine.
"""


def write_section(path: Path, order: Sequence[str], name: str, about: str, findings: Findings) -> None:
    """Put the section `name` into the document, in its place in `order`, and leave the others as they are."""
    old = path.read_text(encoding="utf-8") if path.exists() else PREFACE
    preface, *parts = re.split(r"^## (\w+)\n", old, flags=re.MULTILINE)
    sections = dict(zip(parts[::2], parts[1::2], strict=True))
    sections[name] = "\n" + section(name, about, findings)
    places = {known: place for place, known in enumerate(order)}
    names = sorted(sections, key=lambda known: places.get(known, len(places)))
    text = "\n".join([preface.rstrip() + "\n", *(f"## {known}\n{sections[known].rstrip()}\n" for known in names)])
    temporary = path.with_suffix(".new")
    temporary.write_text(text, encoding="utf-8")
    temporary.replace(path)


def section(name: str, about: str, findings: Findings) -> str:
    """Write what was measured, where, and what was found."""
    parts = [
        about.strip(),
        f"    python -m tests.evidence {name}",
        f"{datetime.date.today().isoformat()}, {machine()}.",
    ]
    if findings.targets:
        rows = [(t.promise, t.measured, "yes" if t.met else "**no**") for t in findings.targets]
        parts.append(markdown(Table(("promise", "measured", "kept"), rows)))
    parts += [markdown(table) for table in findings.tables]
    return "\n\n".join(parts) + "\n"


def markdown(table: Table) -> str:
    """Write a table; columns of numbers are aligned to the right."""

    def is_number(cell: object) -> bool:
        return re.fullmatch(r"[-+]?[\d,.]+( ?(%|ms|s|MiB|x))?", str(cell)) is not None

    numeric = [all(is_number(row[i]) for row in table.rows) for i in range(len(table.header))]
    rule = ["---:" if right else "---" for right in numeric]
    lines = [table.header, rule, *table.rows]
    return "\n".join("| " + " | ".join(str(cell).replace("|", "\\|") for cell in line) + " |" for line in lines)


def machine() -> str:
    """Name processor, cores, compiler, Python, system and the state of the source."""
    cpuinfo = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    model = re.search(r"^model name\s*: (.*)$", cpuinfo, re.MULTILINE)
    cores = len(os.sched_getaffinity(0))
    compiler = _output("cc", "--version").splitlines()[:1]
    parts = [
        f"{model.group(1) if model else platform.machine()} ({cores} cores)",
        *compiler,
        f"{platform.python_implementation()} {platform.python_version()}",
        f"{platform.system()} {platform.release()}",
        f"commit {_output('git', 'describe', '--always', '--dirty').strip() or 'unknown'}",
    ]
    return ", ".join(parts)


def _output(*command: str) -> str:
    try:
        return subprocess.run(command, cwd=HOUSE, capture_output=True, text=True, check=False).stdout
    except FileNotFoundError:
        return ""
