"""Hands: at random, from files, and as the engine counts them."""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from arbiter.games.domino.law import PLAIN, SPECIAL, HandError, Tile, read_hand, tile
from arbiter.games.domino.puzzle import random_hand
from bots.domino import DEFAULT_SIZE
from bots.options import arbiter_seed

KINDS: tuple[Tile, ...] = PLAIN + SPECIAL
"""Every tile, in the order in which the engine counts them."""


def counts(hand: Iterable[Tile]) -> list[int]:
    """Count the tiles as the engine does."""
    found = Counter(tile(a, b) for a, b in hand)
    return [found[kind] for kind in KINDS]


def drawn_hand(given: argparse.Namespace) -> list[Tile]:
    """Draw the hand that a command line describes; without a seed, by that of the environment if there is one."""
    seed = arbiter_seed(given.parser) if given.seed is None else given.seed
    size = DEFAULT_SIZE if given.size is None else given.size
    return random_hand(size, given.special is not False, random.Random(seed))


def load_hand(path: Path) -> list[Tile]:
    """Read a hand from a file; raises HandError, or OSError if there is no such file."""
    return load_game(path)[0]


def load_game(path: Path) -> tuple[list[Tile], str]:
    """Read a hand from a file, and give what follows it: moves, if a game was saved there. Raises as `load_hand`."""
    text = path.read_text(encoding="utf-8-sig", errors="replace")
    try:
        hand = read_hand(text)
    except HandError as error:
        raise HandError(f"{path}: {error}") from None
    words = text.split()
    return hand, " ".join(words[1 + 2 * len(hand) :])
