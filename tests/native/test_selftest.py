"""The engines' self-tests in C, under valgrind where that is installed: no invalid access, no leak."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

HOUSE = Path(__file__).parent.parent.parent
HANG_S = 600.0
"""A guard, not a measure."""


SELFTESTS = sorted(path.stem for path in Path(__file__).parent.glob("selftest*.c"))


CC = ("cc", "-std=c11", "-O1", "-g", "-I", HOUSE / "native")


@pytest.fixture(scope="module")
def engines(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Compile the engines, which every self-test is linked with."""
    folder = tmp_path_factory.mktemp("engines")
    for room in {source.parent for source in (HOUSE / "native").glob("*/*.c")}:  # two may have files of one name
        (folder / room.name).mkdir()
        subprocess.run([*CC, "-c", *room.glob("*.c")], cwd=folder / room.name, check=True)
    return sorted(folder.glob("*/*.o"))


@pytest.fixture(scope="module", params=SELFTESTS)
def selftest(request: pytest.FixtureRequest, engines: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build it with every engine."""
    program = tmp_path_factory.mktemp("selftest") / str(request.param)
    subprocess.run(
        [*CC, HOUSE / f"tests/native/{request.param}.c", *engines, "-lm", "-pthread", "-o", program], check=True
    )
    return program


def run(*command: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=HOUSE, capture_output=True, text=True, timeout=HANG_S, check=False)


@pytest.mark.long
def test_the_selftest_passes(selftest: Path) -> None:
    done = run(selftest, "small")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{selftest.name}: passed\n", "")


@pytest.mark.skipif(shutil.which("valgrind") is None, reason="valgrind is not installed")
@pytest.mark.long
def test_valgrind_finds_nothing(selftest: Path) -> None:
    tool = ("valgrind", "--quiet", "--error-exitcode=99", "--leak-check=full", "--show-leak-kinds=all")
    done = run(*tool, selftest, "small")
    assert (done.returncode, done.stdout) == (0, f"{selftest.name}: passed\n"), done.stderr
