"""A game tried out when it is loaded, so that what is missing or wrong is said before games are played."""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Sized
from typing import Any, NoReturn

from arbiter.games.board import BoardGame
from arbiter.games.contract import Drawing, Game, Transcript

PLIES = 400
"""Random moves after which a rehearsal ends, over or not."""


def rehearse(game: Game) -> None:
    """Use everything that the contract names, a board game for one random game. Raises whatever goes wrong."""
    for text in (game.name, game.title, game.unit, *game.sides, *game.protocols):
        if not isinstance(text, str) or not text.strip() or not text.isprintable():
            raise ValueError(f"expected a text that can be shown, got {text!r}")
    first, second = game.sides
    if first == second:
        raise ValueError(f"both sides are called {first!r}")
    _read_options(game)
    game.openings()
    for protocol in game.protocols:
        referee = game.referee(game.settings((protocol, protocol)))
        referee.options()
        referee.start(1)
        for examination in game.examinations(protocol):
            examination.name.strip()
    if game.drawing:
        _look(game.drawing)
    if game.engine:
        for path in filter(None, (game.engine.module, game.engine.weights, game.engine.levels)):
            path.read_bytes()
    if isinstance(game, BoardGame):
        _play(game)


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise ValueError(message)


def _read_options(game: Game) -> None:
    """Look whether all its options can be left out, and leave other words of a command line alone."""
    parser = _Parser(add_help=False, parents=[game.options()])
    word = "0"
    if parser.parse_known_args([word], argparse.Namespace())[1] != [word]:
        raise ValueError("its options() take a word that is no option; expected options only, such as --depth N")


def _play(game: BoardGame[Any, Any]) -> None:
    rng, position, played = random.Random(0), game.begins, list[str]()
    while not position.is_over() and len(played) < PLIES:
        legal = position.legal_moves()
        if not legal:
            raise ValueError(f"after {' '.join(played)!r} there is no legal move, and the game is not over")
        move = rng.choice(legal)
        text = game.write_move(move)
        if game.read_move(position, text) != move:
            raise ValueError(f"the move {text!r} is read as another one")
        if position.to_move not in (0, 1):
            raise ValueError(f"to_move is {position.to_move!r}, not 0 or 1")
        position = position.play(move)
        played.append(text)
    first, second = position.score()
    if not isinstance(first, int) or not isinstance(second, int):
        raise ValueError(f"the score is {first!r} and {second!r}, not two integers")
    if game.drawing:
        transcript = Transcript(1, "", tuple(played))
        _draw(game.drawing, transcript)
        if position.is_over():
            game.drawing.ending(transcript)


def _look(drawing: Drawing) -> None:
    """Read what a page shows once, however many games it has."""
    for text in (drawing.css, drawing.symbols):
        if not isinstance(text, str):
            raise TypeError(f"expected a text for a page, got {text!r}")
    if drawing.squares:
        json.dumps([drawing.squares.view, drawing.squares.points, drawing.squares.shapes, drawing.squares.counts])


def _draw(drawing: Drawing, played: Transcript) -> None:
    """Show a game in each way in which a page shows games."""
    whole = len(played.moves) + 1
    seen: list[tuple[str, Sized, int]] = [
        ("frames()", drawing.frames(played, every=True), whole),
        ("the last of frames()", drawing.frames(played, every=False), 1),
    ]
    if drawing.squares:
        seen.append(("squares.boards()", drawing.squares.boards(played), whole))
        if drawing.squares.scenes:
            seen.append(("squares.scenes()", drawing.squares.scenes(played).boards, whole))
    else:
        json.dumps(drawing.rows(played))
    for what, positions, expected in seen:
        if len(positions) != expected:
            raise ValueError(f"its drawing gives {len(positions)} positions as {what}, expected {expected}")
