"""Domino for one person, as `arbiter serve` deals it (`arbiter.games.extras.Solitaire`)."""

from __future__ import annotations

import argparse
import datetime
import random
import re
import secrets
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

from arbiter.games.domino.drawing import shown
from arbiter.games.domino.law import Options, Row, read_hand, tile
from arbiter.games.domino.plane import Plane
from arbiter.games.domino.puzzle import SIZE, endings, puzzles, random_hand
from arbiter.games.domino.referee import (
    EARLY_STOP,
    HAND_SIZE,
    PLANE,
    ZERO_STAYS,
    hand_text,
    is_plane,
    judge_start,
    read_start,
)
from arbiter.games.extras import Deal, Sight

MOST = 60
"""Tiles of a hand; a page lays them one by one."""
SEEDS = 1 << 31


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Say what is wrong, instead of leaving."""
        raise ValueError(message)


class DominoSolitaire:
    """See `arbiter.games.extras.Solitaire`. Wishes have the names and values of `domino-bot`'s options."""

    sizes = (8, 12, 20, 30)
    size = HAND_SIZE

    def wish(self, words: Sequence[str]) -> dict[str, Any]:
        """Read options of `domino-bot`. Raises ValueError, OSError."""
        parser = _Parser(add_help=False, allow_abbrev=False)
        for flag in (PLANE, ZERO_STAYS, EARLY_STOP, "--puzzle"):
            parser.add_argument(flag, dest=flag.strip("-"), action="store_true", default=None)
        parser.add_argument("--special", action=argparse.BooleanOptionalAction)
        for number in ("--size", "--seed"):
            parser.add_argument(number, type=int)
        parser.add_argument("--hand", type=Path)
        given = {name: value for name, value in vars(parser.parse_args(words)).items() if value is not None}
        if path := given.get("hand"):
            given["hand"] = " ".join(hand_text(read_hand(path.read_text("utf-8-sig", "replace"))).split())
        return given

    def deal(self, wish: Mapping[str, Any]) -> Deal:
        """Deal a hand, or the puzzle of a day. Raises ValueError."""
        seed, size = wish.get("seed"), wish.get("size", self.size)
        if "day" in wish:
            try:
                day = datetime.date.fromisoformat(str(wish["day"]))
            except ValueError:
                raise ValueError("day: expected YYYY-MM-DD") from None
            wish, seed, size = {"puzzle": True}, int(f"{day:%Y%m%d}"), SIZE
        if wish.get("puzzle"):
            size = SIZE
        if isinstance(size, bool) or not isinstance(size, int) or not 1 <= size <= MOST:
            raise ValueError(f"size: expected 1 to {MOST} tiles")
        if seed is None:
            seed = secrets.randbelow(SEEDS)
        if isinstance(seed, str) and re.fullmatch("-?[0-9]+", seed):
            seed = int(seed)
        if isinstance(seed, bool) or not isinstance(seed, int):
            raise ValueError("seed: expected a whole number")
        special, goal = wish.get("special") is not False, None
        if wish.get("puzzle"):
            hand, goal = next(puzzles(size, special, Options(), seed))
            return Deal(hand_text(hand), seed, goal)
        if wish.get("hand"):
            hand = read_hand(str(wish["hand"]))
            if len(hand) > MOST:
                raise ValueError(f"hand: expected at most {MOST} tiles")
        else:
            hand = random_hand(size, special, random.Random(seed))
        rules = " ".join(word for word in (PLANE, ZERO_STAYS, EARLY_STOP) if wish.get(word.strip("-")))
        return Deal(hand_text(hand) + (f"{rules}\n" if rules else ""), seed)

    def look(self, start: str, moves: Sequence[str]) -> Sight:
        """Show what was laid, and what can be laid then. Raises ValueError."""
        verdict = judge_start(start, " ".join(moves))
        if verdict.reason and not verdict.unfinished:
            raise ValueError(f"move {verdict.at}: {verdict.reason}")
        left = Counter(read_start(start)[0])
        left.subtract(tile(move.a, move.b) for move in verdict.moves)
        legal = [str(move) for move in verdict.board.moves(code for code, count in sorted(left.items()) if count)]
        assert isinstance(verdict.board, Row | Plane)
        return Sight(legal, verdict.score, shown(+left, verdict.board, verdict.score))

    def way(self, start: str, moves: Sequence[str], goal: int) -> list[str] | None:
        """Find how to end with just so many points in one dimension, None if there is no way. Raises ValueError."""
        verdict, left = judge_start(start, " ".join(moves)), Counter(read_start(start)[0])
        if is_plane(start) or left.total() > SIZE or not isinstance(verdict.board, Row):
            raise ValueError(f"expected a row of at most {SIZE} tiles")
        if verdict.reason and not verdict.unfinished:
            raise ValueError(f"move {verdict.at}: {verdict.reason}")
        left.subtract(tile(move.a, move.b) for move in verdict.moves)
        found = endings(verdict.board, left).get(goal)
        return None if found is None else list(map(str, found))


SOLITAIRE = DominoSolitaire()
