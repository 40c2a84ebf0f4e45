"""One person alone: a hand is dealt, and its row is laid on the page."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from arbiter.games import catalogue
from arbiter.games.contract import Game, Transcript
from arbiter.games.extras import Solitaire
from arbiter.pages.scenes import packed
from arbiter.serve.plan import PlanError

MOVES = 100
"""Of a row that is asked about."""


def game_of(name: str) -> Game:
    """Give a game that one person plays. Raises LookupError."""
    if name not in catalogue.names() or (game := catalogue.game(name)).solitaire is None:
        raise LookupError(f"there is no game {name[:40]!r} for one person")
    return game


def address(game: Game, wish: Mapping[str, Any]) -> str:
    """Give where the page of a wish lies."""
    words = (f"{name}={value if not isinstance(value, bool) else int(value)}" for name, value in wish.items())
    return f"alone/{game.name}/" + ("#" + "&".join(words).replace(" ", "_") if wish else "")


async def dealt(game: Game, wish: Mapping[str, Any]) -> dict[str, Any]:
    """Deal a hand; give it as a page reads it. Raises PlanError."""
    solitaire = _solitaire(game)
    try:
        deal = await asyncio.to_thread(solitaire.deal, wish)
        position, layings = game.position(deal.start), None
        if position and game.drawing and hasattr(game.drawing, "layings"):
            layings = game.drawing.layings(Transcript(1, deal.start, ()))
        sight = solitaire.look(deal.start, ())
    except ValueError as error:
        raise PlanError(str(error)) from None
    tiles = packed(layings) | {"rows": [("", 0, "")]} if layings else None
    seed = str(deal.seed)  # of which a page would round a number above 2^53
    return {**deal._asdict(), "seed": seed, "position": position, "layings": tiles, "svg": sight.svg}


async def told(game: Game, wish: Mapping[str, Any]) -> dict[str, Any]:
    """Say what is there after moves, or, where there is a goal, how it is reached from there. Raises PlanError."""
    solitaire = _solitaire(game)
    start, moves, goal = wish.get("start"), wish.get("moves"), wish.get("goal")
    if not isinstance(start, str) or not isinstance(moves, list) or len(moves) > MOVES:
        raise PlanError(f"expected a start and at most {MOVES} moves")
    if not all(isinstance(move, str) for move in moves) or not isinstance(goal, int | None):
        raise PlanError("expected moves that are texts, and a goal that is a number")
    try:
        if goal is None:
            return (await asyncio.to_thread(solitaire.look, start, moves))._asdict()
        return {"way": await asyncio.to_thread(solitaire.way, start, moves, goal)}
    except ValueError as error:
        raise PlanError(str(error)) from None


def _solitaire(game: Game) -> Solitaire:
    assert game.solitaire
    return game.solitaire
