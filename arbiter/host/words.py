"""Words of a command line, read: for `argparse`, whose errors they raise."""

from __future__ import annotations

import argparse
import math


def positive_integer(text: str) -> int:
    """Read a whole number above zero."""
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a positive integer")
    return int(text)


def whole_number(text: str) -> int:
    """Read a whole number, zero included."""
    if not text.isascii() or not text.isdigit():
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from zero")
    return int(text)


def seconds(text: str) -> float:
    """Read a time above zero."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 < value < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} is not a positive number of seconds")
    return value
