"""Helpers: the arbiter as another, ordinary user runs it."""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
import sys
import sysconfig
import traceback
from collections.abc import Callable, Sequence
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


def as_ordinary_user(does: Callable[[], None]) -> int:
    """Start a copy of this process that is no superuser's and does something; give its process id."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            if os.geteuid() == 0:
                os.setgroups([])
                os.setresgid(int(NOBODY), int(NOBODY), int(NOBODY))
                os.setresuid(int(NOBODY), int(NOBODY), int(NOBODY))
            os.chdir("/")
            does()
            status = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(status)
    return child


def succeeds(child: int) -> bool:
    """Tell whether such a copy has done what it was to do."""
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
