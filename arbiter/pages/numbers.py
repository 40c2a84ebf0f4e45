"""Numbers and times as texts: in pages of thousands of games two characters a move where JSON takes five."""

from __future__ import annotations

from collections.abc import Iterable

DIGITS = "".join(char for char in map(chr, range(32, 127)) if char not in '"\\<>&')
"""What stands as itself in JSON, and in a script."""
BASE = len(DIGITS)
ONES, TWOS, THREES = 45, 35, 9
"""How many digits begin a number of one, two or three digits; the one that is left begins one of four."""
NUMBERS = {"digits": DIGITS, "first": (ONES, TWOS, THREES)}
"""What templates/packed.js must know."""


def packed(number: int) -> str:
    """Write a number: the first digit tells how many follow."""
    digits, first, room = "", 0, ONES
    for count, more in ((0, ONES), (1, TWOS), (2, THREES), (3, 1)):
        room = more * BASE**count
        if number < room:
            for _ in range(count):
                number, digit = divmod(number, BASE)
                digits = DIGITS[digit] + digits
            return DIGITS[first + number] + digits
        number -= room
        first += more
    raise ValueError("a page cannot hold so many different moves")


def packed_times(seconds: Iterable[float]) -> str:
    """Write times in microseconds, with three figures: as many numbers, up to 0.46 s of two digits."""
    return "".join([packed(_code(round(1e6 * time))) for time in seconds])


def _code(microseconds: int) -> int:
    """Give a number with three figures its place among all such numbers."""
    if microseconds < 1000:
        return microseconds
    figures, _, power = f"{microseconds:.2e}".partition("e")
    return round(100 * float(figures)) + 900 * (int(power) - 2)
