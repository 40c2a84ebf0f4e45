"""Words of a command line, read: for `argparse`, whose errors they raise."""

from __future__ import annotations

import argparse
import math
import os
from collections.abc import Sequence
from decimal import Decimal

from arbiter.host.limits import Clock
from arbiter.host.paths import is_there


def command_parser(
    program: str, description: str, parents: Sequence[argparse.ArgumentParser] = ()
) -> argparse.ArgumentParser:
    """Make the parser of a command: its description stays as it is written, options are given by their whole names."""
    raw = argparse.RawDescriptionHelpFormatter
    return argparse.ArgumentParser(
        program, description=description, formatter_class=raw, allow_abbrev=False, parents=list(parents)
    )


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


def existing(text: str) -> str:
    """Read the name of a file or folder that is there."""
    if not is_there(text):
        raise argparse.ArgumentTypeError(f"there is no {text!r}")
    return text


def settings_of(text: str) -> tuple[tuple[str, str], ...]:
    """Read settings of a program, `NAME=VALUE`, or `NAME` for what is only to be done, separated by commas."""
    settings = []
    for word in text.split(","):
        name, _, value = (part.strip() for part in word.partition("="))
        if not name or not text.isprintable():
            raise argparse.ArgumentTypeError(f"{text!r} is not NAME=VALUE, or several, separated by commas")
        settings.append((name, value))
    return tuple(settings)


def variable(text: str) -> tuple[str, str]:
    """Read a variable of the environment, `NAME=VALUE`, or `NAME` for the arbiter's own value."""
    name, equals, value = text.partition("=")
    if not name or "\0" in text:
        raise argparse.ArgumentTypeError(f"{text!r} is no variable; expected NAME=VALUE, or NAME to pass it on")
    if not equals and name not in os.environ:
        raise argparse.ArgumentTypeError(f"{name!r} is not set; expected NAME=VALUE, or the name of a variable that is")
    return name, value if equals else os.environ[name]


def clock(text: str) -> Clock:
    """Read a clock: perhaps moves and `/`, seconds for a game or so many moves, and perhaps `+` and more for each."""
    moves, slash, rest = text.rpartition("/")
    start, plus, more = rest.partition("+")
    try:
        found = Clock(seconds(start), float(more) if plus else 0.0, positive_integer(moves) if slash else 0)
    except (argparse.ArgumentTypeError, ValueError):
        found = Clock(0.0, math.nan)
    if not 0 <= found.more_s < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} is not written as a clock is, such as 60, 60+0.1 or 40/60+0.1")
    return found


def digits(value: float) -> str:
    """Write a number so that `clock` and `seconds` read the same one back: in digits, as an exponent may have a +."""
    return f"{Decimal(repr(value)):f}"


def seconds(text: str) -> float:
    """Read a time above zero."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 < value < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} is not a positive number of seconds")
    return value
