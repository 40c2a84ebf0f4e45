"""What nobody has the patience for is tried less often: by `make test` some of it, by `make test-long` more, and by
`python -m tests.evidence many` as often as is promised.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

import pytest

PATIENT = "MANY"
"""The environment variable that says that there is patience."""


def many(whole: int, usual: int) -> int:
    """Give how often: as often as is promised, or as often as `make test-long` does."""
    return whole if os.environ.get(PATIENT) else usual


def each(nth: int, whole: Iterable[Any], *, long: int = 1) -> list[Any]:
    """Give all parameters of a test: only each `nth`, from the first on, is tried by `make test`, and of the others
    each `long`th by `make test-long`.
    """
    parts = [one if isinstance(one, tuple) else (one,) for one in whole]
    others = [at for at in range(len(parts)) if at % nth]
    left = set(others) - set(others[:: many(1, long)])
    marks = [pytest.mark.long]
    return [pytest.param(*one, marks=marks if at % nth else []) for at, one in enumerate(parts) if at not in left]


def share_of(names: Iterable[str], share: str) -> set[str]:
    """Give the names of a share, N/M: the Nth of M that have all of them together, and none of them twice.

    Raises ValueError.
    """
    nth, _, of = share.partition("/")
    if not (nth.isdecimal() and of.isdecimal() and 1 <= int(nth) <= int(of)):
        raise ValueError(f"expected N/M, 1/M to M/M, found {share!r}")
    return set(sorted(set(names))[int(nth) - 1 :: int(of)])
