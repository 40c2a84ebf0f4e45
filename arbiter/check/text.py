"""The results as text, one line an examination, and below a failure what is wrong."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from arbiter.check.report import Report, Result, Status
from arbiter.games.dialogues import Event, Finding
from arbiter.host.visible import visible_text

EVENTS_SHOWN = 10
"""How many events of the end of a dialogue are shown."""
BYTES_SHOWN = 160
"""And bytes of the end of each; the page has more."""
STATUS_WIDTH = 13
INDENT = " " * (STATUS_WIDTH + 4)


def lines(number: int, result: Result, width: int) -> Iterator[str]:
    """Give the lines of a result; sentences are wrapped at `width` characters, bytes are not."""
    why = f" ({result.why})" if result.why else ""
    yield f"{result.status.value:<{STATUS_WIDTH}}{number:2}  {result.name}{why}"
    if result.finding:
        yield from _finding(result.finding, width)
        yield ""


def _finding(finding: Finding, width: int) -> Iterator[str]:
    yield from _wrapped(finding.sentence, width)
    demand = finding.demand
    yield from _wrapped(f'The protocol: "{demand.text}" ({demand.document}, "{demand.section}")', width)
    shown = finding.events[-EVENTS_SHOWN:]
    if shown:
        yield ""
    if len(shown) < len(finding.events):
        yield f"{INDENT}  ... {len(finding.events) - len(shown)} events before"
    for event in shown:
        yield f"{INDENT}{told(event)}"
    for title, text in (("position:", finding.board), ("standard error ends with:", finding.stderr)):
        if text:
            yield f"{INDENT}{title}"
            yield from (f"{INDENT}  {visible_text(line)}" for line in text.splitlines())


def told(event: Event) -> str:
    """Write an event: when, what, and the bytes."""
    pieces = f"  (in {event.pieces} pieces)" if event.pieces > 1 else ""
    cut = event.data[-BYTES_SHOWN:]
    before = f"({len(event.data) - len(cut)} bytes, then) " if len(cut) < len(event.data) else ""
    return f"{event.at_s:8.3f} s  {event.what:<8}  {before}{visible_text(cut)}{pieces}".rstrip()


def _wrapped(text: str, width: int) -> list[str]:
    return textwrap.wrap(
        text, width, initial_indent=INDENT, subsequent_indent=INDENT, break_long_words=False, break_on_hyphens=False
    )


def summary(report: Report) -> str:
    """Say in one line how it went."""
    counts = [f"{report.count(status)} {status.value.lower()}" for status in Status if report.count(status)]
    return f"{len(report.results)} examinations: {', '.join(counts)}"
