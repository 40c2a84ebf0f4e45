"""A page of the site: where it lies, its head with the ways to the others, and its one style."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any, NamedTuple

import jinja2

from arbiter.games.contract import Game
from arbiter.pages import page

HERE = Path(__file__).parent / "templates"
SHARED = ("dom.js", "choices.js")
"""The scripts of the arbiter's pages that every page of the site has."""


class Way(NamedTuple):
    """A way from every page: what it is called, and where it leads from the top of the site."""

    name: str
    to: str


WAYS = (
    Way("Play", "play/othello.html"),
    Way("Solved", "solved/black.html"),
    Way("Examples", "examples/index.html"),
    Way("Documents", "docs/index.html"),
)


@functools.cache
def environment() -> jinja2.Environment:
    """Give the template engine of the site: its own templates, and those of the arbiter's pages."""
    shared = page.environment()
    assert shared.loader
    loader = jinja2.ChoiceLoader([jinja2.FileSystemLoader(HERE), shared.loader])
    return shared.overlay(loader=loader, bytecode_cache=None)


def source(name: str) -> str:
    """Read a static text of the site."""
    return (HERE / name).read_text("utf-8")


def words(to: str, title: str) -> dict[str, object]:
    """Give what the head of a page needs that lies at `to` in the site."""
    section = next((way.name for way in WAYS if Path(to).parts[0] == Path(way.to).parts[0]), "")
    return {"up": "../" * to.count("/"), "to": to, "page_title": title, "ways": WAYS, "section": section}


def plain(template: str, to: str, title: str, **values: object) -> str:
    """Make a page without a game."""
    css = page.source("page.css") + source("site.css")
    js = source("kept.js") + "".join(map(page.source, SHARED))
    head = {**words(to, title), "engine": None, "symbols": ""}
    return page.finish(environment(), template, css, js, values | head, images=True)


def of_game(template: str, to: str, title: str, game: Game, js: tuple[str, ...], **values: Any) -> str:
    """Make a page with a game, its engine, a replay, and scripts of the site."""
    scripts = source("kept.js") + page.script() + "".join(map(source, js))
    values |= words(to, title)
    return page.fill(template, game, source("site.css"), scripts, engine=True, templates=environment(), **values)
