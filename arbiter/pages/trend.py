"""The course of a game as a small chart: who was ahead, and by how much, after each move."""

from __future__ import annotations

from markupsafe import Markup

SVG = Markup(
    '<svg class="trend" viewBox="0 {top} {width} {height}" preserveAspectRatio="none" aria-hidden="true">'
    '<path class="a" d="{above}"/><path class="b" d="{below}"/><path class="zero" d="M0 0h{width}"/>'
    '<path class="cursor" d="M.5 {top}v{height}"/></svg>'
)


def trend(points: list[tuple[int, int]], first: int) -> Markup:
    """Draw the margin of player A, one step a position: up where A is ahead, down where B is."""
    margins = [x - y if first == 0 else y - x for x, y in points]
    reach = max(4, *(abs(margin) for margin in margins), 0)
    return SVG.format(
        top=-reach,
        width=len(margins),
        height=2 * reach,
        above=_steps([min(0, -margin) for margin in margins]),
        below=_steps([max(0, -margin) for margin in margins]),
    )


def _steps(heights: list[int]) -> str:
    """Give the path of a row of bars that stand on zero."""
    return "M0 0" + "".join(f"V{height}h1" for height in heights) + "V0z"
