"""docs/evidence.md: one section a measurement, each replaced on its own."""

from __future__ import annotations

import datetime
import hashlib
import os
import platform
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

from arbiter import __version__
from tests.evidence.findings import Findings, Table

HOUSE = Path(__file__).parent.parent.parent
ROOMS = ("arbiter", "bots", "native")
SOURCES = {".py", ".c", ".h", ".sql", ".html", ".js", ".css", ".svg", ".txt", ".weights", ".tables", ".gz"}
MADE = {"_engine.c", "_launch.c"}
PATH = HOUSE / "docs" / "evidence.md"

PREFACE = """\
# Evidence

What was promised of speed and strength, and what was measured. Each section is written by the command that it names,
`make evidence` runs all of them (hours), and `python -m tests.evidence --small` runs a small version of each (minutes)
which fails if a promise breaks that does not depend on the machine. Each section names the version that was measured
and its sources by what they hold; `python -m tests.evidence --sources` prints that of the sources that are here.
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
        f"version {__version__}, sources {fingerprint(HOUSE)}",
    ]
    return ", ".join(parts)


def fingerprint(house: Path) -> str:
    """Name the state of the sources of the product in a folder by what they hold: commits come and go, this lasts.

    It is the beginning of the SHA-256 of the sorted lines `path SHA-256-of-the-file`.
    """
    files = [path for room in ROOMS for path in (house / room).rglob("*") if path.suffix in SOURCES]
    names = sorted((str(path.relative_to(house)), path) for path in files if path.name not in MADE)
    lines = (f"{name} {hashlib.sha256(path.read_bytes()).hexdigest()}\n" for name, path in names)
    return hashlib.sha256("".join(lines).encode()).hexdigest()[:12]


def _output(*command: str) -> str:
    try:
        return subprocess.run(command, cwd=HOUSE, capture_output=True, text=True, check=False).stdout
    except FileNotFoundError:
        return ""
