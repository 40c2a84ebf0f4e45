"""What lies where in a picture, read out of its drawing in one question: each costs as much as a step of a replay."""

from __future__ import annotations

from selenium.webdriver.remote.webelement import WebElement

LINES = """
    const lines = [...arguments[0].querySelectorAll("polyline")];
    return lines.map((line) => [line.classList[0], line.getAttribute("points")]);
"""


def points(picture: WebElement) -> dict[str, list[tuple[int, int]]]:
    """Give the points of all lines by their class, each as column and row."""
    found: dict[str, list[tuple[int, int]]] = {}
    for name, written in picture.parent.execute_script(LINES, picture):
        numbers = [int(number) for number in (written or "").split()]
        found.setdefault(name, []).extend(zip(numbers[::2], numbers[1::2], strict=True))
    return found
