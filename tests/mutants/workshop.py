"""A copy of the tree with an environment and a build of its own, where faults are planted: the checkout is only read.

What the tests start there are the copy's programs: its Python finds the packages of the checkout's environment, but
first of all the copy, and its console scripts are made for that Python.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Iterator
from pathlib import Path

from tests.mutants.extension import Extension
from tests.mutants.mutant import Mutant

HOUSE = Path(__file__).parent.parent.parent
SCRIPT = "#!{python}\nimport sys\nfrom {module} import {function}\nsys.exit({function}())\n"


class Workshop:
    """A copy; `root` is its folder, `python` its interpreter."""

    def __init__(self, root: Path) -> None:
        """Make the copy, or bring it up to date."""
        self.root = root
        self.python = root / ".venv" / "bin" / "python"
        self._clock = 1_000_000_000  # of the files, see `write`
        self.changed = self._copy()
        if not self.python.exists():
            self._environment()
        self.extensions = (
            Extension(root, self.python, "native", "native/_engine", ("-Inative",)),
            Extension(root, self.python, "arbiter/host", "arbiter/host/_launch", ("-Iarbiter/host",)),
        )
        for extension in self.extensions:
            extension.build()

    def _copy(self) -> bool:
        """Copy what is in the checkout and git does not ignore; tell whether anything was not as it was."""
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=HOUSE,
            capture_output=True,
            check=True,
        ).stdout
        names = {name for name in os.fsdecode(listed).split("\0") if name and (HOUSE / name).is_file()}
        note = self.root / "build" / "copied"
        before = set(note.read_text("utf-8").split("\n")) - {""} if note.exists() else set()
        changed = names != before
        for name in before - names:
            (self.root / name).unlink(missing_ok=True)
        for name in sorted(names):
            source, target = HOUSE / name, self.root / name
            if not target.exists() or source.read_bytes() != target.read_bytes():
                target.parent.mkdir(parents=True, exist_ok=True)
                self.write(target, source.read_bytes())
                target.chmod(source.stat().st_mode)
                changed = True
        note.parent.mkdir(parents=True, exist_ok=True)
        note.write_text("\n".join(sorted(names)), "utf-8")
        return changed

    def _environment(self) -> None:
        folder = self.root / ".venv"
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
        (packages,) = folder.glob("lib/*/site-packages")
        (packages / "copy.pth").write_text(f"{self.root}\n{sysconfig.get_path('purelib')}\n", "utf-8")
        # What says that an environment has our commands, which see our bots in the sandbox.
        (installed,) = Path(sysconfig.get_path("purelib")).glob("arbitro-*.dist-info")
        (packages / installed.name).mkdir()
        for name in ("METADATA", "entry_points.txt"):
            shutil.copy(installed / name, packages / installed.name)
        project = tomllib.loads((self.root / "pyproject.toml").read_text("utf-8"))["project"]
        for name, place in project["scripts"].items():
            module, _, function = place.partition(":")
            script = folder / "bin" / name
            script.write_text(SCRIPT.format(python=self.python, module=module, function=function), "utf-8")
            script.chmod(0o755)

    def write(self, path: Path, content: bytes) -> None:
        """Write a file of the copy, with a time that none of its versions had."""
        path.write_bytes(content)
        mark = self.root / "build" / "clock"
        mark.parent.mkdir(parents=True, exist_ok=True)
        if mark.exists():
            self._clock = int(mark.read_text())
        self._clock += 1
        mark.write_text(str(self._clock))
        os.utime(path, (self._clock, self._clock))

    @contextlib.contextmanager
    def planted(self, mutant: Mutant) -> Iterator[None]:
        """Plant a fault, and take it out again."""
        path = self.root / mutant.file
        source = path.read_bytes()
        self.write(path, mutant.planted(source))
        try:
            yield
        finally:
            self.write(path, source)

    def extension_of(self, file: str) -> Extension | None:
        """Give the extension that a source in C belongs to."""
        return next((e for e in self.extensions if file.endswith((".c", ".h")) and file.startswith(e.folder)), None)
