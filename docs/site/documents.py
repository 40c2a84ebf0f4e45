"""Documents as pages: each lies in the site where it lies in the repository, so that links lead where they led."""

from __future__ import annotations

import base64
import itertools
import posixpath
import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup, escape

from docs.site import pages

GROUPS = {
    "To begin with": ("README.md", "CHANGELOG.md"),
    "Rules and protocols": ("docs/protocol-*.md",),
    "Judging": ("docs/arbiter.md", "docs/check.md", "docs/league.md", "docs/cluster.md", "docs/openings.md"),
    "Looking at games": ("docs/review.md", "docs/page-engine.md"),
    "Othello solved": ("docs/othello-sol*.md",),
    "Changing it": ("CONTRIBUTING.md", "docs/*.md"),
}
"""All documents, in the order in which they are listed: each stands where it is named first."""
IMAGES = {".png": "image/png", ".svg": "image/svg+xml"}
WIDE = '<div class="wide" role="group" aria-label="{}" tabindex="0">'
"""What may be wider than a telephone scrolls alone; who has no mouse scrolls it, too."""


class Document(NamedTuple):
    """A document: where it lies, its first heading, how it begins, its text as HTML, its sections and their anchors."""

    path: str
    title: str
    begins: str
    html: Markup
    sections: list[tuple[str, str]]

    @property
    def to(self) -> str:
        """Give where its page lies in the site."""
        return page_of(self.path)


class Library:
    """The documents of a checkout, and the other files that they link to."""

    def __init__(self, root: Path) -> None:
        """Read all of them. Raises OSError."""
        self.root = root
        self.files: set[str] = set()
        self._markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
        for name in ("code_block", "fence"):
            self._markdown.add_render_rule(name, _code)
        self._markdown.add_render_rule("table_open", lambda *_: WIDE.format("Table") + "<table>\n")
        self._markdown.add_render_rule("table_close", lambda *_: "</table></div>\n")
        self.groups = {title: [self._read(path) for path in paths] for title, paths in _paths(root).items()}

    def pages(self) -> dict[str, str]:
        """Make the pages, by where they lie in the site."""
        index = pages.plain("documents.html", "docs/index.html", "Documents", groups=self.groups)
        made = {"docs/index.html": index}
        for document in itertools.chain.from_iterable(self.groups.values()):
            made[document.to] = pages.plain("document.html", document.to, document.title, document=document)
        for path in sorted(self.files):
            text = (self.root / path).read_text("utf-8")
            made[page_of(path)] = pages.plain("file.html", page_of(path), path, text=text)
        return made

    def find(self, path: str) -> Document:
        """Give a document."""
        return next(one for one in itertools.chain.from_iterable(self.groups.values()) if one.path == path)

    def _read(self, path: str) -> Document:
        tokens = self._markdown.parse((self.root / path).read_text("utf-8"))
        headings = [
            (opening, inline) for opening, inline in itertools.pairwise(tokens) if opening.type == "heading_open"
        ]
        for (opening, _), anchor in zip(headings, anchors([_plain(inline) for _, inline in headings]), strict=True):
            opening.attrSet("id", anchor)
        for token in tokens:
            if "right" in str(token.attrs.pop("style", "")):  # the page's policy has no inline styles
                token.attrSet("class", "right")
        for token in itertools.chain.from_iterable(token.children or () for token in tokens):
            self._lead(token, path)
        sections = [(_plain(inline), str(opening.attrGet("id"))) for opening, inline in headings if opening.tag == "h2"]
        begins = next(
            (_plain(token) for before, token in itertools.pairwise(tokens) if before.type == "paragraph_open"), ""
        )
        html = Markup(self._markdown.renderer.render(tokens, self._markdown.options, {}))
        return Document(path, _plain(headings[0][1]), _sentence(begins), html, sections)

    def _lead(self, token: Token, path: str) -> None:
        """Have a link lead to a page of the site, and a picture stand in the page itself."""
        folder = posixpath.dirname(path)
        if token.type == "image":
            file = self.root / folder / str(token.attrGet("src"))
            data = base64.b64encode(file.read_bytes()).decode("ascii")
            token.attrSet("src", f"data:{IMAGES[file.suffix]};base64,{data}")
        elif token.type == "link_open":
            href, hash_, anchor = str(token.attrGet("href")).partition("#")
            if not href or ":" in href:
                return
            to = posixpath.normpath(posixpath.join(folder, href))
            if not to.endswith(".md"):
                self.files.add(to)
            token.attrSet("href", posixpath.relpath(page_of(to), folder or ".") + hash_ + anchor)


def page_of(path: str) -> str:
    """Give where the page of a file lies: a document's where it lies itself."""
    return f"{path.removesuffix('.md')}.html" if path.endswith(".md") else f"files/{path.lstrip('.')}.html"


def anchors(headings: Sequence[str]) -> list[str]:
    """Give the anchors that headings have wherever this repository is looked at."""
    found: list[str] = []
    for heading in headings:
        anchor = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        again = sum(re.sub(r"-\d+$", "", one) == anchor for one in found)
        found.append(f"{anchor}-{again}" if again else anchor)
    return found


def _paths(root: Path) -> dict[str, list[str]]:
    """Give the documents of each group, each once."""
    seen: set[str] = set()
    groups = {}
    for title, patterns in GROUPS.items():
        paths = [str(path.relative_to(root)) for pattern in patterns for path in sorted(root.glob(pattern))]
        groups[title] = [path for path in dict.fromkeys(paths) if path not in seen]
        seen.update(groups[title])
    return groups


def _plain(inline: Token) -> str:
    """Give the text of a line without its marks."""
    texts = (" " if token.type == "softbreak" else token.content for token in inline.children or ())
    return "".join(texts).strip()


def _sentence(text: str) -> str:
    """Give how a text begins: its first sentence, "" where it goes on from a command above it."""
    return "" if text[:1].islower() else re.split(r"(?<=[.?!:])\s", text, maxsplit=1)[0].rstrip(":")


def _code(_renderer: object, tokens: Sequence[Token], at: int, *_: object) -> str:
    return f'<pre tabindex="0"><code>{escape(tokens[at].content)}</code></pre>\n'
