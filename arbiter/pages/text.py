"""Numbers as a reader wants them. A value and its unit stay on one line."""

from __future__ import annotations

from markupsafe import Markup

NBSP = "\N{NO-BREAK SPACE}"


def number(value: int) -> str:
    """Write a whole number with its thousands apart."""
    return f"{value:,}"


def duration(seconds: float) -> str:
    """Write a time with three figures or less and the unit that suits it."""
    if seconds == 0:
        return f"0{NBSP}s"
    if seconds < 0.0009995:
        return f"{seconds * 1e6:.0f}{NBSP}\N{MICRO SIGN}s"
    if seconds < 0.9995:
        return f"{seconds * 1e3:.{1 if seconds < 0.00995 else 0}f}{NBSP}ms"
    if seconds < 59.95:
        return f"{seconds:.{2 if seconds < 9.995 else 1}f}{NBSP}s"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}{NBSP}h {minutes:02d}{NBSP}min" if hours else f"{minutes}{NBSP}min {rest:02d}{NBSP}s"


def memory(mib: float) -> str:
    """Write MiB, or a dash where nothing was measured."""
    return f"{mib:.{1 if mib < 9.95 else 0}f}{NBSP}MiB" if mib else "\N{EN DASH}"


def coded(text: str) -> Markup:
    """Write a sentence in which code stands between backticks."""
    parts = text.split("`")
    return Markup("").join(Markup("<code>{}</code>").format(p) if at % 2 else p for at, p in enumerate(parts))
