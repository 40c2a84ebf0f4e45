"""The page of an examination: one self-contained HTML file, made from its report only."""

from __future__ import annotations

from arbiter.check.report import Report, Status
from arbiter.games.contract import Game
from arbiter.pages.page import fill, source

CLASSES = {Status.PASSED: "passed", Status.FAILED: "failed", Status.NOT_REACHED: "unreached"}


def render(report: Report, game: Game) -> str:
    """Make the page."""
    return fill("check.html", game, source("check.css"), "", report=report, Status=Status, classes=CLASSES)
