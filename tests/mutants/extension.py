"""An extension in C, built object by object, so that a fault costs an object and a link: at -O1, which compiles in a
fifth of the time, and the same objects serve the self-tests.
"""

from __future__ import annotations

import shutil
import subprocess
import sysconfig
from pathlib import Path

STRICT = ("-w", "-Werror=int-conversion", "-Werror=incompatible-pointer-types")
FLAGS = ("-std=c11", "-O1", "-fPIC", "-fvisibility=hidden", *STRICT)
SANITIZED = ("-std=c11", "-O1", *STRICT, "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
EMIT = """
import sys
from {package}.build import ffibuilder
ffibuilder.emit_c_code("build/wrapper.c")
"""


class CompileError(Exception):
    """The fault is none that a compiler lets pass."""


class Extension:
    """One shared object, and the self-tests that are linked with the same objects."""

    def __init__(self, root: Path, python: Path, folder: str, target: str, include: tuple[str, ...]) -> None:
        """Name it; `build` builds it."""
        self.folder = f"{folder}/"
        self._root, self._python, self._package = root, python, folder.replace("/", ".")
        self._target = root / f"{target}.abi3.so"
        self._home = root / "build" / self._package
        self._include = (*include, f"-I{sysconfig.get_path('include')}")
        pattern = "*/*.c" if folder == "native" else "*.c"
        self._sources = sorted(str(path.relative_to(root)) for path in (root / folder).glob(pattern))
        self._selftests = sorted(str(path.relative_to(root)) for path in (root / "tests" / folder).glob("selftest*.c"))
        self._needs: dict[str, set[str]] = {}

    def build(self) -> None:
        """Build everything without a fault, if it is not so built already."""
        self._home.mkdir(parents=True, exist_ok=True)
        for path in self._home.glob("*.faulty*.o"):
            path.unlink()
        self._run([self._python, "-c", EMIT.format(package=self._package)])
        wrapper = f"build/{self._package}/wrapper.c"
        made = self._root / "build" / "wrapper.c"
        if not (self._root / wrapper).exists() or (self._root / wrapper).read_bytes() != made.read_bytes():
            made.replace(self._root / wrapper)
        self._wrapper = wrapper
        for source in (*self._sources, wrapper, *self._selftests):
            self._needs[source] = self._read_needs(source)
            self._fresh(source, "plain", FLAGS)
        self._link([self._object(source, "plain") for source in (*self._sources, wrapper)], self._target)
        shutil.copy(self._target, self._home / "faultless.so")

    def rebuild(self, file: str) -> bool:
        """Build with the fault in `file`; False if the same code comes out. Raises CompileError."""
        changed = False
        for source in self._users(file):
            self._compile(source, self._object(source, "faulty"), FLAGS)
            same = self._object(source, "faulty").read_bytes() == self._object(source, "plain").read_bytes()
            changed |= not same
        if changed:
            self._link(self._objects((*self._sources, self._wrapper), "plain"), self._target)
        return changed

    def restore(self) -> None:
        """Have the faultless build again."""
        for path in self._home.glob("*.faulty*.o"):
            path.unlink()
        shutil.copy(self._home / "faultless.so", self._target.with_suffix(".new"))
        self._target.with_suffix(".new").replace(self._target)

    def selftest(self, name: str, sanitized: bool = False) -> Path:
        """Link a self-test with the objects as they are, those with the fault among them."""
        kind, flags = ("sanitized", SANITIZED) if sanitized else ("plain", FLAGS)
        source = f"tests/{self.folder}{name}.c"
        if sanitized:
            for other in (*self._sources, source):
                if self._object(other, "faulty").exists():
                    self._compile(other, self._object(other, "faulty-sanitized"), flags)
                else:
                    self._fresh(other, kind, flags)
        program = self._home / f"{name}-{kind}"
        objects = self._objects((*self._sources, source), kind)
        more = ("-fsanitize=address,undefined",) if sanitized else ()
        self._run(["cc", *more, *objects, "-lm", "-pthread", "-o", program])
        return program

    # ---- objects ---------------------------------------------------------------------------------------------------

    def _users(self, file: str) -> list[str]:
        return [source for source, needed in self._needs.items() if file in needed]

    def _object(self, source: str, kind: str) -> Path:
        return self._home / f"{source.replace('/', '-')}.{kind}.o"

    def _objects(self, sources: tuple[str, ...], kind: str) -> list[Path]:
        faulty = "faulty" if kind == "plain" else "faulty-sanitized"
        both = [(self._object(source, faulty), self._object(source, kind)) for source in sources]
        return [first if first.exists() else second for first, second in both]

    def _fresh(self, source: str, kind: str, flags: tuple[str, ...]) -> None:
        target = self._object(source, kind)
        newest = max((self._root / name).stat().st_mtime for name in self._needs[source])
        stamp = target.with_suffix(".time")  # the copy's files have times of their own
        made = f"{newest} {' '.join(flags)}"
        if not target.exists() or not stamp.exists() or stamp.read_text() != made:
            self._compile(source, target, flags)
            stamp.write_text(made)

    def _compile(self, source: str, target: Path, flags: tuple[str, ...]) -> None:
        self._run(["cc", *flags, *self._include, "-c", source, "-o", target])

    def _link(self, objects: list[Path], target: Path) -> None:
        new = target.with_suffix(".new")
        self._run(["cc", "-shared", *objects, "-lm", "-pthread", "-o", new])
        new.replace(target)  # never into a file that a program runs

    def _read_needs(self, source: str) -> set[str]:
        rule = self._run(["cc", "-std=c11", *self._include, "-MM", source])
        return set(rule.partition(":")[2].replace("\\\n", " ").split())

    def _run(self, command: list[str | Path]) -> str:
        done = subprocess.run(command, cwd=self._root, capture_output=True, text=True, check=False)
        if done.returncode:
            raise CompileError(done.stderr)
        return done.stdout
