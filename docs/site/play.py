"""A page for each game that has an engine: a game from the start, or a random hand, against the bot."""

from __future__ import annotations

from arbiter.games import catalogue
from arbiter.games.contract import Game
from arbiter.games.domino.boards import KINDS
from arbiter.games.domino.law import PLAIN, SPECIAL
from arbiter.games.domino.puzzle import SPECIAL_SHARE
from arbiter.pages.compact import script_json
from arbiter.pages.scenes import looks
from docs.site import pages
from docs.site.documents import page_of

GAMES = ("othello", "ataxx", "dama", "domino")
SIZES = (8, 12, 20, 30)
"""Tiles of a hand."""
RULES = "docs/protocol-{}.md"
HANDS = {
    "plain": PLAIN,
    "special": SPECIAL,
    "share": SPECIAL_SHARE,
    "kinds": {f"{a} {b}": kind for (a, b), kind in KINDS.items()},
}
"""What random hands are drawn from."""


def all_pages() -> dict[str, str]:
    """Make the pages, by where they lie in the site."""
    return {place(name): _page(catalogue.game(name)) for name in GAMES}


def place(name: str) -> str:
    """Give where the page of a game lies."""
    return f"play/{name}.html"


def _page(game: Game) -> str:
    tiles = game.drawing is not None and game.drawing.squares is None
    return pages.of_game(
        "play.html",
        place(game.name),
        f"Play {game.title}",
        game,
        ("fresh.js",),
        looks=script_json(looks(game)),
        tiles=tiles,
        sizes=SIZES,
        hands=script_json(HANDS) if tiles else None,
        others=[(other.title, place(other.name)) for other in map(catalogue.game, GAMES)],
        rules=page_of(RULES.format(game.name)),
    )
