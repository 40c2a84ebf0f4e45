"""Othello solved, as pages to walk through: one for each certificate, with the engine that solves on where it ends."""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from typing import NamedTuple

from arbiter.games import catalogue
from arbiter.games.othello import law
from arbiter.pages.compact import script_json
from arbiter.pages.engine import in_base_85
from arbiter.pages.scenes import looks
from docs.site import pages
from docs.site.documents import page_of

DOCUMENT = "docs/othello-solved.md"
SIDES = ("black", "white")
FIRST = "solved/black.html"


class Proof(NamedTuple):
    """A certificate: whose claim, of what margin, in which file, how many lines, and how much is left to a solver."""

    side: str
    margin: int
    file: str
    data: bytes
    lines: int
    solved: int
    checked: str
    """What the document says of the check: what was walked, and what was solved again."""

    @property
    def place(self) -> str:
        """Give where its page lies."""
        return f"solved/{self.side}.html"

    @classmethod
    def read(cls, root: Path, side: str) -> Proof:
        """Read it as far as its numbers go. Raises OSError."""
        path = f"bots/othello/{side}.txt.gz"
        data = (root / path).read_bytes()
        text = gzip.decompress(data).decode("ascii")
        margin = int(text.split(":", 1)[0].rsplit(" ", 1)[1])
        told = re.search(rf"`{path}`, ([^|]*?) \|", (root / DOCUMENT).read_text("utf-8"))
        assert told, path
        return cls(side, margin, path, data, text.count("\n"), text.count(" solved\n"), told[1].partition(": ")[2])


def main_line(root: Path) -> list[str]:
    """Give the main line that the document tells. Raises OSError, ValueError for an illegal move."""
    section = (root / DOCUMENT).read_text("utf-8").partition("## The main line")[2]
    moves = re.findall(r"\d \d", re.findall(r"(?:^    .*\n)+", section, re.MULTILINE)[0])
    position = law.Position()
    for move in moves:
        position = position.play(law.parse_move(move))
    return moves


def proofs_of(root: Path) -> list[Proof]:
    """Read both. Raises OSError."""
    return [Proof.read(root, side) for side in SIDES]


def all_pages(root: Path, proofs: list[Proof]) -> dict[str, str]:
    """Make the pages, by where they lie in the site."""
    game, main = catalogue.game("othello"), main_line(root)
    return {
        proof.place: pages.of_game(
            "solved.html",
            proof.place,
            "Othello, solved",
            game,
            ("certificate.js", "explorer.js"),
            proof=proof,
            proofs=proofs,
            other=next(other for other in SIDES if other != proof.side),
            document=page_of(DOCUMENT),
            looks=script_json(looks(game)),
            data=script_json(
                {
                    "name": Path(proof.file).name,
                    "data": in_base_85(proof.data),
                    "main": main,
                }
            ),
        )
        for proof in proofs
    }
