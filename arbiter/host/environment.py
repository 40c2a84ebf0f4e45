"""The environment of programs: nothing that is secret, and nothing that differs from run to run."""

from __future__ import annotations

import functools
import os
from collections.abc import Iterable

PASSED = ("PATH", "HOME", "LANG", "TZ", "TMPDIR")
"""What a program gets of the arbiter's own environment."""

Variables = tuple[tuple[str, str], ...]
"""Variables with their values."""


@functools.cache
def plain() -> dict[str, str]:
    """Give what every program gets; to be copied. To decode it anew for each game takes as long as ten moves."""
    return {name: os.environ[name] for name in PASSED if name in os.environ}


def settings(words: Iterable[str]) -> Variables:
    """Read variables, `NAME=VALUE`, or `NAME` for the arbiter's own value. Raises ValueError."""
    found = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not name or "\0" in word:
            raise ValueError(f"{word!r} is no variable; expected NAME=VALUE, or NAME to pass it on")
        if not equals and name not in os.environ:
            raise ValueError(f"{name!r} is not set; expected NAME=VALUE, or the name of a variable that is")
        found[name] = value if equals else os.environ[name]
    return tuple(found.items())
