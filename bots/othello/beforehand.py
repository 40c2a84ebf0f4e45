"""What is known of a position before anything is asked: proofs of the openings and of the book, and white's replies.

The files that tell are imported when they are first needed, since that takes longer than to start without them.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, NamedTuple

from native.othello.engine import START, after

if TYPE_CHECKING:
    from bots.othello.book import Entry
    from bots.othello.openings import Proved

OPENING_DISCS = 12
"""On the largest boards of which a table tells what is proved."""
WHITE_DISCS = 13
"""On the largest boards of white's part of the book."""
WHITE_REPLIES = {after(*START, first): reply for first, reply in ((19, 34), (26, 20), (37, 43), (44, 29))}
"""White's first move, known beforehand so that the first answer of a game comes at once: 4 2 to 2 3, and what is the
same up to symmetry, as in the principal variation of long searches."""
OTHER_REPLIES = {after(*START, first): reply for first, reply in ((19, 20), (26, 34), (37, 29), (44, 43))}
"""2 4 to 2 3 loses as many discs, 31: now and then it is played, so that nobody wins by one game learnt by heart."""


class Reply(NamedTuple):
    """White's move by the book, and what the search that found it has said: a score after so many plies, 0 if none."""

    move: int
    score: int = 0
    depth: int = 0


def opening(own: int, opp: int) -> Proved | None:
    """Give what is proved of a position, None after the first plies."""
    if (own | opp).bit_count() > OPENING_DISCS:
        return None
    table = importlib.import_module("bots.othello.openings")
    told: Proved | None = table.look_up(own, opp)
    return told


def worth(own: int, opp: int, move: int) -> Proved | None:
    """Give what a move is proved to be worth, None after the first plies."""
    if (own | opp).bit_count() >= OPENING_DISCS:
        return None
    table = importlib.import_module("bots.othello.openings")
    told: Proved | None = table.after_move(own, opp, move)
    return told


def keeping(own: int, opp: int, margin: int) -> int | None:
    """Give the move that is proved to keep a win (1) or a draw (0) of an opening that has led here, None if unknown."""
    move: int | None = importlib.import_module("bots.othello.book").keeping(own, opp, margin)
    return move


def book_entry(own: int, opp: int) -> Entry | None:
    """Give what the book has proved of black, None where white is to move."""
    if (own | opp).bit_count() % 2:  # as nobody passes
        return None
    entry: Entry | None = importlib.import_module("bots.othello.book").look_up(own, opp)
    return entry


def safe_entry(own: int, opp: int) -> Entry | None:
    """Give what white's certificate has proved of white, who is to move."""
    entry: Entry | None = importlib.import_module("bots.othello.book").safe(own, opp)
    return entry


def reply(own: int, opp: int, *, later: bool) -> Reply | None:
    """Give white's move by the book: its first one, and the `later` ones if asked for; None where there is none."""
    if (own | opp).bit_count() % 2 == 0 or (own | opp).bit_count() > WHITE_DISCS:
        return None
    if (own, opp) in WHITE_REPLIES:
        return Reply(WHITE_REPLIES[own, opp])
    found: Reply | None = importlib.import_module("bots.othello.book").reply(own, opp) if later else None
    return found
