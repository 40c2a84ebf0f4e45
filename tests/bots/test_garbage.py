"""Garbage is not looked for while a program is imported, nor in what that made; afterwards it is."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = """
import gc, sys, types

class Program(types.ModuleType):
    @property
    def main(self):
        return lambda: print(gc.isenabled(), bool(gc.get_freeze_count())) or 0

sys.modules["{module}"] = Program("{module}")
"""


@pytest.mark.parametrize(
    ("module", "start"),
    [
        ("bots.program", "from bots import run\nrun('bots.program')"),
        ("arbiter.cli", "from arbiter.__main__ import main\nmain()"),
    ],
)
def test_garbage_is_looked_for_but_not_among_what_was_imported(module: str, start: str) -> None:
    code = PROGRAM.format(module=module) + start
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout == "True True\n", done.stderr
