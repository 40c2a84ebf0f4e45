"""How a board and its pieces look: a game's own looks, or plain ones for a game that has none."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import NamedTuple

from markupsafe import Markup

COLOURS = {
    "black": ("#1d1f22", "#a9afb5"),
    "white": ("#f7f5ef", "#4c5054"),
    "red": ("#c6352b", "#ffdcd6"),
    "blue": ("#2a62b8", "#d8e6ff"),
    "yellow": ("#f2c230", "#5c4500"),
    "green": ("#2f8a4a", "#d6f5df"),
}
"""Of a disc, and of what is seen on it, for players that are called so."""
USUAL = ("black", "white")
"""What others look like."""

GROUND, BLOCKED = "on #c3ccca", "on #6b7378"
"""Squares on a terminal, those of plain.css."""

MARKER = Markup(
    '<marker id="{name}" viewBox="-.5 -.5 1 1" markerWidth="1" markerHeight="1" markerUnits="userSpaceOnUse">'
    "{shape}</marker>"
)
DISC = Markup('<circle class="man {owner}" r=".4"/>')
RING = Markup('<circle class="ring {owner}" r=".3"/>')
LETTER = Markup('<text class="letter {owner}" y=".14">{letter}</text>')
BLOCK = Markup('<rect class="block" x="-.46" y="-.46" width=".92" height=".92" rx=".1"/>')
TURNED = Markup('<circle class="turned" r=".2"/><circle class="turned over" r=".2"/>')
LAST = Markup('<symbol id="last" overflow="visible"><circle class="last" cx=".3" cy="-.3" r=".12"/></symbol>')


class Looks(NamedTuple):
    """CSS; and SVG that has a marker for each kind of piece, one `t` for pieces that were turned over, a symbol `last`
    for the square where a move went. A marker has the class as its id.
    """

    css: str
    symbols: str


@cache
def own(package: str) -> Looks:
    """Give those of a package, its `board.css` and `board.svg`."""
    folder = resources.files(package)
    return Looks(*((folder / name).read_text("utf-8") for name in ("board.css", "board.svg")))


@cache
def shared() -> str:
    """Give the CSS of all boards."""
    return (resources.files("arbiter.games") / "squares.css").read_text("utf-8")


def plain(pieces: Mapping[str, str], sides: tuple[str, str]) -> Looks:
    """Make looks: each class of piece is drawn as what it says (see `BoardDrawing`)."""
    css = [(resources.files("arbiter.games") / "plain.css").read_text("utf-8")]
    for owner, side, usual in zip(("first", "second"), sides, USUAL, strict=True):
        fill, line = COLOURS.get(side.lower(), COLOURS[usual])
        css.append(f".{owner} {{ --fill: {fill}; --on: {line}; }}\n")
    markers = [MARKER.format(name=name, shape=shape_of(what)) for name, what in pieces.items()]
    markers.append(MARKER.format(name="t", shape=TURNED))
    return Looks("".join(css), Markup("<defs>{}</defs>{}").format(Markup("").join(markers), LAST))


def styles(pieces: Mapping[str, str], sides: tuple[str, str]) -> dict[str, str]:
    """Say how a terminal shows pieces with plain looks, by their characters (see `Squares`)."""
    found = {"": GROUND}
    for piece, what in pieces.items():
        owner = what.partition(" ")[0]
        at = int(owner == "second")
        fill = COLOURS.get(sides[at].lower(), COLOURS[USUAL[at]])[0]
        found[piece] = BLOCKED if owner == "block" else fill
    return found


def shape_of(what: str) -> Markup:
    """Draw a piece of plain looks. Raises ValueError."""
    owner, _, letter = what.partition(" ")
    if owner == "block":
        return BLOCK
    if owner not in ("first", "second"):
        raise ValueError(f"a piece is `first`, `second`, `first K` with a letter on it, or `block`, not {what!r}")
    shape = DISC.format(owner=owner)
    if owner == "second":
        shape += RING.format(owner=owner)
    return shape + LETTER.format(owner=owner, letter=letter) if letter else shape
