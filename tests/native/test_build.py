"""The C extensions show the rest of the process nothing but how to load them."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

HOUSE = Path(__file__).parent.parent.parent


@pytest.mark.parametrize("name", ["native/_engine", "arbiter/host/_launch"])
def test_no_name_of_ours_can_be_taken_for_one_of_the_c_library(name: str) -> None:
    command: list[str | Path] = ["nm", "--dynamic", "--defined-only", "--format=posix", HOUSE / f"{name}.abi3.so"]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    names = {line.split()[0] for line in listed.splitlines()}
    assert {one for one in names if not one.startswith("_")} == {f"PyInit_{Path(name).name}"}
