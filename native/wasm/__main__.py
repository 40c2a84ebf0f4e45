"""Build the engines as WebAssembly, one module a game: `make wasm`, or `python -m native.wasm [--check]`.

Needs the compiler of the package `ziglang` in the version that stands below, so that every machine makes the same
bytes. Only who changes an engine needs it: the modules are part of the project, and `--check` compares them with what
is built anew.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import re
import subprocess
import sys
import tempfile
from pathlib import Path

COMPILER, VERSION = "ziglang", "0.17.1"
HERE = Path(__file__).parent
NATIVE = HERE.parent
BOARD_GAMES = ("ataxx", "dama", "othello")
GAMES = (*BOARD_GAMES, "domino")
STACK_BYTES = 1 << 20
"""Of the deepest search: 128 plies with a list of moves each."""


def main() -> int:
    """Build, or compare; exit status 1 if a module is not what its sources make, 2 without compiler."""
    parser = argparse.ArgumentParser(prog="python -m native.wasm", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing: say whether the modules are up to date")
    parser.add_argument("--compiler", action="store_true", help="print the package of the compiler, as pip takes it")
    given = parser.parse_args()
    if given.compiler:
        print(f"{COMPILER}=={VERSION}")
        return 0
    if missing := why_not():
        parser.exit(2, f"{parser.prog}: {missing}\n")
    differ = []
    for game in GAMES:
        try:
            built, path = build(game), HERE / f"{game}.wasm"
        except subprocess.CalledProcessError as error:  # the compiler has said why
            return error.returncode
        if given.check:
            if not path.exists() or path.read_bytes() != built:
                differ.append(path.name)
        else:
            path.write_bytes(built)
            print(f"{path.name}: {len(built)} bytes")
    for name in differ:
        print(f"native/wasm/{name} is not what its sources make; `make wasm` builds it", file=sys.stderr)
    return 1 if differ else 0


def why_not() -> str:
    """Say why nothing can be built here, "" if it can."""
    try:
        found = importlib.metadata.version(COMPILER)
    except importlib.metadata.PackageNotFoundError:
        return f"the compiler is missing: pip install {COMPILER}=={VERSION}"
    return "" if found == VERSION else f"{COMPILER} {found} is installed, the modules are built with {VERSION}"


def build(game: str) -> bytes:
    """Compile the module of a game. Raises CalledProcessError."""
    page = HERE / "page"
    own = sorted([*(NATIVE / "common").glob("*.c"), *(NATIVE / game).glob("*.c")])
    sources = [*own, page / "text.c", page / f"{game}.c", *([page / "board.c"] if game in BOARD_GAMES else [])]
    exports = re.findall(r"\b(page_\w+)\(", (page / "page.h").read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        module = Path(folder) / f"{game}.wasm"
        command = [
            *(sys.executable, "-m", COMPILER, "cc", "-target", "wasm32-wasi", "-mexec-model=reactor"),
            *("-std=c11", "-O3", "-msimd128", "-DNDEBUG", "-D_WASI_EMULATED_MMAN", "-fvisibility=hidden"),
            *("-ffunction-sections", "-fdata-sections", "-Wl,--gc-sections", "-s", f"-Wl,-z,stack-size={STACK_BYTES}"),
            *(f"-Wl,--export={name}" for name in exports),
            *("-I", ".", "-I", "wasm/page", "-o", str(module)),
            *(str(path.relative_to(NATIVE)) for path in sources),
        ]
        subprocess.run(command, check=True, cwd=NATIVE)
        return module.read_bytes()


if __name__ == "__main__":
    sys.exit(main())
