"""The pages of a server: a hall with all tables, and the page of a table, which is the same for all of a game."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import jinja2

from arbiter.games import catalogue
from arbiter.games.contract import Game
from arbiter.games.turns import PERSON
from arbiter.pages import page
from arbiter.pages.compact import script_json
from arbiter.pages.scenes import looks
from arbiter.play.table import cores

HERE = Path(__file__).parent / "templates"


@functools.cache
def environment() -> jinja2.Environment:
    """Give the template engine: templates of this room, and those of the arbiter's pages."""
    shared = page.environment()
    assert shared.loader
    loader = jinja2.ChoiceLoader([jinja2.FileSystemLoader(HERE), shared.loader])
    return shared.overlay(loader=loader, bytecode_cache=None)


@functools.cache
def source(name: str) -> str:
    """Read a static text of this room."""
    return (HERE / name).read_text("utf-8")


def following() -> str:
    """Give the scripts of pages that follow games."""
    return source("picture.js") + source("events.js")


@functools.cache
def table_page(name: str, *, may_play: bool) -> str:
    """Make the page of a table at which a game is played; what is played there comes as events."""
    ways = [("../../", "All tables", False), ("games.html", "Finished games as a page", True)]
    return _followed(name, [*ways, ("games.json", "as JSON", True)], may_play=may_play)


@functools.cache
def game_page(name: str) -> str:
    """Make the page on which a game of a league or match is followed, which is that of a table without orders."""
    ways = [("../", "All games", False), ("page.html", "This game as a page, when it is finished", True)]
    return _followed(name, ways, may_play=False)


def _followed(name: str, ways: list[tuple[str, str, bool]], *, may_play: bool) -> str:
    game = catalogue.game(name)
    js = page.script() + following() + source("table.js")
    writing = game.engine.writing if game.engine else None
    return page.fill(
        "table.html",
        game,
        source("serve.css"),
        js,
        engine=game.engine is not None,
        templates=environment(),
        talks=True,
        looks=script_json(looks(game)),
        writing=script_json(writing._asdict() if writing else None),
        ways=ways,
        may_play=may_play,
    )


def contest_page(game: Game, name: str, can: bool, judges: bool, alone: bool) -> str:
    """Make the page of a league or match; who `can` may start and stop it, who `judges` may have its games judged.

    There may be nothing else: `alone`.
    """
    return page.fill(
        "contest.html",
        game,
        source("serve.css"),
        page.script() + following() + source("contest.js"),
        templates=environment(),
        talks=True,
        looks=script_json(looks(game)),
        name=name,
        can=can,
        judges=judges and game.reviewing is not None,
        most=len(cores()),
        alone=alone,
    )


def prepare(names: Iterable[str]) -> None:
    """Make the pages of games before somebody asks for them: the first one takes 100 ms, and is kept."""
    for game in map(catalogue.game, names):
        if game.solitaire:
            alone_page(game, may_play=True)
        else:
            table_page(game.name, may_play=True)


@functools.cache
def alone_page(game: Game, *, may_play: bool) -> str:
    """Make the page on which one person plays; hands come as answers."""
    assert game.solitaire
    return page.fill(
        "alone.html",
        game,
        source("serve.css"),
        page.script() + source("alone.js"),
        engine=True,
        templates=environment(),
        talks=True,
        looks=script_json(looks(game)),
        sizes=game.solitaire.sizes,
        usual=game.solitaire.size,
        may_play=may_play,
    )


def hall_page(
    tables: list[dict[str, Any]], contests: list[dict[str, Any]], programs: list[str], *, may_play: bool
) -> str:
    """Make the page from which tables are opened."""
    games = [game for game in catalogue.all_games().values() if is_played_here(game)]
    css = page.source("page.css") + source("serve.css")
    js = "".join(map(page.source, ("dom.js", "choices.js"))) + source("hall.js")
    values: dict[str, object] = {
        "engine": None,
        "symbols": "",
        "games": games,
        "known": script_json({game.name: _known(game) for game in games}),
        "tables": tables,
        "contests": contests,
        "programs": programs,
        "person": PERSON,
        "usual": catalogue.USUAL,
        "may_play": may_play,
    }
    return page.finish(environment(), "hall.html", css, js, values, talks=True)


def is_played_here(game: Game) -> bool:
    """Tell whether a person can play a game at a table, or alone."""
    return hasattr(game, "begins") or game.solitaire is not None


def _known(game: Game) -> dict[str, Any]:
    limits = game.limits
    return {
        "sides": game.sides,
        "alone": game.solitaire is not None,
        "protocols": game.protocols,
        "levels": game.bot.levels if game.bot else [],
        "bot": bool(game.bot),
        "time": limits.time_s,
        "memory": limits.memory_mib,
    }
