"""Where the links of the site lead: each to a page of it, and there to something that has the anchor's name."""

from __future__ import annotations

import json
import posixpath
import re
from html.parser import HTMLParser
from typing import NamedTuple

ADDRESS = re.compile(r"g(?:ame-)?(\d+)(?:-\d+)?")
"""A position of a replay, which its script shows (arbiter/pages/templates/desk.js)."""
CHOSEN = re.compile(r"list-\d*-\d*-\w*")
"""Games that a league's script lists (league.js)."""
WHERE = ("href", "src")


class Links(NamedTuple):
    """What leads nowhere, a sentence each; and what leads out of the site, which nobody looks up."""

    broken: list[str]
    outside: list[str]


class _Page(HTMLParser):
    """The anchors and the links of a page; `games` are those that its script has."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: set[str] = set()
        self.games: set[str] = set()
        self._data = ""
        self.feed(text)
        self.close()
        self.games |= {name.removeprefix("game-") for name in self.anchors if name.startswith("game-")}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        self.anchors |= {named["id"] or ""} if "id" in named else set()
        self.links |= {link for name in WHERE if (link := named.get(name)) is not None}
        self._data = named.get("id") or "" if tag == "script" else ""

    def handle_data(self, data: str) -> None:
        if self._data == "index":
            self.games = {str(game[0]) for game in json.loads(data)["games"]}
        self._data = ""

    def has(self, anchor: str) -> bool:
        """Tell whether there is something of that name, or a script shows it."""
        address = ADDRESS.fullmatch(anchor)
        return anchor in self.anchors or bool(address and address[1] in self.games) or bool(CHOSEN.fullmatch(anchor))


def follow(made: dict[str, str]) -> Links:
    """Follow all links of pages, which are given by where they lie."""
    read = {to: _Page(text) for to, text in made.items()}
    broken, outside = [], set()
    for to, page in read.items():
        for link in sorted(page.links):
            path, _, anchor = link.partition("#")
            if re.match("https?:", link):
                outside.add(link)
                continue
            if link.startswith("data:"):
                continue
            target = posixpath.normpath(posixpath.join(posixpath.dirname(to), path)) if path else to
            if target not in read:
                broken.append(f"{to}: there is no page {link}")
            elif anchor and not read[target].has(anchor):
                broken.append(f"{to}: nothing is called {link}")
    return Links(broken, sorted(outside))
