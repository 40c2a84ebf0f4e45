"""The opening book: black's moves of which a margin is proved, to whatever white does, and white's best-known replies.

Black's is the certificate of the lower bound of the game's value (bots/othello/proof, docs/othello-solved.md), so that
it goes to where the solver finds the margin again at once. White's comes from long searches (bots/othello/replies.py);
where too much would be lost it is the certificate of the upper bound.
"""

from __future__ import annotations

import functools
import zlib
from pathlib import Path
from typing import NamedTuple

from arbiter.games.othello import law
from bots.othello.beforehand import Reply
from bots.othello.proof.boards import Board, law_position, mover_of, moves
from bots.othello.proof.certificate import NAMES, OF_OPENINGS, claim, find, move_of, smallest, square_on
from native.common.installed import ANY_HEADER, reading, unpacked
from native.othello.engine import after, canonical

NAME, REPLIES, SAFE = "black.txt.gz", "white.replies.gz", "white.txt.gz"
CHUNK = 1 << 20
"""Bytes of white's certificate that are looked at together."""


class Entry(NamedTuple):
    """What is proved of a position: the side to move gets `margin`, by `move` or, if None, by a move to be searched."""

    margin: int
    move: int | None


def look_up(own: int, opp: int) -> Entry | None:
    """Give what the book says of black, who is to move."""
    return _asked(NAME, proved_margin(), law_position((own, opp), law.BLACK))


def keeping(own: int, opp: int, margin: int) -> int | None:
    """Give the move by which a certificate keeps a win (1) or a draw (0) of an opening that has led here.

    None where it says nothing, or leaves it to who can solve the position: that takes the checker 100,000 nodes.
    """
    here = law_position((own, opp), mover_of((own, opp)))
    entry = _asked(OF_OPENINGS.format(side=NAMES[here.mover], margin=margin), margin, here)
    return entry and entry.move


def _asked(name: str, margin: int, here: law.Position) -> Entry | None:
    position, _ = smallest(here)
    return _entry(margin, here, position, find(_certificate(name), position))


def safe(own: int, opp: int) -> Entry | None:
    """Give what is proved of white, who is to move: how it loses no more than it must, by moves of this kind alone.

    It takes 60 ms each time, as the text of 30 MiB is read and not kept.
    """
    here, path = law_position((own, opp), law.WHITE), Path(__file__).with_name(SAFE)
    position, _ = smallest(here)
    with reading(path):
        said = _found(path.read_bytes(), position)
    return _entry(-proved_margin(), here, position, said)


def _found(packed: bytes, position: law.Position) -> str | None:
    """Unpack a certificate as far as it takes to find what it says of a position. Raises ValueError, zlib.error."""
    unpack, text = zlib.decompressobj(ANY_HEADER), ""
    while not unpack.eof:
        if not packed:
            raise ValueError("it is cut off")
        more = unpack.decompress(packed, CHUNK).decode("ascii")
        if not text:
            claim(more[: more.find("\n")])  # or it is no certificate
        text += more
        packed = unpack.unconsumed_tail
        whole = text.rfind("\n") + 1
        if (said := find(text[:whole], position)) is not None:
            return said
        text = text[whole - 1 :] if whole else text
    return None


def _entry(margin: int, here: law.Position, position: law.Position, said: str | None) -> Entry | None:
    if said is None:
        return None
    move = move_of(said)
    return Entry(margin, None if move is None else square_on(here, position, move))


def proved_margin() -> int:
    """Give the margin that black gets at least from the start, if it plays by the book."""
    text = _certificate(NAME)
    return claim(text[: text.index("\n")])[1]


@functools.cache
def _certificate(name: str) -> str:
    """Give a certificate as the text that it is: to read all its lines would take as long as to start the bot."""
    path = Path(__file__).with_name(name)
    with reading(path):
        text = unpacked(path).decode("ascii")
        claim(text[: text.find("\n")])
    return text


def reply(own: int, opp: int) -> Reply | None:
    """Give the best-known move of white, who is to move, None where there is none."""
    board = canonical(own, opp)
    found = replies().get(board)
    if found is None:
        return None
    reached = canonical(*after(*board, found.move))
    return found._replace(move=next(s for s in moves(own, opp) if canonical(*after(own, opp, s)) == reached))


@functools.cache
def replies() -> dict[Board, Reply]:
    """Read white's part of the book; the first line says how it was made."""
    path = Path(__file__).with_name(REPLIES)
    with reading(path):
        words = (line.split() for line in unpacked(path).decode("ascii").splitlines()[1:])
        return {
            (int(own, 16), int(opp, 16)): Reply(int(move), int(score), int(depth))
            for own, opp, move, score, depth in words
        }
