"""How moves and positions of Ataxx are written, by programs of the course, by UAI, and by engines."""

from __future__ import annotations

import re

from arbiter.games.ataxx import law
from arbiter.games.symmetry import SquareNotation

UAI = "0000|(?:[a-g][1-7]){1,2}"


def read_move(position: law.Position, text: str) -> law.Move:
    """Read a move of either protocol; for an extend without source find a piece that can make it. Raises MoveError."""
    if text == "0000":
        return law.PASS
    if re.fullmatch("[a-g][1-7]", text):
        target = law.SQUARE[text]
        for source in law.NEAR[target]:
            if position.board[source] == position.mover:
                return source, target
        raise law.IllegalMoveError(f"no {law.NAME[position.mover]} piece is beside {text}")
    if re.fullmatch("(?:[a-g][1-7]){2}", text):
        text = f"{text[:2]}-{text[2:]}"
    return law.parse_move(text)


def read_course(text: str) -> law.Move:
    """Read a move of a program of the course, written as its language writes moves and in no other way.

    Raises MalformedMoveError.
    """
    if re.fullmatch(UAI, text):
        raise law.MalformedMoveError("that is UAI's way to write a move; the course's is `a7-b7`, and `-` for a pass")
    return law.parse_move(text)


def read_uai(position: law.Position, text: str) -> law.Move:
    """Read a move of an engine, written as UAI writes moves and in no other way. Raises MoveError."""
    if not re.fullmatch(UAI, text):
        raise law.MalformedMoveError("a move of UAI is written `f2`, a jump `a7c7`, a pass `0000`")
    move = read_move(position, text)
    if len(text) == 4 and move != law.PASS and law.distance(*move) == 1:
        raise law.MalformedMoveError(f"UAI writes an extend by its destination, `{text[2:]}`")
    return move


def uai_text(move: law.Move) -> str:
    """Write a move as UAI does: an extend by its destination, `f2`; a jump `a7c7`; a pass `0000`."""
    if move == law.PASS:
        return "0000"
    source, target = move
    return law.SQUARES[target] if law.distance(source, target) == 1 else law.SQUARES[source] + law.SQUARES[target]


def pieces(value: int) -> float:
    """Give what a value that is not proved means in pieces."""
    return value / 100


class AtaxxNotation(SquareNotation):
    """See `arbiter.games.contract.Notation`."""

    def position_text(self, position: law.Position) -> str:
        """Write a position."""
        text = law.format_fen(position)
        return text if position.limit == law.JUMP_LIMIT else f"{text} {law.TOURNAMENT_RULE}"

    def key(self, position: law.Position) -> str:
        """Give the same text for symmetric positions."""
        return self.key_of(position.board, position.mover, position.jumps, position.limit)
