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

from arbiter.games.contract import Frame, Game
from arbiter.host.visible import visible, visible_text
from arbiter.pages.compiled import Beside
from arbiter.pages.engine import carried
from arbiter.pages.pictures import Pictures
from arbiter.pages.summary import leader, summarise
from arbiter.pages.text import coded, duration, memory, number
from arbiter.pages.trend import trend
from arbiter.pages.verdicts import ReviewView, amount, label, link, loss_text, short
from arbiter.play.record import GameRecord, MatchRecord


def render(
    match: MatchRecord, game: Game, verbose: bool, *, engine: bool = False, review: ReviewView | None = None
) -> str:
    """Make the page of a match: the final position of each game, or with `verbose` all of them and a replay.

    Of a game that has no drawing, or a record that cannot be drawn, it shows the moves. With `engine` it carries that
    of the game, if there is one, and with a `review` where games were lost.
    """
    js = source("replay.js") + source("page.js")
    return fill(
        "page.html",
        game,
        "",
        js,
        engine=engine,
        review=review,
        match=match,
        verbose=verbose,
        players=summarise(match),
        leader=leader(match),
        cards=(_Card.of(record, game, verbose) for record in match.records),
    )


def fill(
    template: str,
    game: Game,
    css: str,
    js: str,
    *,
    engine: bool = False,
    review: ReviewView | None = None,
    **values: object,
) -> str:
    """Make a page of a game, with looks of its own, a script, perhaps an engine; nothing else runs or loads there."""
    looks, symbols = (game.drawing.css, game.drawing.symbols) if game.drawing else ("", "")
    css = source("page.css") + looks + css + (source("review.css") if review else "")
    values["review"] = review
    values["engine"] = carried(game, source("worker.js")) if engine and game.engine else None
    js += source("engine.js") if values["engine"] else ""
    policy = content_policy(css, js, engine=bool(values["engine"]))
    values |= {"css": Markup(css), "js": Markup(js), "csp": policy, "symbols": Markup(symbols)}
    return environment().get_template(template).render(game=game, **values)


@dataclasses.dataclass(frozen=True, slots=True)
class _Card:
    """What the template shows of one game; without frames its moves, and if something went wrong, a note."""

    record: GameRecord
    frames: list[Frame]
    winner: int | None
    forfeit: bool
    ending: str
    note: str
    trend: Markup

    @classmethod
    def of(cls, record: GameRecord, game: Game, verbose: bool) -> _Card:
        pictures = Pictures(game, record)
        frames = pictures.frames(every=verbose)
        forfeit = record.offender is not None
        points = [frame.points for frame in frames if frame.points]
        return cls(
            record=record,
            frames=frames,
            winner=record.winner(),
            forfeit=forfeit,
            ending=record.reason if forfeit else pictures.ending(),
            note=pictures.note,
            trend=trend(points, record.first) if points else Markup(""),
        )


def content_policy(css: str, js: str, *, engine: bool = False) -> str:
    """Give the content security policy of a page with these two texts and nothing else, but for an engine."""
    runs = f"{_hash(js)} 'wasm-unsafe-eval'; worker-src blob:" if engine else _hash(js)
    return f"default-src 'none'; style-src {_hash(css)}; script-src {runs}; base-uri 'none'; form-action 'none'"


@cache
def environment() -> jinja2.Environment:
    """Give the template engine of all pages."""
    found = jinja2.Environment(
        loader=jinja2.PackageLoader("arbiter.pages"),
        bytecode_cache=Beside(),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    texts = {"visible": visible, "visible_text": visible_text, "coded": coded}
    found.globals.update(amount=amount, loss_text=loss_text, link=link, label=label, short=short)
    found.filters.update(**texts, duration=duration, memory=memory, number=number)
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
