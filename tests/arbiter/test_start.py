"""What a start of `arbiter` takes."""

from __future__ import annotations

import subprocess
import sys

import pytest

COUNTED = """
import atexit, gc, sys
from arbiter.__main__ import main
looks = []
gc.callbacks.append(lambda phase, about: looks.append(phase))
atexit.register(lambda: print(len(looks), file=sys.stderr))
sys.exit(main())
"""


@pytest.mark.parametrize("words", [["--version"], ["check", "--help"], ["league", "--help"]], ids=" ".join)
def test_no_time_of_a_start_goes_into_looking_for_garbage(words: list[str]) -> None:
    done = subprocess.run([sys.executable, "-c", COUNTED, *words], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "0\n")
    assert done.stdout
