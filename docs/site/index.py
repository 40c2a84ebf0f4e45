"""The first page: what there is."""

from __future__ import annotations

import base64
import random
from collections.abc import Sequence
from typing import Any, NamedTuple

from arbiter.games import catalogue
from arbiter.games.board import BoardGame
from arbiter.games.contract import Game, Transcript
from arbiter.games.domino.drawing import ACROSS
from docs.site import pages, play, solved
from docs.site.documents import Library, page_of
from docs.site.examples import Example

ABOUT = {
    "othello": "Captures along rows and columns only; black wins by force, if it knows how.",
    "ataxx": "Spread or jump, and turn all neighbours over.",
    "dama": "Italian draughts, simplified: nobody must capture.",
    "domino": "One hand, one row: lay what scores most, and compare it with the optimum.",
}
PLIES = 16
"""Of the game in the picture."""
HAND, ROW = "5\n1 6\n6 3\n11 11\n12 21\n0 0\n", "S 1 6 R 6 3 R 11 11 R 12 21 L 0 0"

LOOKS = ":root { color: #84878c } .others { display: none }"
"""Of a picture that stands on light and dark paper, and has one set of names of squares."""


class Entry(NamedTuple):
    """A game on the first page."""

    title: str
    place: str
    about: str
    rules: str
    picture: str
    """An address: a picture of its own, whose styles and names are none of the page's."""


def all_pages(library: Library, margin: int, examples: Sequence[Example]) -> dict[str, str]:
    """Make the first page."""
    games = [
        Entry(
            game.title, play.place(game.name), ABOUT[game.name], page_of(play.RULES.format(game.name)), _picture(game)
        )
        for game in map(catalogue.game, play.GAMES)
    ]
    begins = library.find("README.md").begins
    values = {"games": games, "begins": begins, "margin": margin, "solved": solved.FIRST, "examples": examples}
    return {"index.html": pages.plain("index.html", "index.html", "arbitro", **values)}


def _picture(game: Game) -> str:
    assert game.drawing
    played = _random(game) if isinstance(game, BoardGame) else Transcript(1, HAND, (ROW,))
    svg = str(game.drawing.frames(played, every=False)[-1].svg)
    svg = svg.replace(f" {2 * ACROSS + 0.6} ", f" {2 * len(ROW.split()) / 3 + 0.6} ")
    looks = f"<style>{game.drawing.css}{LOOKS}</style>{game.drawing.symbols}"
    whole = svg.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1).replace("</svg>", f"{looks}</svg>")
    return f"data:image/svg+xml;base64,{base64.b64encode(whole.encode()).decode('ascii')}"


def _random(game: BoardGame[Any, Any]) -> Transcript:
    """Play some moves at random, the same each time."""
    chance, position, moves = random.Random(PLIES), game.begins, []
    for _ in range(PLIES):
        move = chance.choice(position.legal_moves())
        moves.append(game.write_move(move))
        position = position.play(move)
    return Transcript(1, "", tuple(moves))
