"""The page of an examination: one self-contained HTML file, made from its report only."""

from __future__ import annotations

from markupsafe import Markup

from arbiter.games.dialogues import Report, Status
from arbiter.pages.page import DRAWINGS, content_policy, environment, source

CLASSES = {Status.PASSED: "passed", Status.FAILED: "failed", Status.NOT_REACHED: "unreached"}


def render(report: Report) -> str:
    """Make the page."""
    css = source("page.css") + source("check.css")
    template = environment().get_template("check.html")
    return template.render(
        report=report,
        drawing=DRAWINGS[report.game],
        Status=Status,
        classes=CLASSES,
        css=Markup(css),
        js="",
        csp=content_policy(css, ""),
    )
