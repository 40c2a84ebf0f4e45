"""Small charts as SVG: where many values lie, player by player, and what an interval covers."""

from __future__ import annotations

import dataclasses
import math
import re
import statistics
from collections.abc import Callable, Sequence

from markupsafe import Markup

WIDTH, STRIP = 400, 160
BOX = Markup(
    '<svg class="box-plot" viewBox="0 0 {width} 16" preserveAspectRatio="none" role="img"><title>{title}</title>'
    '<path class="tick" d="{ticks}"/><path class="whisker" d="M{low} 8H{high}"/>'
    '<rect class="box" x="{q1}" y="2" width="{between}" height="12"/><path class="median" d="M{median} 2v12"/></svg>'
)
INTERVAL = Markup(
    '<svg class="interval" viewBox="0 0 {width} 12" preserveAspectRatio="none" aria-hidden="true">'
    '<path class="tick" d="{ticks}"/><path class="whisker" d="M{low} 6H{high}"/>'
    '<path class="median" d="M{value} 2v8"/></svg>'
)


@dataclasses.dataclass(frozen=True, slots=True)
class Spread:
    """Where values lie: least, quartiles, most, and how many they are."""

    least: float
    lower: float
    median: float
    upper: float
    most: float
    count: int

    @classmethod
    def of(cls, values: Sequence[float]) -> Spread | None:
        """Give the spread of values, None without any."""
        if not values:
            return None
        if len(values) == 1:
            only = values[0]
            return cls(only, only, only, only, only, 1)
        lower, median, upper = statistics.quantiles(values, n=4, method="inclusive")
        return cls(min(values), lower, median, upper, max(values), len(values))


def boxes(
    spreads: Sequence[Spread | None], write: Callable[[float], str], floor: float
) -> tuple[list[Markup], list[str]]:
    """Draw a box for each spread on a common logarithmic scale: median, quartiles, extremes; and write its ticks.

    Ticks are the powers of ten, without decimals, evenly spaced from end to end. Nothing is below `floor`.
    """
    known = [spread for spread in spreads if spread]
    low = math.floor(math.log10(max(floor, min((s.least for s in known), default=1))))
    high = max(low + 1, math.ceil(math.log10(max(floor, max((s.most for s in known), default=1)))))

    def x(value: float) -> float:
        return round(WIDTH * (math.log10(max(floor, value)) - low) / (high - low), 1)

    powers = [10.0**power for power in range(low, high + 1)]
    ticks = "".join(f"M{x(power)} 0v16" for power in powers)
    shapes = [Markup("") if spread is None else _box(spread, x, write, ticks) for spread in spreads]
    return shapes, [re.sub(r"\.0+\b", "", write(power)) for power in powers]


def _box(s: Spread, x: Callable[[float], float], write: Callable[[float], str], ticks: str) -> Markup:
    return BOX.format(
        width=WIDTH,
        title=f"half from {write(s.lower)} to {write(s.upper)}, all from {write(s.least)} to {write(s.most)}",
        ticks=ticks,
        low=x(s.least),
        high=x(s.most),
        q1=x(s.lower),
        between=max(1, round(x(s.upper) - x(s.lower), 1)),
        median=x(s.median),
    )


def reach_of(most: float) -> int:
    """Give how far an axis goes to either side: 1, 2 or 5 times a power of ten, from ten on."""
    power = 1
    while True:
        power *= 10
        for reach in (power, 2 * power, 5 * power):
            if reach >= most:
                return reach


def interval(value: float, error: float, reach: float) -> Markup:
    """Draw a value with its error on a scale from minus to plus `reach`, with ticks at its ends and in the middle."""

    def x(at: float) -> float:
        return round(STRIP * (min(max(at / reach, -1), 1) + 1) / 2, 1)

    ticks = "".join(f"M{at} 0v12" for at in (0, STRIP / 2, STRIP))
    return INTERVAL.format(width=STRIP, ticks=ticks, low=x(value - error), high=x(value + error), value=x(value))
