"""The engine that a page carries, as data: nothing of it runs before a script of the page begins it."""

from __future__ import annotations

import base64
import gzip
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from markupsafe import Markup

from arbiter.games.board import BoardGame
from arbiter.games.catalogue import GameError
from arbiter.games.contract import Game
from arbiter.games.extras import Writing
from arbiter.pages.compact import script_json

T = TypeVar("T")

NONE = Writing((), ("", ""), 1.0)
"""Of an engine that no person can play against by pointing at squares."""
MAGIC = b"\0asm"
PLAIN = str.maketrans("<>&", ",/.")
"""Of the digits of base 85."""
HASH_MIB = 32
"""The table of the engine, as large as that of a bot, so that both search the same."""


def carried(game: Game, worker: str) -> Markup:
    """Give the engine of a game, which has one, as JSON for templates/engine.js.

    Raises GameError for a file that is missing or broken.
    """
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
            "levels": _read(engine.levels, _levels) if engine.levels else {},
            "module": _read(engine.module, _module),
            "weights": _read(engine.weights, _weights) if engine.weights else None,
            "proved": _read(engine.proved, _proved) if engine.proved else None,
            "worker": _packed(worker.encode()),
            "writing": (engine.writing or NONE)._asdict(),
        }
    )


def _read(path: Path, understand: Callable[[bytes], T]) -> T:
    try:
        return understand(path.read_bytes())
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise GameError(f"{path} is broken, install arbitro again: {error}") from error


def _module(module: bytes) -> str:
    if not module.startswith(MAGIC):
        raise ValueError("no module of WebAssembly")
    return _packed(module)


def _levels(text: bytes) -> dict[str, dict[str, float]]:
    """Read how levels play: a line each, but for comments."""
    lines = (line.split() for line in text.decode().splitlines() if not line.startswith("#"))
    return {
        level: {name: float(value) for name, _, value in (word.partition("=") for word in words)}
        for level, *words in lines
    }


def _proved(table: bytes) -> str:
    """Pack what is proved of positions: no line of which nothing is, and no columns behind the move."""
    _, *lines = gzip.decompress(table).decode("ascii").splitlines()
    words = (line.split()[:6] for line in lines)
    return _packed("\n".join(" ".join(some) for some in words if some[2:4] != ["-64", "+64"]).encode("ascii"))


def _weights(weights: bytes) -> str:
    """Pack weights. Among their planes only runs repeat: to look for more takes six times as long and makes the largest
    of them 6 % longer (105 and 18 ms, 364 and 343 KB).
    """
    return _packed(_planes(zlib.decompress(weights)), zlib.Z_RLE)


def _planes(weights: bytes) -> bytes:
    """Give numbers of 16 bits as compression likes them: 0, -1, 1, -2, ... as 0, 1, 2, 3, ..., so that small ones have
    a high byte of 0; and all low bytes before the high ones. Some weights take a fifth less so.
    """
    half = len(weights) // 2
    ones = int.from_bytes(b"\1\0" * half, "little")  # all at once: as numbers one by one it would take 50 ms
    numbers = int.from_bytes(weights, "little")
    folded = (numbers << 1 & 0xFFFE * ones) ^ 0xFFFF * (numbers >> 15 & ones)
    planes = folded.to_bytes(len(weights), "little")
    return planes[::2] + planes[1::2]


def _packed(data: bytes, strategy: int = zlib.Z_DEFAULT_STRATEGY) -> str:
    """Compress, and write four bytes as five characters, of which JSON in a script has to escape none."""
    packer = zlib.compressobj(strategy=strategy)
    return in_base_85(packer.compress(data) + packer.flush())


def in_base_85(data: bytes) -> str:
    """Write bytes as templates/engine.js reads them."""
    return base64.b85encode(data).decode("ascii").translate(PLAIN)
