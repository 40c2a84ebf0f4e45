"""Proof numbers come back from the table as they were, or a little larger: never smaller."""

from __future__ import annotations

import subprocess
from pathlib import Path

HOUSE = Path(__file__).parent.parent.parent


def test_proof_numbers_come_back_from_the_table_no_smaller_and_hardly_larger(tmp_path: Path) -> None:
    program, sources = tmp_path / "numbers", (HOUSE / "tests/native/proof_numbers.c", HOUSE / "native/common/engine.c")
    folders = ("-I", HOUSE / "native", "-I", HOUSE / "tests/native")
    subprocess.run(["cc", "-std=c11", "-O1", "-w", *folders, *sources, "-o", program], check=True)
    subprocess.run([program], check=True)
