"""The certificate of a bound: a compressed text that anyone can read (`zcat FILE`).

The first line is the claim, `SIDE gets at least MARGIN: BOARD MOVER`: from that position the side, black or white, gets
at least that margin, its discs minus the opponent's. More claims may follow, of the same side and margin from other
positions, so that what is below several of them stands there once. Each further line is a position, the smallest as
text of its eight symmetric copies, and what is said of it:

    BOARD MOVER ROW COLUMN   the side moves there, and keeps the margin by this move
    BOARD MOVER solved       the side keeps the margin; to be shown by solving the position

Where the other side moves, all its moves have to be looked at, and so nothing is said.
"""

from __future__ import annotations

import gzip
import io
import re
import zlib
from collections.abc import Mapping
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

from arbiter.games.othello import law

SOLVED = "solved"
SIDES = {"black": law.BLACK, "white": law.WHITE}
NAMES = {disc: name for name, disc in SIDES.items()}
_CLAIM = re.compile(r"(black|white) gets at least ([+-]\d{1,2}): (.*)")
_LINE = re.compile(f"([-{law.BLACK}{law.WHITE}]{{64}}) ({'|'.join(SIDES)}) (.*)")

SYMMETRIES = tuple(
    tuple(
        8 * i + j if straight else 8 * j + i
        for i in (range(8) if down else range(7, -1, -1))
        for j in (range(8) if right else range(7, -1, -1))
    )
    for straight in (True, False)
    for down in (True, False)
    for right in (True, False)
)
"""Of each symmetry, for each square the square that comes to lie there."""
_COPY = tuple(itemgetter(*squares) for squares in SYMMETRIES)


class Certificate(NamedTuple):
    """Claims and their lines: `side` (law.BLACK or WHITE) gets at least `margin` from each of the `roots`."""

    side: str
    margin: int
    roots: tuple[law.Position, ...]
    lines: Mapping[law.Position, int | None]
    """The side's move in each smallest position, None where it is solved."""


def smallest(position: law.Position) -> tuple[law.Position, int]:
    """Give the smallest of a position's symmetric copies, and the index of the symmetry that leads there."""
    squares = position.board
    board, index = min(("".join(copy(squares)), index) for index, copy in enumerate(_COPY))
    return law.Position(board, position.mover), index


def square_on(here: law.Position, position: law.Position, move: int) -> int:
    """Give the square of `here` that is `move` on its smallest copy, `position`.

    A symmetric board has several moves that are one and the same: the first of them, as elsewhere.
    """
    copies = (copy for copy in SYMMETRIES if all(here.board[s] == d for s, d in zip(copy, position.board, strict=True)))
    return min(copy[move] for copy in copies)


def packed(certificate: Certificate) -> bytes:
    """Give the bytes of a certificate's file; equal ones make equal files."""
    claimed = f"{NAMES[certificate.side]} gets at least {certificate.margin:+d}: "
    claims = [f"{claimed}{law.format_position(root)}" for root in certificate.roots]
    lines = sorted(
        f"{law.format_position(position)} {SOLVED if move is None else law.TEXT[move]}"
        for position, move in certificate.lines.items()
    )
    text = "\n".join([*claims, *lines, ""])
    return gzip.compress(text.encode(), 9, mtime=0)


def find(text: str, position: law.Position) -> str | None:
    """Give what a certificate's text says of one smallest position, None if nothing, without reading the rest."""
    begin = f"\n{law.format_position(position)} "
    if (at := text.find(begin)) < 0:
        return None
    return text[at + len(begin) : text.index("\n", at + 1)]


OF_OPENINGS = "openings.{side}{margin:+d}.txt.gz"
"""What the certificate is called of all openings that are worth so much for a side."""


def move_of(said: str) -> int | None:
    """Read what is said of a position: the side's move, None where it is solved. Raises ValueError."""
    return None if said == SOLVED else law.parse_move(said)


MOST_BYTES, MOST_TEXT = 1 << 26, 1 << 28
"""Of a certificate, packed and as text: the largest of ours have 2.6 and 35 MB."""


def claim(line: str) -> tuple[str, int, law.Position]:
    """Read a claim: the side, the margin that it gets at least, and from where. Raises ValueError."""
    if not (match := _CLAIM.fullmatch(line)):
        raise ValueError(f"expected `SIDE gets at least MARGIN: BOARD MOVER`, found {line[:80]!r}")
    return SIDES[match[1]], int(match[2]), law.parse_position(match[3])


def read(path: Path) -> Certificate:
    """Read a certificate.

    Raises OSError if it cannot be read, ValueError with the line and what is wrong with it.
    """
    with path.open("rb") as file:
        return parse(file.read(MOST_BYTES + 1), str(path))


def parse(data: bytes, name: str) -> Certificate:
    """Read a certificate's bytes; ValueError begins with `name`."""
    try:
        if len(data) > MOST_BYTES:
            raise ValueError(f"more than {MOST_BYTES >> 20} MiB")
        with gzip.open(io.BytesIO(data)) as file:
            text = file.read(MOST_TEXT + 1)
        if len(text) > MOST_TEXT:
            raise ValueError(f"more than {MOST_TEXT >> 20} MiB of text")
        first, *rest = text.decode().splitlines() or [""]
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise ValueError(f"{name}: not a certificate, which is a text compressed by gzip ({error})") from error
    number = 1  # of the line that is being read
    try:
        side, margin, root = claim(first)
        roots, lines = [root], dict[law.Position, int | None]()
        for line in rest:
            number += 1
            if not lines and _CLAIM.fullmatch(line):
                *same, root = claim(line)
                if same != [side, margin] or root in roots:
                    raise ValueError("expected the same claim of another position")
                roots.append(root)
                continue
            if not (found := _LINE.fullmatch(line)):
                raise ValueError(f"expected `BOARD MOVER MOVE`, found {line[:80]!r}")
            board, mover, said = found.groups()
            position = law.Position(board, SIDES[mover])
            if position in lines:
                raise ValueError("this position has been there before")
            lines[position] = move_of(said)
    except ValueError as error:
        raise ValueError(f"{name}, line {number}: {error}") from error
    return Certificate(side, margin, tuple(roots), lines)
