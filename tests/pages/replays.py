"""What a replay shows in the browser, read out of it, and what the game's drawing makes of the same positions."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from selenium.webdriver import Chrome

from arbiter.games import catalogue
from arbiter.games.board import BoardGame
from arbiter.games.contract import Frame, Game, Transcript
from arbiter.games.players import Turn
from arbiter.host.limits import USUAL
from arbiter.league.batch import Played
from arbiter.league.config import Entrant, League
from arbiter.league.schedule import next_stage
from arbiter.league.store import Store
from arbiter.pages.league import render as render_league
from arbiter.play.record import Cost, GameRecord
from arbiter.review.shelf import Kept, Shelf

NAMES = ("one", "two")
HAND, ROW = "5\n1 6\n6 3\n11 11\n12 21\n0 0\n", "S 1 6 R 6 3 R 11 11 R 12 21 L 0 0"
READ = """
    const [number] = arguments;
    const card = number ? document.getElementById(`game-${number}`) : document.querySelector("#game .card");
    const slider = card.querySelector("input[type=range]");
    const read = (position) => {
        slider.value = position;
        slider.dispatchEvent(new Event("input", { bubbles: true }));
        const figure = card.querySelector(".replay figure");
        const shapes = [...figure.querySelectorAll("polyline, path, use")].map((shape) => [shape.localName,
            ...["class", "points", "d", "href", "x", "y"].map((name) => shape.getAttribute(name) || "")]);
        const told = figure.querySelector("figcaption").cloneNode(true);
        for (const extra of told.querySelectorAll("b, small, .clock")) extra.remove();
        const score = told.querySelector("i")?.textContent ?? "";
        told.querySelector("i")?.remove();
        return { shapes: shapes.filter(([name, , points]) => name !== "polyline" || points),
                 caption: told.textContent.trim(), score };
    };
    return Array.from({ length: Number(slider.max) + 1 }, (_, position) => read(position));
"""


def shown(driver: Chrome, number: int = 0) -> list[dict[str, Any]]:
    """Give every position of a match's game, or of the game that a league's page shows: shapes, caption, score."""
    found: list[dict[str, Any]] = driver.execute_script(READ, number)
    return found


def expected(game: Game, record: GameRecord) -> list[dict[str, Any]]:
    """Give the same as the drawing of the game has it."""
    assert game.drawing
    played = Transcript(record.number, record.start, tuple(turn.move for turn in record.turns))
    return [_read(frame) for frame in game.drawing.frames(played, every=True)]


def _read(frame: Frame) -> dict[str, Any]:
    shapes = []
    for name, text in re.findall(r"<(polyline|path|use) ([^>]*)/>", frame.svg):
        values = dict(re.findall(r'(\w+)="([^"]*)"', text))
        shapes.append([name, *(values.get(key, "") for key in ("class", "points", "d", "href", "x", "y"))])
    score = "" if frame.points is None else f"{frame.points[0]}\N{EN DASH}{frame.points[1]}"
    return {"shapes": shapes, "caption": frame.caption, "score": score}


def random_record(game: BoardGame[Any, Any], number: int, start: str = "", plies: int = 400) -> GameRecord:
    """Play a game by its law at random, A first in odd ones."""
    chance, position = random.Random(number), game.opening(start)
    turns: list[Turn] = []
    while not position.is_over() and len(turns) < plies:
        move = chance.choice(position.legal_moves())
        turns.append(Turn(game.write_move(move), chance.uniform(1e-5, 2)))
        position = position.play(move)
    first = (number + 1) % 2
    scores = position.score()[:: -1 if first else 1]
    costs = Cost(1.5, 0.5, 10.0), Cost(2.5, 1.5, 20.0)
    return GameRecord(game.name, number, NAMES, first, tuple(turns), scores, start=start, costs=costs)


def some_game(name: str, number: int) -> GameRecord:
    """Give a random game of ours."""
    game = catalogue.game(name)
    if isinstance(game, BoardGame):
        return random_record(game, number)
    turns = (Turn(ROW, 0.25), Turn(ROW, 0.5))
    return GameRecord(name, number, NAMES, (number + 1) % 2, turns, (24, 24), start=HAND)


def league_page(
    folder: Path,
    game: Game,
    *records: GameRecord,
    engine: bool = False,
    names: tuple[str, str] = NAMES,
    review: Callable[[GameRecord], Kept] | None = None,
) -> str:
    """Write the page of a league of two in which these games were played, from number 1 on; give its address."""
    entrants = tuple(Entrant(name, f"./{name}", USUAL) for name in names)
    plan = League(game.name, "round-robin", entrants, (len(records) + 1) // 2)
    store = Store.begin(folder / "league.db", plan)
    store.schedule(next_stage(plan, []))
    for record in records:
        assert store.record(Played(record, "", "", 0, (None, None)))
    if review:
        shelf = Shelf(store.path)
        shelf.begin()
        for _, record in list(store.records()):
            shelf.put(record, review(record))
    page = folder / "league.html"
    page.write_text(render_league(store, game, engine=engine), encoding="utf-8", errors="replace")
    store.close()
    (folder / "league.db").unlink()
    return page.as_uri()
