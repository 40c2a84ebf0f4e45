"""The page of a match: one self-contained HTML file, made from records only.

Players' programs are strangers: whatever they wrote goes through `visible` and the template engine's escaping, and a
content security policy lets nothing run or load but the two texts whose hashes it holds.
"""

from __future__ import annotations

import base64
import dataclasses
import hashlib
from functools import cache

import jinja2
from markupsafe import Markup

from arbiter.games.ataxx import drawing as ataxx
from arbiter.games.dama import drawing as dama
from arbiter.games.domino import drawing as domino
from arbiter.games.othello import drawing as othello
from arbiter.host.visible import visible, visible_text
from arbiter.pages.drawing import Drawing, Frame
from arbiter.pages.summary import leader, summarise
from arbiter.pages.text import duration, memory, number
from arbiter.pages.trend import trend
from arbiter.play.record import GameRecord, MatchRecord

DRAWINGS: dict[str, Drawing] = {
    drawing.name: drawing for drawing in (ataxx.DRAWING, dama.DRAWING, domino.DRAWING, othello.DRAWING)
}


def render(match: MatchRecord, verbose: bool) -> str:
    """Make the page of a match: the final position of each game, or with `verbose` all of them and a replay.

    A record that the law of its game does not allow is a ValueError.
    """
    drawing = DRAWINGS[match.game]
    css = source("page.css") + source(f"{drawing.name}/board.css")
    js = source("replay.js") + source("page.js")
    template = environment().get_template("page.html")
    return template.render(
        match=match,
        drawing=drawing,
        verbose=verbose,
        players=summarise(match),
        leader=leader(match),
        cards=(_Card.of(record, drawing, verbose) for record in match.records),
        css=Markup(css),
        js=Markup(js),
        csp=content_policy(css, js),
    )


@dataclasses.dataclass(frozen=True, slots=True)
class _Card:
    """What the template shows of one game."""

    record: GameRecord
    frames: list[Frame]
    winner: int | None
    forfeit: bool
    ending: str
    trend: Markup

    @classmethod
    def of(cls, record: GameRecord, drawing: Drawing, verbose: bool) -> _Card:
        frames = drawing.frames(record, verbose)
        forfeit = record.offender is not None
        return cls(
            record=record,
            frames=frames,
            winner=record.winner(),
            forfeit=forfeit,
            ending=record.reason if forfeit else visible_text(drawing.last_words(record)),
            trend=trend([frame.points for frame in frames], record.first),
        )


def content_policy(css: str, js: str) -> str:
    """Give the content security policy of a page with these two texts and nothing else."""
    return f"default-src 'none'; style-src {_hash(css)}; script-src {_hash(js)}; base-uri 'none'; form-action 'none'"


@cache
def environment() -> jinja2.Environment:
    """Give the template engine of all pages."""
    found = jinja2.Environment(
        loader=jinja2.ChoiceLoader([jinja2.PackageLoader("arbiter.pages"), jinja2.PackageLoader("arbiter.games", ".")]),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    found.filters.update(visible=visible, visible_text=visible_text, duration=duration, memory=memory, number=number)
    return found


@cache
def source(name: str) -> str:
    """Read a static text of a page."""
    loader = environment().loader
    assert loader
    return loader.get_source(environment(), name)[0]


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode('ascii')}'"
