"""The engine that a page carries, as data: nothing of it runs before a script of the page begins it."""

from __future__ import annotations

import base64
import zlib
from pathlib import Path

from markupsafe import Markup

from arbiter.games.board import BoardGame
from arbiter.games.contract import Game, Writing
from arbiter.pages.compact import script_json

NONE = Writing((), ("", ""), 1.0)
"""Of an engine that no person can play against by pointing at squares."""
HASH_MIB = 32
"""The table of the engine, as large as that of a bot, so that both search the same."""


def carried(game: Game, worker: str) -> Markup:
    """Give the engine of a game, which has one, as JSON for templates/engine.js. Raises OSError."""
    engine, notation = game.engine, game.notation
    assert engine
    begins = notation.position_text(game.begins) if notation and isinstance(game, BoardGame) else ""
    return script_json(
        {
            "game": game.name,
            "unit": notation.unit if notation else game.unit,
            "says": engine.says.replace("`", ""),
            "start": begins,
            "hashMiB": HASH_MIB,
            "levels": _levels(engine.levels) if engine.levels else {},
            "module": _packed(engine.module.read_bytes()),
            "weights": _packed(_planes(zlib.decompress(engine.weights.read_bytes()))) if engine.weights else None,
            "worker": worker,
            "writing": (engine.writing or NONE)._asdict(),
        }
    )


def _levels(path: Path) -> dict[str, dict[str, float]]:
    """Read how levels play: a line each, but for comments."""
    lines = (line.split() for line in path.read_text("utf-8").splitlines() if not line.startswith("#"))
    return {
        level: {name: float(value) for name, _, value in (word.partition("=") for word in words)}
        for level, *words in lines
    }


def _planes(weights: bytes) -> bytes:
    """Put the low bytes of numbers of 16 bits before the high ones, which may halve the room that they take."""
    return weights[::2] + weights[1::2]


def _packed(data: bytes) -> str:
    return base64.b64encode(zlib.compress(data)).decode("ascii")
