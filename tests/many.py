"""How often tests repeat themselves that nobody has the patience for: `python -m tests.evidence many` has."""

from __future__ import annotations

import os

PATIENT = "MANY"
"""The environment variable that says so."""


def many(whole: int, usual: int) -> int:
    """Give how often: as often as is promised, or as often as `make test-long` does."""
    return whole if os.environ.get(PATIENT) else usual
