"""The same of positions with 43 to 50 empty squares, where losses in discs are beyond the solver: does our bot throw
away a win or a draw that it has?
"""

from __future__ import annotations

from tests.evidence import verdicts
from tests.evidence.findings import Findings, Run

BAND = (43, 50)
ERRORS = {0.2: 1, 1.0: 0}
"""By time: how many are allowed."""


def measure(run: Run) -> Findings:
    """Judge positions of the earlier band."""
    return verdicts.summary(run, BAND, ERRORS)
