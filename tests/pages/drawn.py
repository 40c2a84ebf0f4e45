"""What lies where in a picture, read out of its drawing in one question: each costs as much as a step of a replay."""

from __future__ import annotations

import re

from selenium.webdriver.remote.webelement import WebElement

LINES = """
    const lines = [...arguments[0].querySelectorAll("polyline, path")];
    return lines.map((line) => [line.classList[0], line.getAttribute("points") ?? line.getAttribute("d")]);
"""
STEP = re.compile(r"h(\d+)|[ML]?(\d+) (\d+) ?")
"""To the right of the point before, or to a point."""


def points(picture: WebElement) -> dict[str, list[tuple[int, int]]]:
    """Give the points of all lines by their class, each as column and row."""
    found: dict[str, list[tuple[int, int]]] = {}
    for name, written in picture.parent.execute_script(LINES, picture):
        at = (0, 0)
        for right, x, y in STEP.findall(written or ""):
            at = (at[0] + int(right), at[1]) if right else (int(x), int(y))
            found.setdefault(name, []).append(at)
    return found
