"""Where games of Ataxx begin: blocks, and random moves that leave both sides alike."""

from __future__ import annotations

import dataclasses
import random

from arbiter.games.ataxx import law

LAYOUTS: tuple[tuple[str, ...], ...] = (
    (),
    ("d4",),
    ("c3",),
    ("d2",),
    ("b4", "d2"),
    ("c4", "d3"),
    ("b2", "c3", "c4"),
    ("c1", "c2", "c3", "a4"),
    ("b3", "d4"),
    ("a3", "c4"),
    ("b1", "c3"),
    ("d1", "d2", "d3", "d4"),
)
"""The built-in block layouts, from the open board to a divided one, each a list of squares to reflect."""
MOST_AHEAD = 2
"""Pieces by which a side may be ahead after a random opening."""
TRIES = 200
DECIDED = 3
"""Plies within which no side may force a win from where an opening leads: few pieces are soon wiped out."""


@dataclasses.dataclass(frozen=True, slots=True)
class Opening:
    """Blocks, as squares to reflect, and the moves after which the game begins; or a position, `fen`, instead.

    And the rule of the game, by its `limit`.
    """

    blocks: tuple[str, ...] = ()
    moves: tuple[law.Move, ...] = ()
    fen: str = ""
    limit: int = law.JUMP_LIMIT

    def position(self) -> law.Position:
        """Give the position in which the game begins."""
        if self.fen:
            return dataclasses.replace(law.parse_fen(self.fen), limit=self.limit)
        position = law.Position(limit=self.limit)
        for name in self.blocks:
            if name not in law.SQUARE:
                raise ValueError(f"{name!r} is not a square from a1 to g7")
            position = position.block(law.SQUARE[name])
        for move in self.moves:
            position = position.play(move)
        return position

    def by(self, limit: int) -> Opening:
        """Give it where a rule is in force: of two, the one that lets a game of shifting pieces go on for longer."""
        return dataclasses.replace(self, limit=max(self.limit, limit))

    def text(self) -> str:
        """Write it as the lines of the command language, joined by commas, or as FEN; "" is the usual start.

        A rule that is not the usual one stands before that: `rule 100 plies`.
        """
        rule = [] if self.limit == law.JUMP_LIMIT else [f"rule {law.TOURNAMENT_RULE}"]
        blocks = [f"block {name}" for name in self.blocks]
        return ", ".join([*rule, *([self.fen] if self.fen else []), *blocks, *map(law.format_move, self.moves)])

    @classmethod
    def parse(cls, text: str) -> Opening:
        """Read what `text` wrote; the rule of a position may stand behind it, too. Raises ValueError."""
        words = [word.strip() for word in text.split(",") if word.strip()]
        rule = ""
        if words and words[0].startswith("rule "):
            rule = words.pop(0).removeprefix("rule ")
        if words and "/" in words[0]:
            fen = ", ".join(words).split()
            if len(fen) == 6:
                if rule:
                    raise ValueError("a rule stands before the position or behind it, not both")
                rule, fen = " ".join(fen[4:]), fen[:4]
            return cls(fen=" ".join(fen), limit=law.read_rule(rule or law.USUAL_RULE))
        limit = law.read_rule(rule or law.USUAL_RULE)
        blocks = tuple(word.removeprefix("block ") for word in words if word.startswith("block "))
        return cls(blocks, tuple(law.parse_move(word) for word in words if not word.startswith("block ")), limit=limit)


def balanced_opening(blocks: tuple[str, ...], plies: int, rng: random.Random) -> Opening:
    """Play `plies` random moves until neither side is far ahead or wins by force; the best try, if none is balanced."""
    best, least = Opening(blocks), 99
    start = best.position()
    for _ in range(TRIES if plies else 0):
        position = start
        moves: list[law.Move] = []
        while len(moves) < plies and (legal := position.legal_moves()):
            moves.append(rng.choice(legal))
            position = position.play(moves[-1])
        if position.is_over() or len(moves) < plies:
            continue
        red, blue = position.score()
        ahead = abs(red - blue)
        if ahead < least and not is_decided(position):
            best, least = Opening(blocks, tuple(moves)), ahead
        if least <= MOST_AHEAD:
            break
    return best


def is_decided(position: law.Position) -> bool:
    """Tell whether a side wins by force within `DECIDED` plies, whatever the side to move does."""
    moves = position.legal_moves()
    return wins_within(position, DECIDED) or all(wins_within(position.play(move), DECIDED) for move in moves)


def wins_within(position: law.Position, plies: int) -> bool:
    """Tell whether the side to move can force a win within an odd number of plies."""
    for move in position.legal_moves():
        child = position.play(move)
        if child.is_over():
            if child.winner() == position.mover:
                return True
        elif plies > 2 and all(
            _is_won(child.play(answer), position.mover, plies - 2) for answer in child.legal_moves()
        ):
            return True
    return False


def _is_won(position: law.Position, mover: str, plies: int) -> bool:
    """Tell whether `mover` has won, or, if it is not the end, can within `plies`."""
    return position.winner() == mover if position.is_over() else wins_within(position, plies)
