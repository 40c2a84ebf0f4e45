"""The environment of programs: nothing that is secret, and nothing that differs from run to run."""

from __future__ import annotations

import functools
import os

PASSED = ("PATH", "HOME", "LANG", "TZ", "TMPDIR")
"""What a program gets of the arbiter's own environment."""

Variables = tuple[tuple[str, str], ...]
"""Variables with their values."""


@functools.cache
def plain() -> dict[str, str]:
    """Give what every program gets; to be copied. To decode it anew for each game takes as long as ten moves."""
    return {name: os.environ[name] for name in PASSED if name in os.environ}
