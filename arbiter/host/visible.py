"""What strangers' programs wrote, made safe to look at: nothing hidden, nothing that moves its neighbours."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from markupsafe import Markup, escape

SHORT = {"\n": r"\n", "\r": r"\r", "\t": r"\t"}
STACKING = {"Mn", "Me"}  # marks drawn over the character before them


def visible(data: str | bytes, keep: str = "") -> Markup:
    r"""Give `data` as HTML in which each character that cannot be seen stands as a marked escape such as `\x1b`.

    Bytes are read as UTF-8, and those that are not UTF-8 are escaped too. Characters of `keep` (say, a newline where
    lines are wanted) stay as they are. The marking (`<span class="esc">`) tells an escape from a typed backslash.
    """
    return Markup("").join(
        Markup('<span class="esc">{}</span>').format(text) if escaped else escape(text)
        for escaped, text in _runs(data, keep)
    )


def visible_text(data: str | bytes) -> str:
    """Give the same as plain text, for places that take no markup."""
    return "".join(text for _, text in _runs(data, ""))


def one_line(text: str) -> str:
    """Give a text as it is, but for control characters, which end lines, separate columns and move cursors."""
    return "".join(_escape(char) if unicodedata.category(char) == "Cc" else char for char in text)


def _runs(data: str | bytes, keep: str) -> Iterator[tuple[bool, str]]:
    """Cut into runs of plain characters (False) and runs of escapes (True)."""
    text = data.decode("utf-8", "surrogateescape") if isinstance(data, bytes) else data
    if text and text.isascii() and text.isprintable():  # nearly always: a tenth of the time of a page
        yield False, text
        return
    run, was_escaped, previous = "", False, ""
    for char in text:
        escaped = char not in keep and _hidden(char, previous)
        if run and escaped != was_escaped:
            yield was_escaped, run
            run = ""
        run += _escape(char) if escaped else char
        was_escaped, previous = escaped, char
    if run:
        yield was_escaped, run


def _hidden(char: str, previous: str) -> bool:
    """Tell whether `char` is a control, a bidi or other format character, no character at all, or one mark too many."""
    if unicodedata.category(char) in STACKING:  # one accent is text, a tower of them covers the page
        return not previous.isalpha()
    return not char.isprintable()


def _escape(char: str) -> str:
    code = ord(char)
    if char in SHORT:
        return SHORT[char]
    if 0xDC80 <= code <= 0xDCFF:  # how Python carries a byte that is not UTF-8
        return f"\\x{code - 0xDC00:02x}"
    if code < 0x80:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
