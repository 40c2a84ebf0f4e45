"""Helpers: the arbiter as another, ordinary user runs it."""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path

import pytest

HOUSE = Path(__file__).parent.parent.parent
NOBODY = "65534"
SETPRIV = ("--reuid", NOBODY, "--regid", NOBODY, "--clear-groups", "--inh-caps=-all", "--bounding-set=-all")


@functools.cache
def _python(before: Sequence[str]) -> tuple[str, ...] | None:
    """Find words that begin a Python which that user may run and which finds the product; None if there is none."""
    paths = f"PYTHONPATH={HOUSE}:{sysconfig.get_path('purelib')}"
    for python in (sys.executable, "/usr/bin/python3"):
        words = (*before, "env", paths, "PYTHONDONTWRITEBYTECODE=1", python)
        done = subprocess.run([*words, "-P", "-c", "import arbiter.cli"], check=False, capture_output=True, cwd="/")
        if done.returncode == 0:
            return words
    return None


def ordinary_user() -> tuple[str, ...]:
    """Give words before `-m arbiter` with which no superuser runs it, or skip the test."""
    if os.geteuid() != 0:
        return (sys.executable,)
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        pytest.skip("setpriv, with which the superuser becomes another user, is not here")
    found = _python((setpriv, *SETPRIV))
    if found is None:
        pytest.skip("an ordinary user may read neither this Python nor one that finds the product")
    return found
